// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/doctor_cameras.h"

#include <algorithm>
#include <ostream>
#include <utility>

#include "drivers/camera/camera_json.h"
#include "drivers/camera/v4l2/choose_mode.h"

namespace sobelcam::tool {
namespace {

using Json = nlohmann::ordered_json;
using v4l2::ListedNode;

std::string rates_text(const std::vector<v4l2::IntervalRange>& intervals) {
  std::vector<std::string> rates;
  for (const v4l2::IntervalRange& interval : intervals) {
    const std::string fastest = v4l2::fps_name(interval.shortest.fps());
    rates.push_back(interval.shortest == interval.longest ? fastest
                                                          : v4l2::fps_name(interval.longest.fps()) + " to " + fastest);
  }
  return rates.empty() ? "" : " at " + v4l2::joined(rates) + " fps";
}

std::string size_text(const v4l2::SizeRange& range) {
  std::string text = v4l2::name(range.largest);
  if (!range.discrete()) {
    text = v4l2::name(range.smallest) + " to " + text + " in steps of " + v4l2::name(range.step);
  }
  return text + rates_text(range.intervals);
}

void describe_modes(const v4l2::CameraModes& modes, std::ostream& out) {
  for (const v4l2::CameraFormat& format : modes.formats) {
    out << "      " << format.name << "  " << format.description
        << (format.decoding == v4l2::Decoding::kNone ? " (not decoded here)" : "") << "\n";
    for (const v4l2::SizeRange& range : format.sizes) {
      out << "            " << size_text(range) << "\n";
    }
  }
}

void describe_controls(const std::vector<CameraControl>& controls, std::ostream& out) {
  std::vector<std::string> settings;
  for (const CameraControl& control : controls) {
    if (!control.disabled && !control.read_only && control.type != ControlType::kButton) {
      settings.push_back(control.name + "=" + std::to_string(control.value));
    }
  }
  if (!settings.empty()) {
    out << "      controls: " << v4l2::joined(settings) << "\n";
  }
}

}  // namespace

AutoCamera auto_camera(const std::vector<ListedNode>& nodes) {
  const auto first = std::find_if(nodes.begin(), nodes.end(), [](const ListedNode& n) { return n.refusal.empty(); });
  if (first == nodes.end()) {
    return {"", nodes.empty() ? "no camera is connected (there is no /dev/video*)" : "no node is a usable camera"};
  }
  const auto choice = v4l2::choose_mode(first->modes, {});
  const auto* chosen = std::get_if<v4l2::ChosenMode>(&choice);
  return {first->node, chosen != nullptr ? chosen->sentence : std::get<std::string>(choice)};
}

bool any_camera_in_trouble(const std::vector<ListedNode>& nodes) {
  return std::any_of(nodes.begin(), nodes.end(), [](const ListedNode& node) {
    return !node.refusal.empty() && (node.driver.empty() || !node.modes.formats.empty());
  });
}

void describe_cameras(const std::vector<ListedNode>& nodes, std::ostream& out) {
  for (const ListedNode& node : nodes) {
    out << (node.refusal.empty() ? "ok    " : "not   ") << node.node;
    if (!node.driver.empty()) {
      out << ": " << node.card << " (" << node.driver << ", " << node.bus << ")";
    }
    out << (node.refusal.empty() ? "" : ": " + node.refusal) << "\n";
    describe_modes(node.modes, out);
    describe_controls(node.controls, out);
  }
  const AutoCamera chosen = auto_camera(nodes);
  out << "--source auto takes " << (chosen.node.empty() ? "nothing" : chosen.node) << ": " << chosen.chosen << "\n";
}

Json cameras_json(const std::vector<ListedNode>& nodes) {
  Json list = Json::array();
  for (const ListedNode& node : nodes) {
    Json json = {{"node", node.node},
                 {"usable", node.refusal.empty()},
                 {"reason", node.refusal},
                 {"driver", node.driver},
                 {"card", node.card},
                 {"bus", node.bus},
                 {"multi_planar", node.multi_planar}};
    json["formats"] = modes_json<Json>(node.modes);
    json["controls"] = controls_json<Json>(node.controls);
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace sobelcam::tool
