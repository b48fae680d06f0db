// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cerrno>
#include <cstdint>
#include <string>
#include <string_view>

#include "drivers/frame/frame_source.h"

namespace sobelcam::v4l2 {

/// The calls whose failure is told apart.
enum class Call : std::uint8_t {
  kAny,  ///< in the table: a row for every call that has none of its own
  kOpen,
  kQueryCapabilities,
  kSetFormat,
  kGetFormat,
  kSetTimings,
  kQueryTimings,
  kRequestBuffers,
  kQueryBuffer,
  kMap,
  kQueue,
  kDequeue,
  kStreamOn,
  kStreamOff,
  kPoll,
  kPicture,  ///< no call: ETIMEDOUT where no picture comes, EBADMSG where only broken ones do
};

/// The kernel's name of it, such as "VIDIOC_STREAMON".
std::string_view name(Call call);

/// A call that failed, with its errno; 0 where poll() reported an error and no errno came with it.
struct Failure {
  Call call = Call::kAny;
  int error = 0;
};

/// What is done about it.
enum class Action : std::uint8_t {
  kAskAgain,  ///< make the call once more at once; if it fails again, as kGiveUp
  kSkip,      ///< nothing happened: wait for the next frame
  kRestart,   ///< stop and start the stream, a few times
  kReopen,    ///< close the device; whoever opened it tries again, with back-off
  kGiveUp,    ///< will not get better by itself; it is looked at again, slowly, as the user may change something
};

struct FaultRow {
  Call call;
  int error;  ///< kAnyError: whatever has no row of its own
  Action action;
  SourceFaultKind kind;
};

inline constexpr int kAnyError = -1;

/// Looked at from the top: the first row that fits decides.
inline constexpr std::array kFaultTable{
    // The device is gone, whoever says so.
    FaultRow{Call::kAny, ENODEV, Action::kReopen, SourceFaultKind::kNoDevice},
    FaultRow{Call::kAny, ENXIO, Action::kReopen, SourceFaultKind::kNoDevice},
    FaultRow{Call::kOpen, ENOENT, Action::kReopen, SourceFaultKind::kNoDevice},
    FaultRow{Call::kAny, ESHUTDOWN, Action::kReopen, SourceFaultKind::kNoDevice},
    // Somebody else holds it.
    FaultRow{Call::kAny, EBUSY, Action::kReopen, SourceFaultKind::kBusy},
    // The user must change something.
    FaultRow{Call::kOpen, EACCES, Action::kGiveUp, SourceFaultKind::kUnsupported},
    FaultRow{Call::kOpen, EPERM, Action::kGiveUp, SourceFaultKind::kUnsupported},
    FaultRow{Call::kOpen, EISDIR, Action::kGiveUp, SourceFaultKind::kUnsupported},
    FaultRow{Call::kAny, ENOTTY, Action::kGiveUp, SourceFaultKind::kUnsupported},
    FaultRow{Call::kQueryCapabilities, EINVAL, Action::kAskAgain, SourceFaultKind::kUnsupported},
    FaultRow{Call::kSetFormat, EINVAL, Action::kAskAgain, SourceFaultKind::kUnsupported},
    FaultRow{Call::kRequestBuffers, EINVAL, Action::kAskAgain, SourceFaultKind::kUnsupported},
    FaultRow{Call::kStreamOn, ENOSPC, Action::kReopen, SourceFaultKind::kError},
    FaultRow{Call::kAny, ENOMEM, Action::kReopen, SourceFaultKind::kError},
    // Video inputs without a signal.
    FaultRow{Call::kQueryTimings, ENOLINK, Action::kReopen, SourceFaultKind::kNoSignal},
    FaultRow{Call::kQueryTimings, ENOLCK, Action::kReopen, SourceFaultKind::kNoSignal},
    FaultRow{Call::kQueryTimings, ERANGE, Action::kReopen, SourceFaultKind::kUnsupported},
    FaultRow{Call::kStreamOn, ENOLINK, Action::kReopen, SourceFaultKind::kNoSignal},
    FaultRow{Call::kDequeue, ENOLINK, Action::kReopen, SourceFaultKind::kNoSignal},
    // While frames flow.
    FaultRow{Call::kDequeue, EAGAIN, Action::kSkip, SourceFaultKind::kStalled},
    FaultRow{Call::kPoll, EAGAIN, Action::kSkip, SourceFaultKind::kStalled},
    FaultRow{Call::kDequeue, EIO, Action::kRestart, SourceFaultKind::kError},
    FaultRow{Call::kDequeue, EPIPE, Action::kRestart, SourceFaultKind::kError},
    FaultRow{Call::kDequeue, EINVAL, Action::kRestart, SourceFaultKind::kError},
    FaultRow{Call::kPoll, 0, Action::kRestart, SourceFaultKind::kError},
    FaultRow{Call::kPicture, EBADMSG, Action::kRestart, SourceFaultKind::kNoSignal},
    FaultRow{Call::kPicture, ETIMEDOUT, Action::kReopen, SourceFaultKind::kStalled},
    // A buffer that cannot be given back is lost until all are asked for anew.
    FaultRow{Call::kQueue, kAnyError, Action::kReopen, SourceFaultKind::kError},
    FaultRow{Call::kAny, kAnyError, Action::kReopen, SourceFaultKind::kError},
};

constexpr const FaultRow& fault_row(const Failure& failure) {
  for (const FaultRow& row : kFaultTable) {
    if ((row.call == failure.call || row.call == Call::kAny) &&
        (row.error == failure.error || row.error == kAnyError)) {
      return row;
    }
  }
  return kFaultTable.back();
}

/// Makes a call, twice where the table says so: `ask` returns an errno, or 0.
template <typename Ask>
int ask_patiently(Call call, Ask ask) {
  const int error = ask();
  return error != 0 && fault_row({call, error}).action == Action::kAskAgain ? ask() : error;
}

/// The failure in the user's words, with the way out. `holder` is who holds the node, where that is known.
SourceFault fault(const Failure& failure, const std::string& node, const std::string& holder = {});

/// "No space left on device (errno 28) at VIDIOC_STREAMON"
std::string technical_words(const Failure& failure);

}  // namespace sobelcam::v4l2
