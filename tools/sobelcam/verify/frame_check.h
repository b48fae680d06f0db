// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "drivers/frame/image.h"
#include "kernels/pipelines.h"
#include "tools/sobelcam/verify/frame_reader.h"
#include "tools/sobelcam/verify/verdict.h"

namespace sobelcam::tool {

struct CheckOptions {
  std::vector<const PipelineInfo*> pipelines;  ///< beside the reference, which always runs
  unsigned threads = 1;                        ///< of each pipeline that has threads
  bool equalize = false;                       ///< where nothing was recorded that says it
};

/// What else is wanted of one frame.
struct CheckExtras {
  bool properties = false;  ///< black gives no edges, flips commute
  bool pictures = false;    ///< of this frame, whatever is found
  bool pictures_of_differences = false;
  /// Frees what the frame borrows, once nobody needs it any more; may be empty.
  std::function<void()> forget_frame;
};

/// Holds every implementation, and what was recorded, against the reference, one frame at a time.
///
/// Threads:  one thread at a time; any number of objects
/// Memory:   a result a pipeline, of the largest frame so far
/// Errors:   a pipeline's own exceptions, where its device fails
class FrameCheck {
 public:
  explicit FrameCheck(const CheckOptions& options);

  /// Fills in what was found; index and name are the caller's.
  /// Errors: std::invalid_argument, in words, on a frame that no implementation may touch
  FrameVerdict check(const FrameToVerify& frame, const CheckExtras& extras);

 private:
  struct Row {
    const PipelineInfo* info;
    std::unique_ptr<EdgePipeline> pipeline;  ///< made when it is needed
  };

  FrameVerdict compare(const FrameToVerify& frame, const CheckExtras& extras);
  EdgePipeline& pipeline_of(Row& row) const;
  /// The frame alone in memory of ours, where it is large and what was recorded with it can be freed.
  FrameView without_recording(const FrameView& frame, const CheckExtras& extras);
  void check_row(Row& row, const FrameView& frame, const EdgeResult& reference,
                 const std::function<void(SubjectVerdict, const ResultView&)>& close);
  void check_properties(EdgePipeline& pipeline, const FrameLayout& layout, bool equalize,
                        SubjectVerdict& subject) const;

  bool equalize_;
  const PipelineInfo& own_;  ///< the reference
  PipelineOptions options_;
  std::unique_ptr<EdgePipeline> reference_;
  std::vector<Row> rows_;
  std::vector<std::uint8_t> large_frame_;
  Image<std::uint8_t> input_;  ///< the frame's gray as bytes, while its properties are still to be checked
};

}  // namespace sobelcam::tool
