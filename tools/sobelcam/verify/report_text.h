// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "tools/sobelcam/verify/report.h"

namespace sobelcam::tool {

/// For a person at a terminal: differences as they are found, a table, and the verdict as the last line. Faults go to
/// the other stream.
///
/// Lifetime: streams and head must outlive it
class TextReport final : public ReportSink {
 public:
  /// progress is where the progress is drawn, null where nobody watches; expected is how many frames there will be.
  TextReport(const ReportHead& head, std::ostream& out, std::ostream& errors, std::ostream* progress,
             std::uint64_t expected);

  void frame(const FrameVerdict& verdict) override;
  void fault(const InputFault& fault) override;
  void end(const ReportTotals& totals) override;

 private:
  void draw_progress();
  void clear_progress();

  const ReportHead& head_;
  std::ostream& out_;
  std::ostream& errors_;
  std::ostream* progress_;
  std::uint64_t expected_;
  std::uint64_t done_ = 0;
  std::uint64_t shown_ = 0;  ///< differences in full
  std::size_t drawn_ = 0;    ///< characters of the bar on the screen
};

}  // namespace sobelcam::tool
