// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/verify/report.h"

#include <algorithm>

#include "tools/sobelcam/exit_code.h"

namespace sobelcam::tool {
namespace {

/// The value of a key, made where it is missing.
template <typename Value>
Value& at(std::vector<std::pair<std::string, Value>>& pairs, const std::string& key) {
  const auto found = std::find_if(pairs.begin(), pairs.end(), [&](const auto& pair) { return pair.first == key; });
  return found != pairs.end() ? found->second : pairs.emplace_back(key, Value{}).second;
}

}  // namespace

void ReportTotals::add(const FrameVerdict& verdict) {
  ++(verdict.equal() ? equal : different);
  for (const SubjectVerdict& subject : verdict.subjects) {
    SubjectTotals& totals = at(subjects, subject.subject);
    ++(subject.findings.empty() ? totals.equal : totals.different);
    for (const auto& [stage, microseconds] : subject.timings_us) {
      at(totals.stage_us, stage) += microseconds;
    }
  }
}

void ReportTotals::add(const std::string& subject, const SubjectTotals& part) {
  SubjectTotals& totals = at(subjects, subject);
  totals.equal += part.equal;
  totals.different += part.different;
  for (const auto& [stage, sum] : part.stage_us) {
    at(totals.stage_us, stage) += sum;
  }
}

int ReportTotals::exit_code() const {
  if (different > 0) {
    return kDifferent;
  }
  const bool cut = std::any_of(notes.begin(), notes.end(), [](const auto& note) { return note.is_fault; });
  return faults > 0 || cut || places == 0 ? kBadInput : kOk;
}

std::string verdict_word(const ReportTotals& totals) {
  switch (totals.exit_code()) {
    case kOk:
      return "EQUAL";
    case kDifferent:
      return "DIFFERENT";
    default:
      return "UNREADABLE";
  }
}

}  // namespace sobelcam::tool
