// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/encoder.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "firmware/no_signal.h"
#include "kernels/u8.h"

namespace sobelcam {
namespace {

/// A picture without news needs no more, and a JPEG cannot be as large as a frame.
constexpr std::uint32_t kLargestNoSignal = 1920;

}  // namespace

Encoder::Encoder(PictureHub& hub, Telemetry& telemetry, int quality)
    : hub_(hub), telemetry_(telemetry), quality_(quality) {}

void Encoder::offer(EdgeResult result) {
  put(std::move(result));
}
void Encoder::offer(NoSignal no_signal) {
  put(std::move(no_signal));
}

void Encoder::put(Work work) {
  std::optional<Work> replaced(std::move(work));
  {
    const std::lock_guard lock(mutex_);
    waiting_.swap(replaced);
  }
  arrived_.notify_one();
  if (replaced && std::holds_alternative<EdgeResult>(*replaced)) {
    telemetry_.dropped_before_encoder();
  }
}

void Encoder::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    std::optional<Work> work;
    {
      std::unique_lock lock(mutex_);
      arrived_.wait(lock, stop, [this] { return waiting_.has_value(); });
      work.swap(waiting_);
      encoding_ = work.has_value();
    }
    if (work) {
      std::visit([this](const auto& item) { encode(item); }, *work);
      const std::lock_guard lock(mutex_);
      encoding_ = false;
    }
  }
}

bool Encoder::busy() const {
  const std::lock_guard lock(mutex_);
  return encoding_ || waiting_.has_value();
}

void Encoder::encode(const EdgeResult& result) {
  for (const View view : kViews) {
    if (!hub_.watched(view)) {
      continue;
    }
    try {
      encode(view, result);
    } catch (const std::exception& error) {
      report_failure(view, result, error.what());
    }
  }
}

void Encoder::encode(View view, const EdgeResult& result) {
  const auto begin = std::chrono::steady_clock::now();
  const auto jpeg = jpeg_of(view, result);
  if (jpeg.empty()) {
    return;  // the view was not watched yet when this frame was processed
  }
  const auto end = std::chrono::steady_clock::now();
  publish(view, jpeg, result.stamp(), false);
  telemetry_.encoded(view, end - begin, std::chrono::steady_clock::now() - result.stamp().captured_at);
  failures_.at(static_cast<std::size_t>(view)).clear();
}

void Encoder::report_failure(View view, const EdgeResult& result, const std::string& reason) {
  std::string& last = failures_.at(static_cast<std::size_t>(view));
  if (last != reason) {
    last = reason;
    spdlog::warn("the {} view cannot be encoded: {}", name(view), reason);
  }
  encode(
      NoSignal{"the " + std::string(name(view)) + " view cannot be shown: " + reason, result.width(), result.height()});
}

std::span<const std::byte> Encoder::jpeg_of(View view, const EdgeResult& result) {
  switch (view) {
    case View::kEdges:
      return jpeg_.encode_gray(result.edges(), quality_);
    case View::kGray:
      return gray_jpeg_of(result.gray());
    case View::kBlur:
      return gray_jpeg_of(result.blur());
    case View::kEqualized:
      return result.equalized().empty() ? std::span<const std::byte>{}
                                        : jpeg_.encode_gray(result.equalized(), quality_);
    case View::kSource:
      break;
  }
  const Frame* frame = result.frame();
  return frame == nullptr ? std::span<const std::byte>{} : jpeg_.encode_frame(*frame, quality_);
}

std::span<const std::byte> Encoder::gray_jpeg_of(ImageView<const float> plane) {
  if (plane.empty()) {
    return {};
  }
  bytes_.reshape(plane.width, plane.height, ordinary_memory());
  u8_plane(plane, bytes_.view());
  return jpeg_.encode_gray(bytes_.view(), quality_);
}

void Encoder::encode(const NoSignal& no_signal) {
  bytes_.reshape(std::min(no_signal.width, kLargestNoSignal), std::min(no_signal.height, kLargestNoSignal),
                 ordinary_memory());
  draw_no_signal(bytes_.view(), no_signal.reason);
  const auto jpeg = jpeg_.encode_gray(bytes_.view(), quality_);
  for (const View view : kViews) {
    publish(view, jpeg, {0, std::chrono::steady_clock::now(), 0}, true);
  }
}

void Encoder::publish(View view, std::span<const std::byte> jpeg, const FrameStamp& stamp, bool no_signal) {
  const std::uint64_t serial = ++serials_.at(static_cast<std::size_t>(view));
  hub_.publish(std::make_shared<const Picture>(
      Picture{view, {jpeg.begin(), jpeg.end()}, serial, stamp.sequence, stamp.captured_at, no_signal}));
}

}  // namespace sobelcam
