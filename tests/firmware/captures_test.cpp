// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/captures.h"

#include <gtest/gtest.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>

#include <csignal>
#include <memory>
#include <thread>

#include "drivers/bundle/bundle_reader.h"
#include "kernels/pipelines.h"
#include "tests/support/recorded_frames.h"
#include "tests/support/temp_dir.h"

namespace sobelcam {
namespace {

using namespace std::chrono_literals;

/// Makes files beyond a size fail as on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() { setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

class CapturesTest : public testing::Test {
 protected:
  CapturesTest() {
    spdlog::set_level(spdlog::level::off);
    settings_.folder = dir_ / "captures";
    settings_.pipeline = "reference";
    settings_.options = {{"source", "a test"}};
  }

  void begin() {
    captures_ = std::make_unique<Captures>(settings_);
    writer_ = std::jthread([this](const std::stop_token& stop) { captures_->run(stop); });
  }

  std::string start(std::uint64_t frames, const std::vector<std::string>& planes = {}) {
    const auto started = captures_->start(frames, planes);
    return std::holds_alternative<CaptureInfo>(started) ? std::get<CaptureInfo>(started).id
                                                        : std::get<CaptureRefusal>(started).message;
  }

  /// What the capture thread does with one frame; true where a recording wanted it.
  bool feed() {
    EdgeRequest request;
    captures_->demand(request);
    const auto result = pipeline_->process(
        Frame::borrowing(picture_.frame().view, {sequence_++, std::chrono::steady_clock::now(), 0}), request);
    captures_->offer(*result);
    return request.keep_frame;
  }

  CaptureInfo feed_until_ended(const std::string& id) {
    const auto give_up = std::chrono::steady_clock::now() + 20s;
    while (captures_->find(id).value().state == CaptureState::kRecording &&
           std::chrono::steady_clock::now() < give_up) {
      feed();
      std::this_thread::sleep_for(1ms);
    }
    return captures_->find(id).value();
  }

  test::TempDir dir_;
  CaptureSettings settings_;
  test::MadeUpFrame picture_{FrameLayout{PixelFormat::kYuyv, ColorRange::kLimited, 120, 60, 248}, 1};
  std::unique_ptr<EdgePipeline> pipeline_ = choose_pipeline("reference").make({});
  std::uint64_t sequence_ = 100;
  std::unique_ptr<Captures> captures_;
  std::jthread writer_;
};

BundleEnd read_to_end(const std::filesystem::path& file, std::vector<std::uint64_t>& sequences) {
  auto opened = BundleReader::open(file);
  auto& reader = std::get<BundleReader>(opened);
  BundleStep step = reader.next();
  for (; std::holds_alternative<RecordedFrame>(step); step = reader.next()) {
    EXPECT_TRUE(intact(std::get<RecordedFrame>(step)));
    sequences.push_back(std::get<RecordedFrame>(step).stamp.sequence);
  }
  return std::get<BundleEnd>(step);
}

TEST_F(CapturesTest, RecordsConsecutiveFramesIntoAWholeBundle) {
  begin();
  const CaptureInfo info = feed_until_ended(start(5, {"gray"}));
  EXPECT_EQ(info.state, CaptureState::kComplete) << info.words;
  EXPECT_EQ(info.written, 5U);
  EXPECT_EQ(info.bytes, std::filesystem::file_size(info.file));
  std::vector<std::uint64_t> sequences;
  EXPECT_TRUE(read_to_end(info.file, sequences).whole);
  EXPECT_EQ(sequences, (std::vector<std::uint64_t>{100, 101, 102, 103, 104}));
}

TEST_F(CapturesTest, AsksForNothingWhileNothingIsRecorded) {
  begin();
  EXPECT_FALSE(feed());
  feed_until_ended(start(1));
  EXPECT_FALSE(feed());
}

TEST_F(CapturesTest, FramesThatFindTheQueueFullAreLeftOutAndCounted) {
  settings_.queue_bytes = 1;
  captures_ = std::make_unique<Captures>(settings_);  // and nobody who writes
  const std::string id = start(50);
  for (int i = 0; i < 10; ++i) {
    feed();
  }
  EXPECT_EQ(captures_->find(id).value().left_out, 8U);
}

TEST_F(CapturesTest, TheQuotaEndsARecordingWithTheFramesThatFit) {
  settings_.quota_bytes = 200'000;
  begin();
  const CaptureInfo info = feed_until_ended(start(50));
  EXPECT_EQ(info.state, CaptureState::kEndedEarly);
  EXPECT_NE(info.words.find("quota"), std::string::npos) << info.words;
  EXPECT_GT(info.written, 0U);
  std::vector<std::uint64_t> sequences;
  EXPECT_TRUE(read_to_end(info.file, sequences).whole);
  EXPECT_EQ(sequences.size(), info.written);
}

TEST_F(CapturesTest, AFullDiskEndsTheRecordingAndNothingElse) {
  begin();
  CaptureInfo info;
  {
    const FileSizeLimit limit(150'000);
    info = feed_until_ended(start(50));
  }
  EXPECT_EQ(info.state, CaptureState::kEndedEarly) << info.words;
  std::vector<std::uint64_t> sequences;
  EXPECT_TRUE(read_to_end(info.file, sequences).whole);
  EXPECT_EQ(sequences.size(), info.written);
  EXPECT_EQ(feed_until_ended(start(2)).state, CaptureState::kComplete);
}

TEST_F(CapturesTest, ADiskThatIsFullFromTheBeginningLeavesNoFile) {
  begin();
  CaptureInfo info;
  {
    const FileSizeLimit limit(1'000);
    info = feed_until_ended(start(5));
  }
  EXPECT_EQ(info.state, CaptureState::kFailed);
  EXPECT_FALSE(info.words.empty());
  EXPECT_TRUE(info.file.empty());
  EXPECT_TRUE(std::filesystem::is_empty(settings_.folder));
}

TEST_F(CapturesTest, AFolderThatCannotBeMadeIsAFailureInWords) {
  settings_.folder = "/dev/null/captures";
  begin();
  const CaptureInfo info = feed_until_ended(start(5));
  EXPECT_EQ(info.state, CaptureState::kFailed);
  EXPECT_NE(info.words.find("/dev/null/captures"), std::string::npos) << info.words;
}

TEST_F(CapturesTest, OneRecordingAtATime) {
  begin();
  start(1000);
  EXPECT_EQ(std::get<CaptureRefusal>(captures_->start(1, {})).status, 409U);
}

TEST_F(CapturesTest, NoFramesAndUnknownPlanesAreRefused) {
  begin();
  EXPECT_EQ(std::get<CaptureRefusal>(captures_->start(0, {})).status, 400U);
  EXPECT_EQ(std::get<CaptureRefusal>(captures_->start(1, {"purple"})).status, 400U);
}

TEST_F(CapturesTest, AFullQuotaRefusesTheNextRecordingUntilOneIsDeleted) {
  settings_.quota_bytes = 200'000;
  begin();
  const std::string first = start(50);
  feed_until_ended(first);
  settings_.quota_bytes = 100'000;
  writer_ = {};
  begin();
  EXPECT_EQ(std::get<CaptureRefusal>(captures_->start(1, {})).status, 507U);
  EXPECT_EQ(captures_->remove(first), std::nullopt);
  EXPECT_EQ(feed_until_ended(start(1)).state, CaptureState::kComplete);
}

TEST_F(CapturesTest, DeletingTheRunningRecordingLeavesNothing) {
  begin();
  const std::string id = start(100000);
  while (captures_->find(id).value().written == 0U) {
    feed();
  }
  EXPECT_EQ(captures_->remove(id), std::nullopt);
  for (int i = 0; i < 2000 && captures_->find(id); ++i) {
    std::this_thread::sleep_for(5ms);
  }
  EXPECT_FALSE(captures_->find(id).has_value());
  EXPECT_TRUE(std::filesystem::is_empty(settings_.folder));
}

TEST_F(CapturesTest, StoppingEndsARecordingWithWhatIsThere) {
  begin();
  const std::string id = start(100000);
  while (captures_->find(id).value().written == 0U) {
    feed();
  }
  writer_ = {};
  EXPECT_EQ(captures_->find(id).value().state, CaptureState::kEndedEarly);
  std::vector<std::uint64_t> sequences;
  EXPECT_TRUE(read_to_end(captures_->find(id).value().file, sequences).whole);
}

TEST_F(CapturesTest, RecordingsOfAnEarlierRunAreListed) {
  begin();
  const CaptureInfo whole = feed_until_ended(start(1));
  writer_ = {};
  std::filesystem::copy_file(whole.file, settings_.folder / "capture-1.tar.partial");
  begin();
  const auto list = captures_->list();
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0].id, "capture-1");
  EXPECT_EQ(list[0].state, CaptureState::kCut);
  EXPECT_EQ(list[1].id, whole.id);
  EXPECT_EQ(list[1].state, CaptureState::kComplete);
}

}  // namespace
}  // namespace sobelcam
