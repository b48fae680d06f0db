// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/fake_cuda/state.h"

namespace sobelcam::test {

/// Does the work now: copies and fills memory, records a launch or the time of an event.
gpu::CUresult run(FakeState& state, const gpu::CudaGraphNode& work);

/// Does the work now, or puts it into the graph that the stream is recording.
gpu::CUresult run_or_record(FakeState& state, gpu::CUstream stream, const gpu::CudaGraphNode& work);

}  // namespace sobelcam::test
