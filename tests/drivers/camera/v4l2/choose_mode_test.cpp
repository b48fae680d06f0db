// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/choose_mode.h"

#include <gtest/gtest.h>

#include "drivers/camera/v4l2/known_formats.h"

namespace sobelcam::v4l2 {
namespace {

SizeRange at(FrameSize size, std::initializer_list<std::uint32_t> rates) {
  SizeRange range{size, size, {1, 1}, {}};
  for (const std::uint32_t fps : rates) {
    range.intervals.push_back({{1, fps}, {1, fps}, {}});
  }
  return range;
}

CameraFormat offer(std::string_view name, std::vector<SizeRange> sizes) {
  const std::uint32_t code = fourcc_code(name);
  const KnownFormat known = known_format(code);
  return {code, std::string(name), "", false, known.decoding, known.pixels, std::move(sizes)};
}

class ChooseModeTest : public testing::Test {
 protected:
  ChosenMode chosen() const {
    auto result = choose_mode(modes_, wanted_);
    if (const auto* words = std::get_if<std::string>(&result)) {
      throw std::runtime_error(*words);
    }
    return std::get<ChosenMode>(result);
  }
  std::string name_of_chosen() const { return fourcc_name(chosen().fourcc); }

  CameraModes modes_;
  WantedMode wanted_;
};

TEST_F(ChooseModeTest, AWebcamGivesMjpgWhereYuyvIsTooSlow) {
  modes_.formats = {offer("YUYV", {at({1280, 720}, {10, 5}), at({640, 480}, {30})}),
                    offer("MJPG", {at({1280, 720}, {30})})};
  EXPECT_EQ(chosen().sentence, "MJPG 1280x720 at 30 fps: cheaper formats are too slow at this size: YUYV (10 fps)");
}

TEST_F(ChooseModeTest, AWebcamGivesYuyvWhereThatIsFastEnough) {
  modes_.formats = {offer("MJPG", {at({640, 480}, {30})}), offer("YUYV", {at({640, 480}, {30})})};
  EXPECT_EQ(chosen().sentence, "YUYV 640x480 at 30 fps: the cheapest format at this size and rate");
}

TEST_F(ChooseModeTest, TheWantedSizeComesBeforeTheRate) {
  modes_.formats = {offer("YUYV", {at({1920, 1080}, {5}), at({640, 480}, {30})})};
  wanted_.size = FrameSize{1920, 1080};
  EXPECT_EQ(chosen().size, (FrameSize{1920, 1080}));
  EXPECT_EQ(chosen().sentence, "YUYV 1920x1080 at 5 fps: the fastest at this size, though below 30 fps");
}

TEST_F(ChooseModeTest, OfTheRatesThatReachTheWantedOneTheSlowestIsTaken) {
  modes_.formats = {offer("YUYV", {at({640, 480}, {60, 30, 25, 15})})};
  EXPECT_EQ(chosen().interval.fps(), 30);
  wanted_.fps = 26;
  EXPECT_EQ(chosen().interval.fps(), 30);
  wanted_.fps = 100;
  EXPECT_EQ(chosen().interval.fps(), 60);
}

TEST_F(ChooseModeTest, TheRateOfNtscReachesThirty) {
  modes_.formats = {offer("YUYV", {at({640, 480}, {60})})};
  modes_.formats[0].sizes[0].intervals.push_back({{1001, 30000}, {1001, 30000}, {}});
  EXPECT_EQ(chosen().interval, (FrameInterval{1001, 30000}));
}

TEST_F(ChooseModeTest, ASizeThatIsMissingGivesTheNearestAndSaysSo) {
  modes_.formats = {offer("GREY", {at({640, 480}, {30}), at({800, 600}, {30})})};
  wanted_.size = FrameSize{801, 650};
  EXPECT_EQ(chosen().sentence,
            "GREY 800x600 at 30 fps: the cheapest format at this size and rate; the camera has no 801x650, and this is "
            "the nearest");
}

TEST_F(ChooseModeTest, ARangeOfSizesGivesTheWantedOneOnItsGrid) {
  SizeRange range{{16, 16}, {4096, 2160}, {16, 2}, {}};
  modes_.formats = {offer("YUYV", {range})};
  EXPECT_EQ(chosen().size, (FrameSize{1280, 720}));
  wanted_.size = FrameSize{650, 481};
  EXPECT_EQ(chosen().size, (FrameSize{640, 480}));
  wanted_.size = FrameSize{9000, 1};
  EXPECT_EQ(chosen().size, (FrameSize{4096, 16}));
}

TEST_F(ChooseModeTest, ARangeOfRatesGivesTheWantedOne) {
  modes_.formats = {offer("YUYV", {at({640, 480}, {})})};
  modes_.formats[0].sizes[0].intervals = {{{1, 120}, {1, 1}, {1, 1}}};
  wanted_.fps = 12.5;
  EXPECT_EQ(chosen().interval.fps(), 12.5);
}

TEST_F(ChooseModeTest, WithoutAWantedSizeTheSignalsIsTaken) {
  modes_.formats = {offer("YUYV", {{{2, 2}, {4096, 2160}, {2, 2}, {}}})};
  wanted_.native = {1920, 1080};
  EXPECT_EQ(chosen().size, (FrameSize{1920, 1080}));
}

TEST_F(ChooseModeTest, ADriverThatListsNoSizesIsTakenAsItIs) {
  modes_.formats = {offer("UYVY", {})};
  EXPECT_EQ(chosen().size, FrameSize{});
  EXPECT_EQ(chosen().sentence, "UYVY: the cheapest format at this size and rate");
  wanted_.size = FrameSize{640, 480};
  EXPECT_EQ(chosen().size, (FrameSize{640, 480}));
}

TEST_F(ChooseModeTest, ANamedFormatIsTakenThoughAnotherOneIsCheaper) {
  modes_.formats = {offer("GREY", {at({640, 480}, {30})}), offer("MJPG", {at({640, 480}, {30})})};
  wanted_.format = "MJPG";
  EXPECT_EQ(chosen().sentence, "MJPG 640x480 at 30 fps: the format that was asked for");
}

TEST_F(ChooseModeTest, AFormatThatTheCameraLacksIsRefusedWithThoseItHas) {
  modes_.formats = {offer("YUYV", {at({640, 480}, {30})}), offer("H264", {})};
  wanted_.format = "NV12";
  EXPECT_EQ(std::get<std::string>(choose_mode(modes_, wanted_)),
            "the camera's format NV12 does not exist; it offers YUYV, H264 (not decoded): leave --format out or name "
            "another one");
}

TEST_F(ChooseModeTest, ACameraWithoutAKnownFormatIsRefusedWithThoseItHas) {
  modes_.formats = {offer("H264", {}), offer("HEVC", {})};
  EXPECT_EQ(std::get<std::string>(choose_mode(modes_, wanted_)),
            "the camera sends no format that is decoded here; it offers H264 (not decoded), HEVC (not decoded)");
}

class CostTest : public ChooseModeTest {
 protected:
  void expect_order(std::initializer_list<std::string_view> names) {
    std::vector<std::string_view> left(names);
    while (!left.empty()) {
      modes_.formats.clear();
      for (auto name = left.rbegin(); name != left.rend(); ++name) {
        modes_.formats.push_back(offer(*name, {at({640, 480}, {30})}));
      }
      EXPECT_EQ(name_of_chosen(), left.front());
      left.erase(left.begin());
    }
  }
};

TEST_F(CostTest, LumaComesBeforeRgbBeforeMjpgBeforeBayer) {
  expect_order({"GREY", "NV12", "YU12", "NV16", "YUYV", "UYVY", "YVYU", "Y16 ", "RGBP", "RGB3", "XR24", "MJPG", "RGGB",
                "pRAA", "RG12", "RG10"});
}

TEST_F(CostTest, EveryFormatHasACostOfItsOwnKind) {
  for (const PixelFormat pixels : kPixelFormats) {
    if (!is_bayer(pixels)) {
      EXPECT_LT(cost(Decoding::kRaw, pixels), cost(Decoding::kJpeg, PixelFormat::kGrey)) << fourcc(pixels);
    } else {
      EXPECT_GT(cost(Decoding::kRaw, pixels), cost(Decoding::kJpeg, PixelFormat::kGrey)) << fourcc(pixels);
    }
    EXPECT_LT(cost(Decoding::kRaw, pixels), cost(Decoding::kConvert, PixelFormat::kRgb24)) << fourcc(pixels);
  }
}

}  // namespace
}  // namespace sobelcam::v4l2
