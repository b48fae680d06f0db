// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/process.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <utility>

#include "drivers/files/printable.h"
#include "kernels/first_difference.h"
#include "kernels/pipelines.h"
#include "kernels/u8.h"
#include "tools/sobelcam/formatted.h"
#include "tools/sobelcam/output_names.h"
#include "tools/sobelcam/picture_file.h"
#include "tools/sobelcam/picture_input.h"
#include "tools/sobelcam/stage_table.h"

namespace sobelcam::tool {
namespace {

constexpr std::array kViews{"gray", "blur", "equalized", "edge"};

struct NamedPipeline {
  std::string_view name;
  std::unique_ptr<EdgePipeline> pipeline;
};

/// A result, and how long it took from the call to the end, copies to and from a device included.
struct TimedResult {
  EdgeResult result;
  Microseconds whole;

  /// Of the stages alone, without those that only move bytes.
  Microseconds kernels() const {
    Microseconds sum{};
    for (const StageTiming& timing : result.timings()) {
      sum += timing.stage == "upload" || timing.stage == "download" ? Microseconds{} : timing.duration;
    }
    return sum;
  }
};

class Processor {
 public:
  Processor(const ProcessOptions& options, std::ostream& out) : options_(options), out_(out) {
    for (const PipelineInfo* info : chosen()) {
      pipelines_.push_back({info->name, info->make({})});
    }
    if (options.compare) {
      reference_ = choose_pipeline("reference").make({});
    }
  }

  /// Throws std::runtime_error in words for anything that the input or its outputs make impossible.
  void process(const std::filesystem::path& input, const std::filesystem::path& prefix) {
    refuse_to_overwrite_inputs(prefix);
    const PictureInput picture = decoded(input);
    const EdgeRequest request{PlaneSet::all(), options_.equalize, false};
    const auto run = [&](EdgePipeline& pipeline) { return timed_run(pipeline, picture.view(), request); };
    out_ << printable(input.string()) << "  " << picture.layout.width << "x" << picture.layout.height << " "
         << fourcc(picture.layout.format) << "\n";
    const std::optional<TimedResult> expected =
        reference_ ? std::optional<TimedResult>(run(*reference_)) : std::nullopt;
    for (auto& [name, pipeline] : pipelines_) {
      const TimedResult timed = run(*pipeline);
      print_stages(out_, name, timed.result);
      if (expected) {
        report_comparison(name, *expected, timed);
      }
      if (&pipeline == &pipelines_.front().pipeline) {
        save(timed.result, prefix);
      }
      if (options_.compare && pipelines_.size() > 1) {
        save(timed.result, prefix.string() + "_" + std::string(name));
      }
    }
  }

  bool found_a_difference() const { return found_a_difference_; }

 private:
  std::vector<const PipelineInfo*> chosen() {
    std::vector<const PipelineInfo*> rows;
    const auto add = [&rows](const PipelineInfo* row) {
      if (std::find(rows.begin(), rows.end(), row) == rows.end()) {
        rows.push_back(row);
      }
    };
    for (const std::string& name : options_.pipelines) {
      if (name != "all") {
        add(&choose_pipeline(name));
        continue;
      }
      for (const PipelineInfo* row : sobelcam::pipelines()) {
        const Usability usability = row->usability();
        if (usability.usable) {
          add(row);
        } else {
          out_ << "left out: " << row->name << ": " << usability.reason << "\n";
        }
      }
    }
    return rows;
  }

  void refuse_to_overwrite_inputs(const std::filesystem::path& prefix) const {
    refuse_to_overwrite(prefix);
    for (const NamedPipeline& row : pipelines_) {
      refuse_to_overwrite(prefix.string() + "_" + std::string(row.name));
    }
  }

  void refuse_to_overwrite(const std::filesystem::path& prefix) const {
    for (const char* view : kViews) {
      const auto path = output_path(prefix, view);
      for (const auto& input : options_.inputs) {
        std::error_code missing;
        if (std::filesystem::equivalent(path, input, missing)) {
          throw std::runtime_error("its output " + path.string() + " would overwrite an input; choose another --out");
        }
      }
    }
  }

  static PictureInput decoded(const std::filesystem::path& input) {
    auto picture = read_picture(input);
    if (const auto* fault = std::get_if<ImageFault>(&picture)) {
      throw std::runtime_error(fault->message);
    }
    return std::move(std::get<PictureInput>(picture));
  }

  TimedResult timed_run(EdgePipeline& pipeline, const FrameView& frame, const EdgeRequest& request) const {
    const auto run = [&] { return std::move(pipeline.process(Frame::borrowing(frame), request).value()); };
    if (options_.compare) {
      run();  // what is allocated and loaded for the first frame is no part of a comparison
    }
    const auto begin = std::chrono::steady_clock::now();
    EdgeResult result = run();
    return {std::move(result), std::chrono::steady_clock::now() - begin};
  }

  void report_comparison(std::string_view name, const TimedResult& expected, const TimedResult& actual) {
    const auto difference = first_difference(expected.result, actual.result);
    if (!difference) {
      out_ << "  " << name
           << formatted(": %.2f times as fast as the reference, kernels alone; ", expected.kernels() / actual.kernels())
           << formatted("%.2f times with transfers\n", expected.whole / actual.whole);
    }
    out_ << "  " << name << ": "
         << (difference ? describe(*difference) : "equal to the reference in every plane, byte and bin") << "\n";
    found_a_difference_ = found_a_difference_ || difference.has_value();
  }

  void save(const EdgeResult& result, const std::filesystem::path& prefix) {
    Image<std::uint8_t> picture(result.width(), result.height());
    u8_plane(result.gray(), picture.view());
    save_png(output_path(prefix, "gray"), picture.view());
    u8_plane(result.blur(), picture.view());
    save_png(output_path(prefix, "blur"), picture.view());
    save_png(output_path(prefix, "equalized"), result.equalized());
    save_png(output_path(prefix, "edge"), result.edges());
    out_ << "  wrote";
    for (const char* view : kViews) {
      out_ << " " << printable(output_path(prefix, view).string());
    }
    out_ << "\n";
  }

  const ProcessOptions& options_;
  std::ostream& out_;
  std::vector<NamedPipeline> pipelines_;
  std::unique_ptr<EdgePipeline> reference_;
  bool found_a_difference_ = false;
};

}  // namespace

ExitCode process(const ProcessOptions& options, std::ostream& out, std::ostream& errors) {
  if (options.prefix.empty()) {
    errors << "sobelcam: --out needs a prefix, such as out or out/\n";
    return kBadInput;
  }
  std::optional<Processor> processor;
  try {
    processor.emplace(options, out);
  } catch (const std::exception& error) {
    errors << "sobelcam: " << error.what() << "\n";
    return kBadInput;
  }
  bool bad_input = false;
  const auto prefixes = output_prefixes(options.prefix, options.inputs);
  for (std::size_t i = 0; i < options.inputs.size(); ++i) {
    const auto fail = [&](std::string_view reason) {
      errors << "sobelcam: " << printable(options.inputs[i].string()) << ": " << printable(reason) << "\n";
      bad_input = true;
    };
    try {
      processor->process(options.inputs[i], prefixes[i]);
    } catch (const std::bad_alloc&) {
      fail("not enough memory for a picture of this size");
    } catch (const std::runtime_error& error) {
      fail(error.what());
    }
  }
  if (!out.flush()) {
    errors << "sobelcam: the report cannot be written\n";
    return kBadInput;
  }
  return bad_input ? kBadInput : processor->found_a_difference() ? kDifferent : kOk;
}

}  // namespace sobelcam::tool
