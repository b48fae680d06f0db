// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "drivers/gpu/pinned_provider.h"
#include "kernels/cuda/staged_pipeline.h"
#include "tests/drivers/gpu/gpu_test.h"
#include "tests/support/test_frames.h"

/// What the pipeline asks of the driver: on the fake one, which runs no kernel.
namespace sobelcam::test {
namespace {

using cuda::StagedKernels;
using cuda::StagedPipeline;

/// There is no machine code for this GPU, so that the fake driver gets PTX, which it reads.
const std::string kTuring = "capability=75,";

const FrameLayout kLayout = padded_layout(PixelFormat::kRgb24, ColorRange::kFull, 300, 20, 0);

class CudaCallsTest : public GpuTest {
 protected:
  struct Session {
    explicit Session(gpu::Device made, const PipelineOptions& options)
        : device(std::move(made)),
          pipeline(options, device, std::make_shared<const StagedKernels>(device, gpu::Jit::kWhenNeeded)) {}
    gpu::Device device;
    StagedPipeline pipeline;
  };

  std::unique_ptr<Session> session(const PipelineOptions& options = {}, const std::string& script = "") {
    return std::make_unique<Session>(open_device(kTuring + script), options);
  }

  std::vector<std::string> kernels() const {
    std::vector<std::string> names;
    for (const FakeLaunch& launch : fake_.launches()) {
      names.push_back(launch.kernel);
    }
    return names;
  }

  Frame frame() const { return Frame::borrowing(picture_.view()); }

  const TestFrame picture_ = scene_frame(Scene::kNoise, kLayout);
};

using Names = std::vector<std::string>;

TEST_F(CudaCallsTest, LaunchAKernelForEachStage) {
  const auto on = session();
  on->pipeline.process(frame(), {});
  EXPECT_EQ(kernels(), (Names{"gray_rgb24", "blur_across", "blur_down", "sobel_of_blur", "quantize_magnitude"}));
}

TEST_F(CudaCallsTest, LaunchWhatEqualizationNeeds) {
  const auto on = session();
  on->pipeline.process(frame(), {{}, true, false});
  EXPECT_EQ(kernels(), (Names{"gray_rgb24", "blur_across", "blur_down", "quantize_blur", "equalization_table",
                              "equalize", "sobel_of_equalized", "quantize_magnitude"}));
}

TEST_F(CudaCallsTest, EqualizeForTheSakeOfThePlaneAlone) {
  const auto on = session();
  on->pipeline.process(frame(), {{Plane::kEqualized}, false, false});
  EXPECT_EQ(kernels(), (Names{"gray_rgb24", "blur_across", "blur_down", "quantize_blur", "equalization_table",
                              "equalize", "sobel_of_blur", "quantize_magnitude"}));
}

TEST_F(CudaCallsTest, TakeTheKernelOfTheFormat) {
  const auto on = session();
  std::map<std::string, Names> formats;
  for (const PixelFormat format : kPixelFormats) {
    const TestFrame picture = scene_frame(Scene::kRamp, padded_layout(format, ColorRange::kFull, 8, 2, 0));
    const std::size_t before = fake_.launches().size();
    on->pipeline.process(Frame::borrowing(picture.view()), {});
    formats[fake_.launches().at(before).kernel].emplace_back(fourcc(format));
  }
  const std::map<std::string, Names> expected{
      {"gray_luma", {"GREY", "NV12", "NV21", "NV16", "YU12", "YV12"}},
      {"gray_rgb24", {"RGB3"}},
      {"gray_bgr24", {"BGR3"}},
      {"gray_yuyv", {"YUYV", "YVYU"}},
      {"gray_uyvy", {"UYVY", "VYUY"}},
      {"gray_luma16", {"Y10 ", "Y12 ", "Y16 "}},
      {"gray_rgb32", {"XR24", "XB24", "BX24", "RX24"}},
      {"gray_rgb565", {"RGBP"}},
      {"gray_bayer8", {"RGGB", "GRBG", "GBRG", "BA81"}},
      {"gray_bayer16",
       {"RG10", "BA10", "GB10", "BG10", "RG12", "BA12", "GB12", "BG12", "RG16", "GR16", "GB16", "BYR2"}},
      {"gray_bayer10_packed", {"pRAA", "pgAA", "pGAA", "pBAA"}}};
  EXPECT_EQ(formats, expected);
}

TEST_F(CudaCallsTest, LaunchOneGraphAFrameAndMakeItOnce) {
  const auto on = session();
  for (int i = 0; i < 5; ++i) {
    on->pipeline.process(frame(), {});
  }
  EXPECT_EQ(fake_.calls("cuGraphLaunch"), 5);
  EXPECT_EQ(fake_.calls("cuGraphInstantiateWithFlags"), 1);
  EXPECT_EQ(fake_.calls("cuLaunchKernelEx"), 5) << "kernels were launched beside the graph that they are in";
}

TEST_F(CudaCallsTest, MakeAGraphAnewWhenTheRequestChanges) {
  const auto on = session();
  on->pipeline.process(frame(), {});
  on->pipeline.process(frame(), {{Plane::kGray}, false, false});
  on->pipeline.process(frame(), {{}, true, false});
  EXPECT_EQ(fake_.calls("cuGraphInstantiateWithFlags"), 3);
}

TEST_F(CudaCallsTest, MakeNoGraphWhereNoneIsWanted) {
  PipelineOptions options;
  options.cuda_graphs = false;
  const auto on = session(options);
  on->pipeline.process(frame(), {});
  EXPECT_EQ(fake_.calls("cuStreamBeginCapture_v2") + fake_.calls("cuGraphLaunch"), 0);
  EXPECT_EQ(kernels().size(), 5U);
}

TEST_F(CudaCallsTest, UploadFromTheNewFrameWithTheOldGraph) {
  const auto on = session();
  gpu::PinnedProvider memory(on->device);
  const std::size_t bytes = kLayout.stride * kLayout.height;
  const Buffer first = memory.allocate(bytes);
  const Buffer second = memory.allocate(bytes);
  for (const Buffer* buffer : {&first, &second}) {
    const auto* pixels = reinterpret_cast<const std::uint8_t*>(buffer->data());
    on->pipeline.process(Frame({pixels, kLayout}, {}, MemoryKind::kPinnedMapped, nullptr, 0), {});
  }
  EXPECT_EQ(fake_.calls("cuGraphInstantiateWithFlags"), 1);
  EXPECT_EQ(fake_.calls("cuGraphExecMemcpyNodeSetParams"), 1);
}

TEST_F(CudaCallsTest, ReadAPinnedFrameWhereItLiesOnAnIntegratedGpu) {
  const auto on = session({}, "integrated=1");
  gpu::PinnedProvider memory(on->device);
  const std::size_t bytes = kLayout.stride * kLayout.height;
  const Buffer first = memory.allocate(bytes);
  const Buffer second = memory.allocate(bytes);
  for (const Buffer* buffer : {&first, &second}) {
    const auto* pixels = reinterpret_cast<const std::uint8_t*>(buffer->data());
    const std::size_t before = fake_.launches().size();
    on->pipeline.process(Frame({pixels, kLayout}, {}, MemoryKind::kPinnedMapped, nullptr, 0), {});
    EXPECT_EQ(fake_.launches().at(before).arguments.at(0), reinterpret_cast<std::uint64_t>(buffer->data()));
  }
  EXPECT_EQ(on->device.copy_counts().bytes_up + on->device.copy_counts().bytes_down, 0U);
  EXPECT_EQ(fake_.calls("cuGraphInstantiateWithFlags"), 1);
}

TEST_F(CudaCallsTest, CopyOnAnIntegratedGpuWhereThatIsWanted) {
  PipelineOptions options;
  options.gpu_memory = GpuMemory::kCopy;
  const auto on = session(options, "integrated=1");
  on->pipeline.process(frame(), {});
  EXPECT_EQ(on->pipeline.last_copies().engines_up, 900U * 20);
}

TEST_F(CudaCallsTest, NeverSynchronizeTheStreamOfAFrame) {
  const auto on = session();
  on->pipeline.process(frame(), {});
  on->pipeline.process(frame(), {});
  EXPECT_EQ(fake_.calls("cuStreamSynchronize"), 0);
}

TEST_F(CudaCallsTest, KeepTheGridWithinItsLimitsForEveryFrame) {
  const auto on = session();
  const TestFrame tall =
      scene_frame(Scene::kConstant, padded_layout(PixelFormat::kGrey, ColorRange::kFull, 1, 65535, 0));
  on->pipeline.process(Frame::borrowing(tall.view()), {PlaneSet::all(), true, false});
  for (const FakeLaunch& launch : fake_.launches()) {
    EXPECT_LE(launch.grid[1], 65535U) << launch.kernel;
  }
}

TEST_F(CudaCallsTest, NameTheStagesThatRan) {
  for (const bool graphs : {true, false}) {
    PipelineOptions options;
    options.cuda_graphs = graphs;
    const auto on = session(options);
    const auto result = on->pipeline.process(frame(), {{}, true, false});
    Names stages;
    for (const StageTiming& timing : result->timings()) {
      stages.emplace_back(timing.stage);
    }
    EXPECT_EQ(stages, (Names{"upload", "gray", "blur", "equalize", "sobel", "quantize", "download"}));
  }
}

TEST_F(CudaCallsTest, LeaveTheCallersContextAlone) {
  const auto on = session();
  const auto& api = on->device.api();
  ASSERT_EQ(api.cuCtxSetCurrent(nullptr), gpu::CUresult::kSuccess);
  on->pipeline.process(frame(), {});
  gpu::CUcontext left = nullptr;
  ASSERT_EQ(api.cuCtxPopCurrent_v2(&left), gpu::CUresult::kSuccess);
  EXPECT_EQ(left, nullptr);
}

TEST_F(CudaCallsTest, RefuseToMapWhereTheGpuCannot) {
  PipelineOptions options;
  options.gpu_memory = GpuMemory::kMapped;
  EXPECT_THROW(session(options, "unmappable=1"), std::invalid_argument);
}

TEST_F(CudaCallsTest, GoOnWithTheNextFrameAfterAFault) {
  const auto on = session({}, "cuGraphLaunch@1=700,cuEventSynchronize@1=700");
  EXPECT_THROW(on->pipeline.process(frame(), {}), gpu::Error);
  EXPECT_THROW(on->pipeline.process(frame(), {}), gpu::Error);
  EXPECT_TRUE(on->pipeline.process(frame(), {}).has_value());
}

/// Every call that two frames make, failing in turn.
class CudaFaultsTest : public CudaCallsTest {
 protected:
  /// True where a gpu::Error came out.
  bool fails(const std::string& script) {
    try {
      const auto on = session({}, script);
      on->pipeline.process(frame(), {PlaneSet::all(), true, false});
      const TestFrame sparse =
          scene_frame(Scene::kNoise, padded_layout(PixelFormat::kGrey, ColorRange::kFull, 70, 3, 500));
      gpu::PinnedProvider memory(on->device);
      const Buffer pinned = memory.allocate(570 * 3);
      const FrameView view{reinterpret_cast<const std::uint8_t*>(pinned.data()), sparse.view().layout};
      on->pipeline.process(Frame(view, {}, MemoryKind::kPinnedMapped, nullptr, 0), {});
      return false;
    } catch (const gpu::Error&) {
      return true;
    }
  }
};

/// A failure of these has nowhere to go, is an answer, or is before the pipeline's time.
bool may_fail(const std::string& symbol) {
  const std::set<std::string> names{"cuCtxPopCurrent_v2", "cuModuleUnload", "cuPointerGetAttribute"};
  return names.contains(symbol) || symbol.starts_with("cuDevice") || symbol.find("Destroy") != std::string::npos ||
         symbol.find("Free") != std::string::npos;
}

TEST_F(CudaFaultsTest, EndInAnErrorThatNamesTheCallAndLeaveNothingBehind) {
  ASSERT_FALSE(fails(""));
  std::vector<std::pair<std::string, int>> made;
#define SOBELCAM_COUNT_CALLS(symbol, base, parameters) made.emplace_back(#symbol, fake_.calls(#symbol));
  SOBELCAM_CUDA_FUNCTIONS(SOBELCAM_COUNT_CALLS)
#undef SOBELCAM_COUNT_CALLS
  int tried = 0;
  for (const auto& [symbol, calls] : made) {
    for (int call = 1; call <= std::min(calls, 40) && !may_fail(symbol); ++call) {
      const std::string script = symbol + "@" + std::to_string(call) + "=700";
      EXPECT_EQ(fails(script), !script.starts_with("cuStreamSynchronize")) << script;
      EXPECT_EQ(fake_.leftovers(), "") << script;
      EXPECT_EQ(fake_.misuse(), "") << script;
      ++tried;
    }
  }
  EXPECT_GT(tried, 100);
}

}  // namespace
}  // namespace sobelcam::test
