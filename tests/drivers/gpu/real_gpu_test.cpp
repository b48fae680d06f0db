// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "drivers/gpu/device_buffer.h"
#include "drivers/gpu/event.h"
#include "drivers/gpu/graph.h"
#include "drivers/gpu/host_registration.h"
#include "drivers/gpu/module.h"
#include "drivers/gpu/pinned_buffer.h"
#include "drivers/gpu/usable_device.h"
#include "tests/support/differential.h"

namespace sobelcam::gpu {
namespace {

constexpr std::size_t kMebibyte = std::size_t{1} << 20;

/// Adds a value to each of `count` words.
const std::string kAddPtx = R"(
.version 7.4
.target sm_75
.address_size 64
.visible .entry add_value(.param .u64 target, .param .u32 count, .param .u32 value)
{
  .reg .pred %p<2>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<5>;
  ld.param.u64 %rd1, [target];
  ld.param.u32 %r1, [count];
  ld.param.u32 %r2, [value];
  mov.u32 %r3, %ctaid.x;
  mov.u32 %r4, %ntid.x;
  mov.u32 %r5, %tid.x;
  mad.lo.u32 %r6, %r3, %r4, %r5;
  setp.ge.u32 %p1, %r6, %r1;
  @%p1 bra DONE;
  cvta.to.global.u64 %rd2, %rd1;
  mul.wide.u32 %rd3, %r6, 4;
  add.u64 %rd4, %rd2, %rd3;
  ld.global.u32 %r7, [%rd4];
  add.u32 %r7, %r7, %r2;
  st.global.u32 [%rd4], %r7;
DONE:
  ret;
}
)";

constexpr std::uint32_t kWords = 1000;
constexpr LaunchShape kShape{{(kWords + 127) / 128, 1, 1}, {128, 1, 1}, 0};

bool demanded() {
  const auto names = test::demanded_rows();
  return std::any_of(names.begin(), names.end(),
                     [](const std::string& name) { return name.find("cuda") != std::string::npos; });
}

/// Skips, with the reason, where no GPU works; fails there if SOBELCAM_REQUIRE demands cuda.
class RealGpuTest : public testing::Test {
 protected:
  void SetUp() override {
    UsableDevice found = usable_device();
    if (found.device) {
      device_ = std::make_unique<Device>(std::move(*found.device));
    } else if (demanded()) {
      FAIL() << "SOBELCAM_REQUIRE demands cuda, but: " << found.reason;
    } else {
      GTEST_SKIP() << found.reason;
    }
  }

  const Device& device() const { return *device_; }
  Function add_value() const { return Module(device(), std::as_bytes(std::span(kAddPtx))).function("add_value"); }

 private:
  std::unique_ptr<Device> device_;
};

std::span<std::uint32_t> words_of(const PinnedBuffer& buffer) {
  return {reinterpret_cast<std::uint32_t*>(buffer.data()), buffer.bytes() / sizeof(std::uint32_t)};
}

std::vector<std::uint32_t> counted_from(std::uint32_t first) {
  std::vector<std::uint32_t> words(kWords);
  std::iota(words.begin(), words.end(), first);
  return words;
}

template <typename Word>
std::vector<Word> copy_of(std::span<Word> words) {
  return {words.begin(), words.end()};
}

TEST_F(RealGpuTest, TellsWhatItIs) {
  const DeviceProperties& properties = device().properties();
  EXPECT_FALSE(properties.name.empty());
  EXPECT_GE(properties.compute_capability(), 50);
  EXPECT_GT(properties.multiprocessors, 0);
  EXPECT_GT(properties.total_bytes, kMebibyte);
  EXPECT_GT(properties.l2_bytes, 0U);
  EXPECT_GE(properties.max_shared_bytes, std::size_t{48} * 1024);
  EXPECT_EQ(list_devices(device().api()).at(0).name, properties.name);
}

TEST_F(RealGpuTest, UploadsOrdinaryMemoryInTheOrderOfItsStream) {
  const Stream stream(device());
  const DeviceBuffer buffer(device(), kMebibyte);
  std::vector<std::byte> up(kMebibyte);
  std::vector<std::byte> down(kMebibyte);
  for (int i = 0; i < 200; ++i) {
    std::fill(up.begin(), up.end(), static_cast<std::byte>(i));
    stream.fill(buffer.address(), 0xFF, kMebibyte);
    stream.upload(buffer.address(), up);
    stream.download(down, buffer.address());
    stream.synchronize();
    ASSERT_EQ(std::memcmp(up.data(), down.data(), kMebibyte), 0) << "round " << i;
  }
  EXPECT_EQ(device().copy_counts().bytes_up, 200 * kMebibyte);
  EXPECT_EQ(device().copy_counts().bytes_down, 200 * kMebibyte);
}

TEST_F(RealGpuTest, MeasuresTime) {
  const Stream stream(device());
  const DeviceBuffer buffer(device(), 64 * kMebibyte);
  Event start(device(), EventTiming::kOn);
  Event end(device(), EventTiming::kOn);
  start.record(stream);
  stream.fill(buffer.address(), 1, buffer.bytes());
  end.record(stream);
  EXPECT_GT(elapsed(start, end).count(), 0.0);
  EXPECT_TRUE(end.done());
  stream.synchronize();
  EXPECT_TRUE(stream.idle());
}

TEST_F(RealGpuTest, SeesPinnedMemoryAtItsOwnAddress) {
  const PinnedBuffer pinned(device(), 4096);
  std::fill_n(pinned.data(), pinned.bytes(), std::byte{42});
  std::vector<std::byte> seen(pinned.bytes());
  check(device().api(), "cuMemcpyDtoH_v2", device().api().cuMemcpyDtoH_v2(seen.data(), pinned.address(), seen.size()));
  EXPECT_EQ(seen, std::vector(pinned.bytes(), std::byte{42}));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pinned.data()) % 64, 0U);
}

TEST_F(RealGpuTest, FindsAPieceWithinPinnedMemory) {
  const PinnedBuffer pinned(device(), 4096);
  EXPECT_EQ(mapped_address(device(), pinned.data() + 1024), pinned.address() + 1024);
}

TEST_F(RealGpuTest, RefusesOrdinaryMemoryAndLivesOn) {
  if (device().properties().integrated) {
    GTEST_SKIP() << "an integrated GPU may read ordinary memory";
  }
  const auto ordinary = std::make_unique<std::byte[]>(kMebibyte);
  EXPECT_THROW(mapped_address(device(), ordinary.get()), Error);
  EXPECT_NO_THROW(DeviceBuffer(device(), 64));
}

TEST_F(RealGpuTest, ReadsARegisteredMapping) {
  if (!device().properties().host_register_supported) {
    GTEST_SKIP() << device().properties().name << " cannot register memory";
  }
  constexpr std::size_t kBytes = 65536;
  void* mapping = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(mapping, MAP_FAILED);
  std::memset(mapping, 17, kBytes);
  std::vector<std::byte> seen(kBytes);
  {
    const HostRegistration registration(device(), {static_cast<std::byte*>(mapping), kBytes});
    check(device().api(), "cuMemcpyDtoH_v2",
          device().api().cuMemcpyDtoH_v2(seen.data(), registration.address(), seen.size()));
  }
  EXPECT_EQ(munmap(mapping, kBytes), 0);
  EXPECT_EQ(seen, std::vector(kBytes, std::byte{17}));
}

TEST_F(RealGpuTest, SaysThatAnAbsurdSizeIsNotThere) {
  try {
    DeviceBuffer(device(), std::size_t{1} << 50);
    FAIL() << "allocated";
  } catch (const Error& error) {
    EXPECT_EQ(error.result(), CUresult::kOutOfMemory);
    EXPECT_NE(std::string(error.what())
                  .find("cuMemAlloc_v2 failed with error 2, CUDA_ERROR_OUT_OF_MEMORY: "
                        "1125899906842624 bytes of device memory. "),
              std::string::npos)
        << error.what();
  }
}

TEST_F(RealGpuTest, RunsAKernelFromPtx) {
  const Stream stream(device());
  const PinnedBuffer pinned(device(), kWords * sizeof(std::uint32_t));
  std::iota(words_of(pinned).begin(), words_of(pinned).end(), 0U);
  const Function kernel = add_value();
  EXPECT_GT(kernel.attributes().registers, 0);
  EXPECT_GE(kernel.attributes().max_threads, 128);
  kernel.launch(kShape, stream, pinned.address(), kWords, std::uint32_t{5});
  stream.synchronize();
  EXPECT_EQ(copy_of(words_of(pinned)), counted_from(5));
}

TEST_F(RealGpuTest, SaysWhatItsCompilerSays) {
  const std::string broken = kAddPtx + "this is no PTX";
  try {
    const Module module(device(), std::as_bytes(std::span(broken)));
    FAIL() << "loaded";
  } catch (const Error& error) {
    EXPECT_EQ(error.result(), CUresult::kInvalidPtx);
    EXPECT_NE(std::string(error.what()).find("the driver's compiler says: "), std::string::npos) << error.what();
  }
}

TEST_F(RealGpuTest, RunsAGraphWhoseNodesChange) {
  const Stream stream(device());
  const std::size_t bytes = kWords * sizeof(std::uint32_t);
  const DeviceBuffer buffer(device(), bytes);
  const PinnedBuffer first(device(), bytes);
  const PinnedBuffer second(device(), bytes);
  const PinnedBuffer result(device(), bytes);
  std::iota(words_of(first).begin(), words_of(first).end(), 0U);
  std::iota(words_of(second).begin(), words_of(second).end(), 100U);
  const Function kernel = add_value();
  Event start(device(), EventTiming::kOn);
  Event end(device(), EventTiming::kOn);

  StreamCapture capture(stream);
  start.record_in_graph(stream);
  stream.upload(buffer.address(), {first.data(), bytes});
  kernel.launch(kShape, stream, buffer.address(), kWords, std::uint32_t{1});
  stream.download({result.data(), bytes}, buffer.address());
  end.record_in_graph(stream);
  GraphExec exec(capture.finish());

  exec.launch(stream);
  stream.synchronize();
  EXPECT_EQ(copy_of(words_of(result)), counted_from(1));
  EXPECT_GT(elapsed(start, end).count(), 0.0);
  EXPECT_EQ(device().copy_counts(), (CopyCounts{bytes, bytes, 2, 3, 0}));

  const auto kernels = exec.graph().kernel_nodes();
  const auto copies = exec.graph().copy_nodes();
  ASSERT_EQ(kernels.size(), 1U);
  ASSERT_EQ(copies.size(), 2U);
  const auto upload = std::find_if(copies.begin(), copies.end(),
                                   [](const CopyNode& copy) { return copy.direction == CopyDirection::kUp; });
  ASSERT_NE(upload, copies.end());
  exec.set_upload(upload->node, buffer.address(), {second.data(), bytes});
  exec.set_kernel(kernels[0].node, kernel, kShape, buffer.address(), kWords, std::uint32_t{7});
  exec.launch(stream);
  stream.synchronize();
  EXPECT_EQ(copy_of(words_of(result)), counted_from(107));
}

}  // namespace
}  // namespace sobelcam::gpu
