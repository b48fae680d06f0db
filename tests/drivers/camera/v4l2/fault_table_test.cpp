// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/fault_table.h"

#include <gtest/gtest.h>

namespace sobelcam::v4l2 {
namespace {

struct Row {
  Call call;
  int error;
  Action action;
  SourceFaultKind kind;
};

class FaultTableTest : public testing::TestWithParam<Row> {};

TEST_P(FaultTableTest, DecidesByCallAndErrno) {
  const FaultRow& row = fault_row({GetParam().call, GetParam().error});
  EXPECT_EQ(row.action, GetParam().action);
  EXPECT_EQ(row.kind, GetParam().kind);
}

constexpr auto kNoDevice = SourceFaultKind::kNoDevice;
constexpr auto kUnsupported = SourceFaultKind::kUnsupported;
constexpr auto kError = SourceFaultKind::kError;

INSTANTIATE_TEST_SUITE_P(
    AllRows, FaultTableTest,
    testing::Values(
        Row{Call::kOpen, ENODEV, Action::kReopen, kNoDevice}, Row{Call::kDequeue, ENODEV, Action::kReopen, kNoDevice},
        Row{Call::kQueue, ENODEV, Action::kReopen, kNoDevice}, Row{Call::kPoll, ENODEV, Action::kReopen, kNoDevice},
        Row{Call::kOpen, ENXIO, Action::kReopen, kNoDevice}, Row{Call::kOpen, ENOENT, Action::kReopen, kNoDevice},
        Row{Call::kStreamOn, ESHUTDOWN, Action::kReopen, kNoDevice},
        Row{Call::kOpen, EBUSY, Action::kReopen, SourceFaultKind::kBusy},
        Row{Call::kSetFormat, EBUSY, Action::kReopen, SourceFaultKind::kBusy},
        Row{Call::kRequestBuffers, EBUSY, Action::kReopen, SourceFaultKind::kBusy},
        Row{Call::kStreamOn, EBUSY, Action::kReopen, SourceFaultKind::kBusy},
        Row{Call::kOpen, EACCES, Action::kGiveUp, kUnsupported}, Row{Call::kOpen, EPERM, Action::kGiveUp, kUnsupported},
        Row{Call::kOpen, EISDIR, Action::kGiveUp, kUnsupported},
        Row{Call::kQueryCapabilities, ENOTTY, Action::kGiveUp, kUnsupported},
        Row{Call::kQueryCapabilities, EINVAL, Action::kAskAgain, kUnsupported},
        Row{Call::kSetFormat, EINVAL, Action::kAskAgain, kUnsupported},
        Row{Call::kRequestBuffers, EINVAL, Action::kAskAgain, kUnsupported},
        Row{Call::kStreamOn, ENOSPC, Action::kReopen, kError}, Row{Call::kQueue, ENOMEM, Action::kReopen, kError},
        Row{Call::kRequestBuffers, ENOMEM, Action::kReopen, kError},
        Row{Call::kQueryTimings, ENOLINK, Action::kReopen, SourceFaultKind::kNoSignal},
        Row{Call::kQueryTimings, ENOLCK, Action::kReopen, SourceFaultKind::kNoSignal},
        Row{Call::kQueryTimings, ERANGE, Action::kReopen, kUnsupported},
        Row{Call::kStreamOn, ENOLINK, Action::kReopen, SourceFaultKind::kNoSignal},
        Row{Call::kDequeue, ENOLINK, Action::kReopen, SourceFaultKind::kNoSignal},
        Row{Call::kDequeue, EAGAIN, Action::kSkip, SourceFaultKind::kStalled},
        Row{Call::kPoll, EAGAIN, Action::kSkip, SourceFaultKind::kStalled},
        Row{Call::kDequeue, EIO, Action::kRestart, kError}, Row{Call::kDequeue, EPIPE, Action::kRestart, kError},
        Row{Call::kDequeue, EINVAL, Action::kRestart, kError}, Row{Call::kPoll, 0, Action::kRestart, kError},
        Row{Call::kQueue, EIO, Action::kReopen, kError}, Row{Call::kQueue, EINVAL, Action::kReopen, kError},
        Row{Call::kPicture, EBADMSG, Action::kRestart, SourceFaultKind::kNoSignal},
        Row{Call::kPicture, ETIMEDOUT, Action::kReopen, SourceFaultKind::kStalled},
        Row{Call::kStreamOn, EPROTO, Action::kReopen, kError}, Row{Call::kStreamOn, EIO, Action::kReopen, kError}));

TEST(FaultTable, EveryRowCanBeReached) {
  for (const FaultRow& row : kFaultTable) {
    constexpr int kSomeError = EXDEV;
    const FaultRow& found = fault_row({row.call, row.error == kAnyError ? kSomeError : row.error});
    EXPECT_EQ(&found, &row) << name(row.call) << " " << row.error;
  }
}

TEST(FaultTable, OnlyWhatMayPassIsAskedTwice) {
  const auto asked = [](Call call, int error) {
    int times = 0;
    const int answer = ask_patiently(call, [&] { return ++times == 1 ? error : EXDEV; });
    EXPECT_EQ(answer, times == 2 ? EXDEV : error) << "the last answer counts";
    return times;
  };
  EXPECT_EQ(asked(Call::kRequestBuffers, EINVAL), 2);
  EXPECT_EQ(asked(Call::kSetFormat, EINVAL), 2);
  EXPECT_EQ(asked(Call::kSetFormat, EBUSY), 1);
  EXPECT_EQ(asked(Call::kRequestBuffers, ENODEV), 1);
  EXPECT_EQ(asked(Call::kRequestBuffers, 0), 1);
}

TEST(FaultTable, MissingBandwidthIsNotTakenForAFullDisk) {
  const SourceFault said = fault({Call::kStreamOn, ENOSPC}, "/dev/video0");
  EXPECT_NE(said.message.find("USB bus has not enough bandwidth"), std::string::npos) << said.message;
  EXPECT_NE(said.message.find("MJPG"), std::string::npos) << said.message;
  EXPECT_NE(said.message.find("--size"), std::string::npos) << said.message;
  EXPECT_NE(said.message.find("another USB port"), std::string::npos) << said.message;
  for (const char* misleading : {"space", "disk"}) {
    EXPECT_EQ(said.message.find(misleading), std::string::npos) << said.message;
  }
}

TEST(FaultTable, ABusyCameraNamesItsHolder) {
  EXPECT_EQ(fault({Call::kSetFormat, EBUSY}, "/dev/video2", "cheese (pid 4711)").message,
            "/dev/video2 is in use by cheese (pid 4711); close that program or name another camera with --source");
  EXPECT_NE(fault({Call::kSetFormat, EBUSY}, "/dev/video2").message.find("by another program"), std::string::npos);
}

TEST(FaultTable, MissingPermissionNamesTheGroup) {
  EXPECT_NE(fault({Call::kOpen, EACCES}, "/dev/video0").message.find("group video"), std::string::npos);
}

TEST(FaultTable, AnythingElseNamesTheCallAndTheErrno) {
  const std::string words = fault({Call::kQueue, EXDEV}, "/dev/video0").message;
  EXPECT_NE(words.find("/dev/video0"), std::string::npos) << words;
  EXPECT_NE(words.find("(errno 18) at VIDIOC_QBUF"), std::string::npos) << words;
}

TEST(FaultTable, AnErrorWithoutAnErrnoIsNotCalledSuccess) {
  EXPECT_EQ(technical_words({Call::kPoll, 0}), "an error of the device at poll");
}

}  // namespace
}  // namespace sobelcam::v4l2
