// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/bundles.h"

#include <stdexcept>
#include <string>
#include <utility>

#include "tests/support/differential.h"

namespace sobelcam::test {
namespace {

Manifest test_manifest() {
  Manifest manifest;
  manifest.program = "sobelcamd";
  manifest.program_version = "0.0.0";
  manifest.spec_version = "1.0";
  manifest.pipeline = "reference";
  manifest.device = "a test";
  manifest.source = "test frames";
  manifest.planes = {"gray", "blur", "equalized", "magnitude"};
  return manifest;
}

BundleWriter created(const std::filesystem::path& path, BundleFormat format) {
  BundleWriteOptions options;
  options.format = format;
  auto writer = BundleWriter::create(path, test_manifest(), options);
  if (const auto* fault = std::get_if<BundleFault>(&writer)) {
    throw std::runtime_error(fault->message);
  }
  return std::move(std::get<BundleWriter>(writer));
}

void demand(const std::optional<BundleFault>& fault) {
  if (fault) {
    throw std::runtime_error(fault->message);
  }
}

}  // namespace

BundleMaker::BundleMaker(const std::filesystem::path& path, BundleFormat format) : writer_(created(path, format)) {}

void BundleMaker::add(const Recording& recording, const Spoil& spoil) {
  const EdgeResult result = run_row(*recording.pipeline, recording.view, {recording.planes, recording.equalize, false});
  RecordedFrame frame;
  frame.stamp.sequence = added_++;
  frame.pipeline = recording.pipeline->name;
  frame.equalize = recording.equalize;
  frame.view = recording.view;
  frame.jpeg = recording.jpeg;
  frame.edges = result.edges();
  frame.histogram = result.histogram();
  frame.gray = result.gray();
  frame.blur = result.blur();
  frame.equalized = result.equalized();
  frame.magnitude = result.magnitude();
  for (const StageTiming& timing : result.timings()) {
    frame.timings.push_back({std::string(timing.stage), timing.duration.count()});
  }
  if (spoil) {
    spoil(frame);
  }
  demand(writer_.add(frame));
}

void BundleMaker::finish() {
  demand(writer_.finish());
}

}  // namespace sobelcam::test
