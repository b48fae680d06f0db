// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/video_calls.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <optional>
#include <thread>
#include <utility>

#include "drivers/camera/v4l2/node_holder.h"

namespace sobelcam::v4l2 {
namespace {

template <typename Call>
auto retried(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) {
    result = call();
  }
  return result < 0 ? -errno : result;
}

std::optional<unsigned> node_number(const std::string& name) {
  constexpr std::string_view kPrefix = "video";
  if (!name.starts_with(kPrefix)) {
    return std::nullopt;
  }
  unsigned number = 0;
  const char* end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data() + kPrefix.size(), end, number);
  return error == std::errc{} && stop == end ? std::optional(number) : std::nullopt;
}

class SystemVideoCalls final : public VideoCalls {
 public:
  int open(const std::string& path) override {
    return retried([&] { return ::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC); });
  }

  // close() is never repeated: on Linux the descriptor is gone even where a signal came in between.
  int close(int descriptor) override { return ::close(descriptor) == 0 ? 0 : -errno; }

  int ioctl(int descriptor, unsigned long request, void* argument) override {
    return retried([&] { return ::ioctl(descriptor, request, argument); });
  }

  Mapping map(int descriptor, std::size_t bytes, std::int64_t offset) override {
    void* data = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, offset);
    return data == MAP_FAILED ? Mapping{nullptr, -errno} : Mapping{static_cast<std::byte*>(data), 0};
  }

  int unmap(std::byte* data, std::size_t bytes) override { return ::munmap(data, bytes) == 0 ? 0 : -errno; }

  Readiness poll(int descriptor, std::chrono::milliseconds timeout) override {
    const auto deadline = Clock::now() + timeout;
    pollfd waited{descriptor, POLLIN | POLLPRI, 0};
    auto left = timeout;
    int result = ::poll(&waited, 1, static_cast<int>(left.count()));
    while (result < 0 && errno == EINTR) {
      left =
          std::max(std::chrono::milliseconds(0), std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()));
      result = ::poll(&waited, 1, static_cast<int>(left.count()));
    }
    return {result < 0 ? -errno : result, waited.revents};
  }

  std::vector<std::string> nodes() override {
    std::vector<std::pair<unsigned, std::string>> numbered;
    std::error_code error;
    for (std::filesystem::directory_iterator entry("/dev", error), end; !error && entry != end;
         entry.increment(error)) {
      if (const auto number = node_number(entry->path().filename().string())) {
        numbered.emplace_back(*number, entry->path().string());
      }
    }
    std::sort(numbered.begin(), numbered.end());
    std::vector<std::string> paths;
    paths.reserve(numbered.size());
    for (auto& [number, path] : numbered) {
      paths.push_back(std::move(path));
    }
    return paths;
  }

  std::string resolve(const std::string& path) override {
    std::error_code error;
    const auto target = std::filesystem::canonical(path, error);
    return error ? path : target.string();
  }

  std::string holder(const std::string& node) override { return node_holder("/proc", node); }

  Clock::time_point now() override { return Clock::now(); }
  void wait_until(Clock::time_point until) override { std::this_thread::sleep_until(until); }
};

}  // namespace

VideoCalls& system_video_calls() {
  static SystemVideoCalls calls;
  return calls;
}

}  // namespace sobelcam::v4l2
