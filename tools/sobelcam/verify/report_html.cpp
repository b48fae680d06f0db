// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/verify/report_html.h"

#include <algorithm>
#include <cmath>
#include <ostream>

#include "tools/sobelcam/formatted.h"
#include "tools/sobelcam/verify/html_text.h"

namespace sobelcam::tool {
namespace {

constexpr std::size_t kShown = 8;
constexpr std::size_t kFaultsShown = 100;

constexpr const char* kStyle = R"(<style>
:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #ffffff; --line: #8a8a8a; --good: #0b6b2b; --bad: #a3121f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ececec; --paper: #141414; --line: #8a8a8a; --good: #6fdc8c; --bad: #ff9aa2; }
}
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 75rem; margin: auto;
  padding: 1rem; }
h1, h2, h3 { line-height: 1.2; overflow-wrap: anywhere; }
.good { color: var(--good); } .bad { color: var(--bad); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; } th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: right; }
th:first-child { text-align: left; } caption { text-align: left; font-weight: bold; padding: .3rem 0; }
pre { overflow-x: auto; font-size: .85rem; border: 1px solid var(--line); padding: .6rem; }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: 1rem; }
figure { margin: 0; } figure svg { width: 100%; height: auto; background: #000; }
.mark { fill: none; stroke: #ff4d5e; stroke-width: 2; vector-effect: non-scaling-stroke; }
.bar { fill: currentColor; }
</style>)";

/// A picture of the frame's proportions, with a ring around the first difference.
void figure(std::ostream& out, const std::vector<std::byte>& png, const FrameLayout& layout, const std::string& what,
            const Difference* mark) {
  if (png.empty()) {
    return;
  }
  out << R"(<figure><svg viewBox="0 0 )" << layout.width << " " << layout.height << R"(" role="img" aria-label=")"
      << html_text(what) << R"("><image width=")" << layout.width << R"(" height=")" << layout.height << R"(" href=")"
      << png_data_uri(png) << R"(" preserveAspectRatio="none"/>)";
  if (mark != nullptr) {
    out << R"(<circle class="mark" cx=")" << mark->x + 0.5 << R"(" cy=")" << mark->y + 0.5 << R"(" r=")"
        << std::max(3.0, std::max(layout.width, layout.height) / 40.0) << R"("/>)";
  }
  out << "</svg><figcaption>" << html_text(what) << "</figcaption></figure>\n";
}

/// The steps between different values as bars of their logarithm: one value in a million is still seen.
void bars(std::ostream& out, const StageDistances& stage) {
  constexpr int kBarWidth = 12;
  constexpr int kHeight = 60;
  out << R"(<svg viewBox="0 0 )" << kBarWidth * static_cast<int>(stage.bins.size()) << " " << kHeight
      << R"(" width="204" height="30" role="img" aria-label=")" << html_text(stage.stage)
      << R"(: values by their distance, each bar twice as far as the one before, the tallest for all">)";
  const double whole = std::log1p(static_cast<double>(stage.total));
  for (std::size_t i = 1; i < stage.bins.size(); ++i) {
    const int height = static_cast<int>(std::ceil(kHeight * std::log1p(static_cast<double>(stage.bins.at(i))) / whole));
    if (height > 0) {
      out << R"(<rect class="bar" x=")" << kBarWidth * static_cast<int>(i) << R"(" y=")" << kHeight - height
          << R"(" width=")" << kBarWidth - 2 << R"(" height=")" << height << R"("/>)";
    }
  }
  out << "</svg>";
}

void distances_table(std::ostream& out, const SubjectVerdict& subject) {
  if (subject.distances.empty()) {
    return;
  }
  out << R"(<div class="scroll"><table><caption>)" << html_text(subject.subject)
      << R"(, stage by stage</caption><tr><th scope="col">stage</th><th scope="col">different</th><th )"
         R"(scope="col">of)"
         R"(</th><th scope="col">largest</th><th scope="col">largest, in ulp or levels</th>)"
         "<th scope=\"col\">distances, 1 ulp at the left, doubling</th></tr>\n";
  for (const StageDistances& stage : subject.distances) {
    out << R"(<tr><th scope="row">)" << html_text(stage.stage) << "</th><td>" << stage.different << "</td><td>"
        << stage.total << "</td><td>" << formatted("%.3g", stage.largest) << "</td><td>" << stage.largest_steps
        << "</td><td>";
    bars(out, stage);
    out << "</td></tr>\n";
  }
  out << "</table></div>\n";
}

const Difference* first_of(const FrameVerdict& verdict) {
  for (const SubjectVerdict& subject : verdict.subjects) {
    for (const Finding& finding : subject.findings) {
      if (finding.difference && finding.difference->plane != "histogram" && finding.difference->plane != "size") {
        return &*finding.difference;
      }
    }
  }
  return nullptr;
}

void frame_section(std::ostream& out, const FrameVerdict& verdict) {
  out << "<section><h3>" << html_text(verdict.name) << ": " << (verdict.equal() ? "equal" : "different") << "</h3><p>"
      << verdict.layout.width << " x " << verdict.layout.height << " " << fourcc(verdict.layout.format) << ", "
      << name(verdict.layout.range) << " range" << (verdict.equalize ? ", equalized" : "") << "</p>\n";
  if (verdict.pictures) {
    const Difference* mark = first_of(verdict);
    out << "<div class=\"pictures\">\n";
    figure(out, verdict.pictures->input, verdict.layout, "The input's gray", mark);
    figure(out, verdict.pictures->edges, verdict.layout, "Edges by the reference", mark);
    figure(out, verdict.pictures->heat, verdict.layout,
           "Where it differs (" + verdict.pictures->heat_caption + "): the brighter, the further", mark);
    out << "</div>\n";
  }
  for (const SubjectVerdict& subject : verdict.subjects) {
    for (const Finding& finding : subject.findings) {
      out << R"(<p class="bad">)" << html_text(subject.subject) << ": " << html_text(finding.check) << " ("
          << html_text(finding.place) << ")</p><pre>" << html_text(finding.words) << "</pre>\n";
    }
    distances_table(out, subject);
  }
  out << "</section>\n";
}

void subjects_table(std::ostream& out, const ReportTotals& totals) {
  out << R"(<div class="scroll"><table><caption>Who was held to the reference, and how long a frame took</caption>)"
         R"(<tr><th scope="col">who</th><th scope="col">equal</th><th scope="col">different</th>)"
         "<th scope=\"col\">stages, mean in ms</th></tr>\n";
  for (const auto& [subject, result] : totals.subjects) {
    out << R"(<tr><th scope="row">)" << html_text(subject) << "</th><td>" << result.equal << "</td><td>"
        << result.different << "</td><td>";
    const auto frames = static_cast<double>(result.equal + result.different);
    for (const auto& [stage, sum] : result.stage_us) {
      out << html_text(stage) << " " << formatted("%.3f", sum / frames / 1000) << "<br>";
    }
    out << "</td></tr>\n";
  }
  out << "</table></div>\n";
}

}  // namespace

HtmlReport::HtmlReport(const std::filesystem::path& path, const ReportHead& head) : file_(path), head_(head) {}

void HtmlReport::frame(const FrameVerdict& verdict) {
  if (!verdict.equal() && different_.size() < kShown) {
    different_.push_back(verdict);
  } else if (verdict.equal() && verdict.pictures && sample_.empty()) {
    sample_.push_back(verdict);
  }
}

void HtmlReport::fault(const InputFault& fault) {
  if (faults_.size() < kFaultsShown) {
    faults_.push_back(fault);
  }
}

void HtmlReport::end(const ReportTotals& totals) {
  std::ostream& out = file_.stream();
  const std::string verdict = verdict_word(totals);
  out << "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>sobelcam verify: "
      << verdict << "</title>\n"
      << kStyle << "\n</head>\n<body>\n<main>\n<h1>sobelcam verify: <span class=\""
      << (totals.exit_code() == 0 ? "good" : "bad") << R"(">)" << verdict << "</span></h1>\n<p>" << totals.frames()
      << " frames, " << totals.different << " different, " << totals.faults << " unreadable. Set "
      << html_text(head_.fingerprint) << ", part " << head_.shard.index << " of " << head_.shard.count << ", sobelcam "
      << html_text(head_.version) << ".</p>\n";
  subjects_table(out, totals);
  for (const auto& [pipeline, reason] : head_.left_out) {
    out << "<p>Left out: " << html_text(pipeline) << ": " << html_text(reason) << "</p>\n";
  }
  for (const FrameCursor::Note& note : totals.notes) {
    out << "<p>" << html_text(note.name) << ": " << html_text(note.words) << "</p>\n";
  }
  if (!faults_.empty()) {
    out << "<h2>Unreadable</h2>\n<ul>\n";
    for (const InputFault& fault : faults_) {
      out << "<li>" << html_text(fault.name) << ": " << html_text(fault.message) << "</li>\n";
    }
    out << "</ul>\n";
  }
  if (!different_.empty()) {
    out << "<h2>Different</h2>\n<p>The first " << different_.size() << " of " << totals.different << ".</p>\n";
    std::for_each(different_.begin(), different_.end(), [&](const auto& frame) { frame_section(out, frame); });
  }
  if (!sample_.empty()) {
    out << "<h2>For example</h2>\n";
    frame_section(out, sample_.front());
  }
  out << "</main>\n</body>\n</html>\n";
  file_.finish();
}

}  // namespace sobelcam::tool
