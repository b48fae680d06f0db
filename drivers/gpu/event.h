// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

#include "drivers/gpu/device.h"

namespace sobelcam::gpu {

class Stream;

enum class EventTiming : std::uint8_t { kOff, kOn };

/// A mark in the work of a stream.
///
/// Threads:  one at a time
/// Lifetime: may end while the GPU has not reached it
/// Errors:   Error
class Event {
 public:
  explicit Event(const Device& device, EventTiming timing = EventTiming::kOff);

  void record(const Stream& stream);
  /// In a stream that is being captured: each launch of the graph records the event.
  void record_in_graph(const Stream& stream);
  bool recorded() const { return recorded_; }
  bool timed() const { return timing_ == EventTiming::kOn; }

  void synchronize() const;
  /// Whether everything before the mark is done; an event that was never recorded is.
  bool done() const;

  CUevent get() const { return handle_.get(); }
  const CudaApi& api() const { return handle_.api(); }

 private:
  EventTiming timing_;
  bool recorded_ = false;
  Owned<CUevent, &CudaApi::cuEventDestroy_v2> handle_;
};

/// The time on the GPU between two marks; waits for the end, so it is never asked for too early.
/// Errors:   Error; an event that was never recorded, one without timing, and a start that is not done when the end
///           is (it belongs to another stream) have each a text of their own
std::chrono::duration<double, std::micro> elapsed(const Event& start, const Event& end);

}  // namespace sobelcam::gpu
