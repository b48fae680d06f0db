// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/verify/frame_set.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "drivers/bundle/bundle_reader.h"
#include "drivers/camera/open_media.h"
#include "drivers/files/natural_order.h"

namespace sobelcam::tool {
namespace {

namespace fs = std::filesystem;

/// Bytes of a file that tell it from another of the same name and size.
constexpr std::size_t kKnownBytes = 4096;

std::vector<fs::path> children(const fs::path& folder, std::error_code& error) {
  std::vector<fs::path> found;
  fs::directory_iterator entry(folder, error);
  while (!error && entry != fs::directory_iterator()) {
    if (entry->path().filename().native().front() != '.') {
      found.push_back(entry->path());
    }
    entry.increment(error);
  }
  std::sort(found.begin(), found.end(), [](const fs::path& a, const fs::path& b) {
    return natural_less(a.filename().native(), b.filename().native());
  });
  return found;
}

void add(std::vector<SetInput>& inputs, const fs::path& path, const std::string& name) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) {
    inputs.push_back({path, name, fs::status_known(status) ? "no such file or folder" : error.message()});
    return;
  }
  if (!fs::is_directory(status) || is_bundle(path)) {
    inputs.push_back({path, name, ""});
    return;
  }
  const auto entries = children(path, error);
  if (error) {
    inputs.push_back({path, name, "cannot list this folder: " + error.message()});
  } else if (entries.empty()) {
    inputs.push_back({path, name, "an empty folder"});
  }
  for (const fs::path& entry : entries) {
    const std::string below = name + "/" + entry.filename().string();
    if (fs::is_symlink(entry) && fs::is_directory(entry)) {
      inputs.push_back({entry, below, "a link to a folder is not followed; give the folder itself"});
    } else {
      add(inputs, entry, below);
    }
  }
}

/// FNV-1a: enough against mistakes, which is all that it is for.
class Digest {
 public:
  void add(std::string_view bytes) {
    for (const char byte : bytes) {
      value_ = (value_ ^ static_cast<unsigned char>(byte)) * 1099511628211U;
    }
    value_ = (value_ ^ 0xFFU) * 1099511628211U;  // ends a part: "ab", "c" is not "a", "bc"
  }

  std::string text() const {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string digits;
    for (unsigned shift = 64; shift != 0; shift -= 4) {
      digits += kDigits[(value_ >> (shift - 4)) & 15U];
    }
    return digits;
  }

 private:
  std::uint64_t value_ = 14695981039346656037U;
};

}  // namespace

std::vector<SetInput> list_inputs(const std::vector<fs::path>& paths) {
  std::vector<SetInput> inputs;
  for (const fs::path& path : paths) {
    const std::size_t first = inputs.size();
    const fs::path named = path.has_filename() ? path : path.parent_path();
    std::string name = named.filename().string();
    if (name.empty() || name == "." || name == "..") {
      std::error_code unresolved;
      name = fs::weakly_canonical(path, unresolved).filename().string();
    }
    add(inputs, path, name);
    inputs[first].leads_argument = true;
  }
  return inputs;
}

std::string fingerprint(const std::vector<SetInput>& inputs) {
  Digest digest;
  for (const SetInput& input : inputs) {
    digest.add(input.name);
    const fs::path file = fs::is_directory(input.path) ? input.path / "manifest.json" : input.path;
    auto opened = InputFile::open(file);
    if (const auto* data = std::get_if<InputFile>(&opened)) {
      std::array<std::byte, kKnownBytes> bytes{};
      const auto read = data->read_at(0, bytes);
      digest.add(std::to_string(data->size()));
      digest.add({reinterpret_cast<const char*>(bytes.data()), read.bytes});
    }
  }
  return digest.text();
}

OpenedReader open_input(const SetInput& input, const std::optional<RawFormat>& raw) {
  if (!input.fault.empty()) {
    return FrameFault{input.fault};
  }
  if (is_bundle(input.path)) {
    return open_bundle_reader(input.path);
  }
  auto media = open_media(input.path);
  if (auto* opened = std::get_if<std::unique_ptr<ReplayMedia>>(&media)) {
    return make_media_reader(std::move(*opened));
  }
  const auto& fault = std::get<SourceFault>(media);
  if (fault.kind != SourceFaultKind::kUnsupported) {
    return FrameFault{fault.message};
  }
  if (!raw) {
    return FrameFault{fault.message + "; raw frames need --format and --size"};
  }
  auto file = InputFile::open(input.path);
  if (const auto* unreadable = std::get_if<SourceFault>(&file)) {
    return FrameFault{unreadable->message};
  }
  return make_raw_reader(std::move(std::get<InputFile>(file)), raw->layout());
}

}  // namespace sobelcam::tool
