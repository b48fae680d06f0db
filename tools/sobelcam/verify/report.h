// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tools/sobelcam/verify/frame_cursor.h"
#include "tools/sobelcam/verify/shard.h"
#include "tools/sobelcam/verify/verdict.h"

namespace sobelcam::tool {

/// What is verified, by what.
struct ReportHead {
  std::string version;      ///< of this program
  std::string fingerprint;  ///< of the set
  std::vector<std::string> inputs;
  std::vector<std::string> pipelines;                         ///< that run
  std::vector<std::pair<std::string, std::string>> left_out;  ///< that cannot, and why
  std::string options;                                        ///< that change what is verified, in one line
  Shard shard;
};

/// How one implementation fared over all frames.
struct SubjectTotals {
  std::uint64_t equal = 0;
  std::uint64_t different = 0;
  std::vector<std::pair<std::string, double>> stage_us;  ///< sums, in the order of the stages
};

struct ReportTotals {
  std::uint64_t places = 0;     ///< of the whole set: frames, and what should have been frames
  std::uint64_t equal = 0;      ///< frames
  std::uint64_t different = 0;  ///< frames
  std::uint64_t faults = 0;     ///< files and frames that could not be verified
  std::vector<std::pair<std::string, SubjectTotals>> subjects;  ///< in the order of their first frame
  std::vector<FrameCursor::Note> notes;
  double seconds = 0;

  std::uint64_t frames() const { return equal + different; }
  void add(const FrameVerdict& verdict);
  /// Another part's totals of one implementation.
  void add(const std::string& subject, const SubjectTotals& part);
  /// 0, 1 or 2, as the program ends.
  int exit_code() const;
};

/// "EQUAL", "DIFFERENT" or "UNREADABLE"
std::string verdict_word(const ReportTotals& totals);

/// Something that a run is told to, in the order of the set.
class ReportSink {
 public:
  virtual ~ReportSink() = default;
  virtual void frame(const FrameVerdict& verdict) = 0;
  virtual void fault(const InputFault& fault) = 0;
  virtual void end(const ReportTotals& totals) = 0;
};

}  // namespace sobelcam::tool
