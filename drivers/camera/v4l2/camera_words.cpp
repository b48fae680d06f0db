// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/camera_words.h"

namespace sobelcam::v4l2 {
namespace {

std::string seconds_of(std::chrono::milliseconds time) {
  constexpr double kMillisecondsOfSecond = 1000;
  return fps_name(static_cast<double>(time.count()) / kMillisecondsOfSecond) + " s";
}

/// What else may help where not even a first picture came.
std::string first_picture_advice(const CameraFacts& facts, CameraIo asked) {
  std::string words = "; if it needs longer to start, name a longer --first-frame-timeout";
  if (asked == CameraIo::kAuto && facts.io == CameraIo::kMmap && !facts.notes.empty()) {
    return words + " (the notes tell which other buffers were tried)";
  }
  if (facts.io != CameraIo::kMmap) {
    words += "; its buffers are of the kind " + std::string(name(facts.io)) + ": --io mmap is what most drivers take";
  }
  return words;
}

}  // namespace

std::string title_of(const CameraFacts& facts) {
  std::string words = facts.card + " at " + facts.path;
  if (facts.node != facts.path) {
    words += " (" + facts.node + ")";
  }
  return words;
}

std::string description_of(const CameraFacts& facts) {
  std::string words = title_of(facts) + ", " + facts.format + " ";
  words += std::to_string(facts.width) + "x" + std::to_string(facts.height);
  if (facts.fps != 0) {
    words += " at " + fps_name(facts.fps) + " fps";
  }
  return words;
}

std::string silent_words(const CameraFacts& facts, const FrameWatch& watch, CameraIo asked) {
  std::string words = title_of(facts) + " has sent no " + (watch.had_a_frame() ? "" : "first ") + "whole picture for " +
                      seconds_of(watch.patience());
  if (watch.broken_in_a_row() != 0) {
    words += ", and broken ones before (" + watch.causes() + ")";
  }
  words += ": it is started again; if that does not help, plug it in again";
  return watch.had_a_frame() ? words : words + first_picture_advice(facts, asked);
}

std::string broken_words(const CameraFacts& facts, const FrameWatch& watch) {
  return title_of(facts) + " sends only broken pictures (" + watch.causes() +
         "): try another cable or USB port, or another --format";
}

std::string waited_words(const FrameWatch& watch) {
  return "no picture came within " + seconds_of(watch.patience());
}

}  // namespace sobelcam::v4l2
