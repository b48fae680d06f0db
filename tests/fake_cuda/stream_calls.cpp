// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fake_cuda/recording.h"
#include "tests/fake_cuda/state.h"

namespace sobelcam::gpu {

using test::call_in_context;
using test::FakeState;

namespace {

CUresult if_alive(FakeState& state, const void* handle, const char* symbol) {
  return state.alive(handle, symbol) ? CUresult::kSuccess : CUresult::kInvalidHandle;
}

}  // namespace

CUresult cuStreamCreate(CUstream* stream, unsigned flags) {
  return call_in_context("cuStreamCreate", [&](FakeState& state) {
    *stream = state.make<CudaStream>("stream");
    return flags == kStreamNonBlocking ? CUresult::kSuccess : CUresult::kInvalidValue;
  });
}

CUresult cuStreamDestroy_v2(CUstream stream) {
  return call_in_context("cuStreamDestroy_v2",
                         [&](FakeState& state) { return state.destroy(stream, "cuStreamDestroy_v2"); });
}

CUresult cuStreamSynchronize(CUstream stream) {
  return call_in_context("cuStreamSynchronize",
                         [&](FakeState& state) { return if_alive(state, stream, "cuStreamSynchronize"); });
}

CUresult cuStreamQuery(CUstream stream) {
  return call_in_context("cuStreamQuery", [&](FakeState& state) { return if_alive(state, stream, "cuStreamQuery"); });
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned) {
  return call_in_context("cuStreamWaitEvent", [&](FakeState& state) {
    const bool alive = state.alive(stream, "cuStreamWaitEvent") && state.alive(event, "cuStreamWaitEvent");
    return alive ? CUresult::kSuccess : CUresult::kInvalidHandle;
  });
}

CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus* status) {
  return call_in_context("cuStreamIsCapturing", [&](FakeState& state) {
    *status = stream->recording != nullptr ? CUstreamCaptureStatus::kActive : CUstreamCaptureStatus::kNone;
    return if_alive(state, stream, "cuStreamIsCapturing");
  });
}

CUresult cuEventCreate(CUevent* event, unsigned flags) {
  return call_in_context("cuEventCreate", [&](FakeState& state) {
    *event = state.make<CudaEvent>("event");
    (*event)->timed = (flags & kEventDisableTiming) == 0;
    return CUresult::kSuccess;
  });
}

CUresult cuEventDestroy_v2(CUevent event) {
  return call_in_context("cuEventDestroy_v2",
                         [&](FakeState& state) { return state.destroy(event, "cuEventDestroy_v2"); });
}

CUresult cuEventRecord(CUevent event, CUstream stream) {
  return call_in_context("cuEventRecord", [&](FakeState& state) {
    const CudaGraphNode work{.type = CUgraphNodeType::kEventRecord, .event = event};
    // In a recording stream this is an edge between streams, and no work.
    return stream->recording != nullptr ? CUresult::kSuccess : test::run_or_record(state, stream, work);
  });
}

CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned flags) {
  return call_in_context("cuEventRecordWithFlags", [&](FakeState& state) {
    const CudaGraphNode work{.type = CUgraphNodeType::kEventRecord, .event = event};
    return flags == kEventRecordExternal ? test::run_or_record(state, stream, work) : CUresult::kInvalidValue;
  });
}

CUresult cuEventSynchronize(CUevent event) {
  return call_in_context("cuEventSynchronize",
                         [&](FakeState& state) { return if_alive(state, event, "cuEventSynchronize"); });
}

CUresult cuEventQuery(CUevent event) {
  return call_in_context("cuEventQuery", [&](FakeState& state) { return if_alive(state, event, "cuEventQuery"); });
}

CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  return call_in_context("cuEventElapsedTime", [&](FakeState&) {
    if (!start->recorded || !end->recorded || !start->timed || !end->timed) {
      return CUresult::kInvalidHandle;
    }
    *milliseconds = std::chrono::duration<float, std::milli>(end->time - start->time).count();
    return CUresult::kSuccess;
  });
}

}  // namespace sobelcam::gpu
