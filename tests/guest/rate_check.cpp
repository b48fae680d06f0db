// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
// Takes every frame of a camera for some seconds, reads a byte of each cache line, and gives it back: what keeps up
// with 1280x720 at 60 frames a second in an emulated machine, which is too slow for more. Says in one line what became
// of each number of the driver's.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <variant>

#include "drivers/camera/open_source.h"
#include "drivers/camera/v4l2/camera_status.h"

namespace sobelcam {
namespace {

using Clock = std::chrono::steady_clock;

/// One of each cache line.
constexpr std::size_t kEveryByte = 64;
constexpr unsigned kBuffers = 16;

struct Tally {
  std::uint64_t frames = 0;
  std::uint64_t sum = 0;       ///< of the bytes that are read
  std::uint64_t not_made = 0;  ///< numbers left out by the driver while it had a buffer to fill
  std::uint64_t refused = 0;   ///< numbers left out while every buffer may have been full: the reader was late
  std::optional<std::uint64_t> first;
  std::uint64_t last = 0;
  unsigned at_once = 0;  ///< frames in a row that lay ready when they were asked for

  void take(const Frame& frame, bool lay_ready) {
    ++frames;
    const FrameLayout& layout = frame.layout();
    for (std::uint32_t y = 0; y < layout.height; ++y) {
      const std::uint8_t* row = frame.view().row(y);
      for (std::size_t i = 0; i < row_bytes(layout.format, layout.width); i += kEveryByte) {
        sum += row[i];
      }
    }
    const std::uint64_t sequence = frame.stamp().sequence;
    // A driver without a buffer has filled them all; the reader then finds all but the first of them ready.
    if (first) {
      (at_once >= kBuffers - 1 ? refused : not_made) += sequence - last - 1;
    } else {
      first = sequence;
    }
    at_once = lay_ready ? at_once + 1 : 0;
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
  options.buffers = kBuffers;
  options.camera.io = io;
  auto opened = open_source(V4l2Spec{node}, options);
  if (const auto* fault = std::get_if<SourceFault>(&opened)) {
    return fail(fault->message);
  }
  FrameSource& source = *std::get<std::unique_ptr<FrameSource>>(opened);
  Tally tally;
  const auto begin = Clock::now();
  while (Clock::now() < begin + duration) {
    SourceEvent event = source.next(Clock::now());
    const bool lay_ready = !std::holds_alternative<NoFrame>(event);
    if (!lay_ready) {
      event = source.next(Clock::now() + std::chrono::seconds(1));
    }
    if (const auto* fault = std::get_if<SourceFault>(&event)) {
      return fail(fault->message);
    }
    if (const auto* frame = std::get_if<Frame>(&event)) {
      tally.take(*frame, lay_ready);
    }
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  if (!tally.first) {
    return fail("no frame");
  }
  const CameraStatus status = source.camera().value();
  const CameraCounters& counted = status.counters;
  std::printf(
      "{\"seconds\":%.3f,\"buffers\":%u,\"frames\":%llu,\"numbers\":%llu,\"not_made\":%llu,\"refused\":%llu,"
      "\"delivered\":%llu,\"lost\":%llu,\"passed_over\":%llu,\"skipped\":%llu,\"sum\":%llu}\n",
      seconds, status.facts->buffers, number(tally.frames), number(tally.last - *tally.first + 1),
      number(tally.not_made), number(tally.refused), number(counted.delivered), number(counted.lost),
      number(counted.passed_over),
      number(counted.flagged + counted.empty + counted.too_short + counted.too_long + counted.wrong_field),
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
