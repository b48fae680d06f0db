// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/camera_setup.h"

#include <linux/videodev2.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "drivers/camera/v4l2/controls.h"
#include "drivers/camera/v4l2/enumerate.h"
#include "drivers/camera/v4l2/nodes_passed_over.h"
#include "drivers/camera/v4l2/signal_timings.h"

namespace sobelcam::v4l2 {
namespace {

SourceFault unsupported(const std::string& words) {
  return {SourceFaultKind::kUnsupported, words};
}

void apply(const SignalTimings& timings, WantedMode& wanted, CameraFacts& facts) {
  wanted.native = timings.size;
  facts.timings = timings.words;
  facts.fps = timings.fps;
}

/// The rate is a wish: what the driver makes of it is kept, and said where it is another one.
void set_rate(const CaptureQueue& queue, const ChosenMode& chosen, CameraFacts& facts) {
  constexpr double kSame = 0.01;
  if (chosen.interval.numerator == 0) {
    return;
  }
  FrameInterval interval = chosen.interval;
  if (queue.set_interval(interval) != 0) {
    facts.notes.emplace_back("the driver's rate cannot be set; it sends as fast as it does");
    return;
  }
  facts.fps = interval.fps();
  if (facts.fps != 0 && std::abs(facts.fps - chosen.interval.fps()) > kSame * chosen.interval.fps()) {
    facts.notes.push_back("asked for " + fps_name(chosen.interval.fps()) + " fps, the driver gives " +
                          fps_name(facts.fps));
  }
}

void keep_format(const CaptureFormat& format, const ChosenMode& chosen, CameraFacts& facts) {
  facts.chosen = chosen.sentence;
  facts.format = fourcc_name(format.driver.fourcc);
  facts.width = format.driver.width;
  facts.height = format.driver.height;
  facts.stride = format.layout.stride;
  const FrameSize given{format.driver.width, format.driver.height};
  if (chosen.size != FrameSize{} && chosen.size != given) {
    facts.notes.push_back("asked for " + name(chosen.size) + ", the driver gives " + name(given));
  }
}

/// By what is decoded here or, as the last resort, by libv4l. Words where neither helps.
std::string choose(const CaptureQueue& queue, const WantedMode& wanted, const CameraFacts& facts, ChosenMode& chosen,
                   std::shared_ptr<FormatConverter>& converter) {
  auto choice = choose_mode(facts.modes, wanted);
  if (auto* mode = std::get_if<ChosenMode>(&choice)) {
    chosen = std::move(*mode);
    return {};
  }
  const std::string& words = std::get<std::string>(choice);
  if (!wanted.format.empty() || facts.modes.formats.empty() || queue.multi_planar()) {
    return words;
  }
  auto made = FormatConverter::create(queue.shared_device(), wanted.size.value_or(wanted.native));
  if (const auto* why_not = std::get_if<std::string>(&made)) {
    return words + "; " + *why_not;
  }
  converter = std::get<std::shared_ptr<FormatConverter>>(std::move(made));
  chosen = {converter->fourcc(), Decoding::kConvert, PixelFormat::kRgb24, converter->size(), {}, {}};
  chosen.sentence = fourcc_name(chosen.fourcc) + " " + name(chosen.size) +
                    ": none of the camera's formats is decoded here, so libv4l converts this one";
  return {};
}

SourceFault fault_of_opening(VideoCalls& calls, const std::string& path, const Failure& failure) {
  return fault(failure, path, failure.error == EBUSY ? calls.holder(calls.resolve(path)) : std::string());
}

std::variant<OpenCamera, SourceFault> camera_at(const std::string& path, VideoDevice opened) {
  auto device = std::make_shared<const VideoDevice>(std::move(opened));
  auto answer = query_capabilities(*device);
  if (const auto* failure = std::get_if<Failure>(&answer)) {
    return fault_of(*device, *failure);
  }
  auto& node = std::get<NodeCapabilities>(answer);
  if (!node.refusal.empty()) {
    return unsupported(path + " (" + node.card + ") " + node.refusal + ": name another node with --source");
  }
  CameraFacts facts;
  facts.path = path;
  facts.node = device->node();
  facts.driver = std::move(node.driver);
  facts.card = std::move(node.card);
  facts.bus = std::move(node.bus);
  facts.multi_planar = node.multi_planar;
  return OpenCamera{CaptureQueue(std::move(device), node.multi_planar), std::move(facts)};
}

}  // namespace

SourceFault fault_of(const VideoDevice& device, const Failure& failure) {
  const bool busy = fault_row(failure).kind == SourceFaultKind::kBusy;
  return fault(failure, device.node(), busy ? device.calls().holder(device.node()) : std::string());
}

std::variant<OpenCamera, SourceFault> open_node(VideoCalls& calls, const std::string& path) {
  auto opened = VideoDevice::open(calls, path);
  if (const auto* failure = std::get_if<Failure>(&opened)) {
    return fault_of_opening(calls, path, *failure);
  }
  return camera_at(path, std::get<VideoDevice>(std::move(opened)));
}

std::variant<OpenCamera, SourceFault> open_first(VideoCalls& calls) {
  NodesPassedOver passed_over;
  std::optional<OpenCamera> last_resort;
  for (const std::string& node : calls.nodes()) {
    auto device = VideoDevice::open(calls, node);
    if (const auto* failure = std::get_if<Failure>(&device)) {
      passed_over.add(node, *failure, fault_of_opening(calls, node, *failure));
      continue;
    }
    auto opened = camera_at(node, std::get<VideoDevice>(std::move(device)));
    if (const auto* fault = std::get_if<SourceFault>(&opened)) {
      passed_over.add(*fault);
      continue;
    }
    auto& camera = std::get<OpenCamera>(opened);
    const std::string words = unusable_formats(enumerate_modes(camera.queue.device(), camera.queue.type()));
    if (words.empty()) {
      return opened;
    }
    std::string reason = node;
    reason.append(" (").append(camera.facts.card).append(") ").append(words);
    passed_over.add(unsupported(reason));
    if (!last_resort && !camera.queue.multi_planar() &&
        std::holds_alternative<std::shared_ptr<FormatConverter>>(
            FormatConverter::create(camera.queue.shared_device(), kDefaultSize))) {
      last_resort = std::move(camera);
    }
  }
  if (last_resort) {
    return std::move(*last_resort);
  }
  return passed_over.fault();
}

std::variant<CaptureFormat, SourceFault> configure(const CaptureQueue& queue, const CameraOptions& options,
                                                   CameraFacts& facts, ChosenMode& chosen) {
  const VideoDevice& device = queue.device();
  WantedMode wanted{options.size, options.fps, options.format, kDefaultSize};
  auto timings = adopt_signal_timings(device);
  if (const auto* failure = std::get_if<Failure>(&timings)) {
    return fault_of(device, *failure);
  }
  if (const auto& signal = std::get<std::optional<SignalTimings>>(timings)) {
    if (signal->interlaced) {
      return unsupported("the signal at " + facts.path + " is interlaced (" + signal->words +
                         "): choose a progressive mode (such as 720p or 1080p) at the device that gives it");
    }
    apply(*signal, wanted, facts);
  }
  facts.modes = enumerate_modes(device, queue.type(), wanted.size.value_or(wanted.native));
  std::shared_ptr<FormatConverter> converter;
  if (std::string words = choose(queue, wanted, facts, chosen, converter); !words.empty()) {
    return unsupported(facts.path + ": " + words);
  }
  DriverFormat driver{chosen.fourcc, chosen.size.width, chosen.size.height};
  if (chosen.size == FrameSize{}) {
    if (const int error = queue.get_format(driver); error != 0) {
      return fault_of(device, {Call::kGetFormat, error});
    }
    driver.fourcc = chosen.fourcc;
  }
  if (const int error = ask_patiently(Call::kSetFormat, [&] { return queue.set_format(driver); }); error != 0) {
    return fault_of(device, {Call::kSetFormat, error});
  }
  auto format = capture_format(chosen, driver);
  if (const auto* words = std::get_if<std::string>(&format)) {
    return unsupported(facts.path + ": " + *words);
  }
  set_rate(queue, chosen, facts);
  facts.controls = read_controls(device);
  for (std::string& problem : set_controls(device, facts.controls, options.controls)) {
    facts.notes.push_back(std::move(problem));
  }
  if (!options.controls.empty()) {
    facts.controls = read_controls(device);
  }
  auto& captured = std::get<CaptureFormat>(format);
  captured.converter = std::move(converter);
  keep_format(captured, chosen, facts);
  return captured;
}

}  // namespace sobelcam::v4l2
