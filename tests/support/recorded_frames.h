// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "drivers/bundle/bundle_writer.h"
#include "drivers/bundle/manifest.h"
#include "drivers/bundle/recorded_frame.h"
#include "drivers/frame/image.h"

namespace sobelcam::test {

/// A frame with every kind of member, of made-up pixels that differ from seed to seed; owns what it shows.
class MadeUpFrame {
 public:
  MadeUpFrame(const FrameLayout& layout, std::uint32_t seed);

  /// As camera.jpg and luma.raw.
  MadeUpFrame& with_jpeg();

  const RecordedFrame& frame() const { return frame_; }

 private:
  std::vector<std::uint8_t> pixels_;
  std::vector<std::byte> jpeg_;
  Image<std::uint8_t> edges_;
  Image<std::uint8_t> equalized_;
  Image<float> gray_;
  Image<float> blur_;
  Image<float> magnitude_;
  RecordedFrame frame_;
};

Manifest made_up_manifest();

/// A bundle of so many made-up frames of 6x5 YUYV with padded rows; throws where it cannot be written.
void write_made_up_bundle(const std::filesystem::path& path, BundleFormat format, std::uint32_t frames);

/// Bit by bit, what was recorded; empty where two frames are the same, else what differs.
std::string difference(const RecordedFrame& a, const RecordedFrame& b);

}  // namespace sobelcam::test
