// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>

#include "drivers/bundle/bundle_writer.h"
#include "kernels/edge_result.h"
#include "kernels/pipelines.h"

namespace sobelcam::test {

/// What a device would have recorded of one frame.
struct Recording {
  FrameView view;
  std::span<const std::byte> jpeg;
  const PipelineInfo* pipeline = nullptr;
  bool equalize = false;
  PlaneSet planes = PlaneSet::all();  ///< that are kept
};

/// Changes a record before it is written, as a device with a mistake would.
using Spoil = std::function<void(RecordedFrame&)>;

/// Writes recordings as a bundle, one by one.
///
/// Errors:   std::runtime_error with the writer's words
class BundleMaker {
 public:
  explicit BundleMaker(const std::filesystem::path& path, BundleFormat format = BundleFormat::kTar);

  /// Runs the recording's pipeline over its frame; the seventh frame has sequence number 6.
  void add(const Recording& recording, const Spoil& spoil = {});
  void finish();

 private:
  BundleWriter writer_;
  std::uint64_t added_ = 0;
};

}  // namespace sobelcam::test
