// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "drivers/camera/v4l2/video_calls.h"
#include "tests/drivers/camera/v4l2/fake_device.h"

namespace sobelcam::test {

/// A machine with scripted cameras and a clock that only waiting moves.
class FakeSystem final : public v4l2::VideoCalls {
 public:
  /// A new camera at the node; the one that was there is gone.
  FakeDevice& plug(const std::string& node);
  void unplug(const std::string& node);
  FakeDevice& device(const std::string& node) { return *nodes_.at(node); }

  std::map<std::string, std::string> links;
  std::map<std::string, std::string> holders;
  int open_error = 0;                      ///< positive; of every open()
  std::map<std::string, int> open_errors;  ///< of single nodes
  int map_error = 0;

  int opened = 0;  ///< how often a node was opened
  std::size_t open_now() const { return descriptors_.size(); }
  int polls = 0;

  /// Time goes by without anybody waiting.
  void pass(std::chrono::milliseconds time);

  int open(const std::string& path) override;
  int close(int descriptor) override;
  int ioctl(int descriptor, unsigned long request, void* argument) override;
  Mapping map(int descriptor, std::size_t bytes, std::int64_t offset) override;
  int unmap(std::byte* data, std::size_t bytes) override;
  Readiness poll(int descriptor, std::chrono::milliseconds timeout) override;
  std::vector<std::string> nodes() override;
  std::string resolve(const std::string& path) override;
  std::string holder(const std::string& node) override;
  Clock::time_point now() override;
  void wait_until(Clock::time_point until) override;

 private:
  void go_to(Clock::time_point time);

  std::recursive_mutex mutex_;
  Clock::time_point now_{std::chrono::hours(1)};
  std::map<std::string, std::shared_ptr<FakeDevice>> nodes_;
  std::vector<std::shared_ptr<FakeDevice>> devices_;  ///< those that are gone, too: mappings outlive them
  std::map<int, std::shared_ptr<FakeDevice>> descriptors_;
  int next_descriptor_ = 100;
};

}  // namespace sobelcam::test
