// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "drivers/bundle/bundle_reader.h"
#include "drivers/bundle/bundle_writer.h"
#include "tests/support/recorded_frames.h"
#include "tests/support/temp_dir.h"

namespace sobelcam {
namespace {

using test::MadeUpFrame;

const FrameLayout kRaw{PixelFormat::kYuyv, ColorRange::kLimited, 6, 5, 20};
const FrameLayout kLuma{PixelFormat::kGrey, ColorRange::kFull, 6, 5, 64};

BundleReader open(const std::filesystem::path& path, const BundleLimits& limits = {}) {
  auto opened = BundleReader::open(path, limits);
  if (const auto* fault = std::get_if<BundleFault>(&opened)) {
    throw std::runtime_error(fault->message);
  }
  return std::move(std::get<BundleReader>(opened));
}

class Bundle : public testing::TestWithParam<BundleFormat> {
 protected:
  std::filesystem::path path() const { return dir_ / "b.tar"; }

  BundleWriter create(BundleWriteOptions options = {}) const {
    options.format = GetParam();
    auto created = BundleWriter::create(path(), test::made_up_manifest(), options);
    if (const auto* fault = std::get_if<BundleFault>(&created)) {
      throw std::runtime_error(fault->message);
    }
    return std::move(std::get<BundleWriter>(created));
  }

  test::TempDir dir_;
};

TEST_P(Bundle, FramesComeBackBitByBit) {
  MadeUpFrame raw(kRaw, 0);
  MadeUpFrame jpeg(kLuma, 1);
  jpeg.with_jpeg();
  RecordedFrame bare;
  bare.index = 2;
  bare.view = raw.frame().view;
  BundleWriter writer = create();
  for (const RecordedFrame* frame : {&raw.frame(), &jpeg.frame(), static_cast<const RecordedFrame*>(&bare)}) {
    ASSERT_EQ(writer.add(*frame), std::nullopt);
  }
  ASSERT_EQ(writer.finish(), std::nullopt);

  BundleReader reader = open(path());
  for (const RecordedFrame* frame : {&raw.frame(), &jpeg.frame(), static_cast<const RecordedFrame*>(&bare)}) {
    const auto step = reader.next();
    ASSERT_TRUE(std::holds_alternative<RecordedFrame>(step));
    EXPECT_EQ(test::difference(std::get<RecordedFrame>(step), *frame), "");
    EXPECT_TRUE(intact(std::get<RecordedFrame>(step)));
  }
  const auto end = reader.next();
  ASSERT_TRUE(std::holds_alternative<BundleEnd>(end));
  EXPECT_TRUE(std::get<BundleEnd>(end).whole) << std::get<BundleEnd>(end).words;
  EXPECT_EQ(std::get<BundleEnd>(end).frames, 3U);
}

TEST_P(Bundle, TheManifestComesBack) {
  create().finish();
  const BundleReader reader = open(path());
  EXPECT_EQ(reader.manifest(), test::made_up_manifest());
  EXPECT_EQ(reader.manifest_check().state, MemberState::kIntact);
}

TEST_P(Bundle, MembersAreNamedWithTheRecordLast) {
  test::write_made_up_bundle(path(), GetParam(), 1);
  BundleReader reader = open(path());
  const auto step = reader.next();
  const auto& members = std::get<RecordedFrame>(step).members;
  ASSERT_EQ(members.size(), 8U);
  EXPECT_EQ(members.back().name, "frames/000000/frame.json");
}

TEST_P(Bundle, FramesLeftOutAreCounted) {
  BundleWriter writer = create();
  writer.left_out(3);
  writer.left_out(2);
  ASSERT_EQ(writer.finish(), std::nullopt);
  BundleReader reader = open(path());
  EXPECT_EQ(std::get<BundleEnd>(reader.next()).left_out, 5U);
}

TEST_P(Bundle, CanBeReadAgain) {
  test::write_made_up_bundle(path(), GetParam(), 3);
  BundleReader reader = open(path());
  EXPECT_TRUE(reader.skip());
  EXPECT_EQ(std::get<RecordedFrame>(reader.next()).index, 1U);
  EXPECT_TRUE(reader.skip());
  EXPECT_FALSE(reader.skip());
  reader.rewind();
  EXPECT_EQ(std::get<RecordedFrame>(reader.next()).index, 0U);
}

TEST_P(Bundle, IsWholeForWhoSkipsItsFrames) {
  test::write_made_up_bundle(path(), GetParam(), 2);
  BundleReader reader = open(path());
  while (reader.skip()) {
  }
  const auto end = std::get<BundleEnd>(reader.next());
  EXPECT_TRUE(end.whole) << end.words;
  EXPECT_EQ(end.frames, 2U);
}

TEST_P(Bundle, HasItsNameOnlyWhenItIsWhole) {
  BundleWriter writer = create();
  EXPECT_FALSE(std::filesystem::exists(path()));
  EXPECT_TRUE(is_bundle(writer.partial_path()));
  ASSERT_EQ(writer.finish(), std::nullopt);
  EXPECT_TRUE(is_bundle(path()));
  EXPECT_FALSE(std::filesystem::exists(writer.partial_path()));
}

TEST_P(Bundle, AWriterThatEndsEarlyLeavesItsWholeFrames) {
  std::filesystem::path partial;
  {
    BundleWriter writer = create();
    ASSERT_EQ(writer.add(MadeUpFrame(kRaw, 0).frame()), std::nullopt);
    partial = writer.partial_path();
  }
  BundleReader reader = open(partial);
  EXPECT_TRUE(std::holds_alternative<RecordedFrame>(reader.next()));
  const auto end = reader.next();
  ASSERT_TRUE(std::holds_alternative<BundleEnd>(end));
  EXPECT_FALSE(std::get<BundleEnd>(end).whole);
  EXPECT_EQ(std::get<BundleEnd>(end).check.state, MemberState::kMissing);
}

TEST_P(Bundle, DiscardLeavesNothing) {
  BundleWriter writer = create();
  ASSERT_EQ(writer.add(MadeUpFrame(kRaw, 0).frame()), std::nullopt);
  writer.discard();
  EXPECT_TRUE(std::filesystem::is_empty(dir_.path()));
}

TEST_P(Bundle, IsNotOverwrittenUnasked) {
  test::write_made_up_bundle(path(), GetParam(), 1);
  BundleWriteOptions options;
  options.format = GetParam();
  const auto again = BundleWriter::create(path(), test::made_up_manifest(), options);
  ASSERT_TRUE(std::holds_alternative<BundleFault>(again));
  EXPECT_EQ(std::get<BundleFault>(again).kind, BundleFaultKind::kExists);
  options.overwrite = true;
  ASSERT_EQ(create(options).finish(), std::nullopt);
  BundleReader reader = open(path());
  EXPECT_EQ(std::get<BundleEnd>(reader.next()).frames, 0U);
}

TEST_P(Bundle, ARecordingThatWasCutIsNotOverwrittenUnasked) {
  { const BundleWriter writer = create(); }
  EXPECT_THROW(create(), std::runtime_error);
  BundleWriteOptions options;
  options.overwrite = true;
  EXPECT_EQ(create(options).finish(), std::nullopt);
}

TEST_P(Bundle, TheQuotaLeavesAWholeBundleOfFewerFrames) {
  BundleWriteOptions options;
  options.max_bytes = 40000;
  BundleWriter writer = create(options);
  std::optional<BundleFault> fault;
  std::uint64_t added = 0;
  for (; added < 100 && !fault; ++added) {
    fault = writer.add(MadeUpFrame(kRaw, static_cast<std::uint32_t>(added)).frame());
  }
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(fault->kind, BundleFaultKind::kNoSpace);
  ASSERT_EQ(writer.finish(), std::nullopt);
  EXPECT_LE(writer.bytes(), options.max_bytes);
  BundleReader reader = open(path());
  EXPECT_EQ(writer.frames(), added - 1);
  while (std::holds_alternative<RecordedFrame>(reader.next())) {
  }
  EXPECT_TRUE(std::get<BundleEnd>(reader.next()).whole);
}

TEST_P(Bundle, AFrameBeyondTheLimitIsPassedOver) {
  test::write_made_up_bundle(path(), GetParam(), 2);
  BundleLimits limits;
  limits.frame_bytes = 100;
  BundleReader reader = open(path(), limits);
  for (int frame = 0; frame < 2; ++frame) {
    EXPECT_EQ(std::get<BundleFault>(reader.next()).kind, BundleFaultKind::kTooLarge);
  }
  EXPECT_TRUE(std::get<BundleEnd>(reader.next()).whole);
}

INSTANTIATE_TEST_SUITE_P(Formats, Bundle, testing::Values(BundleFormat::kTar, BundleFormat::kFolder),
                         [](const auto& format) { return format.param == BundleFormat::kTar ? "tar" : "folder"; });

}  // namespace
}  // namespace sobelcam
