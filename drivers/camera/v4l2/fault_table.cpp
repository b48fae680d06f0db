// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/fault_table.h"

#include <system_error>

namespace sobelcam::v4l2 {
namespace {

std::string busy_words(const std::string& node, const std::string& holder) {
  if (holder.empty()) {
    return node + " is in use by another program; close that (fuser -v " + node + " tells which, as root)";
  }
  return node + " is in use by " + holder + "; close that program or name another camera with --source";
}

std::string open_words(int error, const std::string& node) {
  switch (error) {
    case ENOENT:
      return "no camera at " + node + ": plug it in, or name another with --source";
    case EACCES:
    case EPERM:
      return "no permission to open " + node +
             ": add the user to the group video (usermod -aG video USER), then log in "
             "again";
    default:
      return {};
  }
}

/// Words of the rows that the user can do something about; empty for the others.
std::string plain_words(const Failure& failure, const std::string& node, const std::string& holder) {
  const SourceFaultKind kind = fault_row(failure).kind;
  if (failure.call == Call::kOpen) {
    if (std::string words = open_words(failure.error, node); !words.empty()) {
      return words;
    }
  }
  if (kind == SourceFaultKind::kNoDevice) {
    return "the camera at " + node + " was unplugged or switched off: plug it in again";
  }
  if (kind == SourceFaultKind::kBusy) {
    return busy_words(node, holder);
  }
  if (failure.call == Call::kStreamOn && failure.error == ENOSPC) {
    return "the USB bus has not enough bandwidth left for " + node +
           ": choose the format MJPG (--format MJPG), a smaller --size or a lower --fps, or plug the camera into "
           "another "
           "USB port, away from other cameras";
  }
  if (kind == SourceFaultKind::kNoSignal) {
    return "no video signal at the input of " + node + ": check the cable and that the device behind it is on";
  }
  if (failure.call == Call::kQueryTimings && failure.error == ERANGE) {
    return "the video signal at " + node + " has timings that the input cannot take: choose another resolution there";
  }
  if (failure.error == ENOTTY) {
    return node + " is no camera that can be captured from";
  }
  if (failure.error == ENOMEM) {
    return "the driver of " + node + " finds no memory for its buffers: choose a smaller --size or free memory";
  }
  return {};
}

}  // namespace

std::string_view name(Call call) {
  switch (call) {
    case Call::kAny:
      return "a call";
    case Call::kOpen:
      return "open";
    case Call::kQueryCapabilities:
      return "VIDIOC_QUERYCAP";
    case Call::kSetFormat:
      return "VIDIOC_S_FMT";
    case Call::kGetFormat:
      return "VIDIOC_G_FMT";
    case Call::kSetTimings:
      return "VIDIOC_S_DV_TIMINGS";
    case Call::kQueryTimings:
      return "VIDIOC_QUERY_DV_TIMINGS";
    case Call::kRequestBuffers:
      return "VIDIOC_REQBUFS";
    case Call::kQueryBuffer:
      return "VIDIOC_QUERYBUF";
    case Call::kMap:
      return "mmap";
    case Call::kQueue:
      return "VIDIOC_QBUF";
    case Call::kDequeue:
      return "VIDIOC_DQBUF";
    case Call::kStreamOn:
      return "VIDIOC_STREAMON";
    case Call::kStreamOff:
      return "VIDIOC_STREAMOFF";
    case Call::kPoll:
      return "poll";
    case Call::kPicture:
      return "a picture";
  }
  return "a call";
}

std::string technical_words(const Failure& failure) {
  if (failure.error == 0) {
    return "an error of the device at " + std::string(name(failure.call));
  }
  return std::generic_category().message(failure.error) + " (errno " + std::to_string(failure.error) + ") at " +
         std::string(name(failure.call));
}

SourceFault fault(const Failure& failure, const std::string& node, const std::string& holder) {
  const SourceFaultKind kind = fault_row(failure).kind;
  if (std::string words = plain_words(failure, node, holder); !words.empty()) {
    return {kind, std::move(words)};
  }
  return {kind, "the camera at " + node + " fails: " + technical_words(failure) +
                    "; plug it in again or look at the kernel's log (dmesg)"};
}

}  // namespace sobelcam::v4l2
