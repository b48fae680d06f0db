// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/reference/reference_pipeline.h"

#include <cfloat>
#include <chrono>

#include "kernels/reference/stages.h"
#include "kernels/u8.h"

#ifdef __FAST_MATH__
#error "SPEC.md asks for IEEE arithmetic: do not compile with -ffast-math"
#endif
static_assert(FLT_EVAL_METHOD == 0, "SPEC.md asks for binary32 intermediates: no x87 arithmetic");

namespace sobelcam {
namespace {

/// Runs a stage and records how long it took.
template <typename Stage>
void timed(StageTimings& timings, std::string_view name, Stage stage) {
  const auto begin = std::chrono::steady_clock::now();
  stage();
  timings.add(name, std::chrono::steady_clock::now() - begin);
}

class ReferencePipeline final : public EdgePipeline {
 public:
  using EdgePipeline::EdgePipeline;

 private:
  void start(EdgeOutput& output) override {
    StageTimings& timings = output.timings;
    shape(output);
    timed(timings, "gray", [&] { reference::gray(output.frame.view(), output.gray.view()); });
    output.frame_was_read();
    timed(timings, "blur", [&] {
      // The magnitude's turn comes last: until then its plane holds the blur between the two passes.
      reference::blur_across(output.gray.view(), output.magnitude.view());
      reference::blur_down(output.magnitude.view(), output.blur.view());
    });
    if (output.request.equalize || output.request.planes.contains(Plane::kEqualized)) {
      timed(timings, "equalize", [&] { equalize(output); });
    }
    timed(timings, "sobel", [&] {
      if (output.request.equalize) {
        reference::sobel(output.equalized.view(), output.magnitude.view());
      } else {
        reference::sobel(output.blur.view(), output.magnitude.view());
      }
    });
    timed(timings, "quantize", [&] { u8_plane(output.magnitude.view(), output.edges.view()); });
    timed(timings, "histogram", [&] { output.histogram = reference::histogram(output.edges.view()); });
  }

  void shape(EdgeOutput& output) {
    const auto width = output.width;
    const auto height = output.height;
    output.gray.reshape(width, height, memory());
    output.blur.reshape(width, height, memory());
    output.equalized.reshape(width, height, memory());
    output.magnitude.reshape(width, height, memory());
    output.edges.reshape(width, height, memory());
  }

  static void equalize(EdgeOutput& output) {
    const auto plane = output.equalized.view();
    u8_plane(output.blur.view(), plane);
    const std::uint64_t pixels = std::uint64_t{output.width} * output.height;
    const auto lut = reference::equalization(reference::histogram(plane), pixels);
    reference::apply(lut, plane, plane);
  }
};

}  // namespace

constinit const PipelineInfo kReferencePipeline{"reference", "the specification as plain loops on one CPU thread",
                                                [] { return Usability{}; },
                                                [](const PipelineOptions& options) -> std::unique_ptr<EdgePipeline> {
                                                  return std::make_unique<ReferencePipeline>(options);
                                                }};

}  // namespace sobelcam
