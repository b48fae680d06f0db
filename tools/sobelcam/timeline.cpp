// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/timeline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "tools/sobelcam/formatted.h"

namespace sobelcam::tool {
namespace {

constexpr std::array kKinds{OperationKind::kUpload, OperationKind::kKernel, OperationKind::kDownload};
constexpr double kMarkResolutionUs = 0.5;

/// Pieces of time that do not touch, in order.
using Pieces = std::vector<std::pair<double, double>>;

Pieces busy(std::span<const Operation> timeline, OperationKind kind) {
  Pieces all;
  for (const Operation& operation : timeline) {
    if (operation.kind == kind && operation.end_us > operation.start_us) {
      all.emplace_back(operation.start_us, operation.end_us);
    }
  }
  std::sort(all.begin(), all.end());
  Pieces merged;
  for (const auto& piece : all) {
    if (!merged.empty() && piece.first <= merged.back().second) {
      merged.back().second = std::max(merged.back().second, piece.second);
    } else {
      merged.push_back(piece);
    }
  }
  return merged;
}

double length(const Pieces& pieces) {
  double sum = 0;
  for (const auto& [start, end] : pieces) {
    sum += end - start;
  }
  return sum;
}

Pieces common(const Pieces& a, const Pieces& b) {
  Pieces both;
  for (const auto& [a_start, a_end] : a) {
    for (const auto& [b_start, b_end] : b) {
      if (std::min(a_end, b_end) > std::max(a_start, b_start)) {
        both.emplace_back(std::max(a_start, b_start), std::min(a_end, b_end));
      }
    }
  }
  return both;
}

std::string us(double value) {
  return formatted("%.1f us", value);
}

double last_end(std::span<const Operation> timeline) {
  double end = 0;
  for (const Operation& operation : timeline) {
    end = std::max(end, operation.end_us);
  }
  return end;
}

/// Copies of both directions share an engine where there is one only.
bool same_engine(OperationKind a, OperationKind b, int copy_engines) {
  return a == b || (copy_engines < 2 && a != OperationKind::kKernel && b != OperationKind::kKernel);
}

}  // namespace

std::string_view name(OperationKind kind) {
  switch (kind) {
    case OperationKind::kUpload:
      return "upload";
    case OperationKind::kDownload:
      return "download";
    case OperationKind::kKernel:
      break;
  }
  return "kernel";
}

std::vector<Operation> from_marks(std::vector<Operation> marks, int copy_engines) {
  std::stable_sort(marks.begin(), marks.end(),
                   [](const Operation& a, const Operation& b) { return a.end_us < b.end_us; });
  for (std::size_t i = 0; i < marks.size(); ++i) {
    for (std::size_t before = 0; before < i; ++before) {
      if (same_engine(marks[before].kind, marks[i].kind, copy_engines)) {
        marks[i].start_us = std::max(marks[i].start_us, marks[before].end_us);
      }
    }
  }
  return marks;
}

Overlap overlap_of(std::span<const Operation> timeline) {
  if (timeline.empty()) {
    return {};
  }
  const Pieces uploads = busy(timeline, OperationKind::kUpload);
  const Pieces kernels = busy(timeline, OperationKind::kKernel);
  const Pieces downloads = busy(timeline, OperationKind::kDownload);
  const Pieces uploads_and_kernels = common(uploads, kernels);
  double first_start = timeline.front().start_us;
  for (const Operation& operation : timeline) {
    first_start = std::min(first_start, operation.start_us);
  }
  Overlap overlap;
  overlap.span_us = last_end(timeline) - first_start;
  overlap.upload_us = length(uploads);
  overlap.kernel_us = length(kernels);
  overlap.download_us = length(downloads);
  overlap.upload_and_kernel_us = length(uploads_and_kernels);
  overlap.upload_and_download_us = length(common(uploads, downloads));
  overlap.kernel_and_download_us = length(common(kernels, downloads));
  const double all_three_us = length(common(uploads_and_kernels, downloads));
  overlap.any_two_us =
      overlap.upload_and_kernel_us + overlap.upload_and_download_us + overlap.kernel_and_download_us - 2 * all_three_us;
  overlap.significant = overlap.any_two_us > kMarkResolutionUs * static_cast<double>(timeline.size());
  return overlap;
}

std::string in_words(const Overlap& overlap) {
  if (!overlap.significant) {
    return "Nothing overlapped: uploads, kernels and downloads ran one after the other, but for " +
           us(overlap.any_two_us) + " of " + us(overlap.span_us) + ", which the marks cannot tell from none.";
  }
  return "Overlapped for " + us(overlap.any_two_us) + " of " + us(overlap.span_us) + ": uploads beside kernels " +
         us(overlap.upload_and_kernel_us) + ", uploads beside downloads " + us(overlap.upload_and_download_us) +
         ", kernels beside downloads " + us(overlap.kernel_and_download_us) + ".";
}

std::string gantt(std::span<const Operation> timeline) {
  constexpr std::size_t kCells = 89;
  constexpr std::string_view kDigits = "0123456789abcdefghijklmnopqrstuvwxyz";
  const double end = last_end(timeline);
  const auto cell_of = [end](double at, double (*round)(double)) {
    return end > 0 ? static_cast<std::size_t>(std::max(0.0, round(at / end * kCells))) : 0;
  };
  std::string text;
  for (const OperationKind kind : kKinds) {
    std::string cells(kCells, '.');
    for (const Operation& operation : timeline) {
      if (operation.kind != kind) {
        continue;
      }
      const std::size_t first = std::min(cell_of(operation.start_us, std::floor), kCells - 1);
      const std::size_t behind = std::max(cell_of(operation.end_us, std::round), first + 1);
      std::fill(cells.begin() + static_cast<std::ptrdiff_t>(first), cells.begin() + static_cast<std::ptrdiff_t>(behind),
                kDigits[operation.frame % kDigits.size()]);
    }
    std::string label(name(kind));
    label.resize(9, ' ');
    text.append(label).append("|").append(cells).append("|\n");
  }
  return text;
}

}  // namespace sobelcam::tool
