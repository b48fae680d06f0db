// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/kernels_report.h"

#include <array>
#include <nlohmann/json.hpp>
#include <ostream>

#include "tools/sobelcam/formatted.h"

namespace sobelcam::tool {
namespace {

using Json = nlohmann::ordered_json;

void print_validation(std::ostream& out, const KernelsReport& report) {
  out << "bits:    gray, blur, magnitude, edges and histogram held to the reference's, at";
  for (const FrameSize size : report.validated_sizes) {
    out << " " << to_string(size);
  }
  out << "\n";
  for (const ChainTiming& line : report.chains) {
    if (!line.difference.empty()) {
      out << "NOT TIMED: " << line.chain.name << " differs from the reference " << line.difference << "\n";
    }
  }
}

void print_chains(std::ostream& out, const KernelsReport& report) {
  out << formatted("\n%-20s %10s %10s %10s %10s %5s\n", "chain", "mean us", "median us", "min us", "vs base", "runs");
  for (const ChainTiming& line : report.chains) {
    if (!line.difference.empty()) {
      continue;
    }
    const Statistics& us = line.chain_us;
    const std::string change = line.change_percent ? formatted("%+.1f %%", *line.change_percent) : "-";
    out << formatted("%-20s %10.2f %10.2f %10.2f %10s %5zu\n", line.chain.name.c_str(), us.mean, us.median, us.min,
                     change.c_str(), us.count);
  }
  for (const ChainTiming& line : report.chains) {
    if (line.chain.name == "fastest of each") {
      out << "fastest of each:";
      for (const VariantId id : line.chain.variants) {
        out << "  " << variant(id).name;
      }
      out << "\n";
    }
  }
}

void print_card(std::ostream& out, const KernelsReport& report) {
  if (report.card.empty()) {
    return;
  }
  out << formatted("\nlimits:  copy %.0f GB/s (read and written), %.1f TFLOP/s, an empty launch %.2f us\n",
                   report.limits.copy_gb_per_s, report.limits.fma_tflops, report.limits.launch_us);
  out << formatted("%-18s %8s %8s %9s %9s %9s %9s %8s  %s\n", "kernel alone", "B/pixel", "F/pixel", "memory us",
                   "arith us", "launch us", "took us", "% limit", "bound");
  for (const ReportCardLine& line : report.card) {
    const StageVariant& of = variant(line.id);
    out << formatted("%-18s %8.1f %8.1f %9.2f %9.2f %9.2f %9.2f %8.1f  %s\n", std::string(of.name).c_str(),
                     of.bytes_per_pixel, of.flops_per_pixel, line.prediction.memory_us, line.prediction.arithmetic_us,
                     line.prediction.launch_us, line.measured_us, line.percent_of_limit(),
                     std::string(name(line.prediction.bound)).c_str());
  }
  out << "\nvs base: change of the median; below zero is faster\n"
         "% limit: the greatest of the three predicted times in percent of what it took\n"
         "Each launch took another of "
      << report.rotated_sets << " sets of planes: "
      << (report.beyond_second_level ? "more than the L2 cache holds.\n"
                                     : "the L2 cache may hold them, so that a kernel can be\n"
                                       "faster than the copy allows, above 100 %.\n");
}

Json chain_json(const ChainTiming& line) {
  Json json{{"name", line.chain.name}, {"variants", Json::array()}};
  for (const VariantId id : line.chain.variants) {
    json["variants"].push_back(variant(id).name);
  }
  if (!line.difference.empty()) {
    json.update({{"status", "different"}, {"reason", line.difference}});
    return json;
  }
  json.update({{"status", "timed"},
               {"runs", line.chain_us.count},
               {"mean_us", line.chain_us.mean},
               {"median_us", line.chain_us.median},
               {"min_us", line.chain_us.min}});
  if (line.change_percent) {
    json["change_percent"] = *line.change_percent;
  }
  return json;
}

Json card_json(const ReportCardLine& line) {
  const StageVariant& of = variant(line.id);
  return {{"name", of.name},
          {"bytes_per_pixel", of.bytes_per_pixel},
          {"flops_per_pixel", of.flops_per_pixel},
          {"memory_us", line.prediction.memory_us},
          {"arithmetic_us", line.prediction.arithmetic_us},
          {"launch_us", line.prediction.launch_us},
          {"predicted_us", line.prediction.least_us},
          {"measured_us", line.measured_us},
          {"percent_of_limit", line.percent_of_limit()},
          {"bound", name(line.prediction.bound)}};
}

}  // namespace

void compare_with_baseline(std::vector<ChainTiming>& chains) {
  if (chains.empty() || chains.front().chain_us.count == 0) {
    return;
  }
  const double baseline = chains.front().chain_us.median;
  for (ChainTiming& line : chains) {
    if (line.chain_us.count > 0) {
      line.change_percent = 100 * (line.chain_us.median / baseline - 1);
    }
  }
}

std::optional<KernelChain> fastest_of_each(const std::vector<ReportCardLine>& card) {
  std::array<const ReportCardLine*, kStages> fastest{};
  for (const ReportCardLine& line : card) {
    const ReportCardLine*& best = fastest.at(static_cast<std::size_t>(variant(line.id).stage));
    if (best == nullptr || line.measured_us < best->measured_us) {
      best = &line;
    }
  }
  KernelChain chain{"fastest of each", {}};
  for (std::size_t stage = 0; stage < kStages; ++stage) {
    if (fastest.at(stage) == nullptr) {
      return std::nullopt;
    }
    chain.variants.at(stage) = fastest.at(stage)->id;
  }
  return chain;
}

void print(std::ostream& out, const KernelsReport& report) {
  out << "program: sobelcam " << report.machine.version << ", " << report.machine.compiler << ", "
      << report.machine.build_type << "\n"
      << "CPU:     " << report.machine.cpu << "\n"
      << gpu_line(report.gpu) << "frames:  RGB24, textured, " << to_string(report.size) << "\n";
  print_validation(out, report);
  print_chains(out, report);
  print_card(out, report);
}

Json to_json(const KernelsReport& report) {
  Json json{{"version", report.machine.version},
            {"machine", to_json(report.machine)},
            {"gpu", to_json(report.gpu)},
            {"settings",
             {{"format", "RGB24"},
              {"scene", "textured"},
              {"width", report.size.width},
              {"height", report.size.height},
              {"runs", report.runs},
              {"rotated_sets", report.rotated_sets},
              {"beyond_second_level", report.beyond_second_level}}},
            {"validated_sizes", Json::array()},
            {"limits",
             {{"copy_gb_per_s", report.limits.copy_gb_per_s},
              {"fma_tflops", report.limits.fma_tflops},
              {"launch_us", report.limits.launch_us}}},
            {"chains", Json::array()},
            {"report_card", Json::array()}};
  for (const FrameSize size : report.validated_sizes) {
    json["validated_sizes"].push_back({{"width", size.width}, {"height", size.height}});
  }
  for (const ChainTiming& line : report.chains) {
    json["chains"].push_back(chain_json(line));
  }
  for (const ReportCardLine& line : report.card) {
    json["report_card"].push_back(card_json(line));
  }
  return json;
}

}  // namespace sobelcam::tool
