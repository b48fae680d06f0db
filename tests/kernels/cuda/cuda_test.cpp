// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/cuda/cuda_test.h"

#include <cstring>

namespace sobelcam::test {

PinnedPicture::PinnedPicture(const FrameView& picture, std::size_t offset)
    : layout_(picture.layout), offset_(offset), buffer_(test_device(), offset + used_bytes(layout_)) {
  std::memcpy(bytes().data(), picture.data, used_bytes(layout_));
}

FrameView PinnedPicture::view() const {
  return {reinterpret_cast<const std::uint8_t*>(buffer_.data()) + offset_, layout_};
}

Frame PinnedPicture::frame(FrameStamp stamp, std::shared_ptr<FrameOwner> owner) const {
  return {view(), stamp, MemoryKind::kPinnedMapped, std::move(owner), 0};
}

std::span<std::uint8_t> PinnedPicture::bytes() {
  return {reinterpret_cast<std::uint8_t*>(buffer_.data()) + offset_, used_bytes(layout_)};
}

std::size_t used_bytes(const FrameLayout& layout) {
  return (layout.height - 1) * layout.stride + row_bytes(layout.format, layout.width);
}

std::string difference(EdgePipeline& pipeline, Frame frame, const EdgeRequest& request) {
  const EdgeResult expected = run_row(kReferencePipeline, frame.view(), {PlaneSet::all(), request.equalize, false});
  const auto actual = pipeline.process(std::move(frame), request);
  const auto found = first_difference(expected, actual.value());
  return found ? describe(*found) : std::string();
}

}  // namespace sobelcam::test
