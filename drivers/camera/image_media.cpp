// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/image_media.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "drivers/files/image_formats.h"
#include "drivers/files/natural_order.h"
#include "drivers/files/read_file.h"

namespace sobelcam {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 7> kExtensions{".png", ".jpg", ".jpeg", ".ppm", ".pgm", ".pnm", ".bmp"};

/// The encoded bytes of one picture, and the decoder over them.
class EncodedPicture {
 public:
  std::optional<ImageFault> load(const fs::path& file) {
    decoder_.reset();
    auto read = read_file(file);
    if (auto* fault = std::get_if<ImageFault>(&read)) {
      return std::move(*fault);
    }
    bytes_ = std::move(std::get<std::vector<std::byte>>(read));
    return std::nullopt;
  }

  std::optional<ImageFault> open() {
    auto opened = open_image(bytes_);
    if (auto* fault = std::get_if<ImageFault>(&opened)) {
      return std::move(*fault);
    }
    decoder_ = std::move(std::get<std::unique_ptr<ImageDecoder>>(opened));
    return std::nullopt;
  }

  FrameLayout layout() const {
    const ImageHeader& header = decoder_->header();
    return aligned_layout(header.format, header.range, header.width, header.height);
  }

  std::optional<ImageFault> decode(MutableFrameView target) { return decoder_->decode(target); }

  std::span<const std::byte> jpeg() const {
    const bool is_jpeg = bytes_.size() >= 2 && bytes_[0] == std::byte{0xFF} && bytes_[1] == std::byte{0xD8};
    return is_jpeg ? std::span<const std::byte>(bytes_) : std::span<const std::byte>();
  }

 private:
  std::vector<std::byte> bytes_;
  std::unique_ptr<ImageDecoder> decoder_;
};

SourceFault bad_frame(const fs::path& file, const ImageFault& fault) {
  return {SourceFaultKind::kBadFrame, file.filename().string() + ": " + fault.message};
}

class ImageMedia final : public ReplayMedia {
 public:
  ImageMedia(fs::path file, EncodedPicture picture) : file_(std::move(file)), picture_(std::move(picture)) {}

  MediaStep advance() override {
    if (shown_) {
      return MediaEnd{};
    }
    shown_ = true;
    if (const auto fault = picture_.open()) {
      return bad_frame(file_, *fault);
    }
    return picture_.layout();
  }

  std::optional<SourceFault> read_into(MutableFrameView target) override {
    if (const auto fault = picture_.decode(target)) {
      return bad_frame(file_, *fault);
    }
    return std::nullopt;
  }

  std::span<const std::byte> jpeg() const override { return picture_.jpeg(); }
  bool skip() override { return !std::exchange(shown_, true); }

  std::optional<SourceFault> rewind() override {
    shown_ = false;
    return std::nullopt;
  }

  std::string description() const override { return file_.string(); }

 private:
  fs::path file_;
  EncodedPicture picture_;
  bool shown_ = false;
};

bool is_picture_name(const fs::path& file) {
  const std::string name = file.filename().string();
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return name.front() != '.' && std::find(kExtensions.begin(), kExtensions.end(), extension) != kExtensions.end();
}

std::variant<std::vector<fs::path>, SourceFault> list_pictures(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  while (!error && entry != fs::directory_iterator()) {
    std::error_code vanished;
    if (is_picture_name(entry->path()) && entry->is_regular_file(vanished)) {
      files.push_back(entry->path());
    }
    entry.increment(error);
  }
  if (error) {
    return SourceFault{SourceFaultKind::kNoDevice, "cannot list " + folder.string() + ": " + error.message()};
  }
  if (files.empty()) {
    return SourceFault{SourceFaultKind::kNoSignal,
                       "no pictures in " + folder.string() + ": PNG, JPEG, PPM/PGM and BMP are read"};
  }
  std::sort(files.begin(), files.end(), [](const fs::path& a, const fs::path& b) {
    return natural_less(a.filename().native(), b.filename().native());
  });
  return files;
}

class FolderMedia final : public ReplayMedia {
 public:
  FolderMedia(fs::path folder, std::vector<fs::path> files) : folder_(std::move(folder)), files_(std::move(files)) {}

  MediaStep advance() override {
    if (next_ == files_.size()) {
      return MediaEnd{};
    }
    const fs::path& file = files_[next_++];
    auto fault = picture_.load(file);
    if (!fault) {
      fault = picture_.open();
    }
    if (fault) {
      return bad_frame(file, *fault);
    }
    return picture_.layout();
  }

  std::optional<SourceFault> read_into(MutableFrameView target) override {
    if (const auto fault = picture_.decode(target)) {
      return bad_frame(files_[next_ - 1], *fault);
    }
    return std::nullopt;
  }

  std::span<const std::byte> jpeg() const override { return picture_.jpeg(); }

  bool skip() override {
    if (next_ == files_.size()) {
      return false;
    }
    ++next_;
    return true;
  }

  std::optional<SourceFault> rewind() override {
    next_ = 0;
    files_.clear();
    auto listed = list_pictures(folder_);
    if (auto* fault = std::get_if<SourceFault>(&listed)) {
      return std::move(*fault);
    }
    files_ = std::move(std::get<std::vector<fs::path>>(listed));
    return std::nullopt;
  }

  std::string description() const override {
    return folder_.string() + " (" + std::to_string(files_.size()) + (files_.size() == 1 ? " picture)" : " pictures)");
  }

 private:
  fs::path folder_;
  std::vector<fs::path> files_;
  std::size_t next_ = 0;
  EncodedPicture picture_;
};

}  // namespace

OpenedMedia open_folder_media(const fs::path& folder) {
  auto listed = list_pictures(folder);
  if (auto* fault = std::get_if<SourceFault>(&listed)) {
    return std::move(*fault);
  }
  return std::make_unique<FolderMedia>(folder, std::move(std::get<std::vector<fs::path>>(listed)));
}

OpenedMedia open_image_media(const fs::path& file) {
  EncodedPicture picture;
  if (const auto fault = picture.load(file)) {
    const bool absent = fault->kind == ImageFaultKind::kMissing || fault->kind == ImageFaultKind::kUnreadable;
    return SourceFault{absent ? SourceFaultKind::kNoDevice : SourceFaultKind::kUnsupported,
                       file.string() + ": " + fault->message};
  }
  if (const auto fault = picture.open()) {
    const bool unknown = fault->kind == ImageFaultKind::kNotAnImage;
    return SourceFault{
        SourceFaultKind::kUnsupported,
        file.string() + ": " + fault->message +
            (unknown ? "; replay reads folders, pictures, .y4m and .mjpeg files and capture bundles" : "")};
  }
  return std::make_unique<ImageMedia>(file, std::move(picture));
}

}  // namespace sobelcam
