// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/process.h"

#include <algorithm>
#include <new>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <utility>

#include "drivers/files/printable.h"
#include "kernels/first_difference.h"
#include "kernels/pipelines.h"
#include "kernels/u8.h"
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
    const auto run = [&](EdgePipeline& pipeline) {
      return std::move(pipeline.process(Frame::borrowing(picture.view()), request).value());
    };
    out_ << printable(input.string()) << "  " << picture.layout.width << "x" << picture.layout.height << " "
         << fourcc(picture.layout.format) << "\n";
    const std::optional<EdgeResult> expected = reference_ ? std::optional<EdgeResult>(run(*reference_)) : std::nullopt;
    for (auto& [name, pipeline] : pipelines_) {
      const EdgeResult result = run(*pipeline);
      print_stages(out_, name, result);
      if (expected) {
        report_comparison(name, *expected, result);
      }
      if (&pipeline == &pipelines_.front().pipeline) {
        save(result, prefix);
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

  void report_comparison(std::string_view name, const EdgeResult& expected, const EdgeResult& actual) {
    const auto difference = first_difference(expected, actual);
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
