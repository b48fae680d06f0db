// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/bench_report.h"

#include <nlohmann/json.hpp>

namespace sobelcam::tool {
namespace {

using Json = nlohmann::ordered_json;

Json size_json(FrameSize size) {
  return {{"width", size.width}, {"height", size.height}};
}

Json opencv_json(const OpenCvBuild& opencv) {
  return opencv.version.empty() ? Json{{"absence", opencv.absence}, {"remedy", opencv.remedy}}
                                : Json{{"version", opencv.version}, {"threads_by", opencv.threads}};
}

Json npp_json(const BenchReport& report) {
  if (report.npp.version.empty()) {
    return {{"absence", report.npp.absence}, {"remedy", report.npp.remedy}};
  }
  Json json{{"version", report.npp.version}, {"timings", Json::array()}};
  for (const NppLine& line : report.npp_lines) {
    Json timing = size_json(line.size);
    if (line.problem.empty()) {
      timing.update({{"graph", line.timing.graph},
                     {"runs", line.timing.frame_us.count},
                     {"mean_us", line.timing.frame_us.mean},
                     {"median_us", line.timing.frame_us.median},
                     {"min_us", line.timing.frame_us.min}});
    } else {
      timing["problem"] = line.problem;
    }
    json["timings"].push_back(timing);
  }
  return json;
}

Json settings_json(const BenchReport& report) {
  Json settings{{"format", format_name(report.format)},
                {"scene", name(report.scene)},
                {"equalize", report.equalize},
                {"rounds", kTimingRounds},
                {"moved_bytes_per_pixel", moved_bytes_per_pixel(report.format)}};
  if (report.budget.runs > 0) {
    settings["runs"] = report.budget.runs;
  } else {
    settings["seconds"] = report.budget.seconds;
  }
  return settings;
}

Json verdict_json(const PipelineVerdict& verdict) {
  switch (verdict.status) {
    case PipelineVerdict::Status::kUnusable:
      return {{"name", verdict.name}, {"status", "unusable"}, {"reason", verdict.reason}};
    case PipelineVerdict::Status::kDifferent:
      return {{"name", verdict.name}, {"status", "different"}, {"reason", verdict.reason}};
    case PipelineVerdict::Status::kTimed:
      break;
  }
  return {{"name", verdict.name}, {"status", "timed"}};
}

Json timing_json(const Timing& timing) {
  Json json = size_json(timing.size);
  json.update({{"name", timing.name},
               {"kind", timing.is_opencv ? "opencv" : "pipeline"},
               {"threads", timing.threads},
               {"frames", timing.frame_ms.count},
               {"median_ms", timing.frame_ms.median},
               {"p95_ms", timing.frame_ms.p95},
               {"min_ms", timing.frame_ms.min},
               {"fps", 1e3 / timing.frame_ms.median},
               {"gb_per_s", timing.gb_per_s},
               {"percent_of_copy", timing.percent_of_copy}});
  if (timing.times_opencv_8_bit) {
    json["times_opencv_8bit"] = *timing.times_opencv_8_bit;
  }
  if (timing.times_opencv_float) {
    json["times_opencv_float"] = *timing.times_opencv_float;
  }
  return json;
}

Json device_json(const DeviceReport& report) {
  Json timings = Json::array();
  for (const DeviceTiming& timing : report.timings) {
    Json json = size_json(timing.size);
    json.update({{"kernels", timing.kernels},
                 {"launched", timing.launched},
                 {"rounds", timing.frame_us.count},
                 {"median_us", timing.frame_us.median},
                 {"p95_us", timing.frame_us.p95},
                 {"min_us", timing.frame_us.min},
                 {"gb_per_s", timing.gb_per_s},
                 {"percent_of_copy", timing.percent_of_copy}});
    timings.push_back(std::move(json));
  }
  return {{"name", report.name}, {"copy_gb_per_s", report.copy_gb_per_s}, {"timings", std::move(timings)}};
}

}  // namespace

double moved_bytes_per_pixel(PixelFormat format) {
  constexpr std::uint32_t kPixels = 4;  // a whole group, where pixels share bytes
  return static_cast<double>(row_bytes(format, kPixels)) / kPixels + 1;
}

Json to_json(const BenchReport& report) {
  Json json{{"version", report.machine.version},
            {"machine", to_json(report.machine)},
            {"opencv", opencv_json(report.opencv)},
            {"npp", npp_json(report)},
            {"settings", settings_json(report)},
            {"validated_sizes", Json::array()},
            {"copy", Json::array()},
            {"pipelines", Json::array()},
            {"timings", Json::array()}};
  for (const FrameSize size : report.validated_sizes) {
    json["validated_sizes"].push_back(size_json(size));
  }
  for (const CopyBandwidth& copy : report.copy) {
    json["copy"].push_back({{"threads", copy.threads}, {"gb_per_s", copy.gb_per_s}});
  }
  for (const PipelineVerdict& verdict : report.pipelines) {
    json["pipelines"].push_back(verdict_json(verdict));
  }
  for (const Timing& timing : report.timings) {
    json["timings"].push_back(timing_json(timing));
  }
  if (!report.device.timings.empty()) {
    json["device"] = device_json(report.device);
  }
  return json;
}

}  // namespace sobelcam::tool
