// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// Passes time, so that a frame's work is surely under way when the next thing happens.
namespace sobelcam::test {

extern "C" __global__ void spin(long long cycles) {
  const long long end = clock64() + cycles;
  while (clock64() < end) {
  }
}

}  // namespace sobelcam::test
