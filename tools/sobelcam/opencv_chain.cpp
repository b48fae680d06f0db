// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/opencv_chain.h"

#include <opencv2/core.hpp>
#include <opencv2/core/utility.hpp>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <string_view>

namespace sobelcam::tool {
namespace {

// SPEC.md clamps coordinates at the border; this is OpenCV's word for it.
constexpr int kBorder = cv::BORDER_REPLICATE;

/// The frame's own bytes as OpenCV sees them: of NV12 the luma plane.
cv::Mat borrowed(const FrameView& frame) {
  // OpenCV has no matrix of const bytes; this one is only read.
  auto* data = const_cast<std::uint8_t*>(frame.data);
  return {static_cast<int>(frame.layout.height), static_cast<int>(frame.layout.width),
          CV_8UC(traits(frame.layout.format).pixel_bytes), data, frame.layout.stride};
}

/// What makes gray of a format, where its bytes are not gray already.
std::optional<int> conversion(const FormatTraits& format) {
  if (format.pixel_bytes == 3) {
    return format.first == 0 ? cv::COLOR_RGB2GRAY : cv::COLOR_BGR2GRAY;
  }
  if (format.pixel_bytes == 2) {
    return format.first == 0 ? cv::COLOR_YUV2GRAY_YUYV : cv::COLOR_YUV2GRAY_UYVY;
  }
  return std::nullopt;
}

class Chain final : public OpenCvChain {
 public:
  Chain(OpenCvDepth depth, bool equalize) : depth_(depth), equalize_(equalize) {}

  void run(const FrameView& frame) override {
    cv::Mat gray = gray_of(frame);
    if (depth_ == OpenCvDepth::kFloat) {
      gray.convertTo(gray_float_, CV_32F);
      gray = gray_float_;
    }
    cv::GaussianBlur(gray, blur_, cv::Size(5, 5), 1, 1, kBorder);
    const cv::Mat& sobel_input = equalize_ ? equalized() : blur_;
    cv::Sobel(sobel_input, across_, CV_32F, 1, 0, 3, 1, 0, kBorder);
    cv::Sobel(sobel_input, down_, CV_32F, 0, 1, 3, 1, 0, kBorder);
    cv::magnitude(across_, down_, magnitude_);
    magnitude_.convertTo(edges_, CV_8U);
    count();
  }

  ImageView<const std::uint8_t> edges() const override {
    return {edges_.data, static_cast<std::uint32_t>(edges_.cols), static_cast<std::uint32_t>(edges_.rows),
            edges_.step[0]};
  }

  std::array<float, 256> histogram() const override {
    std::array<float, 256> bins{};
    for (int bin = 0; bin < 256; ++bin) {
      bins.at(static_cast<std::size_t>(bin)) = histogram_.at<float>(bin);
    }
    return bins;
  }

 private:
  cv::Mat gray_of(const FrameView& frame) {
    cv::Mat source = borrowed(frame);
    const auto code = conversion(traits(frame.layout.format));
    if (!code) {
      return source;
    }
    cv::cvtColor(source, gray_, *code);
    return gray_;
  }

  const cv::Mat& equalized() {
    if (depth_ == OpenCvDepth::kFloat) {
      blur_.convertTo(blur_8_bit_, CV_8U);
      cv::equalizeHist(blur_8_bit_, equalized_);
    } else {
      cv::equalizeHist(blur_, equalized_);
    }
    return equalized_;
  }

  void count() {
    constexpr int kChannel = 0;
    constexpr int kBins = 256;
    constexpr std::array<float, 2> kLimits{0, 256};
    const float* limits = kLimits.data();
    cv::calcHist(&edges_, 1, &kChannel, cv::Mat(), histogram_, 1, &kBins, &limits);
  }

  OpenCvDepth depth_;
  bool equalize_;
  cv::Mat gray_;
  cv::Mat gray_float_;
  cv::Mat blur_;
  cv::Mat blur_8_bit_;
  cv::Mat equalized_;
  cv::Mat across_;
  cv::Mat down_;
  cv::Mat magnitude_;
  cv::Mat edges_;
  cv::Mat histogram_;
};

/// OpenCV tells it in its report on its own build only.
std::string parallel_framework() {
  constexpr std::string_view kLabel = "Parallel framework:";
  const std::string& report = cv::getBuildInformation();
  const std::size_t label = report.find(kLabel);
  const std::size_t first = label == std::string::npos ? label : report.find_first_not_of(' ', label + kLabel.size());
  return first == std::string::npos ? "unknown" : report.substr(first, report.find_first_of(" \n", first) - first);
}

}  // namespace

OpenCvBuild opencv_build() {
  return {cv::getVersionString(), parallel_framework(), "", ""};
}

void set_opencv_threads(unsigned threads) {
  cv::setNumThreads(static_cast<int>(threads));
}

std::unique_ptr<OpenCvChain> make_opencv_chain(OpenCvDepth depth, bool equalize) {
  return std::make_unique<Chain>(depth, equalize);
}

}  // namespace sobelcam::tool
