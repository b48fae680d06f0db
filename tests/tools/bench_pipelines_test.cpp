// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/bench_pipelines.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <utility>

#include "kernels/reference/reference_pipeline.h"
#include "tests/support/mutants.h"
#include "tests/support/temp_dir.h"
#include "tools/sobelcam/opencv_chain.h"

namespace sobelcam::tool {
namespace {

using nlohmann::json;

/// The reference's edges, with one that is wrong wherever no plane is asked for.
class WrongWithoutPlanes final : public EdgePipeline {
 public:
  explicit WrongWithoutPlanes(const PipelineOptions& options)
      : EdgePipeline(options), reference_(kReferencePipeline.make({})) {}

 private:
  void start(EdgeOutput& output) override {
    const EdgeRequest request{{}, output.request.equalize, false};
    const auto result = reference_->process(Frame::borrowing(output.frame.view()), request);
    output.histogram = result->histogram();
    output.edges.reshape(output.width, output.height, memory());
    for (std::uint32_t y = 0; y < output.height; ++y) {
      std::copy_n(result->edges().row(y), output.width, output.edges.row(y));
    }
    if (output.request.planes == PlaneSet()) {
      output.edges.row(0)[0] ^= 1U;
    }
  }

  std::unique_ptr<EdgePipeline> reference_;
};

std::set<unsigned>& thread_counts_seen() {
  static std::set<unsigned> counts;
  return counts;
}

template <typename Row>
std::unique_ptr<EdgePipeline> make(const PipelineOptions& options) {
  return std::make_unique<Row>(options);
}

std::unique_ptr<EdgePipeline> make_reference_and_note_threads(const PipelineOptions& options) {
  thread_counts_seen().insert(options.threads);
  return kReferencePipeline.make(options);
}

Usability always() {
  return {};
}

constexpr PipelineInfo kThreaded{"threaded", "", always, make_reference_and_note_threads, true};
constexpr PipelineInfo kWrongWithoutPlanes{"wrong-bare", "", always, make<WrongWithoutPlanes>};
constexpr PipelineInfo kUnusable{"unusable", "",
                                 [] {
                                   return Usability{false, "no such device; plug one in"};
                                 },
                                 make<WrongWithoutPlanes>};

class BenchPipelines : public testing::Test {
 protected:
  void SetUp() override {
    options_.sizes = {"64x48"};
    options_.threads = 1;
    options_.budget.seconds = 0.01;
    options_.json = true;
  }

  ExitCode run(std::vector<const PipelineInfo*> rows) {
    out_.str("");
    return bench_pipelines(rows, options_, out_);
  }
  json document() const { return json::parse(out_.str()); }

  /// What became of a row, as the document says.
  json verdict(const std::string& name) const {
    const json all = document();
    for (const json& row : all.at("pipelines")) {
      if (row.at("name") == name) {
        return row;
      }
    }
    return {};
  }

  /// The lines of that name, as size and number of threads.
  std::vector<std::string> lines_of(const std::string& name) const {
    std::vector<std::string> lines;
    const json all = document();
    for (const json& timing : all.at("timings")) {
      if (timing.at("name") == name) {
        lines.push_back(timing.at("width").dump() + "x" + timing.at("height").dump() + " on " +
                        timing.at("threads").dump());
      }
    }
    return lines;
  }

  std::string error_of(std::vector<const PipelineInfo*> rows) {
    try {
      run(std::move(rows));
    } catch (const std::exception& error) {
      return error.what();
    }
    return "no error";
  }

  using Lines = std::vector<std::string>;

  BenchPipelinesOptions options_;
  std::ostringstream out_;
};

TEST_F(BenchPipelines, TimesEachRowAtEachSize) {
  options_.sizes = {"64x48", "31x7"};
  EXPECT_EQ(run({&kReferencePipeline}), kOk);
  EXPECT_EQ(verdict("reference").at("status"), "timed");
  EXPECT_EQ(lines_of("reference"), (Lines{"64x48 on 1", "31x7 on 1"}));
}

TEST_F(BenchPipelines, ThreadedRowsAreTimedOnOneThreadAndOnAsManyAsAskedForTheOthersOnce) {
  options_.threads = 2;
  thread_counts_seen().clear();
  EXPECT_EQ(run({&kThreaded, &kReferencePipeline}), kOk);
  EXPECT_EQ(lines_of("threaded"), (Lines{"64x48 on 1", "64x48 on 2"}));
  EXPECT_EQ(lines_of("reference"), (Lines{"64x48 on 1"}));
  EXPECT_EQ(thread_counts_seen(), (std::set<unsigned>{1, 2}));
}

TEST_F(BenchPipelines, ARowThatDiffersIsNotTimedAndTheOthersAre) {
  EXPECT_EQ(run({&test::kWrongAtOneSizePipeline, &kReferencePipeline}), kDifferent);
  const json wrong = verdict("wrong-at-64x48");
  EXPECT_EQ(wrong.at("status"), "different");
  EXPECT_TRUE(wrong.at("reason").get<std::string>().starts_with("at 64x48 on 1 thread: magnitude differs at x=33 y=20"))
      << wrong;
  EXPECT_EQ(lines_of("wrong-at-64x48"), Lines());
  EXPECT_EQ(lines_of("reference"), (Lines{"64x48 on 1"}));
}

TEST_F(BenchPipelines, ARowIsHeldToTheReferenceAtTheSizesThatAreAskedFor) {
  options_.sizes = {"65x48"};
  EXPECT_EQ(run({&test::kWrongAtOneSizePipeline}), kOk);
}

TEST_F(BenchPipelines, ARowIsHeldToTheReferenceAlsoAsItIsTimed) {
  EXPECT_EQ(run({&kWrongWithoutPlanes}), kDifferent);
  const std::string reason = verdict("wrong-bare").at("reason");
  EXPECT_TRUE(reason.starts_with("at 64x48 on 1 thread: without planes: edges differs at x=0 y=0")) << reason;
}

TEST_F(BenchPipelines, ARowIsHeldToTheReferenceWithEqualizationWhereThatIsTimed) {
  options_.sizes = {"65x48"};
  options_.equalize = true;
  EXPECT_EQ(run({&test::kWrongAtOneSizePipeline}), kDifferent) << "that row knows no equalization";
  EXPECT_EQ(run({&kReferencePipeline}), kOk);
  EXPECT_EQ(document().at("settings").at("equalize"), true);
}

TEST_F(BenchPipelines, ARowThatCannotRunIsListedWithItsReason) {
  EXPECT_EQ(run({&kUnusable, &kReferencePipeline}), kOk);
  EXPECT_EQ(verdict("unusable").at("status"), "unusable");
  EXPECT_EQ(verdict("unusable").at("reason"), "no such device; plug one in");
  EXPECT_EQ(lines_of("unusable"), Lines());
  EXPECT_EQ(lines_of("reference").size(), 1U);
}

TEST_F(BenchPipelines, ARowThatIsNamedAndCannotRunIsAnError) {
  options_.pipelines = {"all", "unusable"};
  EXPECT_EQ(error_of({&kUnusable, &kReferencePipeline}),
            "pipeline 'unusable' cannot run here: no such device; plug one in");
}

TEST_F(BenchPipelines, AnUnknownRowIsAnErrorThatListsTheKnownOnes) {
  options_.pipelines = {"nope"};
  EXPECT_EQ(error_of({&kThreaded, &kReferencePipeline}), "no such pipeline 'nope'; known: all, threaded, reference");
}

TEST_F(BenchPipelines, OnlyTheRowsThatAreNamedAreTimedEachOnce) {
  options_.pipelines = {"reference", "reference"};
  EXPECT_EQ(run({&kThreaded, &kReferencePipeline}), kOk);
  EXPECT_EQ(document().at("pipelines").size(), 1U);
  EXPECT_EQ(lines_of("reference").size(), 1U);
}

TEST_F(BenchPipelines, TheNumbersOfALineBelongTogether) {
  options_.format = "NV12";
  options_.threads = 2;
  EXPECT_EQ(run({&kThreaded}), kOk);
  const json all = document();
  const json& copies = all.at("copy");
  ASSERT_EQ(copies.size(), 2U);
  ASSERT_GE(all.at("timings").size(), 2U);
  for (const json& timing : all.at("timings")) {
    const double median_ms = timing.at("median_ms");
    const double gb_per_s = timing.at("gb_per_s");
    EXPECT_GE(timing.at("frames"), 30);
    EXPECT_LE(timing.at("min_ms"), median_ms);
    EXPECT_LE(median_ms, timing.at("p95_ms").get<double>());
    EXPECT_NEAR(timing.at("fps").get<double>() * median_ms, 1e3, 1e-6);
    EXPECT_NEAR(gb_per_s * 1e9 * median_ms / 1e3, 2.0 * 64 * 48, 1e-3) << "luma in, edges out";
    const json& copy = copies.at(timing.at("threads") == 1 ? 0 : 1);
    EXPECT_EQ(copy.at("threads"), timing.at("threads"));
    EXPECT_NEAR(timing.at("percent_of_copy"), 100 * gb_per_s / copy.at("gb_per_s").get<double>(), 1e-6);
  }
}

TEST_F(BenchPipelines, OpenCvIsTimedBesideThePipelinesOrSaidToBeAbsent) {
  EXPECT_EQ(run({&kReferencePipeline}), kOk);
  const json opencv = document().at("opencv");
  if (opencv_build().version.empty()) {
    EXPECT_NE(opencv.at("remedy").get<std::string>().find("libopencv-imgproc-dev"), std::string::npos) << opencv;
    EXPECT_EQ(document().at("timings").size(), 1U);
    return;
  }
  EXPECT_EQ(opencv.at("version"), opencv_build().version);
  const json timings = document().at("timings");
  ASSERT_EQ(timings.size(), 3U);
  EXPECT_EQ(timings.at(1).at("name"), "opencv-8bit");
  EXPECT_EQ(timings.at(2).at("name"), "opencv-float");
  EXPECT_EQ(timings.at(1).at("kind"), "opencv");
  EXPECT_FALSE(timings.at(1).contains("times_opencv_8bit"));
  const double median_ms = timings.at(0).at("median_ms");
  EXPECT_NEAR(timings.at(0).at("times_opencv_8bit"), timings.at(1).at("median_ms").get<double>() / median_ms, 1e-9);
  EXPECT_NEAR(timings.at(0).at("times_opencv_float"), timings.at(2).at("median_ms").get<double>() / median_ms, 1e-9);
}

TEST_F(BenchPipelines, TheDocumentSaysWhatItWasMeasuredWith) {
  EXPECT_EQ(run({&kReferencePipeline}), kOk);
  const json all = document();
  EXPECT_FALSE(all.at("version").get<std::string>().empty());
  for (const char* field : {"cpu", "compiler", "build_type"}) {
    EXPECT_FALSE(all.at("machine").at(field).get<std::string>().empty()) << field;
  }
  EXPECT_GE(all.at("machine").at("hardware_threads"), 1);
  EXPECT_EQ(all.at("settings").at("format"), "RGB24");
  EXPECT_EQ(all.at("settings").at("scene"), "textured");
  EXPECT_EQ(all.at("settings").at("seconds"), 0.01);
  EXPECT_EQ(all.at("validated_sizes").back(), (json{{"width", 643}, {"height", 479}}));
}

TEST_F(BenchPipelines, TheTableFitsAHundredColumns) {
  options_.json = false;
  options_.sizes = {"1920x1080"};
  options_.budget.runs = 1;
  EXPECT_EQ(run({&kUnusable, &kWrongWithoutPlanes, &kReferencePipeline}), kDifferent);
  std::istringstream lines(out_.str());
  std::size_t rows = 0;
  for (std::string line; std::getline(lines, line);) {
    const bool is_difference = line.starts_with("NOT TIMED: ") || line.find("   |") != std::string::npos;
    EXPECT_TRUE(is_difference || line.size() <= 100U) << line;
    rows += line.starts_with("1920x1080 ") ? 1U : 0U;
  }
  EXPECT_GE(rows, 1U) << out_.str();
  EXPECT_NE(out_.str().find("not timed: unusable cannot run here: no such device; plug one in\n"), std::string::npos)
      << out_.str();
  EXPECT_NE(out_.str().find("\nNOT TIMED: wrong-bare differs from the reference at 1920x1080 on 1 thread"),
            std::string::npos)
      << out_.str();
}

TEST_F(BenchPipelines, AFileForTheDocumentLeavesTheTable) {
  const test::TempDir folder;
  options_.json_file = folder / "bench.json";
  EXPECT_EQ(run({&kReferencePipeline}), kOk);
  EXPECT_NE(out_.str().find("64x48      reference"), std::string::npos) << out_.str();
  std::ifstream file(options_.json_file);
  EXPECT_GE(json::parse(file).at("timings").size(), 1U);
}

TEST_F(BenchPipelines, RefusesWhatItCannotDo) {
  const auto error_with = [this](std::string BenchPipelinesOptions::*option, const char* value) {
    const BenchPipelinesOptions before = options_;
    options_.*option = value;
    const std::string error = error_of({&kReferencePipeline});
    options_ = before;
    return error;
  };
  EXPECT_TRUE(error_with(&BenchPipelinesOptions::format, "MJPG").starts_with("no such format 'MJPG'; known: RGB24"));
  EXPECT_TRUE(error_with(&BenchPipelinesOptions::scene, "sea").starts_with("no such scene 'sea'; known: textured"));
  options_.json_file = "/nowhere/at/all.json";
  EXPECT_EQ(error_of({&kReferencePipeline}), "cannot write /nowhere/at/all.json: No such file or directory");
}

}  // namespace
}  // namespace sobelcam::tool
