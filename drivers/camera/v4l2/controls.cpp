// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/controls.h"

#include <linux/videodev2.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <limits>
#include <optional>
#include <system_error>

namespace sobelcam::v4l2 {
namespace {

constexpr std::size_t kMostControls = 1024;
constexpr std::int64_t kMostItems = 256;

ControlType type_of(std::uint32_t type) {
  switch (type) {
    case V4L2_CTRL_TYPE_INTEGER:
      return ControlType::kInteger;
    case V4L2_CTRL_TYPE_BOOLEAN:
      return ControlType::kBoolean;
    case V4L2_CTRL_TYPE_MENU:
      return ControlType::kMenu;
    case V4L2_CTRL_TYPE_INTEGER_MENU:
      return ControlType::kIntegerMenu;
    case V4L2_CTRL_TYPE_BUTTON:
      return ControlType::kButton;
    case V4L2_CTRL_TYPE_BITMASK:
      return ControlType::kBitmask;
    case V4L2_CTRL_TYPE_INTEGER64:
      return ControlType::kInteger64;
    default:
      return ControlType::kOther;
  }
}

template <typename Byte, std::size_t kSize>
std::string text(const Byte (&bytes)[kSize]) {
  return {std::begin(bytes), std::find(std::begin(bytes), std::end(bytes), Byte{0})};
}

/// One control in a list of one, as the extended calls want it.
struct OneControl {
  explicit OneControl(std::uint32_t id) {
    control.id = id;
    list.which = V4L2_CTRL_WHICH_CUR_VAL;
    list.count = 1;
    list.controls = &control;
  }
  ~OneControl() = default;
  OneControl(const OneControl&) = delete;
  OneControl& operator=(const OneControl&) = delete;

  v4l2_ext_control control{};
  v4l2_ext_controls list{};
};

void read_menu(const VideoDevice& device, CameraControl& control) {
  const std::int64_t last = std::min(control.maximum, control.minimum + kMostItems);
  for (std::int64_t index = std::max<std::int64_t>(control.minimum, 0); index <= last; ++index) {
    v4l2_querymenu item{};
    item.id = control.id;
    item.index = static_cast<std::uint32_t>(index);
    if (device.call(VIDIOC_QUERYMENU, item) != 0) {
      continue;  // menus have holes
    }
    control.menu.emplace_back(index, control.type == ControlType::kMenu ? text(item.name) : std::to_string(item.value));
  }
}

void read_value(const VideoDevice& device, CameraControl& control) {
  OneControl one(control.id);
  if (device.call(VIDIOC_G_EXT_CTRLS, one.list) != 0) {
    return;
  }
  control.value = control.type == ControlType::kInteger64 ? one.control.value64 : std::int64_t{one.control.value};
  if (control.type == ControlType::kBitmask) {
    control.value = static_cast<std::uint32_t>(one.control.value);
  }
}

CameraControl described(const v4l2_query_ext_ctrl& query) {
  CameraControl control;
  control.id = query.id;
  control.description = text(query.name);
  control.name = control_name(control.description);
  control.type = type_of(query.type);
  control.minimum = query.minimum;
  control.maximum = query.maximum;
  control.step = static_cast<std::int64_t>(query.step);
  control.default_value = query.default_value;
  control.disabled = (query.flags & V4L2_CTRL_FLAG_DISABLED) != 0;
  control.inactive = (query.flags & V4L2_CTRL_FLAG_INACTIVE) != 0;
  control.read_only = (query.flags & V4L2_CTRL_FLAG_READ_ONLY) != 0 || control.type == ControlType::kOther ||
                      (query.flags & V4L2_CTRL_FLAG_HAS_PAYLOAD) != 0;
  return control;
}

std::string range_words(const CameraControl& control) {
  if (control.menu.empty()) {
    return std::to_string(control.minimum) + " to " + std::to_string(control.maximum);
  }
  std::vector<std::string> items;
  for (const auto& [value, words] : control.menu) {
    items.push_back(std::to_string(value) + " (" + words + ")");
  }
  return joined(items);
}

/// Empty where it could be set.
std::string set_control(const VideoDevice& device, const std::vector<CameraControl>& known,
                        const ControlSetting& setting) {
  const auto control = std::find_if(known.begin(), known.end(),
                                    [&](const CameraControl& candidate) { return candidate.name == setting.name; });
  if (control == known.end()) {
    return "the camera has no control " + setting.name;
  }
  const std::string what = "the control " + setting.name + " was not set to " + std::to_string(setting.value) + ": ";
  if (control->read_only || control->disabled) {
    return what + (control->disabled ? "it is disabled" : "it can only be read");
  }
  const bool wide = control->type == ControlType::kInteger64;
  if (!wide && (setting.value < std::numeric_limits<std::int32_t>::min() ||
                setting.value > std::numeric_limits<std::uint32_t>::max())) {
    return what + range_words(*control) + " is accepted";
  }
  OneControl one(control->id);
  if (wide) {
    one.control.value64 = setting.value;
  } else {
    one.control.value = static_cast<std::int32_t>(setting.value);
  }
  const int error = device.call(VIDIOC_S_EXT_CTRLS, one.list);
  if (error == 0) {
    return {};
  }
  return what + (error == ERANGE || error == EINVAL ? range_words(*control) + " is accepted"
                                                    : std::generic_category().message(error));
}

}  // namespace

std::string control_name(std::string_view description) {
  std::string name;
  for (const char letter : description) {
    const bool upper = letter >= 'A' && letter <= 'Z';
    if (upper || (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9')) {
      name += static_cast<char>(upper ? letter - 'A' + 'a' : letter);
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  if (!name.empty() && name.back() == '_') {
    name.pop_back();
  }
  return name;
}

std::vector<CameraControl> read_controls(const VideoDevice& device) {
  constexpr std::uint32_t kNext = V4L2_CTRL_FLAG_NEXT_CTRL | V4L2_CTRL_FLAG_NEXT_COMPOUND;
  std::vector<CameraControl> controls;
  std::uint32_t last = 0;
  while (controls.size() < kMostControls) {
    v4l2_query_ext_ctrl query{};
    query.id = last | kNext;
    if (device.call(VIDIOC_QUERY_EXT_CTRL, query) != 0 || query.id <= last) {
      break;
    }
    last = query.id;
    if (query.type == V4L2_CTRL_TYPE_CTRL_CLASS) {
      continue;
    }
    CameraControl control = described(query);
    if (control.type == ControlType::kMenu || control.type == ControlType::kIntegerMenu) {
      read_menu(device, control);
    }
    if (control.type != ControlType::kOther && control.type != ControlType::kButton &&
        (query.flags & V4L2_CTRL_FLAG_WRITE_ONLY) == 0) {
      read_value(device, control);
    }
    controls.push_back(std::move(control));
  }
  return controls;
}

std::vector<std::string> set_controls(const VideoDevice& device, const std::vector<CameraControl>& known,
                                      std::span<const ControlSetting> settings) {
  std::vector<std::string> problems;
  for (const ControlSetting& setting : settings) {
    if (std::string words = set_control(device, known, setting); !words.empty()) {
      problems.push_back(std::move(words));
    }
  }
  return problems;
}

}  // namespace sobelcam::v4l2
