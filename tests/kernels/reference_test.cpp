// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>

#include "kernels/reference/reference_pipeline.h"
#include "tests/support/differential.h"
#include "tests/support/test_frames.h"

// Every expected number here was worked out by hand or in exact rational arithmetic from SPEC.md, not by this program.
namespace sobelcam::test {
namespace {

class Reference : public testing::Test {
 protected:
  static EdgeResult run(const TestFrame& frame, bool equalize = false) {
    return run_row(kReferencePipeline, frame.view(), {PlaneSet::all(), equalize, false});
  }

  static float gray_of(PixelFormat format, ColorRange range, std::array<std::uint8_t, 3> channels) {
    const TestFrame frame(padded_layout(format, range, 1, 1, 0),
                          [&](auto, auto, std::uint32_t channel) { return channels.at(channel); });
    return run(frame).gray().row(0)[0];
  }

  /// SPEC.md's worked example: one pixel of 100 in the middle of 5 x 5 black ones.
  static TestFrame worked_example() {
    return {padded_layout(PixelFormat::kGrey, ColorRange::kFull, 5, 5, 0), [](std::uint32_t x, std::uint32_t y, auto) {
              return static_cast<std::uint8_t>(x == 2 && y == 2 ? 100 : 0);
            }};
  }

  template <typename Pixel, typename Expected>
  static void expect_plane(ImageView<const Pixel> plane, const std::array<std::array<Expected, 5>, 5>& expected) {
    for (std::uint32_t y = 0; y < 5; ++y) {
      for (std::uint32_t x = 0; x < 5; ++x) {
        EXPECT_EQ(plane.row(y)[x], expected[y][x]) << "x=" << x << " y=" << y;
      }
    }
  }
};

TEST_F(Reference, WeighsRedGreenAndBlueAsSpecified) {
  EXPECT_EQ(gray_of(PixelFormat::kRgb24, ColorRange::kFull, {255, 0, 0}), 0x1.30fae0p+6F);
  EXPECT_EQ(gray_of(PixelFormat::kRgb24, ColorRange::kFull, {0, 255, 0}), 0x1.2b5eb8p+7F);
  EXPECT_EQ(gray_of(PixelFormat::kRgb24, ColorRange::kFull, {0, 0, 255}), 0x1.d11eb8p+4F);
  EXPECT_EQ(gray_of(PixelFormat::kRgb24, ColorRange::kFull, {255, 255, 255}), 255.0F);
  EXPECT_EQ(gray_of(PixelFormat::kRgb24, ColorRange::kFull, {1, 2, 3}), 0x1.d0a3d8p+0F);
  EXPECT_EQ(gray_of(PixelFormat::kRgb24, ColorRange::kFull, {200, 100, 50}), 0x1.f0ccccp+6F);
}

TEST_F(Reference, ReadsBlueFirstFromBgr) {
  // TestFrame stores channel 2 first for BGR24.
  EXPECT_EQ(gray_of(PixelFormat::kBgr24, ColorRange::kFull, {200, 100, 50}), 0x1.f0ccccp+6F);
}

TEST_F(Reference, TakesFullRangeLumaAsItIs) {
  for (const PixelFormat format : {PixelFormat::kGrey, PixelFormat::kYuyv, PixelFormat::kUyvy, PixelFormat::kNv12}) {
    EXPECT_EQ(gray_of(format, ColorRange::kFull, {77, 0, 0}), 77.0F) << fourcc(format);
  }
}

TEST_F(Reference, StretchesLimitedRangeLuma) {
  for (const PixelFormat format : {PixelFormat::kGrey, PixelFormat::kYuyv, PixelFormat::kUyvy, PixelFormat::kNv12}) {
    EXPECT_EQ(gray_of(format, ColorRange::kLimited, {0, 0, 0}), 0.0F) << fourcc(format);
    EXPECT_EQ(gray_of(format, ColorRange::kLimited, {16, 0, 0}), 0.0F) << fourcc(format);
    EXPECT_EQ(gray_of(format, ColorRange::kLimited, {17, 0, 0}), 0x1.2a150ap+0F) << fourcc(format);
    EXPECT_EQ(gray_of(format, ColorRange::kLimited, {126, 0, 0}), 0x1.002a14p+7F) << fourcc(format);
    EXPECT_EQ(gray_of(format, ColorRange::kLimited, {234, 0, 0}), 0x1.fbabd6p+7F) << fourcc(format);
    EXPECT_EQ(gray_of(format, ColorRange::kLimited, {235, 0, 0}), 255.0F) << fourcc(format);
    EXPECT_EQ(gray_of(format, ColorRange::kLimited, {255, 0, 0}), 255.0F) << fourcc(format);
  }
}

TEST_F(Reference, BlursTheWorkedExample) {
  constexpr float kCorner = 0x1.818a86p-2F;
  constexpr float kKnight = 0x1.807d18p+0F;
  constexpr float kSide = 0x1.3088bap+1F;
  constexpr float kDiagonal = 0x1.7f7068p+2F;
  constexpr float kNext = 0x1.2fb3eap+3F;
  constexpr float kCenter = 0x1.e11868p+3F;
  expect_plane<float, float>(run(worked_example()).blur(), {{{kCorner, kKnight, kSide, kKnight, kCorner},
                                                             {kKnight, kDiagonal, kNext, kDiagonal, kKnight},
                                                             {kSide, kNext, kCenter, kNext, kSide},
                                                             {kKnight, kDiagonal, kNext, kDiagonal, kKnight},
                                                             {kCorner, kKnight, kSide, kKnight, kCorner}}});
}

TEST_F(Reference, TakesTheMagnitudeOfTheWorkedExample) {
  // The rows are blurred before the columns, so (1, 0) and (0, 1) differ in the last bit.
  constexpr float kCorner = 0x1.63f420p+3F;
  constexpr float kAcross = 0x1.630036p+4F;
  constexpr float kDown = 0x1.630034p+4F;
  constexpr float kSide = 0x1.733a4cp+4F;
  constexpr float kDiagonal = 0x1.5a9966p+5F;
  constexpr float kNext = 0x1.4a4d40p+5F;
  expect_plane<float, float>(run(worked_example()).magnitude(), {{{kCorner, kAcross, kSide, kAcross, kCorner},
                                                                  {kDown, kDiagonal, kNext, kDiagonal, kDown},
                                                                  {kSide, kNext, 0.0F, kNext, kSide},
                                                                  {kDown, kDiagonal, kNext, kDiagonal, kDown},
                                                                  {kCorner, kAcross, kSide, kAcross, kCorner}}});
}

TEST_F(Reference, FindsTheEdgesOfTheWorkedExample) {
  const EdgeResult result = run(worked_example());
  expect_plane<std::uint8_t, int>(
      result.edges(),
      {{{11, 22, 23, 22, 11}, {22, 43, 41, 43, 22}, {23, 41, 0, 41, 23}, {22, 43, 41, 43, 22}, {11, 22, 23, 22, 11}}});
  Histogram expected{};
  expected[0] = 1;
  expected[11] = 4;
  expected[22] = 8;
  expected[23] = 4;
  expected[41] = 4;
  expected[43] = 4;
  EXPECT_EQ(result.histogram(), expected);
}

TEST_F(Reference, EqualizesTheWorkedExample) {
  expect_plane<std::uint8_t, int>(run(worked_example()).equalized(), {{{0, 146, 146, 146, 0},
                                                                       {146, 194, 243, 194, 146},
                                                                       {146, 243, 255, 243, 146},
                                                                       {146, 194, 243, 194, 146},
                                                                       {0, 146, 146, 146, 0}}});
}

TEST_F(Reference, EqualizedEdgesOfTheWorkedExampleSaturate) {
  expect_plane<std::uint8_t, int>(run(worked_example(), true).edges(), {{{255, 255, 255, 255, 255},
                                                                         {255, 255, 255, 255, 255},
                                                                         {255, 255, 0, 255, 255},
                                                                         {255, 255, 255, 255, 255},
                                                                         {255, 255, 255, 255, 255}}});
}

TEST_F(Reference, HandlesThreePixelsInARow) {
  const TestFrame frame(padded_layout(PixelFormat::kGrey, ColorRange::kFull, 3, 1, 0),
                        [](std::uint32_t x, auto, auto) { return static_cast<std::uint8_t>(x == 2 ? 255 : 0); });
  const EdgeResult result = run(frame);
  EXPECT_EQ(result.blur().row(0)[0], 0x1.f4b296p+3F);
  EXPECT_EQ(result.blur().row(0)[1], 0x1.3840aap+6F);
  EXPECT_EQ(result.blur().row(0)[2], 0x1.61dfacp+7F);
  EXPECT_EQ(result.magnitude().row(0)[0], 0x1.f354aep+7F);
  EXPECT_EQ(result.magnitude().row(0)[1], 0x1.429482p+9F);
  EXPECT_EQ(result.magnitude().row(0)[2], 0x1.8b7eaep+8F);
  EXPECT_EQ(result.edges().row(0)[0], 250);
  EXPECT_EQ(result.edges().row(0)[1], 255);
  EXPECT_EQ(result.edges().row(0)[2], 255);
}

TEST_F(Reference, GrayOfEqualChannelsIsTheLevelButFor19LevelsOffByAUnitInTheLastPlace) {
  int off = 0;
  for (int level = 0; level < 256; ++level) {
    const auto byte = static_cast<std::uint8_t>(level);
    off += gray_of(PixelFormat::kRgb24, ColorRange::kFull, {byte, byte, byte}) != static_cast<float>(level) ? 1 : 0;
  }
  EXPECT_EQ(off, 19);
}

}  // namespace
}  // namespace sobelcam::test
