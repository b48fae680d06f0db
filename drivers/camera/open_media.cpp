// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/open_media.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <system_error>
#include <utility>

#include "drivers/bundle/bundle_reader.h"
#include "drivers/camera/bundle_media.h"
#include "drivers/camera/image_media.h"
#include "drivers/camera/input_file.h"
#include "drivers/camera/mjpeg_media.h"
#include "drivers/camera/y4m_header.h"
#include "drivers/camera/y4m_media.h"

namespace sobelcam {
namespace {

namespace fs = std::filesystem;

bool is_stream_name(const fs::path& path) {
  return path.extension() == ".mjpeg" || path.extension() == ".mjpg";
}

/// Phones append a second picture (a preview, a depth map) to their photos; the name tells that one is meant.
bool is_photo_name(const fs::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension == ".jpg" || extension == ".jpeg";
}

/// A stream of JPEGs by its name or because a second one follows the first, else one picture.
OpenedMedia open_jpegs(InputFile file) {
  const fs::path path = file.path();
  OpenedMedia opened = open_mjpeg_media(std::move(file));
  ReplayMedia& stream = *std::get<std::unique_ptr<ReplayMedia>>(opened);
  if (!stream.skip() || (!is_stream_name(path) && !stream.skip())) {
    return open_image_media(path);
  }
  if (auto fault = stream.rewind()) {
    return std::move(*fault);
  }
  return opened;
}

OpenedMedia open_file_media(const fs::path& path) {
  auto opened = InputFile::open(path);
  if (auto* fault = std::get_if<SourceFault>(&opened)) {
    return std::move(*fault);
  }
  auto& file = std::get<InputFile>(opened);
  std::array<std::byte, kY4mMagic.size()> bytes{};
  const auto read = file.read_at(0, bytes);
  const std::string_view start(reinterpret_cast<const char*>(bytes.data()), read.bytes);
  if (start == kY4mMagic) {
    return open_y4m_media(std::move(file));
  }
  // A stream that was saved from a network camera begins with the boundary of its first part.
  if ((start.starts_with("\xFF\xD8") && !is_photo_name(path)) || is_stream_name(path)) {
    return open_jpegs(std::move(file));
  }
  return open_image_media(path);
}

}  // namespace

OpenedMedia open_media(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) {
    const std::string reason = fs::status_known(status) ? std::string() : ": " + error.message();
    return SourceFault{SourceFaultKind::kNoDevice, "nothing to replay at " + path.string() + reason};
  }
  if (is_bundle(path)) {
    return open_bundle_media(path);
  }
  return fs::is_directory(status) ? open_folder_media(path) : open_file_media(path);
}

}  // namespace sobelcam
