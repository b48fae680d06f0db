// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/edge_pipeline.h"

#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "drivers/files/image_decoder.h"
#include "kernels/output_pool.h"

namespace sobelcam {

EdgePipeline::EdgePipeline(const PipelineOptions& options)
    : memory_(options.memory != nullptr ? *options.memory : ordinary_memory()),
      pool_(std::make_shared<OutputPool>(options.slots)) {
  in_flight_.reserve(options.slots);
}

bool EdgePipeline::submit(Frame frame, const EdgeRequest& request) {
  check_frame(frame.view());
  const auto slot = pool_->take();
  if (!slot) {
    ++dropped_;
    return false;
  }
  EdgeOutput& output = (*pool_)[*slot];
  output.stamp = frame.stamp();
  output.width = frame.layout().width;
  output.height = frame.layout().height;
  output.request = request;
  output.timings.clear();
  output.frame = std::move(frame);
  try {
    start(output);
    in_flight_.push_back(*slot);
  } catch (...) {
    pool_->give_back(*slot);
    throw;
  }
  return true;
}

std::optional<EdgeResult> EdgePipeline::wait() {
  if (in_flight_.empty()) {
    return std::nullopt;
  }
  const unsigned slot = in_flight_.front();
  in_flight_.erase(in_flight_.begin());
  EdgeResult result(pool_, slot);  // owns the slot from here on, also where finish() throws
  EdgeOutput& output = (*pool_)[slot];
  finish(output);
  output.frame_was_read();
  return result;
}

std::optional<EdgeResult> EdgePipeline::process(Frame frame, const EdgeRequest& request) {
  if (!in_flight_.empty()) {
    throw std::logic_error("EdgePipeline::process: submitted frames are still in flight; take them with wait()");
  }
  return submit(std::move(frame), request) ? wait() : std::nullopt;
}

void check_frame(const FrameView& frame) {
  const FrameLayout& layout = frame.layout;
  const std::string size = std::to_string(layout.width) + "x" + std::to_string(layout.height);
  if (layout.width == 0 || layout.height == 0 || layout.width > kMaxSide || layout.height > kMaxSide) {
    throw std::invalid_argument("a frame of " + size + " pixels: each side must be 1 to " + std::to_string(kMaxSide));
  }
  if (frame.data == nullptr) {
    throw std::invalid_argument("a frame of " + size + " without pixels");
  }
  const std::size_t row = row_bytes(layout.format, layout.width);
  if (layout.stride < row) {
    throw std::invalid_argument("a stride of " + std::to_string(layout.stride) + " bytes for rows of " +
                                std::to_string(row) + " (" + size + " " + std::string(fourcc(layout.format)) + ")");
  }
  if (layout.stride > std::numeric_limits<std::size_t>::max() / layout.height) {
    throw std::invalid_argument("a stride of " + std::to_string(layout.stride) + " bytes times " +
                                std::to_string(layout.height) + " rows exceeds the address space");
  }
  if (is_rgb(layout.format) && layout.range == ColorRange::kLimited) {
    throw std::invalid_argument("limited-range " + std::string(fourcc(layout.format)) +
                                " is not taken: set the source to full range");
  }
}

}  // namespace sobelcam
