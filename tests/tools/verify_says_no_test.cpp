// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>

#include "drivers/frame/image.h"
#include "tests/support/bundles.h"
#include "tests/support/bytes.h"
#include "tests/support/mutants.h"
#include "tests/support/photos.h"
#include "tests/support/test_frames.h"
#include "tests/support/verify_runs.h"

// Each mistake that a device can make must be found, and at the right place.
namespace sobelcam::test {
namespace {

using Names = std::vector<std::string>;

/// A frame of bytes that follow no rule, its padding and its chroma included.
class NoiseFrame {
 public:
  NoiseFrame(PixelFormat format, ColorRange range, std::uint32_t width, std::uint32_t height, std::size_t padding)
      : layout_(padded_layout(format, range, width, height, padding)), bytes_(layout_bytes(layout_) + height) {
    std::uint32_t state = 1;
    for (std::uint8_t& byte : bytes_) {
      state = state * 1664525U + 1013904223U;
      byte = static_cast<std::uint8_t>(state >> 24U);
    }
  }
  FrameView view() const { return {bytes_.data(), layout_}; }

 private:
  FrameLayout layout_;
  std::vector<std::uint8_t> bytes_;
};

class VerifySaysNo : public testing::Test {
 protected:
  void SetUp() override { runs_.options().pipelines = {"cpu"}; }

  /// Records one frame as a bundle, and verifies it.
  tool::ExitCode verdict(const Recording& recording, const Spoil& spoil = {}) {
    BundleMaker maker(runs_.in("b.tar"));
    maker.add(recording, spoil);
    maker.finish();
    return runs_.run({runs_.in("b.tar")});
  }

  static Recording by(const PipelineInfo& pipeline, const FrameView& view) { return {view, {}, &pipeline}; }

  VerifyRuns runs_;
};

TEST_F(VerifySaysNo, ButNotToARecordingAsSpecified) {
  EXPECT_EQ(verdict(by(choose_pipeline("reference"), Photo("chelsea.png").view())), tool::kOk) << runs_.out();
  EXPECT_EQ(runs_.findings(), Names{});
}

TEST_F(VerifySaysNo, ToAWrongBorderRuleOnTheRingAlone) {
  ASSERT_EQ(verdict(by(kWrongBorderPipeline, Photo("chelsea.png").view())), tool::kDifferent);
  EXPECT_EQ(runs_.findings(), Names{"equality at magnitude by recorded"});
  EXPECT_TRUE(runs_.first_finding().at("on_border_ring"));
  EXPECT_LE(runs_.first_finding().at("different"), 2 * (451 + 300));
}

TEST_F(VerifySaysNo, ToOtherTapsInTheBlur) {
  ASSERT_EQ(verdict(by(kWrongTapPipeline, Photo("chelsea.png").view())), tool::kDifferent);
  EXPECT_EQ(runs_.findings(), Names{"equality at blur by recorded"});
  EXPECT_GT(runs_.first_finding().at("ulps"), 0);
  EXPECT_TRUE(runs_.first_finding().at("input").at(2).at(2).is_number());
}

TEST_F(VerifySaysNo, ToBytesThatAreCutOffInsteadOfRounded) {
  ASSERT_EQ(verdict(by(kTruncatingPipeline, Photo("chelsea.png").view())), tool::kDifferent);
  EXPECT_EQ(runs_.findings(), Names{"equality at edges by recorded"});
  const auto finding = runs_.first_finding();
  EXPECT_EQ(finding.at("expected").get<int>() - finding.at("actual").get<int>(), 1);
}

TEST_F(VerifySaysNo, ToAnOffByOneStride) {
  const NoiseFrame frame(PixelFormat::kGrey, ColorRange::kFull, 33, 19, 7);
  FrameView wrong = frame.view();
  ++wrong.layout.stride;
  ASSERT_EQ(verdict(by(choose_pipeline("reference"), wrong),
                    [&](RecordedFrame& recorded) { recorded.view.layout = frame.view().layout; }),
            tool::kDifferent);
  EXPECT_EQ(runs_.findings(), Names{"equality at gray by recorded"});
  EXPECT_EQ(runs_.first_finding().at("y"), 1);
}

TEST_F(VerifySaysNo, ToYuyvThatWasReadAsUyvy) {
  const NoiseFrame frame(PixelFormat::kUyvy, ColorRange::kLimited, 34, 19, 4);
  ASSERT_EQ(verdict(by(choose_pipeline("reference"), frame.view()),
                    [](RecordedFrame& recorded) { recorded.view.layout.format = PixelFormat::kYuyv; }),
            tool::kDifferent);
  EXPECT_EQ(runs_.findings(), Names{"equality at gray by recorded"});
}

TEST_F(VerifySaysNo, ToLimitedRangeThatWasReadAsFull) {
  const NoiseFrame frame(PixelFormat::kYuyv, ColorRange::kFull, 34, 19, 4);
  ASSERT_EQ(verdict(by(choose_pipeline("reference"), frame.view()),
                    [](RecordedFrame& recorded) { recorded.view.layout.range = ColorRange::kLimited; }),
            tool::kDifferent);
  EXPECT_EQ(runs_.findings(), Names{"equality at gray by recorded"});
}

TEST_F(VerifySaysNo, ToEqualizationIn32BitsOfALargeFrame) {
  constexpr std::uint32_t kWidth = 3840;
  constexpr std::uint32_t kHeight = 2200;
  Image<std::uint8_t> picture(kWidth, kHeight);
  for (std::uint32_t y = 0; y < kHeight; ++y) {
    for (std::uint32_t x = 0; x < kWidth; ++x) {
      picture.row(y)[x] = static_cast<std::uint8_t>(x < 4 && y < 4 ? 0 : 20 + y / 16);
    }
  }
  const FrameLayout layout{PixelFormat::kGrey, ColorRange::kFull, kWidth, kHeight, picture.view().stride};
  Recording recording = by(kNarrowEqualizePipeline, {picture.view().data, layout});
  recording.planes = {Plane::kEqualized};
  ASSERT_EQ(verdict(recording), tool::kDifferent) << runs_.out();
  EXPECT_EQ(runs_.findings(), Names{"equality at equalized by recorded"});
}

TEST_F(VerifySaysNo, ToAHistogramThatDoesNotCountItsEdges) {
  ASSERT_EQ(verdict(by(choose_pipeline("reference"), Photo("chelsea.png").view()),
                    [](RecordedFrame& frame) { ++frame.histogram->at(255); }),
            tool::kDifferent);
  EXPECT_EQ(runs_.findings(), (Names{"equality at histogram by recorded", "histogram at histogram by recorded",
                                     "histogram at histogram by recorded"}));
}

TEST_F(VerifySaysNo, ToADecoderThatDecodedOtherwise) {
  const Bytes jpeg = test_data("photos/rocket.jpg");
  std::vector<std::uint8_t> luma(std::size_t{640} * 427, 128);
  const FrameLayout layout{PixelFormat::kGrey, ColorRange::kFull, 640, 427, 640};
  Recording recording = by(choose_pipeline("reference"), {luma.data(), layout});
  recording.jpeg = jpeg;
  ASSERT_EQ(verdict(recording), tool::kDifferent) << runs_.out() << runs_.errors();
  EXPECT_EQ(runs_.findings(), Names{"decoder at luma by recorded"});
}

/// A bundle as a folder, where each member is a file of its own.
class FlippedBit : public testing::Test {
 protected:
  void SetUp() override {
    runs_.options().pipelines = {"cpu"};
    const NoiseFrame frame(PixelFormat::kYuyv, ColorRange::kLimited, 34, 9, 4);
    BundleMaker maker(runs_.in("b"), BundleFormat::kFolder);
    maker.add({frame.view(), {}, &choose_pipeline("reference")});
    maker.add({frame.view(), {}, &choose_pipeline("reference")});
    maker.finish();
  }

  static void flip(const std::filesystem::path& file, std::size_t offset) {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(offset));
    const int byte = stream.get();
    stream.seekp(static_cast<std::streamoff>(offset));
    stream.put(static_cast<char>(byte ^ 4));
  }

  VerifyRuns runs_;
};

TEST_F(FlippedBit, OfAnyMemberIsADifferenceAtThatMember) {
  std::vector<std::filesystem::path> members;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(runs_.in("b"))) {
    if (entry.is_regular_file()) {
      members.push_back(entry.path());
    }
  }
  ASSERT_GE(members.size(), 2 * 8U);
  for (const auto& member : members) {
    const std::string name = std::filesystem::relative(member, runs_.in("b")).string();
    const std::size_t size = std::filesystem::file_size(member);
    for (const std::size_t offset : {std::size_t{0}, size / 2, size - 1}) {
      flip(member, offset);
      EXPECT_EQ(runs_.run({runs_.in("b")}), tool::kDifferent) << name << " " << offset << "\n"
                                                              << runs_.out() << runs_.errors();
      const auto found = runs_.findings();
      const bool named = std::any_of(found.begin(), found.end(), [&](const std::string& finding) {
        return finding.find("checksum at " + name) != std::string::npos;
      });
      EXPECT_TRUE(named) << name << " " << offset << "\n" << runs_.out();
      flip(member, offset);
    }
  }
  EXPECT_EQ(runs_.run({runs_.in("b")}), tool::kOk);
}

TEST_F(FlippedBit, AnywhereInATarIsNeverEqual) {
  const NoiseFrame frame(PixelFormat::kYuyv, ColorRange::kLimited, 34, 9, 4);
  const auto tar = runs_.in("b.tar");
  BundleMaker maker(tar);
  maker.add({frame.view(), {}, &choose_pipeline("reference")});
  maker.add({frame.view(), {}, &choose_pipeline("reference")});
  maker.finish();
  const auto copy = runs_.in("copy.tar");
  std::filesystem::copy(tar, copy);
  std::mt19937 random(7);
  const std::size_t size = std::filesystem::file_size(tar);
  for (int i = 0; i < 200; ++i) {
    const std::size_t offset = random() % size;
    flip(tar, offset);
    // Only a first header that is none makes it unreadable as a whole.
    EXPECT_EQ(runs_.run({tar}), offset < 512 ? tool::kBadInput : tool::kDifferent) << offset << "\n" << runs_.out();
    // The other bundle is used whole all the same.
    EXPECT_NE(runs_.run({tar, copy}), tool::kOk) << offset;
    EXPECT_EQ(runs_.out().find("copy.tar"), std::string::npos) << offset << "\n" << runs_.out();
    flip(tar, offset);
  }
  EXPECT_EQ(runs_.run({tar}), tool::kOk);
}

}  // namespace
}  // namespace sobelcam::test
