// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/temp_dir.h"
#include "tools/sobelcam/verify/verify.h"

namespace sobelcam::test {

/// Runs of `sobelcam verify` as a library, in a folder of their own.
class VerifyRuns {
 public:
  std::filesystem::path in(const std::string& name) const { return folder_ / name; }

  tool::ExitCode run(const std::vector<std::filesystem::path>& paths) {
    options_.paths = paths;
    options_.report = in("report.json");
    out_.str("");
    errors_.str("");
    return tool::verify(options_, out_, errors_, nullptr);
  }

  nlohmann::json report() const {
    std::ifstream file(in("report.json"));
    return nlohmann::json::parse(file);
  }

  /// Of all frames in their order, "CHECK at PLACE by SUBJECT" each.
  std::vector<std::string> findings() const {
    std::vector<std::string> all;
    const nlohmann::json document = report();
    for (const auto& frame : document.at("frames")) {
      for (const auto& subject : frame.at("subjects")) {
        for (const auto& finding : subject.at("findings")) {
          all.push_back(finding.at("check").get<std::string>() + " at " + finding.at("place").get<std::string>() +
                        " by " + subject.at("name").get<std::string>());
        }
      }
    }
    return all;
  }

  /// The first of the findings, whole.
  nlohmann::json first_finding() const {
    const nlohmann::json document = report();
    for (const auto& frame : document.at("frames")) {
      for (const auto& subject : frame.at("subjects")) {
        if (!subject.at("findings").empty()) {
          return subject.at("findings").at(0);
        }
      }
    }
    return {};
  }

  tool::VerifyOptions& options() { return options_; }
  std::string out() const { return out_.str(); }
  std::string errors() const { return errors_.str(); }

 private:
  TempDir folder_;
  tool::VerifyOptions options_;
  std::ostringstream out_;
  std::ostringstream errors_;
};

}  // namespace sobelcam::test
