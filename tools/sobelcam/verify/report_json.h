// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

#include "tools/sobelcam/verify/report.h"

namespace sobelcam::tool {

/// What a report says that it is.
inline constexpr const char* kReportSchema = "sobelcam-verify-report/1";

/// A file that appears under its name when it is complete; an interrupted run leaves the older one.
class ReportFile {
 public:
  /// Errors: std::runtime_error that names the file
  explicit ReportFile(std::filesystem::path path);
  ~ReportFile();
  ReportFile(const ReportFile&) = delete;
  ReportFile& operator=(const ReportFile&) = delete;

  std::ostream& stream() { return stream_; }
  /// Errors: as above
  void finish();

 private:
  std::filesystem::path path_;
  std::filesystem::path unfinished_;
  std::ofstream stream_;
};

/// The document of verify_report.schema.json, written as the frames come: a million frames take no memory.
class JsonReport final : public ReportSink {
 public:
  JsonReport(const std::filesystem::path& path, const ReportHead& head);

  void frame(const FrameVerdict& verdict) override;
  void fault(const InputFault& fault) override;
  void end(const ReportTotals& totals) override;

 private:
  ReportFile file_;
  bool has_frames_ = false;
  nlohmann::ordered_json faults_ = nlohmann::ordered_json::array();
};

/// The parts of the document that reports of reports have, too.
nlohmann::ordered_json to_json(const ReportHead& head);
nlohmann::ordered_json to_json(const ReportTotals& totals);

/// A document of one line or many; text that is no UTF-8 is mended.
std::string dumped(const nlohmann::ordered_json& json, int indent = -1);

}  // namespace sobelcam::tool
