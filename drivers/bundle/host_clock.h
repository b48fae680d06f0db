// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace sobelcam {

enum class ClockState : std::uint8_t { kUnknown, kUnsynchronized, kSynchronized };

/// The machine's two clocks at one moment, so that monotonic stamps can be told as times of day.
///
/// Units:    nanoseconds; UTC since 1970, monotonic since the machine's start
/// Source:   clock_gettime and the kernel's NTP state, as adjtimex reports it
struct HostClock {
  std::int64_t utc_ns = 0;
  std::int64_t monotonic_ns = 0;
  ClockState state = ClockState::kUnknown;

  bool operator==(const HostClock&) const = default;
};

HostClock read_host_clock();

/// "2026-11-30T14:05:09.123456789Z"
std::string utc_text(std::int64_t utc_ns);

}  // namespace sobelcam
