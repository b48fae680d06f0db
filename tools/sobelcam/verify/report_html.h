// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "tools/sobelcam/verify/report.h"
#include "tools/sobelcam/verify/report_json.h"

namespace sobelcam::tool {

/// One page that needs nothing else: the verdict, what each implementation took, and the first frames that differ, with
/// pictures. It has no script.
class HtmlReport final : public ReportSink {
 public:
  HtmlReport(const std::filesystem::path& path, const ReportHead& head);

  void frame(const FrameVerdict& verdict) override;
  void fault(const InputFault& fault) override;
  void end(const ReportTotals& totals) override;

 private:
  ReportFile file_;
  const ReportHead& head_;
  std::vector<FrameVerdict> sample_;     ///< the first frame, if it is equal
  std::vector<FrameVerdict> different_;  ///< the first ones
  std::vector<InputFault> faults_;       ///< likewise
};

}  // namespace sobelcam::tool
