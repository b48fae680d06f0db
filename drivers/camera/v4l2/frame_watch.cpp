// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/frame_watch.h"

#include <array>
#include <string_view>

namespace sobelcam::v4l2 {
namespace {

/// So soon viewers must know, and not at the first blemish.
constexpr std::chrono::seconds kTold{1};

struct NamedCause {
  FrameWatch::Cause cause;
  std::string_view words;
};

constexpr std::array kCauses{
    NamedCause{&CameraCounters::flagged, "the driver marks them as damaged"},
    NamedCause{&CameraCounters::empty, "empty"},
    NamedCause{&CameraCounters::too_short, "cut short"},
    NamedCause{&CameraCounters::too_long, "longer than their buffer"},
    NamedCause{&CameraCounters::broken_jpeg, "their data do not decode"},
    NamedCause{&CameraCounters::wrong_field, "half pictures of an interlaced one"},
};

}  // namespace

void FrameWatch::stream_began(Clock::time_point now) {
  had_a_frame_ = false;
  heard_at_ = now;
  if (broken_from_) {
    broken_from_ = now;
  }
}

void FrameWatch::good_came(Clock::time_point now) {
  had_a_frame_ = true;
  heard_at_ = now;
  broken_from_.reset();
  news_ = false;
  broken_in_a_row_ = 0;
  broken_ = {};
}

void FrameWatch::broken_came(Cause cause, Clock::time_point now) {
  if (broken_in_a_row_ == 0) {
    broken_from_ = now;
    tell_at_ = now + kTold;
  }
  heard_at_ = now;
  news_ = true;
  ++broken_in_a_row_;
  ++(broken_.*cause);
}

FrameWatch::Finding FrameWatch::look(Clock::time_point now) {
  if (now >= silent_at()) {
    return Finding::kSilent;
  }
  if (!news_) {
    return Finding::kNothing;
  }
  if (now >= tell_at_) {
    news_ = false;
    tell_at_ = now + kTold;
    return Finding::kBroken;
  }
  return now >= *broken_from_ + first_ ? Finding::kBrokenForLong : Finding::kNothing;
}

std::string FrameWatch::causes() const {
  std::string words;
  for (const NamedCause& named : kCauses) {
    if (broken_.*named.cause != 0) {
      words += words.empty() ? "" : ", ";
      words += named.words;
    }
  }
  return words;
}

FrameWatch::Cause cause_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kFlagged:
      return &CameraCounters::flagged;
    case Verdict::kEmpty:
      return &CameraCounters::empty;
    case Verdict::kTooShort:
      return &CameraCounters::too_short;
    case Verdict::kTooLong:
      return &CameraCounters::too_long;
    case Verdict::kWrongField:
    case Verdict::kGood:
      break;
  }
  return &CameraCounters::wrong_field;
}

}  // namespace sobelcam::v4l2
