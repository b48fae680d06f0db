// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/verify/compare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#if SOBELCAM_OPENCV
#include <opencv2/imgproc.hpp>
#endif

#include "drivers/bundle/npy.h"
#include "kernels/edge_spec.h"
#include "tests/support/differential.h"
#include "tests/support/photos.h"
#include "tests/support/temp_dir.h"

namespace sobelcam::tool {
namespace {

class Compare : public testing::Test {
 protected:
  std::filesystem::path npy(const std::string& name, ImageView<const float> plane) const {
    std::ofstream file(folder_ / name, std::ios::binary);
    const std::array<std::uint64_t, 2> shape{plane.height, plane.width};
    file << npy_header(NpyType::kFloat32, shape);
    for (std::uint32_t y = 0; y < plane.height; ++y) {
      file.write(reinterpret_cast<const char*>(plane.row(y)),
                 static_cast<std::streamsize>(plane.width * sizeof(float)));
    }
    return folder_ / name;
  }
  std::filesystem::path pgm(const std::string& name, ImageView<const std::uint8_t> picture) const {
    std::ofstream file(folder_ / name, std::ios::binary);
    file << "P5 " << picture.width << " " << picture.height << " 255\n";
    for (std::uint32_t y = 0; y < picture.height; ++y) {
      file.write(reinterpret_cast<const char*>(picture.row(y)), picture.width);
    }
    return folder_ / name;
  }
  ExitCode run(const std::filesystem::path& a, const std::filesystem::path& b, const std::string& contract) {
    options_.expected = a;
    options_.actual = b;
    options_.contract = contract;
    out_.str("");
    errors_.str("");
    return compare(options_, out_, errors_);
  }

  static Image<float> plane(float value) {
    Image<float> image(8, 4);
    for (std::uint32_t y = 0; y < 4; ++y) {
      std::fill_n(image.row(y), 8, value);
    }
    return image;
  }
  static Image<std::uint8_t> map(std::uint32_t side) {
    Image<std::uint8_t> image(side, side);
    for (std::uint32_t y = 0; y < side; ++y) {
      std::fill_n(image.row(y), side, std::uint8_t{7});
    }
    return image;
  }

  test::TempDir folder_;
  CompareOptions options_;
  std::ostringstream out_;
  std::ostringstream errors_;
};

TEST_F(Compare, FindsTheSamePlaneEqual) {
  const auto a = npy("blur.npy", plane(1.5F).view());
  EXPECT_EQ(run(a, a, "strict"), kOk);
  EXPECT_EQ(out_.str(), "EQUAL in every bit\n");
}

TEST_F(Compare, SeesOneBitWhereStrictAndBearsItWhereTolerant) {
  Image<float> other = plane(1.5F);
  other.row(2)[3] = std::nextafter(1.5F, 2.0F);
  const auto a = npy("blur_a.npy", plane(1.5F).view());
  const auto b = npy("blur_b.npy", other.view());
  EXPECT_EQ(run(a, b, "strict"), kDifferent);
  EXPECT_NE(out_.str().find("differs at x=3 y=2"), std::string::npos) << out_.str();
  EXPECT_EQ(run(a, b, "tolerant"), kOk) << out_.str();
}

TEST_F(Compare, HoldsEachStageToItsOwnBound) {
  const auto a = npy("a.npy", plane(1.5F).view());
  const auto b = npy("b.npy", plane(1.5005F).view());
  options_.stage = "blur";
  EXPECT_EQ(run(a, b, "tolerant"), kDifferent);
  options_.stage = "magnitude";
  EXPECT_EQ(run(a, b, "tolerant"), kOk);
  options_.stage = "";
  EXPECT_EQ(run(a, b, "tolerant"), kBadInput);
  EXPECT_NE(errors_.str().find("give --stage"), std::string::npos);
}

TEST_F(Compare, ANumberThatIsNoneIsNeverWithinBounds) {
  Image<float> other = plane(1.5F);
  other.row(0)[0] = std::nanf("");
  EXPECT_EQ(run(npy("gray.npy", plane(1.5F).view()), npy("b.npy", other.view()), "tolerant"), kDifferent);
}

TEST_F(Compare, LetsOneEdgePixelInTenThousandBeOneOff) {
  Image<std::uint8_t> other = map(100);
  other.row(0)[0] = 8;
  const auto a = pgm("a.pgm", map(100).view());
  EXPECT_EQ(run(a, pgm("b.pgm", other.view()), "tolerant"), kOk) << out_.str();
  EXPECT_NE(out_.str().find("histograms are 2 counts apart"), std::string::npos) << out_.str();
  other.row(1)[0] = 8;
  EXPECT_EQ(run(a, pgm("c.pgm", other.view()), "tolerant"), kDifferent);
  other.row(1)[0] = 7;
  other.row(0)[0] = 9;
  EXPECT_EQ(run(a, pgm("d.pgm", other.view()), "tolerant"), kDifferent);
}

TEST_F(Compare, OnlyReportsWhereTheTapsAreOthers) {
  options_.other_taps = true;
  EXPECT_EQ(run(npy("blur.npy", plane(1).view()), npy("b.npy", plane(3).view()), "tolerant"), kOk);
  EXPECT_NE(out_.str().find("largest 2, mean 2, PSNR 42.11 dB"), std::string::npos) << out_.str();
}

TEST_F(Compare, RefusesWhatCannotBeCompared) {
  const auto a = npy("blur.npy", plane(1).view());
  EXPECT_EQ(run(a, folder_ / "nowhere.npy", "strict"), kBadInput);
  EXPECT_EQ(run(a, pgm("b.pgm", map(4).view()), "strict"), kBadInput);
  EXPECT_EQ(run(a, SOBELCAM_TEST_DATA "/photos/chelsea.png", "strict"), kBadInput);
  EXPECT_EQ(run(pgm("c.pgm", map(3).view()), pgm("b.pgm", map(4).view()), "strict"), kDifferent);
}

#if SOBELCAM_OPENCV

ImageView<const float> view_of(const cv::Mat& plane) {
  return {plane.ptr<float>(), static_cast<std::uint32_t>(plane.cols), static_cast<std::uint32_t>(plane.rows),
          plane.step[0]};
}

TEST_F(Compare, FindsOpenCvWithOurTapsWithinBoundsAndWithItsOwnOutside) {
  const test::Photo photo("chelsea.png");
  const EdgeResult ours = test::run_row(choose_pipeline("reference"), photo.view(), {PlaneSet::all(), false, false});
  const FrameLayout& layout = photo.view().layout;
  const cv::Mat rgb(static_cast<int>(layout.height), static_cast<int>(layout.width), CV_8UC3,
                    const_cast<std::uint8_t*>(photo.view().data), layout.stride);
  cv::Mat floats;
  cv::Mat gray;
  cv::Mat blur;
  cv::Mat across;
  cv::Mat down;
  cv::Mat magnitude;
  cv::Mat edges;
  rgb.convertTo(floats, CV_32F);
  cv::cvtColor(floats, gray, cv::COLOR_RGB2GRAY);
  const cv::Mat taps =
      (cv::Mat_<float>(1, 5) << spec::kOuterTap, spec::kInnerTap, spec::kCenterTap, spec::kInnerTap, spec::kOuterTap);
  cv::sepFilter2D(gray, blur, CV_32F, taps, taps, cv::Point(-1, -1), 0, cv::BORDER_REPLICATE);
  cv::Sobel(blur, across, CV_32F, 1, 0, 3, 1, 0, cv::BORDER_REPLICATE);
  cv::Sobel(blur, down, CV_32F, 0, 1, 3, 1, 0, cv::BORDER_REPLICATE);
  cv::magnitude(across, down, magnitude);
  magnitude.convertTo(edges, CV_8U);
  EXPECT_EQ(run(npy("gray.npy", ours.gray()), npy("gray_cv.npy", view_of(gray)), "tolerant"), kOk) << out_.str();
  EXPECT_EQ(run(npy("blur.npy", ours.blur()), npy("blur_cv.npy", view_of(blur)), "tolerant"), kOk) << out_.str();
  EXPECT_EQ(run(npy("magnitude.npy", ours.magnitude()), npy("magnitude_cv.npy", view_of(magnitude)), "tolerant"), kOk)
      << out_.str();
  EXPECT_EQ(run(pgm("edges.pgm", ours.edges()),
                pgm("edges_cv.pgm", {edges.data, layout.width, layout.height, edges.step[0]}), "tolerant"),
            kOk)
      << out_.str();

  cv::GaussianBlur(gray, blur, cv::Size(5, 5), 1, 1, cv::BORDER_REPLICATE);
  EXPECT_EQ(run(folder_ / "blur.npy", npy("blur_own.npy", view_of(blur)), "tolerant"), kDifferent);
}

#else

TEST_F(Compare, FindsOpenCvWithOurTapsWithinBoundsAndWithItsOwnOutside) {
  GTEST_SKIP() << "OpenCV was not found when this build was configured; Debian has it in libopencv-imgproc-dev";
}

#endif

}  // namespace
}  // namespace sobelcam::tool
