// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/verify/frame_check.h"

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

#include "kernels/u8.h"
#include "tools/sobelcam/verify/distances.h"
#include "tools/sobelcam/verify/frame_pictures.h"
#include "tools/sobelcam/verify/properties.h"

namespace sobelcam::tool {
namespace {

Difference::Neighborhood input_around(ImageView<const float> gray, const Difference& difference) {
  return neighborhood(gray, difference.x, difference.y);
}

/// Where a result first differs from the reference, as a finding; nothing where it does not.
std::optional<Finding> equality(const ResultView& reference, const ResultView& result, std::string_view context) {
  const auto difference = first_difference(reference, result);
  if (!difference) {
    return std::nullopt;
  }
  Finding finding;
  finding.check = "equality";
  finding.place = difference->plane;
  finding.words = std::string(context) + describe(*difference);
  finding.words.erase(finding.words.find_last_not_of('\n') + 1);
  finding.difference = difference;
  if (difference->plane != "histogram" && difference->plane != "size") {
    finding.input = input_around(reference.gray, *difference);
  }
  return finding;
}

void append(std::vector<Finding>& to, std::vector<Finding> from) {
  for (Finding& finding : from) {
    to.push_back(std::move(finding));
  }
}

StageTimes times_of(const EdgeResult& result) {
  StageTimes times;
  for (const StageTiming& timing : result.timings()) {
    times.emplace_back(timing.stage, timing.duration.count());
  }
  return times;
}

EdgeResult run(EdgePipeline& pipeline, const FrameView& frame, const EdgeRequest& request) {
  return std::move(pipeline.process(Frame::borrowing(frame), request).value());
}

/// So large that memory is freed and taken again rather than kept.
bool is_large(const FrameLayout& layout) {
  constexpr std::uint64_t kLargePixels = 4'000'000;
  return std::uint64_t{layout.width} * layout.height >= kLargePixels;
}

Finding failure(const std::exception& error) {
  Finding finding;
  finding.check = "run";
  finding.place = "device";
  finding.words = std::string("failed: ") + error.what();
  return finding;
}

}  // namespace

FrameCheck::FrameCheck(const CheckOptions& options)
    : equalize_(options.equalize),
      own_(choose_pipeline("reference")),
      options_{1, options.threads},
      reference_(own_.make(options_)) {
  for (const PipelineInfo* info : options.pipelines) {
    if (info->name != own_.name) {
      rows_.push_back({info, nullptr});
    }
  }
}

FrameVerdict FrameCheck::check(const FrameToVerify& frame, const CheckExtras& extras) {
  FrameVerdict verdict = compare(frame, extras);
  if (extras.properties && !input_.empty()) {
    // Only now, when no result is held any more: frames are large.
    for (SubjectVerdict& subject : verdict.subjects) {
      const auto row = std::find_if(rows_.begin(), rows_.end(),
                                    [&](const Row& known) { return known.info->name == subject.subject; });
      if (subject.subject == own_.name) {
        check_properties(*reference_, frame.view.layout, verdict.equalize, subject);
      } else if (row != rows_.end()) {
        check_properties(pipeline_of(*row), frame.view.layout, verdict.equalize, subject);
      }
    }
    input_ = Image<std::uint8_t>();
  }
  large_frame_ = {};
  return verdict;
}

FrameVerdict FrameCheck::compare(const FrameToVerify& frame, const CheckExtras& extras) {
  FrameVerdict verdict;
  verdict.layout = frame.view.layout;
  verdict.equalize = frame.is_recorded ? frame.equalize : equalize_;
  if (frame.view.data == nullptr) {
    verdict.subjects.push_back({"recorded", {}, frame.damage, {}});
    return verdict;
  }
  const EdgeResult reference = run(*reference_, frame.view, {PlaneSet::all(), verdict.equalize, false});
  const ResultView expected = view_of(reference);
  PictureMaker pictures(expected, extras.pictures, extras.pictures_of_differences);
  const auto close = [&](SubjectVerdict subject, const ResultView& result) {
    if (!subject.findings.empty() && subject.findings.front().check == "equality") {
      subject.distances = stage_distances(expected, result);
      pictures.difference(subject.subject, *subject.findings.front().difference, result);
    }
    verdict.subjects.push_back(std::move(subject));
  };

  if (extras.properties) {
    input_.reshape(expected.gray.width, expected.gray.height, ordinary_memory());
    u8_plane(expected.gray, input_.view());
  }
  close({"reference", times_of(reference), check_histogram(expected), {}}, expected);
  if (frame.is_recorded) {
    SubjectVerdict recorded{"recorded", frame.recorded_timings, {}, {}};
    if (auto finding = equality(expected, frame.recorded, "")) {
      recorded.findings.push_back(std::move(*finding));
    }
    append(recorded.findings, check_histogram(frame.recorded));
    append(recorded.findings, frame.damage);
    close(std::move(recorded), frame.recorded);
  }
  const FrameView alone = without_recording(frame.view, extras);
  for (Row& row : rows_) {
    check_row(row, alone, reference, close);
    if (is_large(frame.view.layout)) {
      row.pipeline.reset();  // with the planes that it keeps for its next frame
    }
  }
  // Recorded results are told of last, as what the rows are there to judge.
  const auto was_computed = [](const SubjectVerdict& subject) { return subject.subject != "recorded"; };
  std::stable_partition(verdict.subjects.begin(), verdict.subjects.end(), was_computed);
  verdict.pictures = pictures.take();
  return verdict;
}

EdgePipeline& FrameCheck::pipeline_of(Row& row) const {
  if (!row.pipeline) {
    row.pipeline = row.info->make(options_);
  }
  return *row.pipeline;
}

FrameView FrameCheck::without_recording(const FrameView& frame, const CheckExtras& extras) {
  const FrameLayout& layout = frame.layout;
  if (!extras.forget_frame || !is_large(layout)) {
    return frame;
  }
  const std::size_t bytes = (layout.height - 1) * layout.stride + row_bytes(layout.format, layout.width);
  large_frame_.assign(frame.data, frame.data + bytes);
  extras.forget_frame();
  return {large_frame_.data(), layout};
}

void FrameCheck::check_row(Row& row, const FrameView& frame, const EdgeResult& reference,
                           const std::function<void(SubjectVerdict, const ResultView&)>& close) {
  const ResultView expected = view_of(reference);
  const bool equalize = reference.request().equalize;
  SubjectVerdict subject{std::string(row.info->name), {}, {}, {}};
  try {
    // The appliance asks for no plane unless somebody watches it, and an implementation may then go another way.
    {
      const EdgeResult bare = run(pipeline_of(row), frame, {PlaneSet(), equalize, false});
      subject.timings_us = times_of(bare);
      if (auto finding = equality(expected, view_of(bare), "without planes: ")) {
        subject.findings.push_back(std::move(*finding));
      }
      append(subject.findings, check_histogram(view_of(bare)));
    }
    const EdgeResult full = run(pipeline_of(row), frame, {PlaneSet::all(), equalize, false});
    if (auto finding = equality(expected, view_of(full), "")) {
      // The stage that made it is worth more than where it came out.
      subject.findings.insert(subject.findings.begin(), std::move(*finding));
    }
    append(subject.findings, check_histogram(view_of(full)));
    close(std::move(subject), view_of(full));
  } catch (const std::exception& error) {
    subject.findings.push_back(failure(error));
    close(std::move(subject), {});
  }
}

void FrameCheck::check_properties(EdgePipeline& pipeline, const FrameLayout& layout, bool equalize,
                                  SubjectVerdict& subject) const {
  try {
    append(subject.findings, check_black(pipeline, layout, equalize));
    append(subject.findings, check_flips(pipeline, input_.view(), equalize));
  } catch (const std::exception& error) {
    subject.findings.push_back(failure(error));
  }
}

}  // namespace sobelcam::tool
