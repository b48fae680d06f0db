// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "drivers/frame/buffer_provider.h"
#include "drivers/frame/frame_view.h"

namespace sobelcam::tool {

struct FrameSize {
  std::uint32_t width = 0;
  std::uint32_t height = 0;

  bool operator==(const FrameSize&) const = default;
};

/// "1280x720"
std::string to_string(FrameSize size);

/// What the frames of a measurement show.
enum class BenchScene : std::uint8_t {
  kTextured,  ///< the moving test pattern: gradients, bars, checks, noise
  kFlat,      ///< one gray level a frame: no edge anywhere
  kNoise,     ///< every byte of luma or color at random
};

/// Errors:   std::invalid_argument that says what is accepted
FrameSize parse_frame_size(std::string_view text);
PixelFormat parse_pixel_format(std::string_view text);
BenchScene parse_scene(std::string_view text);

std::string_view name(BenchScene scene);

/// As --format calls it: RGB24, BGR24, else the fourcc.
std::string_view format_name(PixelFormat format);

/// Distinct frames of one size, to be taken in turn: more bytes than a second-level cache holds, so that a pipeline
/// finds its input where a camera would leave it.
///
/// Shapes:   4 to 64 frames, as many as make 64 MiB; aligned_layout() and full range
/// Errors:   std::bad_alloc
class BenchFrames {
 public:
  /// `memory` must outlive the frames.
  BenchFrames(FrameSize size, PixelFormat format, BenchScene scene, BufferProvider& memory = ordinary_memory());

  std::size_t count() const { return buffers_.size(); }
  /// Any number: the frames are counted round and round.
  FrameView frame(std::size_t number) const;
  MemoryKind memory() const { return buffers_.front().kind(); }

 private:
  FrameLayout layout_;
  std::vector<Buffer> buffers_;
};

/// Fills a picture of any format: frame `number` of the scene, the same bytes on every machine.
void draw_scene(MutableFrameView target, BenchScene scene, std::uint64_t number);

}  // namespace sobelcam::tool
