// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/camera_report.h"

namespace sobelcam {

CameraCounters operator+(CameraCounters sum, const CameraCounters& more) {
  for (const NamedCounter& counter : kFrameCounters) {
    sum.*counter.member += more.*counter.member;
  }
  for (const NamedCounter& counter : kCameraEventCounters) {
    sum.*counter.member += more.*counter.member;
  }
  return sum;
}

}  // namespace sobelcam
