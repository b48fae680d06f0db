// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
// Takes every frame of a camera for some seconds, reads a byte of each cache line, and says in one line how many came
// and how many numbers of the driver's were missing or came twice. An emulated machine is too slow for more at 60
// frames a second.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <variant>

#include "drivers/camera/open_source.h"

namespace sobelcam {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kAtOnce{1};
/// One of each cache line.
constexpr std::size_t kEveryByte = 64;

struct Tally {
  std::uint64_t frames = 0;
  std::uint64_t sum = 0;  ///< of the bytes that are read
  std::uint64_t never_made = 0;
  std::uint64_t missed = 0;
  std::uint64_t repeats = 0;
  std::optional<std::uint64_t> last;

  void take(const Frame& frame, bool waited) {
    ++frames;
    const FrameLayout& layout = frame.layout();
    for (std::uint32_t y = 0; y < layout.height; ++y) {
      const std::uint8_t* row = frame.view().row(y);
      for (std::size_t i = 0; i < row_bytes(layout.format, layout.width); i += kEveryByte) {
        sum += row[i];
      }
    }
    const std::uint64_t sequence = frame.stamp().sequence;
    if (last && sequence > *last + 1) {
      (waited ? never_made : missed) += sequence - *last - 1;
    }
    if (last && sequence <= *last) {
      ++repeats;
    }
    last = sequence;
  }
};

unsigned long long number(std::uint64_t count) {
  return count;
}

int fail(const std::string& message) {
  std::printf("rate_check: %s\n", message.c_str());
  return 1;
}

int run(const std::string& node, CameraIo io, std::chrono::seconds duration) {
  SourceOptions options;
  options.delivery = Delivery::kEvery;
  options.camera.io = io;
  auto opened = open_source(V4l2Spec{node}, options);
  if (const auto* fault = std::get_if<SourceFault>(&opened)) {
    return fail(fault->message);
  }
  FrameSource& source = *std::get<std::unique_ptr<FrameSource>>(opened);
  Tally tally;
  const auto begin = Clock::now();
  while (Clock::now() < begin + duration) {
    const auto asked = Clock::now();
    SourceEvent event = source.next(asked + std::chrono::seconds(1));
    const bool waited = Clock::now() - asked > kAtOnce;
    if (const auto* fault = std::get_if<SourceFault>(&event)) {
      return fail(fault->message);
    }
    if (const auto* frame = std::get_if<Frame>(&event)) {
      tally.take(*frame, waited);
    }
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  std::printf("{\"frames\":%llu,\"seconds\":%.3f,\"missed\":%llu,\"never_made\":%llu,\"repeats\":%llu,\"sum\":%llu}\n",
              number(tally.frames), seconds, number(tally.missed), number(tally.never_made), number(tally.repeats),
              number(tally.sum));
  return 0;
}

}  // namespace
}  // namespace sobelcam

int main(int argc, char** argv) {
  const auto io = argc == 4 ? sobelcam::camera_io(argv[2]) : std::nullopt;
  if (!io) {
    std::fputs("Usage: rate_check NODE IO SECONDS\n", stderr);
    return 2;
  }
  return sobelcam::run(argv[1], *io, std::chrono::seconds(std::atoi(argv[3])));
}
