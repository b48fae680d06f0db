// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/recording.h"

#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "drivers/gpu/usable_device.h"
#include "kernels/edge_spec.h"

namespace sobelcam {
namespace {

struct NamedPlane {
  std::string_view name;
  Plane plane;
};
constexpr std::array<NamedPlane, 4> kPlanes{{
    {"gray", Plane::kGray},
    {"blur", Plane::kBlur},
    {"equalized", Plane::kEqualized},
    {"magnitude", Plane::kMagnitude},
}};

/// Hands out pieces of one block that start at multiples of 64.
class Block {
 public:
  explicit Block(std::span<std::byte> bytes) : rest_(bytes) {}

  std::byte* take(std::size_t bytes) {
    const auto address = reinterpret_cast<std::uintptr_t>(rest_.data());
    const std::span<std::byte> piece = rest_.subspan(padded_row_bytes(address) - address);
    rest_ = piece.subspan(bytes);
    return piece.data();
  }

 private:
  std::span<std::byte> rest_;
};

template <typename Pixel>
std::size_t plane_bytes(ImageView<const Pixel> plane) {
  return plane.empty() ? 0 : padded_row_bytes(plane.width * sizeof(Pixel) * plane.height);
}

std::size_t bytes_of(const RecordedFrame& frame) {
  return padded_row_bytes(1) + padded_row_bytes(layout_bytes(frame.view.layout)) + padded_row_bytes(frame.jpeg.size()) +
         plane_bytes(frame.edges) + plane_bytes(frame.gray) + plane_bytes(frame.blur) + plane_bytes(frame.equalized) +
         plane_bytes(frame.magnitude);
}

template <typename Pixel>
void move_into(Block& block, ImageView<const Pixel>& plane) {
  if (plane.empty()) {
    return;
  }
  const std::size_t row_bytes = plane.width * sizeof(Pixel);
  const ImageView<Pixel> copy{reinterpret_cast<Pixel*>(block.take(row_bytes * plane.height)), plane.width, plane.height,
                              row_bytes};
  for (std::uint32_t y = 0; y < plane.height; ++y) {
    std::memcpy(copy.row(y), plane.row(y), row_bytes);
  }
  plane = copy;
}

std::string processor_name() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);) {
    const std::size_t value = line.find(": ");
    if (value != std::string::npos && (line.starts_with("model name") || line.starts_with("Model\t"))) {
      return line.substr(value + 2);
    }
  }
  return "a CPU";
}

std::string system_name() {
  utsname names{};
  if (::uname(&names) != 0) {
    return {};
  }
  std::ostringstream words;
  words << names.sysname << " " << names.release << " " << names.machine;
  return words.str();
}

bool runs_on_a_gpu(std::string_view pipeline) {
  return pipeline.starts_with("cuda") || pipeline.starts_with("thrust");
}

}  // namespace

RecordedFrame recorded_frame(const EdgeResult& result, std::string_view pipeline) {
  if (result.frame() == nullptr) {
    throw std::invalid_argument("a recording needs the frame beside its result: EdgeRequest::keep_frame");
  }
  RecordedFrame recorded;
  recorded.stamp = result.stamp();
  recorded.pipeline = pipeline;
  recorded.equalize = result.request().equalize;
  recorded.view = result.frame()->view();
  recorded.jpeg = result.frame()->jpeg();
  recorded.edges = result.edges();
  recorded.histogram = result.histogram();
  recorded.gray = result.gray();
  recorded.blur = result.blur();
  recorded.equalized = result.equalized();
  recorded.magnitude = result.magnitude();
  for (const StageTiming& timing : result.timings()) {
    recorded.timings.push_back({std::string(timing.stage), timing.duration.count()});
  }
  return recorded;
}

OwnedRecording::OwnedRecording(const RecordedFrame& frame, std::vector<std::byte> memory)
    : memory_(std::move(memory)), frame_(frame) {
  memory_.resize(bytes_of(frame));
  Block block(memory_);
  const std::size_t pixel_bytes = layout_bytes(frame.view.layout);
  std::byte* pixels = block.take(pixel_bytes);
  std::memcpy(pixels, frame.view.data, pixel_bytes);
  frame_.view.data = reinterpret_cast<const std::uint8_t*>(pixels);
  if (!frame.jpeg.empty()) {
    std::byte* jpeg = block.take(frame.jpeg.size());
    std::memcpy(jpeg, frame.jpeg.data(), frame.jpeg.size());
    frame_.jpeg = {jpeg, frame.jpeg.size()};
  }
  move_into(block, frame_.edges);
  move_into(block, frame_.gray);
  move_into(block, frame_.blur);
  move_into(block, frame_.equalized);
  move_into(block, frame_.magnitude);
}

std::optional<Plane> parse_plane(std::string_view name) {
  const auto* const found =
      std::find_if(kPlanes.begin(), kPlanes.end(), [&](const NamedPlane& plane) { return plane.name == name; });
  return found == kPlanes.end() ? std::nullopt : std::optional(found->plane);
}

Manifest begin_manifest(std::string_view pipeline) {
  Manifest manifest;
  manifest.spec_version = std::string(spec::kVersion);
  manifest.pipeline = pipeline;
  manifest.device = processor_name();
  manifest.system = system_name();
  manifest.clock = read_host_clock();
  if (runs_on_a_gpu(pipeline)) {
    if (const auto found = gpu::usable_device(); found.device) {
      manifest.device = found.device->properties().name;
      const int version = found.device->driver_version();
      std::ostringstream words;
      words << "CUDA " << version / 1000 << "." << version % 1000 / 10;
      manifest.driver = words.str();
    }
  }
  return manifest;
}

}  // namespace sobelcam
