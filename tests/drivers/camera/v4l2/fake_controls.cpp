// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "tests/drivers/camera/v4l2/fake_device.h"

namespace sobelcam::test {

int FakeDevice::query_control(v4l2_query_ext_ctrl& query) const {
  const bool next = (query.id & V4L2_CTRL_FLAG_NEXT_CTRL) != 0;
  const std::uint32_t id = query.id & ~(V4L2_CTRL_FLAG_NEXT_CTRL | V4L2_CTRL_FLAG_NEXT_COMPOUND);
  for (const FakeControl& control : controls) {
    if (next ? control.info.id > id : control.info.id == id) {
      query = control.info;
      return 0;
    }
  }
  return EINVAL;
}

int FakeDevice::query_menu(v4l2_querymenu& query) const {
  for (const FakeControl& control : controls) {
    const auto item = control.menu.find(query.index);
    if (control.info.id == query.id && item != control.menu.end()) {
      std::memset(query.name, 0, sizeof query.name);
      if (control.info.type == V4L2_CTRL_TYPE_INTEGER_MENU) {
        query.value = std::stoll(item->second);
      } else {
        std::memcpy(query.name, item->second.data(), std::min(item->second.size(), sizeof query.name - 1));
      }
      return 0;
    }
  }
  return EINVAL;
}

int FakeDevice::access_controls(v4l2_ext_controls& list, bool set) {
  for (std::uint32_t i = 0; i < list.count; ++i) {
    v4l2_ext_control& wanted = list.controls[i];
    const auto found = std::find_if(controls.begin(), controls.end(),
                                    [&](const FakeControl& control) { return control.info.id == wanted.id; });
    if (found == controls.end()) {
      return EINVAL;
    }
    const bool wide = found->info.type == V4L2_CTRL_TYPE_INTEGER64;
    if (!set) {
      if (wide) {
        wanted.value64 = found->value;
      } else {
        wanted.value = static_cast<__s32>(found->value);
      }
      continue;
    }
    if ((found->info.flags & V4L2_CTRL_FLAG_READ_ONLY) != 0) {
      return EACCES;
    }
    const std::int64_t value = wide ? wanted.value64 : wanted.value;
    if (value < found->info.minimum || value > found->info.maximum) {
      return ERANGE;
    }
    found->value = value;
  }
  return 0;
}

int FakeDevice::timings(unsigned long request, v4l2_dv_timings& result) {
  if (!timings_now) {
    return ENODATA;
  }
  if (request == VIDIOC_QUERY_DV_TIMINGS) {
    result = *timings_now;
    return query_timings_error;
  }
  if (request == VIDIOC_S_DV_TIMINGS) {
    if (!buffers_.empty()) {
      return EBUSY;
    }
    timings_set_ = result;
    return 0;
  }
  result = timings_set_.value_or(v4l2_dv_timings{});
  return 0;
}

}  // namespace sobelcam::test
