// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/gpu/event.h"

#include "drivers/gpu/graph.h"
#include "drivers/gpu/stream.h"
#include "tests/drivers/gpu/gpu_test.h"

namespace sobelcam::gpu {
namespace {

using test::error_of;
using test::says;

class GpuEventTest : public test::GpuTest {
 protected:
  std::string fault_of(const Event& start, const Event& end) {
    const auto error = error_of([&] { elapsed(start, end); });
    EXPECT_EQ(error->call(), "cuEventElapsedTime");
    return error->what();
  }
};

TEST_F(GpuEventTest, GivesTheTimeBetweenTwo) {
  const Device device = open_device();
  const Stream stream(device);
  Event start(device, EventTiming::kOn);
  Event end(device, EventTiming::kOn);
  start.record(stream);
  end.record(stream);
  EXPECT_GT(elapsed(start, end).count(), 0.0);
  EXPECT_LT(elapsed(start, end), std::chrono::seconds(10));
}

TEST_F(GpuEventTest, WaitsForTheEndBeforeItAsksForTheTime) {
  const Device device = open_device();
  const Stream stream(device);
  Event start(device, EventTiming::kOn);
  Event end(device, EventTiming::kOn);
  start.record(stream);
  end.record(stream);
  elapsed(start, end);
  EXPECT_EQ(fake_.calls("cuEventSynchronize"), 1);
}

TEST_F(GpuEventTest, SaysWhichOneWasNotRecorded) {
  const Device device = open_device();
  const Stream stream(device);
  Event start(device, EventTiming::kOn);
  Event end(device, EventTiming::kOn);
  EXPECT_TRUE(says(fault_of(start, end), "the start event was never recorded. Record it in a stream first"));
  start.record(stream);
  EXPECT_TRUE(says(fault_of(start, end), "the end event was never recorded"));
}

TEST_F(GpuEventTest, SaysWhichOneHasNoTiming) {
  const Device device = open_device();
  const Stream stream(device);
  Event timed(device, EventTiming::kOn);
  Event untimed(device);
  timed.record(stream);
  untimed.record(stream);
  EXPECT_TRUE(says(fault_of(untimed, timed), "the start event was made without timing. Make the event with"));
  EXPECT_TRUE(says(fault_of(timed, untimed), "the end event was made without timing"));
}

TEST_F(GpuEventTest, SaysThatTheStartIsNotComplete) {
  const Device device = open_device("cuEventElapsedTime=600");
  const Stream stream(device);
  Event start(device, EventTiming::kOn);
  Event end(device, EventTiming::kOn);
  start.record(stream);
  end.record(stream);
  EXPECT_TRUE(says(fault_of(start, end), "the start event is not complete although the end event is"));
}

TEST_F(GpuEventTest, SaysThatAGraphThatRecordsItWasNotLaunched) {
  const Device device = open_device();
  const Stream stream(device);
  Event start(device, EventTiming::kOn);
  Event end(device, EventTiming::kOn);
  StreamCapture capture(stream);
  start.record_in_graph(stream);
  end.record_in_graph(stream);
  const GraphExec exec(capture.finish());
  EXPECT_TRUE(says(fault_of(start, end), "never recorded, as far as the driver knows. Launch the graph"));
  exec.launch(stream);
  EXPECT_GT(elapsed(start, end).count(), 0.0);
}

TEST_F(GpuEventTest, KnowsWhetherItIsDone) {
  const Device device = open_device("cuEventQuery@1=600");
  const Event event(device);
  EXPECT_FALSE(event.done());
  EXPECT_TRUE(event.done());
}

TEST_F(GpuEventTest, HoldsAnotherStreamUp) {
  const Device device = open_device();
  const Stream first(device);
  const Stream second(device);
  Event event(device);
  event.record(first);
  second.wait(event);
  EXPECT_EQ(fake_.calls("cuStreamWaitEvent"), 1);
}

}  // namespace
}  // namespace sobelcam::gpu
