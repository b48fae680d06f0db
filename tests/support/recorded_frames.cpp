// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/recorded_frames.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <stdexcept>

namespace sobelcam::test {
namespace {

template <typename Pixel>
void fill(Image<Pixel>& image, const FrameLayout& layout, std::mt19937& random) {
  image.reshape(layout.width, layout.height, ordinary_memory());
  for (std::uint32_t y = 0; y < layout.height; ++y) {
    std::generate_n(image.row(y), layout.width, [&] { return static_cast<Pixel>(random() % 256); });
  }
}

template <typename Pixel>
bool same(ImageView<const Pixel> a, ImageView<const Pixel> b) {
  if (a.width != b.width || a.height != b.height) {
    return false;
  }
  for (std::uint32_t y = 0; y < a.height; ++y) {
    if (std::memcmp(a.row(y), b.row(y), a.width * sizeof(Pixel)) != 0) {
      return false;
    }
  }
  return true;
}

}  // namespace

MadeUpFrame::MadeUpFrame(const FrameLayout& layout, std::uint32_t seed) : pixels_(layout_bytes(layout)) {
  std::mt19937 random(seed);
  std::generate(pixels_.begin(), pixels_.end(), [&] { return static_cast<std::uint8_t>(random()); });
  fill(edges_, layout, random);
  fill(equalized_, layout, random);
  fill(gray_, layout, random);
  fill(blur_, layout, random);
  fill(magnitude_, layout, random);
  frame_.index = seed;
  frame_.stamp = {1000 + 2 * std::uint64_t{seed},
                  std::chrono::steady_clock::time_point(std::chrono::nanoseconds(123456789)), seed};
  frame_.pipeline = "cpu";
  frame_.equalize = true;
  frame_.view = {pixels_.data(), layout};
  frame_.edges = edges_.view();
  frame_.histogram.emplace().fill(seed);
  frame_.gray = gray_.view();
  frame_.blur = blur_.view();
  frame_.equalized = equalized_.view();
  frame_.magnitude = magnitude_.view();
  frame_.timings = {{"gray", 12.25}, {"blur", 1.0 / 3}};
}

MadeUpFrame& MadeUpFrame::with_jpeg() {
  jpeg_.assign({std::byte{0xFF}, std::byte{0xD8}, std::byte{0xFF}, std::byte{7}, std::byte{9}});
  frame_.jpeg = jpeg_;
  return *this;
}

Manifest made_up_manifest() {
  Manifest manifest;
  manifest.program = "a test";
  manifest.program_version = "1.2.3";
  manifest.spec_version = "1.0";
  manifest.pipeline = "cpu";
  manifest.device = "a processor";
  manifest.driver = "550.1";
  manifest.source = "made-up pictures";
  manifest.system = "Linux";
  manifest.planes = {"gray", "blur"};
  manifest.options = {{"equalize", "true"}, {"source", "pattern"}};
  manifest.clock = {1'764'512'345'000'000'001, 42, ClockState::kSynchronized};
  return manifest;
}

void write_made_up_bundle(const std::filesystem::path& path, BundleFormat format, std::uint32_t frames) {
  BundleWriteOptions options;
  options.format = format;
  auto created = BundleWriter::create(path, made_up_manifest(), options);
  if (const auto* fault = std::get_if<BundleFault>(&created)) {
    throw std::runtime_error(fault->message);
  }
  auto& writer = std::get<BundleWriter>(created);
  const FrameLayout layout{PixelFormat::kYuyv, ColorRange::kLimited, 6, 5, 20};
  for (std::uint32_t i = 0; i < frames; ++i) {
    if (const auto fault = writer.add(MadeUpFrame(layout, i).frame())) {
      throw std::runtime_error(fault->message);
    }
  }
  if (const auto fault = writer.finish()) {
    throw std::runtime_error(fault->message);
  }
}

std::string difference(const RecordedFrame& a, const RecordedFrame& b) {
  std::string words;
  const auto note = [&](bool equal, const char* what) {
    if (!equal) {
      words.append(what).append(" differ; ");
    }
  };
  note(a.index == b.index, "index");
  note(a.stamp.sequence == b.stamp.sequence && a.stamp.captured_at == b.stamp.captured_at &&
           a.stamp.format_changes == b.stamp.format_changes,
       "stamps");
  note(a.pipeline == b.pipeline && a.equalize == b.equalize, "settings");
  note(a.view.layout == b.view.layout, "layouts");
  note(a.view.layout == b.view.layout && std::memcmp(a.view.data, b.view.data, layout_bytes(a.view.layout)) == 0,
       "camera bytes");
  note(std::equal(a.jpeg.begin(), a.jpeg.end(), b.jpeg.begin(), b.jpeg.end()), "JPEGs");
  note(same(a.edges, b.edges), "edges");
  note(a.histogram == b.histogram, "histograms");
  note(same(a.gray, b.gray) && same(a.blur, b.blur) && same(a.equalized, b.equalized) && same(a.magnitude, b.magnitude),
       "planes");
  note(a.timings == b.timings, "timings");
  return words;
}

}  // namespace sobelcam::test
