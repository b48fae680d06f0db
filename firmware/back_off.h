// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <random>

namespace sobelcam {

/// How long to wait before the next try: twice as long after each failure up to the cap, less up to a fifth, so that
/// devices which failed together do not come back together.
///
/// Threads:  one at a time
class BackOff {
 public:
  using Time = std::chrono::milliseconds;

  static constexpr Time kFirst{250};
  /// With the opening of a camera, frames are back within two seconds of it.
  static constexpr Time kCap{1000};

  explicit BackOff(unsigned seed) : random_(seed) {}

  Time next();
  void reset() { longest_ = kFirst; }

 private:
  Time longest_ = kFirst;
  std::mt19937 random_;
};

}  // namespace sobelcam
