// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/picture_hub.h"

#include <algorithm>
#include <utility>

namespace sobelcam {

PictureHub::Watch::Watch(PictureHub& hub, View view) : hub_(hub), view_(view) {
  const std::lock_guard lock(hub_.mutex_);
  ++hub_.entry(view_).watchers;
}

PictureHub::Watch::~Watch() {
  SharedPicture last;  // freed outside the lock
  const std::lock_guard lock(hub_.mutex_);
  Entry& watched = hub_.entry(view_);
  if (--watched.watchers == 0) {
    last = std::exchange(watched.newest, nullptr);
  }
}

bool PictureHub::watched(View view) const {
  const std::lock_guard lock(mutex_);
  return entry(view).watchers > 0;
}

bool PictureHub::watched() const {
  const std::lock_guard lock(mutex_);
  return std::any_of(entries_.begin(), entries_.end(), [](const Entry& e) { return e.watchers > 0; });
}

EdgeRequest PictureHub::demand(bool equalize) const {
  const std::lock_guard lock(mutex_);
  EdgeRequest request;
  request.equalize = equalize;
  request.keep_frame = entry(View::kSource).watchers > 0;
  const auto want = [&](View view, Plane plane) {
    if (entry(view).watchers > 0) {
      request.planes.add(plane);
    }
  };
  want(View::kGray, Plane::kGray);
  want(View::kBlur, Plane::kBlur);
  want(View::kEqualized, Plane::kEqualized);
  return request;
}

void PictureHub::publish(SharedPicture picture) {
  {
    const std::lock_guard lock(mutex_);
    Entry& watched = entry(picture->view);
    if (watched.watchers == 0) {
      return;
    }
    watched.newest.swap(picture);
  }
  wake_();
}

SharedPicture PictureHub::newest(View view) const {
  const std::lock_guard lock(mutex_);
  return entry(view).newest;
}

}  // namespace sobelcam
