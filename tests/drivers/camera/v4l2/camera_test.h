// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "drivers/camera/open_source.h"
#include "drivers/camera/v4l2/camera_status.h"
#include "tests/drivers/camera/v4l2/fake_system.h"

namespace sobelcam::test {

/// A machine with one scripted camera at /dev/video0, and the source that reads it.
class CameraTest : public testing::Test {
 protected:
  using Clock = std::chrono::steady_clock;

  CameraTest() {
    options_.delivery = Delivery::kEvery;
    options_.camera.calls = &system_;
  }

  std::variant<std::unique_ptr<FrameSource>, SourceFault> open(const std::string& path = "/dev/video0") {
    return open_source(V4l2Spec{path}, options_);
  }
  /// Opens the camera, which must succeed.
  void start(const std::string& path = "/dev/video0") {
    auto opened = open(path);
    if (const auto* fault = std::get_if<SourceFault>(&opened)) {
      throw std::runtime_error("cannot open: " + fault->message);
    }
    source_ = std::get<std::unique_ptr<FrameSource>>(std::move(opened));
  }
  SourceFault open_fault(const std::string& path = "/dev/video0") {
    auto opened = open(path);
    if (auto* fault = std::get_if<SourceFault>(&opened)) {
      return std::move(*fault);
    }
    throw std::runtime_error("opened, though it should not");
  }

  /// What comes within so much of the camera's time.
  SourceEvent next(std::chrono::milliseconds patience = std::chrono::seconds(60)) {
    return source_->next(system_.now() + patience);
  }
  Frame frame(std::chrono::milliseconds patience = std::chrono::seconds(60)) {
    SourceEvent event = next(patience);
    if (auto* got = std::get_if<Frame>(&event)) {
      return std::move(*got);
    }
    const auto* fault = std::get_if<SourceFault>(&event);
    throw std::runtime_error("no frame, but " + (fault != nullptr ? fault->message : std::string("nothing")));
  }
  SourceFault fault(std::chrono::milliseconds patience = std::chrono::seconds(60)) {
    SourceEvent event = next(patience);
    if (auto* got = std::get_if<SourceFault>(&event)) {
      return std::move(*got);
    }
    throw std::runtime_error(std::holds_alternative<Frame>(event) ? "a frame, no fault" : "nothing, no fault");
  }
  bool nothing_within(std::chrono::milliseconds patience) { return std::holds_alternative<NoFrame>(next(patience)); }
  CameraCounters counters() const { return source_->camera()->counters; }
  CameraFacts facts() const { return *source_->camera()->facts; }

  static bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }

  FakeSystem system_;
  FakeDevice* device_ = &system_.plug("/dev/video0");
  SourceOptions options_;
  std::unique_ptr<FrameSource> source_;
};

}  // namespace sobelcam::test
