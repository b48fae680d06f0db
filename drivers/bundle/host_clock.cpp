// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/bundle/host_clock.h"

#include <sys/timex.h>

#include <array>
#include <ctime>

namespace sobelcam {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

std::int64_t nanoseconds(clockid_t clock) {
  std::timespec now{};
  return clock_gettime(clock, &now) == 0 ? std::int64_t{now.tv_sec} * kSecond + now.tv_nsec : 0;
}

ClockState clock_state() {
  timex query{};  // no mode: it is read and not set
  const int state = ::adjtimex(&query);
  if (state < 0) {
    return ClockState::kUnknown;
  }
  return state == TIME_ERROR || (query.status & STA_UNSYNC) != 0 ? ClockState::kUnsynchronized
                                                                 : ClockState::kSynchronized;
}

}  // namespace

HostClock read_host_clock() {
  return {nanoseconds(CLOCK_REALTIME), nanoseconds(CLOCK_MONOTONIC), clock_state()};
}

std::string utc_text(std::int64_t utc_ns) {
  std::int64_t fraction = utc_ns % kSecond;
  time_t seconds = utc_ns / kSecond;
  if (fraction < 0) {
    fraction += kSecond;
    --seconds;
  }
  tm parts{};
  if (gmtime_r(&seconds, &parts) == nullptr) {
    return "an unknown time";
  }
  std::array<char, 64> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
  std::string digits = std::to_string(fraction);
  digits.insert(0, 9 - digits.size(), '0');
  return std::string(text.data(), length) + "." + digits + "Z";
}

}  // namespace sobelcam
