// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/camera/open_source.h"
#include "drivers/camera/schedule.h"
#include "drivers/frame/frame_pool.h"

namespace sobelcam {

/// A camera that films the moving test pattern.
///
/// Errors:   std::invalid_argument on a size beyond the limits of a picture
class PatternSource final : public FrameSource {
 public:
  PatternSource(const PatternSpec& spec, const SourceOptions& options);

  SourceEvent next(std::chrono::steady_clock::time_point deadline) override;
  std::string description() const override;

 private:
  FrameLayout layout_;
  Schedule schedule_;
  FramePool pool_;
  std::uint64_t next_ = 0;
};

}  // namespace sobelcam
