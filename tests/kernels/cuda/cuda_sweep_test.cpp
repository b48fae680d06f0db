// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "kernels/cuda/pixel_reader.h"
#include "kernels/reference/reference_pipeline.h"
#include "tests/support/differential.h"
#include "tests/support/test_frames.h"

// Every kernel with every format at the sizes where lanes, words and warps end, by one pipeline a row: small enough to
// be run under compute-sanitizer. Formats that share their kernels with one before them differ from it in numbers, and
// have a few cases.
namespace sobelcam::test {
namespace {

constexpr std::array kWidths{1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 9U, 31U, 32U, 33U, 127U, 128U, 129U};
constexpr std::array kHeights{1U, 2U, 5U, 13U};

struct Case {
  std::string_view row;
  bool jit;  ///< the PTX, translated by the driver, instead of machine code
};

class CudaSweep : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    const auto is_row = [](const PipelineInfo* row) { return row->name == GetParam().row; };
    row_ = *std::find_if(pipelines().begin(), pipelines().end(), is_row);
    SOBELCAM_SKIP_UNLESS_USABLE(*row_);
    PipelineOptions options;
    options.cuda_jit = GetParam().jit;
    pipeline_ = row_->make(options);
    reference_ = kReferencePipeline.make({});
  }

  void expect_reference_bits(const FrameLayout& layout, const EdgeRequest& request) {
    const TestFrame frame = scene_frame(Scene::kNoise, layout);
    const auto expected = reference_->process(Frame::borrowing(frame.view()), request);
    const auto actual = pipeline_->process(Frame::borrowing(frame.view()), request);
    const auto difference = first_difference(*expected, *actual);
    ASSERT_FALSE(difference.has_value()) << layout_name(layout) << (request.equalize ? " equalized: " : ": ")
                                         << describe(*difference);
  }

  const PipelineInfo* row_ = nullptr;
  std::unique_ptr<EdgePipeline> pipeline_;
  std::unique_ptr<EdgePipeline> reference_;
};

TEST_P(CudaSweep, GivesTheBitsOfTheReference) {
  std::set<cuda::PixelReader> seen;
  for (const PixelFormat format : kPixelFormats) {
    const ColorRange range = is_rgb(format) ? ColorRange::kFull : ColorRange::kLimited;
    const bool new_kernels = seen.insert(cuda::reader_of(format)).second;
    for (const std::uint32_t width : kWidths) {
      if (!new_kernels) {
        expect_reference_bits(padded_layout(format, range, width, 1 + width % 6, width % 5),
                              {{}, width % 2 == 0, false});
        continue;
      }
      for (const std::uint32_t height : kHeights) {
        const FrameLayout layout = padded_layout(format, range, width, height, width % 5);
        for (const bool equalize : {false, true}) {
          expect_reference_bits(layout, {{}, equalize, false});
        }
      }
      expect_reference_bits(padded_layout(format, range, width, 5, 0), {PlaneSet::all(), true, false});
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rows, CudaSweep,
                         testing::Values(Case{"cuda-fused", false}, Case{"cuda-fused", true},
                                         Case{"cuda-staged", false}, Case{"cuda-staged", true}),
                         [](const auto& test) {
                           return std::string(test.param.row == "cuda-fused" ? "fused" : "staged") +
                                  (test.param.jit ? "_from_ptx" : "");
                         });

}  // namespace
}  // namespace sobelcam::test
