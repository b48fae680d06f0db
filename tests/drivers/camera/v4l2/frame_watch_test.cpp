// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/frame_watch.h"

#include <gtest/gtest.h>

namespace sobelcam::v4l2 {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using Finding = FrameWatch::Finding;

class FrameWatchTest : public testing::Test {
 protected:
  FrameWatchTest() { watch_.stream_began(at_); }

  Finding broken_after(milliseconds time) {
    at_ += time;
    watch_.broken_came(&CameraCounters::empty, at_);
    return watch_.look(at_);
  }
  Finding nothing_for(milliseconds time) {
    at_ += time;
    return watch_.look(at_);
  }

  FrameWatch watch_{seconds(10), seconds(3)};
  FrameWatch::Clock::time_point at_{std::chrono::hours(1)};
};

TEST_F(FrameWatchTest, TheFirstPictureHasALimitOfItsOwn) {
  EXPECT_EQ(nothing_for(milliseconds(9'999)), Finding::kNothing);
  watch_.good_came(at_);
  EXPECT_EQ(nothing_for(milliseconds(2'999)), Finding::kNothing);
  EXPECT_EQ(nothing_for(milliseconds(1)), Finding::kSilent);
}

TEST_F(FrameWatchTest, BrokenPicturesAreNoSilence) {
  for (int i = 0; i < 20; ++i) {
    EXPECT_NE(broken_after(seconds(2)), Finding::kSilent);
  }
  EXPECT_EQ(watch_.broken_in_a_row(), 20U);
  EXPECT_EQ(watch_.causes(), "empty");
}

TEST_F(FrameWatchTest, BrokenPicturesAreToldOnceASecondAndOnlyWhenThereIsANewOne) {
  EXPECT_EQ(broken_after(milliseconds(0)), Finding::kNothing);
  EXPECT_EQ(nothing_for(seconds(1)), Finding::kBroken);
  EXPECT_EQ(nothing_for(seconds(1)), Finding::kNothing);
  EXPECT_EQ(broken_after(milliseconds(1)), Finding::kBroken);
  EXPECT_EQ(broken_after(milliseconds(999)), Finding::kNothing);
}

TEST_F(FrameWatchTest, AGoodPictureEndsIt) {
  broken_after(milliseconds(0));
  watch_.good_came(at_);
  EXPECT_EQ(nothing_for(seconds(2)), Finding::kNothing);
  EXPECT_EQ(watch_.causes(), "");
}

TEST_F(FrameWatchTest, BrokenForLongIsCountedFromTheStartOfTheStream) {
  broken_after(milliseconds(0));
  EXPECT_EQ(broken_after(seconds(9)), Finding::kBroken);
  EXPECT_EQ(broken_after(milliseconds(999)), Finding::kNothing);
  EXPECT_EQ(broken_after(milliseconds(1)), Finding::kBroken);
  EXPECT_EQ(broken_after(milliseconds(1)), Finding::kBrokenForLong);
  watch_.stream_began(at_);
  EXPECT_EQ(broken_after(milliseconds(1)), Finding::kNothing);
}

}  // namespace
}  // namespace sobelcam::v4l2
