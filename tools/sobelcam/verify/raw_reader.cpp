// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <span>
#include <utility>

#include "drivers/frame/buffer_provider.h"
#include "tools/sobelcam/verify/frame_reader.h"

namespace sobelcam::tool {
namespace {

class RawReader final : public FrameReader {
 public:
  RawReader(InputFile file, const FrameLayout& layout)
      : file_(std::move(file)),
        layout_(layout),
        frame_bytes_(layout_bytes(layout)),
        pixels_(ordinary_memory().allocate(frame_bytes_)) {}

  FrameStep next() override {
    const std::uint64_t size = file_.size();
    if (offset_ >= size) {
      return FramesEnd{};
    }
    const std::uint64_t begin = std::exchange(offset_, offset_ + frame_bytes_);
    if (size - begin < frame_bytes_) {
      return FrameFault{"a part of a frame at the end: " + std::to_string(size - begin) + " of " +
                        std::to_string(frame_bytes_) +
                        " bytes; the recording was cut, or --format, --size or --stride are not those of the camera"};
    }
    const auto read = file_.read_at(begin, std::span(pixels_.data(), frame_bytes_));
    if (read.bytes != frame_bytes_) {
      return FrameFault{"cannot be read at byte " + std::to_string(begin + read.bytes) + ": " +
                        (read.error.empty() ? "the file has shrunk" : read.error)};
    }
    FrameToVerify frame;
    frame.view = {reinterpret_cast<const std::uint8_t*>(pixels_.data()), layout_};
    return frame;
  }

  bool skip() override {
    const bool left = offset_ < file_.size();
    offset_ += left ? frame_bytes_ : 0;
    return left;
  }

 private:
  InputFile file_;
  FrameLayout layout_;
  std::size_t frame_bytes_;
  Buffer pixels_;
  std::uint64_t offset_ = 0;
};

}  // namespace

std::unique_ptr<FrameReader> make_raw_reader(InputFile file, const FrameLayout& layout) {
  return std::make_unique<RawReader>(std::move(file), layout);
}

}  // namespace sobelcam::tool
