// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/frame_maker.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "drivers/jpeg/jpeg_decoder.h"

namespace sobelcam::v4l2 {
namespace {

/// A slot of ours is free now, or the frame is not worth waiting for.
constexpr std::chrono::steady_clock::time_point kAtOnce{};

}  // namespace

FrameMaker::FrameMaker(BufferProvider& memory, unsigned buffers) : pool_(memory, buffers) {}

FrameMaker::Made FrameMaker::make(const std::shared_ptr<CameraBuffers>& buffers, const CaptureFormat& format,
                                  const FilledBuffer& filled, const FrameStamp& stamp) {
  const std::span<const std::byte> picture = buffers->bytes(filled.index).subspan(filled.offset, filled.bytes_used);
  if (format.decoding == Decoding::kJpeg) {
    return decode(picture, stamp);
  }
  if (buffers->queued() < CameraBuffers::kFewest) {
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
