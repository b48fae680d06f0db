// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdio>
#include <ostream>

#include "tools/sobelcam/bench_report.h"

namespace sobelcam::tool {
namespace {

std::string threads_in_words(unsigned threads) {
  return std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

/// With so many decimals that a number of any size has about four digits that say something.
std::string number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.*f", value < 1 ? 4 : value < 100 ? 3 : 1, value);
  return text.data();
}

std::string ratio(const std::optional<double>& value) {
  std::array<char, 32> text{};
  if (!value) {
    return "-";
  }
  std::snprintf(text.data(), text.size(), "%.2f", *value);
  return text.data();
}

void print_npp(std::ostream& out, const BenchReport& report) {
  if (report.npp_lines.empty()) {
    return;
  }
  out << "\nNPP " << report.npp.version
      << ": five calls in 8 bits; frames and edges stay on the GPU, so that only kernels are timed\n";
  for (const NppLine& line : report.npp_lines) {
    std::array<char, 128> text{};
    const Statistics& us = line.timing.frame_us;
    std::snprintf(text.data(), text.size(), "%-10s median %9.2f us, mean %9.2f us, min %9.2f us, in a %s\n",
                  to_string(line.size).c_str(), us.median, us.mean, us.min, line.timing.graph ? "graph" : "stream");
    out << (line.problem.empty() ? text.data() : "not timed: " + line.problem + "\n");
  }
}

void print_verdict(std::ostream& out, const PipelineVerdict& verdict) {
  switch (verdict.status) {
    case PipelineVerdict::Status::kTimed:
      return;
    case PipelineVerdict::Status::kUnusable:
      out << "not timed: " << verdict.name << " cannot run here: " << verdict.reason << "\n";
      return;
    case PipelineVerdict::Status::kDifferent:
      out << "NOT TIMED: " << verdict.name << " differs from the reference " << verdict.reason << "\n";
  }
}

void print_validation(std::ostream& out, const BenchReport& report) {
  out << "bits:    held to the reference's in edges, histogram and planes, at\n        ";
  for (const FrameSize size : report.validated_sizes) {
    out << " " << to_string(size);
  }
  std::string equal;
  for (const PipelineVerdict& verdict : report.pipelines) {
    equal += verdict.status == PipelineVerdict::Status::kTimed ? " " + verdict.name : "";
  }
  out << "\n         equal:" << (equal.empty() ? " none" : equal) << "\n";
  for (const PipelineVerdict& verdict : report.pipelines) {
    print_verdict(out, verdict);
  }
}

}  // namespace

void print_head(std::ostream& out, const BenchReport& report) {
  out << "program: sobelcam " << report.machine.version << ", " << report.machine.compiler << ", "
      << report.machine.build_type << "\n"
      << "CPU:     " << report.machine.cpu << "\n         hardware threads: " << report.machine.hardware_threads
      << ", load average before: " << report.machine.load_average << "\n";
  if (report.opencv.version.empty()) {
    out << "OpenCV:  " << report.opencv.absence << ";\n         " << report.opencv.remedy << "\n";
  } else {
    out << "OpenCV:  " << report.opencv.version << ", threads by " << report.opencv.threads << "\n";
  }
  if (report.npp.version.empty()) {
    out << "NPP:     " << report.npp.absence << ";\n         " << report.npp.remedy << "\n";
  }
  out << "frames:  " << format_name(report.format) << ", " << name(report.scene)
      << (report.equalize ? ", equalized" : "") << "; edges and histogram, no planes\n"
      << "copy:   ";
  for (const CopyBandwidth& copy : report.copy) {
    out << (&copy == report.copy.data() ? " " : ", ") << number(copy.gb_per_s) << " GB/s on "
        << threads_in_words(copy.threads);
  }
  out << " (memcpy, bytes read and bytes written)\n";
  print_validation(out, report);
  std::array<char, 128> line{};
  std::snprintf(line.data(), line.size(), "\n%-10s %-15s %3s %9s %9s %9s %9s %7s %6s %6s %6s\n", "size", "pipeline",
                "thr", "median ms", "p95 ms", "min ms", "frames/s", "GB/s", "% copy", "x cv8", "x cvf");
  out << line.data() << std::flush;
}

void print_timings(std::ostream& out, std::span<const Timing> timings) {
  std::array<char, 160> line{};
  for (const Timing& timing : timings) {
    std::snprintf(line.data(), line.size(), "%-10s %-15.15s %3u %9s %9s %9s %9s %7s %6.1f %6s %6s\n",
                  to_string(timing.size).c_str(), timing.name.c_str(), timing.threads,
                  number(timing.frame_ms.median).c_str(), number(timing.frame_ms.p95).c_str(),
                  number(timing.frame_ms.min).c_str(), number(1e3 / timing.frame_ms.median).c_str(),
                  number(timing.gb_per_s).c_str(), timing.percent_of_copy, ratio(timing.times_opencv_8_bit).c_str(),
                  ratio(timing.times_opencv_float).c_str());
    out << line.data();
  }
  out << std::flush;
}

void print_foot(std::ostream& out, const BenchReport& report) {
  print_npp(out, report);
  out << "\nGB/s: " << moved_bytes_per_pixel(report.format) << " bytes a pixel, those of the frame that are read ("
      << format_name(report.format) << ") and one of edges\n"
      << "% copy: of the memcpy on as many threads, above\n";
  if (!report.opencv.version.empty()) {
    out << "x cv8, x cvf: how many times as fast as OpenCV's 8-bit and float chains on as many threads\n";
  }
}

void print_device(std::ostream& out, const DeviceReport& report) {
  out << "\nGPU:  " << report.name << ", copy within it " << number(report.copy_gb_per_s)
      << " GB/s (bytes read and bytes written)\n"
      << "      kernels alone: frames, edges and histogram in its memory, several frames in turn\n"
      << "      early: a frame's kernel may begin before the one ahead of it has ended\n\n";
  std::array<char, 128> line{};
  std::snprintf(line.data(), line.size(), "%-10s %-12s %-12s %9s %9s %9s %8s %6s\n", "size", "kernels of", "launch",
                "median us", "p95 us", "min us", "GB/s", "% copy");
  out << line.data();
  for (const DeviceTiming& timing : report.timings) {
    std::snprintf(line.data(), line.size(), "%-10s %-12s %-12s %9s %9s %9s %8s %6.1f\n", to_string(timing.size).c_str(),
                  std::string(timing.kernels).c_str(), std::string(timing.launched).c_str(),
                  number(timing.frame_us.median).c_str(), number(timing.frame_us.p95).c_str(),
                  number(timing.frame_us.min).c_str(), number(timing.gb_per_s).c_str(), timing.percent_of_copy);
    out << line.data();
  }
  out << std::flush;
}

}  // namespace sobelcam::tool
