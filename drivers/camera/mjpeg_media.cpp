// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/mjpeg_media.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "drivers/jpeg/jpeg_decoder.h"
#include "drivers/jpeg/jpeg_splitter.h"

namespace sobelcam {
namespace {

constexpr std::size_t kMaxPicture = std::size_t{64} << 20U;
constexpr std::size_t kChunk = std::size_t{256} << 10U;
/// Bytes of a start-of-image marker that a chunk may cut: FF D8 FF.
constexpr std::size_t kMarkerOverlap = 2;

class MjpegMedia final : public ReplayMedia {
 public:
  explicit MjpegMedia(InputFile file) : file_(std::move(file)) {}

  MediaStep advance() override;
  std::optional<SourceFault> read_into(MutableFrameView target) override;
  std::span<const std::byte> jpeg() const override { return picture_; }
  bool skip() override;
  std::optional<SourceFault> rewind() override;
  std::string description() const override { return file_.path().string(); }

 private:
  enum class Found : std::uint8_t { kPicture, kTooLarge, kEnd };

  /// Makes picture_ the next one of the file, whole or not.
  Found find_next();
  /// False at the end of the file.
  bool read_more();
  SourceFault bad_frame(const std::string& words) const;

  InputFile file_;
  std::vector<std::byte> buffer_;
  std::size_t passed_ = 0;    ///< bytes of the buffer that are done with
  std::uint64_t offset_ = 0;  ///< of the file, behind the buffer
  std::uint64_t number_ = 0;  ///< of the current picture, counted from 1
  std::string error_;         ///< the system's words where the last read failed
  std::span<const std::byte> picture_;
  std::unique_ptr<ImageDecoder> decoder_;
};

MjpegMedia::Found MjpegMedia::find_next() {
  decoder_.reset();
  picture_ = {};
  for (;;) {
    const auto bytes = std::span<const std::byte>(buffer_).subspan(passed_);
    auto extent = find_jpeg(bytes);
    const bool cut_by_buffer = extent && !extent->complete && extent->end == bytes.size();
    if (extent && extent->end - extent->begin > kMaxPicture) {
      passed_ += extent->end;
      ++number_;
      return Found::kTooLarge;
    }
    if (!extent || cut_by_buffer) {
      passed_ += extent ? extent->begin : bytes.size() - std::min(bytes.size(), kMarkerOverlap);
      if (read_more()) {
        continue;
      }
      if (!extent) {
        return Found::kEnd;
      }
      extent->end -= extent->begin;
      extent->begin = 0;
    }
    const auto rest = std::span<const std::byte>(buffer_).subspan(passed_);
    picture_ = rest.subspan(extent->begin, extent->end - extent->begin);
    passed_ += extent->end;
    ++number_;
    return Found::kPicture;
  }
}

bool MjpegMedia::read_more() {
  buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(passed_));
  passed_ = 0;
  const std::size_t kept = buffer_.size();
  // Twice as much each time: a large picture is searched again only a few times.
  buffer_.resize(kept + std::max(kChunk, kept));
  auto read = file_.read_at(offset_, std::span(buffer_).subspan(kept));
  buffer_.resize(kept + read.bytes);
  offset_ += read.bytes;
  error_ = std::move(read.error);
  return read.bytes > 0;
}

SourceFault MjpegMedia::bad_frame(const std::string& words) const {
  return {SourceFaultKind::kBadFrame,
          file_.path().filename().string() + " picture " + std::to_string(number_) + ": " + words};
}

MediaStep MjpegMedia::advance() {
  const Found found = find_next();
  if (found == Found::kEnd && !error_.empty()) {
    return SourceFault{SourceFaultKind::kNoDevice, "cannot read " + file_.path().string() + ": " + error_};
  }
  if (found == Found::kEnd) {
    return MediaEnd{};
  }
  if (found == Found::kTooLarge) {
    return bad_frame("larger than 64 MiB");
  }
  auto opened = open_jpeg(picture_);
  if (const auto* fault = std::get_if<ImageFault>(&opened)) {
    return bad_frame(fault->message);
  }
  decoder_ = std::move(std::get<std::unique_ptr<ImageDecoder>>(opened));
  const ImageHeader& header = decoder_->header();
  return aligned_layout(header.format, header.range, header.width, header.height);
}

std::optional<SourceFault> MjpegMedia::read_into(MutableFrameView target) {
  if (const auto fault = decoder_->decode(target)) {
    return bad_frame(fault->message);
  }
  return std::nullopt;
}

bool MjpegMedia::skip() {
  return find_next() != Found::kEnd;
}

std::optional<SourceFault> MjpegMedia::rewind() {
  decoder_.reset();
  picture_ = {};
  buffer_.clear();
  passed_ = 0;
  offset_ = 0;
  number_ = 0;
  return std::nullopt;
}

}  // namespace

OpenedMedia open_mjpeg_media(InputFile file) {
  return std::make_unique<MjpegMedia>(std::move(file));
}

}  // namespace sobelcam
