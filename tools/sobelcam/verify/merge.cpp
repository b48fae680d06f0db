// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/verify/merge.h"

#include <algorithm>
#include <map>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <utility>

#include "drivers/files/printable.h"
#include "tools/sobelcam/verify/report_json.h"

namespace sobelcam::tool {
namespace {

using Json = nlohmann::ordered_json;

/// How many places of a set a part has.
std::uint64_t places_of(const Shard& shard, std::uint64_t places) {
  return places > shard.index ? (places - shard.index - 1) / shard.count + 1 : 0;
}

/// One part's report, its numbers checked against one another.
struct PartReport {
  std::filesystem::path path;
  Json document;
  Shard shard;

  static PartReport read(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
      throw std::runtime_error("cannot be read");
    }
    PartReport part{path, Json::parse(file), {}};
    const Json& document = part.document;
    if (document.at("schema") != kReportSchema) {
      throw std::runtime_error("not a report of this version: its schema is " + dumped(document.at("schema")));
    }
    part.shard = {document.at("shard").at("index").get<std::uint64_t>(),
                  document.at("shard").at("count").get<std::uint64_t>()};
    if (part.shard.index >= part.shard.count) {
      throw std::runtime_error("its part does not exist");
    }
    part.check_places();
    return part;
  }

  /// What must be the same in all parts, for a person.
  std::vector<std::pair<std::string, std::string>> common() const {
    return {{"version", dumped(document.at("version"))},
            {"set", dumped(document.at("set"))},
            {"options", dumped(document.at("options"))},
            {"pipelines", dumped(document.at("pipelines"))},
            {"number of parts", std::to_string(shard.count)},
            {"number of places", dumped(document.at("summary").at("places"))}};
  }

 private:
  void check_places() const {
    const auto places = document.at("summary").at("places").get<std::uint64_t>();
    std::uint64_t met = 0;
    for (const char* list : {"frames", "faults"}) {
      for (const Json& entry : document.at(list)) {
        ++met;
        const auto index = entry.at("index").get<std::uint64_t>();
        if (index >= places || index % shard.count != shard.index) {
          throw std::runtime_error("place " + std::to_string(index) + " is not of its part");
        }
      }
    }
    if (met != places_of(shard, places)) {
      throw std::runtime_error("incomplete: " + std::to_string(met) + " of " +
                               std::to_string(places_of(shard, places)) + " places of its part are in it");
    }
  }
};

class Merger {
 public:
  Merger(std::ostream& out, std::ostream& errors) : out_(out), errors_(errors) {}

  void add(const std::filesystem::path& path) {
    try {
      PartReport part = PartReport::read(path);
      if (!parts_.empty()) {
        demand_same(parts_.begin()->second, part);
      }
      const auto [there, is_new] = parts_.try_emplace(part.shard.index, part);
      if (!is_new) {
        throw std::runtime_error("part " + std::to_string(part.shard.index) + "/" + std::to_string(part.shard.count) +
                                 " is there twice, in " + there->second.path.string() + ", too");
      }
      add_up(part.document.at("summary"));
    } catch (const std::exception& error) {
      fail(path.string() + ": " + error.what());
    }
  }

  ExitCode end(const std::filesystem::path& report) {
    if (parts_.empty()) {
      return kBadInput;
    }
    const PartReport& first = parts_.begin()->second;
    for (std::uint64_t index = 0; index < first.shard.count; ++index) {
      if (!parts_.contains(index)) {
        fail("part " + std::to_string(index) + "/" + std::to_string(first.shard.count) + " is missing");
      }
    }
    totals_.places = first.document.at("summary").at("places").get<std::uint64_t>();
    print();
    if (!report.empty() && !failed_) {
      save(report, first.document);
    }
    return totals_.different == 0 && failed_ ? kBadInput : static_cast<ExitCode>(totals_.exit_code());
  }

 private:
  void fail(const std::string& words) {
    errors_ << "sobelcam: " << printable(words) << "\n";
    failed_ = true;
  }

  static void demand_same(const PartReport& first, const PartReport& part) {
    const auto expected = first.common();
    const auto actual = part.common();
    const auto [a, b] = std::mismatch(expected.begin(), expected.end(), actual.begin());
    if (a != expected.end()) {
      throw std::runtime_error("of another run than " + first.path.string() + ": its " + a->first + " is " + b->second +
                               ", not " + a->second);
    }
  }

  void add_up(const Json& summary) {
    totals_.equal += summary.at("equal").get<std::uint64_t>();
    totals_.different += summary.at("different").get<std::uint64_t>();
    totals_.faults += summary.at("faults").get<std::uint64_t>();
    totals_.seconds = std::max(totals_.seconds, summary.at("seconds").get<double>());
    for (const auto& [name, subject] : summary.at("subjects").items()) {
      SubjectTotals part;
      part.equal = subject.at("equal").get<std::uint64_t>();
      part.different = subject.at("different").get<std::uint64_t>();
      for (const auto& [stage, mean] : subject.at("mean_us").items()) {
        part.stage_us.emplace_back(stage, mean.get<double>() * static_cast<double>(part.equal + part.different));
      }
      totals_.add(name, part);
    }
    for (const Json& note : summary.at("notes")) {
      const FrameCursor::Note read{note.at("input"), note.at("words"), note.at("is_fault")};
      // Each part comes to the end of every input.
      const bool known = std::any_of(totals_.notes.begin(), totals_.notes.end(), [&](const auto& other) {
        return other.name == read.name && other.words == read.words;
      });
      if (!known) {
        totals_.notes.push_back(read);
      }
    }
  }

  void print() const {
    for (const auto& [index, part] : parts_) {
      for (const Json& frame : part.document.at("frames")) {
        for (const Json& subject : frame.at("subjects")) {
          for (const Json& finding : subject.at("findings")) {
            const auto words = finding.at("words").get<std::string>();
            out_ << printable(frame.at("name").get<std::string>()) << ": "
                 << printable(subject.at("name").get<std::string>()) << ": "
                 << printable(words.substr(0, words.find('\n'))) << "\n";
          }
        }
      }
    }
    for (const auto& [name, subject] : totals_.subjects) {
      out_ << name << ": " << subject.equal << " equal, " << subject.different << " different\n";
    }
    out_ << parts_.size() << " of " << parts_.begin()->second.shard.count << " parts, " << totals_.frames()
         << " frames, " << totals_.different << " different, " << totals_.faults << " faults\n"
         << (failed_ && totals_.different == 0 ? "INCOMPLETE" : verdict_word(totals_)) << "\n";
  }

  void save(const std::filesystem::path& path, const Json& first) const {
    Json joined = first;
    joined["shard"] = {{"index", 0}, {"count", 1}};
    for (const char* list : {"frames", "faults"}) {
      std::vector<Json> entries;
      for (const auto& [index, part] : parts_) {
        entries.insert(entries.end(), part.document.at(list).begin(), part.document.at(list).end());
      }
      std::sort(entries.begin(), entries.end(), [](const Json& a, const Json& b) {
        return a.at("index").get<std::uint64_t>() < b.at("index").get<std::uint64_t>();
      });
      joined[list] = std::move(entries);
    }
    joined["summary"] = to_json(totals_);
    ReportFile file(path);
    file.stream() << dumped(joined, 1) << "\n";
    file.finish();
  }

  std::ostream& out_;
  std::ostream& errors_;
  std::map<std::uint64_t, PartReport> parts_;
  ReportTotals totals_;
  bool failed_ = false;
};

}  // namespace

ExitCode merge(const MergeOptions& options, std::ostream& out, std::ostream& errors) {
  Merger merger(out, errors);
  for (const auto& report : options.reports) {
    merger.add(report);
  }
  return merger.end(options.report);
}

}  // namespace sobelcam::tool
