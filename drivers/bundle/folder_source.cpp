// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <system_error>
#include <utility>

#include "drivers/bundle/frame_record.h"
#include "drivers/bundle/member_source.h"
#include "drivers/camera/input_file.h"

namespace sobelcam {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostMembers = 64;

BundleFault unreadable(const fs::path& path, const std::string& words) {
  return {BundleFaultKind::kUnreadable, "", 0, "cannot read " + path.string() + ": " + words};
}

/// The names in a folder, in no order.
std::variant<std::vector<std::string>, BundleFault> list(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  while (!error && entry != fs::directory_iterator()) {
    names.push_back(entry->path().filename().string());
    entry.increment(error);
  }
  if (error) {
    return unreadable(folder, error.message());
  }
  return names;
}

class FolderSource final : public MemberSource {
 public:
  FolderSource(fs::path folder, LocatedMember manifest) : folder_(std::move(folder)), manifest_(std::move(manifest)) {}

  std::optional<BundleFault> begin();

  const LocatedMember& manifest() const override { return manifest_; }
  LocatedStep next() override;
  void rewind() override { next_ = 0; }
  std::optional<BundleFault> read(const LocatedMember& member, std::span<std::byte> target) override;

 private:
  LocatedStep end() const;
  LocatedMember locate(const std::string& name) const;

  fs::path folder_;
  LocatedMember manifest_;
  std::vector<std::pair<std::uint64_t, std::string>> frames_;  ///< number and folder, in order
  std::size_t next_ = 0;
};

std::optional<BundleFault> FolderSource::begin() {
  std::error_code error;
  if (!fs::exists(folder_ / "frames", error)) {
    return std::nullopt;
  }
  auto listed = list(folder_ / "frames");
  if (auto* fault = std::get_if<BundleFault>(&listed)) {
    return std::move(*fault);
  }
  for (const std::string& name : std::get<std::vector<std::string>>(listed)) {
    const std::string member = "frames/" + name + "/";
    if (const auto index = frame_of(member + std::string(kFrameRecordName))) {
      frames_.emplace_back(*index, member);
    }
  }
  std::sort(frames_.begin(), frames_.end());
  return std::nullopt;
}

LocatedMember FolderSource::locate(const std::string& name) const {
  std::error_code error;
  const auto bytes = fs::file_size(folder_ / name, error);
  return {name, 0, error ? 0 : bytes};
}

LocatedStep FolderSource::end() const {
  std::error_code error;
  if (!fs::exists(folder_ / kEndName, error)) {
    return CutEnd{folder_.string() + " has no " + std::string(kEndName) + ": the recording was cut"};
  }
  return LocatedEnd{locate(std::string(kEndName))};
}

LocatedStep FolderSource::next() {
  if (next_ == frames_.size()) {
    return end();
  }
  const auto& [index, folder] = frames_[next_++];
  auto listed = list(folder_ / folder);
  if (auto* fault = std::get_if<BundleFault>(&listed)) {
    fault->kind = BundleFaultKind::kDamaged;
    fault->member = folder;
    return std::move(*fault);
  }
  auto& names = std::get<std::vector<std::string>>(listed);
  std::sort(names.begin(), names.end());
  const auto record = std::find(names.begin(), names.end(), kFrameRecordName);
  if (record == names.end() && next_ == frames_.size()) {
    std::error_code error;
    if (!fs::exists(folder_ / kEndName, error)) {
      return CutEnd{folder_.string() + " is cut in frame " + std::to_string(index)};
    }
  }
  if (record == names.end() || names.size() > kMostMembers) {
    return BundleFault{BundleFaultKind::kDamaged, folder, 0,
                       (folder_ / folder).string() +
                           (record == names.end() ? " has no " : " has too many files beside ") +
                           std::string(kFrameRecordName)};
  }
  std::rotate(record, record + 1, names.end());
  LocatedFrame frame{index, {}};
  for (const std::string& name : names) {
    frame.members.push_back(locate(folder + name));
  }
  return frame;
}

std::optional<BundleFault> FolderSource::read(const LocatedMember& member, std::span<std::byte> target) {
  const fs::path path = folder_ / member.name;
  auto opened = InputFile::open(path);
  std::string words;
  if (auto* fault = std::get_if<SourceFault>(&opened)) {
    words = std::move(fault->message);
  } else {
    auto got = std::get<InputFile>(opened).read_at(0, target);
    if (got.bytes == target.size()) {
      return std::nullopt;
    }
    words = got.error.empty() ? "the file has shrunk" : std::move(got.error);
  }
  auto fault = unreadable(path, words);
  fault.kind = BundleFaultKind::kDamaged;
  fault.member = member.name;
  return fault;
}

}  // namespace

OpenedMembers open_folder_members(const fs::path& path) {
  std::error_code error;
  const auto bytes = fs::file_size(path / kManifestName, error);
  if (error) {
    return BundleFault{BundleFaultKind::kForeign, "", 0,
                       path.string() + " has no " + std::string(kManifestName) + ": " + error.message()};
  }
  auto source = std::make_unique<FolderSource>(path, LocatedMember{std::string(kManifestName), 0, bytes});
  if (auto fault = source->begin()) {
    return std::move(*fault);
  }
  return source;
}

}  // namespace sobelcam
