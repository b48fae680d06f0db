// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/frame_maker.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "drivers/jpeg/jpeg_decoder.h"

namespace sobelcam::v4l2 {
namespace {

/// A slot of ours is free now, or the frame is not worth waiting for.
constexpr std::chrono::steady_clock::time_point kAtOnce{};

/// The picture with its end marker, which some cameras leave out of most frames; the decoder still notices where more
/// than that is missing.
std::span<const std::byte> with_end_marker(std::span<std::byte> buffer, std::size_t bytes_used) {
  constexpr std::array kEnd{std::byte{0xFF}, std::byte{0xD9}};
  const auto picture = buffer.first(bytes_used);
  if (buffer.size() - bytes_used < kEnd.size() ||
      (bytes_used >= kEnd.size() && std::equal(kEnd.begin(), kEnd.end(), picture.end() - kEnd.size()))) {
    return picture;
  }
  std::copy(kEnd.begin(), kEnd.end(), buffer.begin() + static_cast<std::ptrdiff_t>(bytes_used));
  return buffer.first(bytes_used + kEnd.size());
}

}  // namespace

FrameMaker::FrameMaker(BufferProvider& memory, unsigned buffers) : pool_(memory, buffers) {}

FrameMaker::Made FrameMaker::make(const std::shared_ptr<CameraBuffers>& buffers, const CaptureFormat& format,
                                  const FilledBuffer& filled, const FrameStamp& stamp) {
  const std::span<std::byte> buffer = buffers->bytes(filled.index).subspan(filled.offset);
  if (format.decoding == Decoding::kJpeg) {
    return decode(with_end_marker(buffer, filled.bytes_used), stamp);
  }
  const std::span<const std::byte> picture = buffer.first(filled.bytes_used);
  if (format.decoding == Decoding::kConvert) {
    return convert(picture, format, stamp);
  }
  // Whoever keeps a frame reads it to the end of its layout, which a driver's buffer may lack behind the last row.
  const bool is_whole = buffer.size() >= layout_bytes(format.layout);
  if (!is_whole || buffers->queued() < CameraBuffers::kFewest) {
    return copy(picture, format, stamp);
  }
  buffers->lease(filled.index);
  const FrameView view{reinterpret_cast<const std::uint8_t*>(picture.data()), format.layout};
  return {Way::kLeased, Frame(view, stamped(stamp, format.layout), buffers->kind(), buffers, filled.index)};
}

FrameStamp FrameMaker::stamped(FrameStamp stamp, const FrameLayout& layout) {
  if (last_layout_ && *last_layout_ != layout) {
    ++format_changes_;
  }
  last_layout_ = layout;
  stamp.format_changes = format_changes_;
  return stamp;
}

FrameMaker::Made FrameMaker::copy(std::span<const std::byte> picture, const CaptureFormat& format,
                                  const FrameStamp& stamp) {
  auto slot = pool_.acquire(format.layout, kAtOnce);
  if (!slot) {
    return {Way::kNoMemory, {}};
  }
  std::memcpy(slot->view().data, picture.data(), std::min(picture.size(), layout_bytes(format.layout)));
  return {Way::kCopied, std::move(*slot).lease(stamped(stamp, format.layout))};
}

FrameMaker::Made FrameMaker::convert(std::span<const std::byte> picture, const CaptureFormat& format,
                                     const FrameStamp& stamp) {
  const DriverFormat& from = format.driver;
  const FrameLayout layout = contiguous_layout(PixelFormat::kRgb24, ColorRange::kFull, from.width, from.height,
                                               row_bytes(PixelFormat::kRgb24, from.width));
  auto slot = pool_.acquire(layout, kAtOnce);
  if (!slot) {
    return {Way::kNoMemory, {}};
  }
  if (!format.converter->convert(from, picture, slot->view())) {
    return {Way::kBroken, {}};
  }
  return {Way::kDecoded, std::move(*slot).lease(stamped(stamp, layout))};
}

FrameMaker::Made FrameMaker::decode(std::span<const std::byte> picture, const FrameStamp& stamp) {
  OpenedImage opened = open_jpeg(picture);
  if (std::holds_alternative<ImageFault>(opened)) {
    return {Way::kBroken, {}};
  }
  ImageDecoder& decoder = *std::get<std::unique_ptr<ImageDecoder>>(opened);
  const ImageHeader& header = decoder.header();
  const FrameLayout layout = aligned_layout(header.format, header.range, header.width, header.height);
  auto slot = pool_.acquire(layout, kAtOnce);
  if (!slot) {
    return {Way::kNoMemory, {}};
  }
  if (decoder.decode(slot->view())) {
    return {Way::kBroken, {}};
  }
  slot->set_jpeg(picture);
  return {Way::kDecoded, std::move(*slot).lease(stamped(stamp, layout))};
}

}  // namespace sobelcam::v4l2
