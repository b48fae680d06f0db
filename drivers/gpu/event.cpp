// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/gpu/event.h"

#include "drivers/gpu/stream.h"

namespace sobelcam::gpu {
namespace {

constexpr const char* kElapsedCall = "cuEventElapsedTime";

Owned<CUevent, &CudaApi::cuEventDestroy_v2> create(const Device& device, EventTiming timing) {
  const CurrentContext current(*device.context());
  const unsigned flags = timing == EventTiming::kOn ? kEventDefault : kEventDisableTiming;
  CUevent handle = nullptr;
  check(device.api(), "cuEventCreate", device.api().cuEventCreate(&handle, flags));
  return {device.context(), handle};
}

[[noreturn]] void refuse(const char* problem, const char* remedy) {
  throw Error({kElapsedCall, CUresult::kInvalidHandle, "CUDA_ERROR_INVALID_HANDLE", problem, remedy});
}

void demand_timing(const Event& event, const char* problem) {
  if (!event.timed()) {
    refuse(problem, "Make the event with EventTiming::kOn.");
  }
}

void demand_record(const Event& event, const char* problem) {
  if (!event.recorded()) {
    refuse(problem, "Record it in a stream first; an event in a graph is recorded when the graph is launched.");
  }
}

}  // namespace

Event::Event(const Device& device, EventTiming timing) : timing_(timing), handle_(create(device, timing)) {}

void Event::record(const Stream& stream) {
  check(api(), "cuEventRecord", api().cuEventRecord(get(), stream.get()));
  recorded_ = true;
}

void Event::record_in_graph(const Stream& stream) {
  check(api(), "cuEventRecordWithFlags", api().cuEventRecordWithFlags(get(), stream.get(), kEventRecordExternal));
  recorded_ = true;
}

void Event::synchronize() const {
  check(api(), "cuEventSynchronize", api().cuEventSynchronize(get()));
}

bool Event::done() const {
  const CUresult result = api().cuEventQuery(get());
  if (result == CUresult::kNotReady) {
    return false;
  }
  check(api(), "cuEventQuery", result);
  return true;
}

std::chrono::duration<double, std::micro> elapsed(const Event& start, const Event& end) {
  demand_timing(start, "the start event was made without timing");
  demand_timing(end, "the end event was made without timing");
  demand_record(start, "the start event was never recorded");
  demand_record(end, "the end event was never recorded");
  end.synchronize();
  float milliseconds = 0;
  const CUresult result = end.api().cuEventElapsedTime(&milliseconds, start.get(), end.get());
  if (result == CUresult::kInvalidHandle) {
    refuse("an event was never recorded, as far as the driver knows",
           "Launch the graph that records it before asking for the time.");
  }
  check(end.api(), kElapsedCall, result,
        result == CUresult::kNotReady ? "the start event is not complete although the end event is" : "");
  return std::chrono::duration<float, std::milli>(milliseconds);
}

}  // namespace sobelcam::gpu
