// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/verify/report_text.h"

#include <algorithm>
#include <ostream>

#include "drivers/files/printable.h"
#include "tools/sobelcam/formatted.h"

namespace sobelcam::tool {
namespace {

/// Differences that are told with everything around them; those behind them take a line each.
constexpr std::uint64_t kInFull = 5;

std::string first_line(const std::string& words) {
  return words.substr(0, words.find('\n'));
}

std::string input_rows(const Finding& finding) {
  if (!finding.difference || !finding.input[2][2]) {
    return {};
  }
  std::string text = "\n  the input's gray around it\n";
  for (const auto& row : finding.input) {
    for (const auto& value : row) {
      text += value ? formatted(" %13.9g", *value) : formatted(" %13s", ".");
    }
    text += "\n";
  }
  text.pop_back();
  return text;
}

}  // namespace

TextReport::TextReport(const ReportHead& head, std::ostream& out, std::ostream& errors, std::ostream* progress,
                       std::uint64_t expected)
    : head_(head), out_(out), errors_(errors), progress_(progress), expected_(expected) {
  for (const auto& [pipeline, reason] : head.left_out) {
    out_ << "left out: " << pipeline << ": " << reason << "\n";
  }
}

void TextReport::frame(const FrameVerdict& verdict) {
  ++done_;
  if (!verdict.equal()) {
    clear_progress();
    for (const SubjectVerdict& subject : verdict.subjects) {
      for (const Finding& finding : subject.findings) {
        const bool in_full = shown_ < kInFull;
        out_ << printable(verdict.name) << ": " << subject.subject << ": " << finding.check << " ("
             << printable(finding.place)
             << "): " << (in_full ? finding.words + input_rows(finding) : first_line(finding.words)) << "\n";
      }
    }
    ++shown_;
  }
  draw_progress();
}

void TextReport::fault(const InputFault& fault) {
  ++done_;
  clear_progress();
  errors_ << "sobelcam: " << printable(fault.name) << ": " << printable(fault.message) << "\n";
  draw_progress();
}

void TextReport::end(const ReportTotals& totals) {
  clear_progress();
  for (const FrameCursor::Note& note : totals.notes) {
    (note.is_fault ? errors_ << "sobelcam: " : out_ << "note: ")
        << printable(note.name) << ": " << printable(note.words) << "\n";
  }
  for (const auto& [subject, result] : totals.subjects) {
    double sum = 0;
    for (const auto& [stage, microseconds] : result.stage_us) {
      sum += microseconds;
    }
    const auto frames = static_cast<double>(result.equal + result.different);
    out_ << formatted("%-14.14s %8llu equal %8llu different %10.3f ms a frame\n", subject.c_str(),
                      static_cast<unsigned long long>(result.equal), static_cast<unsigned long long>(result.different),
                      sum / 1000 / frames);
  }
  const std::string part = head_.shard.count > 1 ? " (part " + std::to_string(head_.shard.index) + "/" +
                                                       std::to_string(head_.shard.count) + ")"
                                                 : "";
  const auto plural = [](std::uint64_t count, const char* noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
  };
  out_ << plural(totals.frames(), "frame") << part << ", " << totals.different << " different, "
       << plural(totals.faults, "fault")
       << formatted(", %.1f s, %.1f frames/s", totals.seconds,
                    static_cast<double>(totals.frames()) / std::max(totals.seconds, 1e-9))
       << "\n"
       << verdict_word(totals) << "\n";
}

void TextReport::draw_progress() {
  if (progress_ == nullptr) {
    return;
  }
  constexpr std::uint64_t kCells = 30;
  const std::uint64_t full = expected_ == 0 ? 0 : std::min(kCells, done_ * kCells / expected_);
  std::string line = "[";
  line.append(full, '#');
  line.append(kCells - full, '.');
  line +=
      "] " + std::to_string(done_) + " of " + std::to_string(expected_) + ", " + std::to_string(shown_) + " different";
  *progress_ << "\r" << line << std::flush;
  drawn_ = line.size();
}

void TextReport::clear_progress() {
  if (drawn_ != 0) {
    *progress_ << "\r" << std::string(drawn_, ' ') << "\r" << std::flush;
    drawn_ = 0;
  }
}

}  // namespace sobelcam::tool
