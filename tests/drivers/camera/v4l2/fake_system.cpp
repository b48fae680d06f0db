// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/camera/v4l2/fake_system.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>

namespace sobelcam::test {

FakeDevice& FakeSystem::plug(const std::string& node) {
  const std::lock_guard lock(mutex_);
  if (nodes_.contains(node)) {
    unplug(node);
  }
  auto device = std::make_shared<FakeDevice>();
  nodes_[node] = device;
  devices_.push_back(device);
  device->advance(now_);
  return *device;
}

void FakeSystem::unplug(const std::string& node) {
  const std::lock_guard lock(mutex_);
  nodes_.at(node)->vanish();
  nodes_.erase(node);
}

void FakeSystem::pass(std::chrono::milliseconds time) {
  const std::lock_guard lock(mutex_);
  go_to(now_ + time);
}

int FakeSystem::open(const std::string& path) {
  const std::lock_guard lock(mutex_);
  const auto found = nodes_.find(resolve(path));
  if (open_error != 0 || found == nodes_.end()) {
    return open_error != 0 ? -open_error : -ENOENT;
  }
  if (const auto error = open_errors.find(found->first); error != open_errors.end()) {
    return -error->second;
  }
  if (found->second->gone()) {
    return -ENODEV;
  }
  ++opened;
  descriptors_[next_descriptor_] = found->second;
  return next_descriptor_++;
}

int FakeSystem::close(int descriptor) {
  const std::lock_guard lock(mutex_);
  const auto found = descriptors_.find(descriptor);
  if (found == descriptors_.end()) {
    return -EBADF;
  }
  found->second->closed(descriptor);
  descriptors_.erase(found);
  return 0;
}

int FakeSystem::ioctl(int descriptor, unsigned long request, void* argument) {
  const std::lock_guard lock(mutex_);
  const auto found = descriptors_.find(descriptor);
  if (found == descriptors_.end()) {
    return -EBADF;
  }
  found->second->advance(now_);
  return found->second->ioctl(descriptor, request, argument);
}

v4l2::VideoCalls::Mapping FakeSystem::map(int descriptor, std::size_t bytes, std::int64_t offset) {
  const std::lock_guard lock(mutex_);
  if (map_error != 0) {
    return {nullptr, -map_error};
  }
  const auto found = descriptors_.find(descriptor);
  if (found == descriptors_.end()) {
    return {nullptr, -EBADF};
  }
  std::byte* data = found->second->map(descriptor, bytes, offset);
  return {data, data != nullptr ? 0 : -EINVAL};
}

int FakeSystem::unmap(std::byte* data, std::size_t /*bytes*/) {
  const std::lock_guard lock(mutex_);
  for (const auto& device : devices_) {
    if (device->unmap(data)) {
      return 0;
    }
  }
  return -EINVAL;
}

v4l2::VideoCalls::Readiness FakeSystem::poll(int descriptor, std::chrono::milliseconds timeout) {
  const std::lock_guard lock(mutex_);
  ++polls;
  const auto found = descriptors_.find(descriptor);
  if (found == descriptors_.end()) {
    return {1, POLLNVAL};
  }
  FakeDevice& device = *found->second;
  const auto end = now_ + timeout;
  device.advance(now_);
  while (device.readiness() == 0) {
    const auto due = device.next_due();
    if (!due || *due > end) {
      go_to(end);
      return {0, 0};
    }
    go_to(*due);
  }
  return {1, device.readiness()};
}

std::vector<std::string> FakeSystem::nodes() {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> paths;
  for (const auto& [path, device] : nodes_) {
    paths.push_back(path);
  }
  return paths;
}

std::string FakeSystem::resolve(const std::string& path) {
  const auto link = links.find(path);
  return link == links.end() ? path : link->second;
}

std::string FakeSystem::holder(const std::string& node) {
  const auto found = holders.find(node);
  return found == holders.end() ? "" : found->second;
}

v4l2::VideoCalls::Clock::time_point FakeSystem::now() {
  const std::lock_guard lock(mutex_);
  return now_;
}

void FakeSystem::wait_until(Clock::time_point until) {
  const std::lock_guard lock(mutex_);
  go_to(until);
}

void FakeSystem::go_to(Clock::time_point time) {
  now_ = std::max(now_, time);
  for (const auto& device : devices_) {
    device->advance(now_);
  }
}

}  // namespace sobelcam::test
