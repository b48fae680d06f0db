// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/camera/v4l2/camera_status.h"

namespace sobelcam {

/// What a camera offers as JSON, the same from every program. `Json` is a type such as nlohmann's, which drivers do not
/// depend on.

/// One size, or a range of sizes, with the frame rates that are listed for it.
template <typename Json>
Json size_json(const v4l2::SizeRange& range) {
  Json json = {{"width", range.largest.width}, {"height", range.largest.height}};
  if (!range.discrete()) {
    json.update(Json{{"min_width", range.smallest.width},
                     {"min_height", range.smallest.height},
                     {"step_width", range.step.width},
                     {"step_height", range.step.height}});
  }
  json["fps"] = Json::array();
  for (const v4l2::IntervalRange& interval : range.intervals) {
    if (interval.shortest == interval.longest) {
      json["fps"].push_back(interval.shortest.fps());
    } else {
      json["fps_ranges"].push_back(Json{{"min", interval.longest.fps()}, {"max", interval.shortest.fps()}});
    }
  }
  return json;
}

/// Every format, in the driver's order.
template <typename Json>
Json modes_json(const v4l2::CameraModes& modes) {
  Json list = Json::array();
  for (const v4l2::CameraFormat& format : modes.formats) {
    Json sizes = Json::array();
    for (const v4l2::SizeRange& range : format.sizes) {
      sizes.push_back(size_json<Json>(range));
    }
    Json json = {{"fourcc", format.name},
                 {"description", format.description},
                 {"compressed", format.compressed},
                 {"usable", format.decoding != v4l2::Decoding::kNone}};
    json["sizes"] = std::move(sizes);
    list.push_back(std::move(json));
  }
  return list;
}

template <typename Json>
Json controls_json(const std::vector<CameraControl>& controls) {
  Json list = Json::array();
  for (const CameraControl& control : controls) {
    Json json = {{"name", control.name},
                 {"description", control.description},
                 {"type", name(control.type)},
                 {"minimum", control.minimum},
                 {"maximum", control.maximum},
                 {"step", control.step},
                 {"default", control.default_value},
                 {"value", control.value},
                 {"disabled", control.disabled},
                 {"inactive", control.inactive},
                 {"read_only", control.read_only}};
    json["menu"] = Json::array();
    for (const auto& [value, words] : control.menu) {
      json["menu"].push_back(Json{{"value", value}, {"name", words}});
    }
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace sobelcam
