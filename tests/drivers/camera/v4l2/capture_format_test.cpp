// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/capture_format.h"

#include <gtest/gtest.h>
#include <linux/videodev2.h>

#include <stdexcept>

#include "drivers/camera/v4l2/known_formats.h"

namespace sobelcam::v4l2 {
namespace {

class CaptureFormatTest : public testing::Test {
 protected:
  void ask_for(std::string_view fourcc, std::uint32_t width, std::uint32_t height, std::uint32_t bytes_per_line) {
    const KnownFormat known = known_format(fourcc_code(fourcc));
    mode_ = {fourcc_code(fourcc), known.decoding, known.pixels, {width, height}, {}, ""};
    driver_ = {fourcc_code(fourcc), width, height, V4L2_FIELD_NONE, 0, 0, 1, bytes_per_line, 100'000'000};
  }
  CaptureFormat format() const {
    auto result = capture_format(mode_, driver_);
    if (const auto* words = std::get_if<std::string>(&result)) {
      throw std::runtime_error(*words);
    }
    return std::get<CaptureFormat>(result);
  }
  std::string refusal() const { return std::get<std::string>(capture_format(mode_, driver_)); }
  Verdict of(std::size_t bytes_used) const {
    FilledBuffer filled;
    filled.bytes_used = bytes_used;
    filled.length = driver_.size_image;
    filled.field = V4L2_FIELD_NONE;
    return verdict(format(), filled);
  }

  ChosenMode mode_;
  DriverFormat driver_;
};

TEST_F(CaptureFormatTest, TheStrideIsTheDriversAlone) {
  ask_for("YUYV", 848, 480, 1728);
  EXPECT_EQ(format().layout.stride, 1728U);
  EXPECT_EQ(format().least_bytes, 479U * 1728 + 1696);
}

TEST_F(CaptureFormatTest, TheLastRowMayLackItsPaddingAndNotOneByteMore) {
  struct Case {
    const char* fourcc;
    std::uint32_t width;
    std::uint32_t height;
    std::uint32_t stride;
    std::size_t least;
  };
  for (const Case& c :
       {Case{"GREY", 848, 480, 896, 479U * 896 + 848}, Case{"YUYV", 848, 480, 1728, 479U * 1728 + 1696},
        Case{"NV12", 848, 480, 896, 480U * 896 + 239U * 896 + 848},
        Case{"NV12", 641, 481, 704, 481U * 704 + 240U * 704 + 642},
        Case{"NV16", 641, 481, 704, 481U * 704 + 480U * 704 + 642},
        Case{"YU12", 641, 481, 704, 481U * 704 + 241U * 352 + 240U * 352 + 321}, Case{"RGB3", 3, 3, 64, 2U * 64 + 9},
        Case{"GREY", 1, 1, 1, 1}, Case{"pRAA", 1366, 768, 1728, 767U * 1728 + 342U * 5}}) {
    ask_for(c.fourcc, c.width, c.height, c.stride);
    EXPECT_EQ(of(c.least), Verdict::kGood) << c.fourcc;
    EXPECT_EQ(of(c.least - 1), c.least == 1 ? Verdict::kEmpty : Verdict::kTooShort) << c.fourcc;
  }
}

TEST_F(CaptureFormatTest, Nv12ChromaFollowsThePaddedLuma) {
  for (const std::uint32_t width : {2U, 641U, 848U, 1366U}) {
    for (const std::uint32_t padding : {0U, 1U, 48U, 64U}) {
      ask_for("NV12", width, 480, width + padding);
      EXPECT_EQ(format().layout.stride, width + padding);
      EXPECT_EQ(format().layout.chroma_offset, std::size_t{width + padding} * 480);
      EXPECT_EQ(format().layout.chroma_stride, width + padding);
    }
  }
}

TEST_F(CaptureFormatTest, AnotherFormatThanAskedForIsRefused) {
  ask_for("MJPG", 640, 480, 0);
  driver_.fourcc = fourcc_code("YUYV");
  EXPECT_NE(refusal().find("gives YUYV where it was asked for MJPG"), std::string::npos) << refusal();
}

TEST_F(CaptureFormatTest, InterlacedIsRefusedByNameAndSaysWhatHelps) {
  for (const std::uint32_t field : {V4L2_FIELD_TOP, V4L2_FIELD_BOTTOM, V4L2_FIELD_INTERLACED, V4L2_FIELD_SEQ_TB,
                                    V4L2_FIELD_SEQ_BT, V4L2_FIELD_ALTERNATE, V4L2_FIELD_INTERLACED_TB}) {
    ask_for("YUYV", 720, 576, 1440);
    driver_.field = field;
    EXPECT_NE(refusal().find("progressive mode"), std::string::npos) << refusal();
  }
  driver_.field = V4L2_FIELD_ANY;
  EXPECT_EQ(format().layout.height, 576U);
}

TEST_F(CaptureFormatTest, AFieldInsteadOfAPictureIsNotShown) {
  ask_for("GREY", 8, 8, 8);
  FilledBuffer filled;
  filled.bytes_used = filled.length = 64;
  filled.field = V4L2_FIELD_TOP;
  EXPECT_EQ(verdict(format(), filled), Verdict::kWrongField);
}

TEST_F(CaptureFormatTest, FlaggedEmptyAndOversizedFramesAreToldApart) {
  ask_for("GREY", 8, 8, 8);
  FilledBuffer filled;
  filled.bytes_used = filled.length = 64;
  filled.flags = V4L2_BUF_FLAG_ERROR;
  EXPECT_EQ(verdict(format(), filled), Verdict::kFlagged);
  filled.flags = 0;
  filled.bytes_used = 0;
  EXPECT_EQ(verdict(format(), filled), Verdict::kEmpty);
  filled.bytes_used = 65;
  EXPECT_EQ(verdict(format(), filled), Verdict::kTooLong);
  filled.bytes_used = 64;
  filled.offset = 1;
  EXPECT_EQ(verdict(format(), filled), Verdict::kTooLong);
  filled.offset = 100;
  EXPECT_EQ(verdict(format(), filled), Verdict::kTooLong);
}

TEST_F(CaptureFormatTest, ImpossibleNumbersAreRefused) {
  ask_for("YUYV", 848, 480, 1695);
  EXPECT_NE(refusal().find("1695 bytes, but it needs 1696"), std::string::npos) << refusal();
  ask_for("YUYV", 848, 480, 1696);
  driver_.size_image = 480 * 1696 - 1;
  EXPECT_NE(refusal().find("its rows need 814080"), std::string::npos) << refusal();
  ask_for("YUYV", 65536, 1, 200000);
  EXPECT_NE(refusal().find("beyond the limits"), std::string::npos) << refusal();
  ask_for("NV12", 64, 48, 64);
  driver_.planes = 2;
  EXPECT_NE(refusal().find("over 2 pieces of memory"), std::string::npos) << refusal();
}

TEST_F(CaptureFormatTest, TheRangeIsWhatTheDriverSaysOfIt) {
  const auto range = [&](std::string_view fourcc, std::uint32_t colorspace, std::uint32_t quantization) {
    ask_for(fourcc, 64, 48, 512);
    driver_.colorspace = colorspace;
    driver_.quantization = quantization;
    return format().layout.range;
  };
  constexpr auto kFull = ColorRange::kFull;
  constexpr auto kLimited = ColorRange::kLimited;
  EXPECT_EQ(range("YUYV", V4L2_COLORSPACE_SRGB, V4L2_QUANTIZATION_DEFAULT), kLimited);
  EXPECT_EQ(range("NV12", V4L2_COLORSPACE_REC709, V4L2_QUANTIZATION_FULL_RANGE), kFull);
  EXPECT_EQ(range("YU12", V4L2_COLORSPACE_JPEG, V4L2_QUANTIZATION_DEFAULT), kFull);
  EXPECT_EQ(range("YU12", V4L2_COLORSPACE_JPEG, V4L2_QUANTIZATION_LIM_RANGE), kLimited);
  EXPECT_EQ(range("GREY", V4L2_COLORSPACE_SRGB, V4L2_QUANTIZATION_DEFAULT), kFull);
  EXPECT_EQ(range("Y10 ", V4L2_COLORSPACE_RAW, V4L2_QUANTIZATION_LIM_RANGE), kLimited);
  EXPECT_EQ(range("RGB3", V4L2_COLORSPACE_SRGB, V4L2_QUANTIZATION_DEFAULT), kFull);
  EXPECT_EQ(range("RG10", V4L2_COLORSPACE_RAW, V4L2_QUANTIZATION_DEFAULT), kFull);
  EXPECT_EQ(range("MJPG", V4L2_COLORSPACE_SRGB, V4L2_QUANTIZATION_LIM_RANGE), kFull);
}

TEST_F(CaptureFormatTest, LimitedRgbIsRefusedByName) {
  ask_for("RGB3", 64, 48, 192);
  driver_.quantization = V4L2_QUANTIZATION_LIM_RANGE;
  EXPECT_NE(refusal().find("RGB of limited range"), std::string::npos) << refusal();
}

TEST(KnownFormats, AlphaAndOldNamesHaveTheBytesOfTheirKin) {
  const auto pixels = [](std::string_view name) {
    EXPECT_EQ(known_format(fourcc_code(name)).decoding, Decoding::kRaw) << name;
    return known_format(fourcc_code(name)).pixels;
  };
  EXPECT_EQ(fourcc_code("AR24"), std::uint32_t{V4L2_PIX_FMT_ABGR32});
  EXPECT_EQ(pixels("AR24"), PixelFormat::kXr24);
  EXPECT_EQ(pixels("BGR4"), PixelFormat::kXr24);
  EXPECT_EQ(pixels("BA24"), PixelFormat::kBx24);
  EXPECT_EQ(pixels("RGB4"), PixelFormat::kBx24);
  EXPECT_EQ(pixels("AB24"), PixelFormat::kXb24);
  EXPECT_EQ(pixels("RA24"), PixelFormat::kRx24);
}

TEST(KnownFormats, EveryFormatOfOursHasTheKernelsCode) {
  for (const PixelFormat pixels : kPixelFormats) {
    EXPECT_EQ(known_format(fourcc_code(fourcc(pixels))).pixels, pixels);
  }
  EXPECT_EQ(fourcc_code("YUYV"), std::uint32_t{V4L2_PIX_FMT_YUYV});
  EXPECT_EQ(fourcc_code("Y16 "), std::uint32_t{V4L2_PIX_FMT_Y16});
  EXPECT_EQ(fourcc_code("pBAA"), std::uint32_t{V4L2_PIX_FMT_SBGGR10P});
  EXPECT_EQ(fourcc_code("BYR2"), std::uint32_t{V4L2_PIX_FMT_SBGGR16});
}

TEST(KnownFormats, BigEndianAndTwoPieceKinAreNotTakenForThem) {
  for (const std::uint32_t code : {std::uint32_t{V4L2_PIX_FMT_Y16_BE}, std::uint32_t{V4L2_PIX_FMT_NV12M},
                                   std::uint32_t{V4L2_PIX_FMT_RGB565X}, std::uint32_t{V4L2_PIX_FMT_H264}}) {
    EXPECT_EQ(known_format(code).decoding, Decoding::kNone) << fourcc_name(code);
  }
  EXPECT_EQ(fourcc_name(V4L2_PIX_FMT_Y16_BE), "Y16 -BE");
}

}  // namespace
}  // namespace sobelcam::v4l2
