// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/first_difference.h"
#include "kernels/pipelines.h"

namespace sobelcam::test {

/// What the suite holds against the reference: the rows of pipelines(), and `cpu` once for each instruction set.
std::vector<const PipelineInfo*> tested_rows();

/// Runs one frame through a new pipeline of this row.
EdgeResult run_row(const PipelineInfo& row, const FrameView& frame, const EdgeRequest& request,
                   BufferProvider* memory = nullptr);

/// Where the row's planes, edges or histogram first differ from the reference.
std::optional<Difference> difference_from_reference(const PipelineInfo& row, const FrameView& frame, bool equalize);

/// All that the suite demands of one row for one frame: the reference's bits in every plane, edge and bin; the
/// same bits when run again and when no plane is asked for; a histogram that counts its own edge map; nothing
/// written beside the outputs. Words for the first violation, or nothing.
std::optional<std::string> violation(const PipelineInfo& row, const FrameView& frame, bool equalize);

/// The rows that SOBELCAM_REQUIRE names, separated by commas.
std::vector<std::string> demanded_rows();

/// Why the row cannot run here, or nothing. `demanded` tells whether SOBELCAM_REQUIRE names it, which makes a
/// skip a failure.
std::optional<std::string> unusable(const PipelineInfo& row, bool& demanded);

}  // namespace sobelcam::test

/// Skips the test with the row's own reason where it cannot run; fails where SOBELCAM_REQUIRE demands the row.
#define SOBELCAM_SKIP_UNLESS_USABLE(row)                                             \
  do {                                                                               \
    bool demanded = false;                                                           \
    if (const auto reason = sobelcam::test::unusable(row, demanded)) {               \
      if (demanded) {                                                                \
        FAIL() << "SOBELCAM_REQUIRE demands " << (row).name << ", but: " << *reason; \
      }                                                                              \
      GTEST_SKIP() << (row).name << ": " << *reason;                                 \
    }                                                                                \
  } while (false)
