// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/gpu/stream.h"

#include "drivers/gpu/event.h"

namespace sobelcam::gpu {
namespace {

Owned<CUstream, &CudaApi::cuStreamDestroy_v2> create(const Device& device) {
  const CurrentContext current(*device.context());
  CUstream handle = nullptr;
  check(device.api(), "cuStreamCreate", device.api().cuStreamCreate(&handle, kStreamNonBlocking));
  return {device.context(), handle};
}

}  // namespace

Stream::Stream(const Device& device) : handle_(create(device)) {}

void Stream::upload(CUdeviceptr target, std::span<const std::byte> source) const {
  if (source.empty()) {
    return;
  }
  check(api(), "cuMemcpyHtoDAsync_v2", api().cuMemcpyHtoDAsync_v2(target, source.data(), source.size(), get()));
  if (!capturing()) {
    context()->counters().add_up(source.size());
  }
}

void Stream::upload_rows(CUdeviceptr target, std::size_t target_stride, const std::byte* source,
                         std::size_t source_stride, const Rows& rows) const {
  Memcpy2dParams copy;
  copy.srcHost = source;
  copy.srcPitch = source_stride;
  copy.dstMemoryType = CUmemorytype::kDevice;
  copy.dstDevice = target;
  copy.dstPitch = target_stride;
  copy.WidthInBytes = rows.bytes;
  copy.Height = rows.count;
  check(api(), "cuMemcpy2DAsync_v2", api().cuMemcpy2DAsync_v2(&copy, get()));
  if (!capturing()) {
    context()->counters().add_up(rows.bytes * rows.count);
  }
}

void Stream::download(std::span<std::byte> target, CUdeviceptr source) const {
  if (target.empty()) {
    return;
  }
  check(api(), "cuMemcpyDtoHAsync_v2", api().cuMemcpyDtoHAsync_v2(target.data(), source, target.size(), get()));
  if (!capturing()) {
    context()->counters().add_down(target.size());
  }
}

void Stream::copy(CUdeviceptr target, CUdeviceptr source, std::size_t bytes) const {
  if (bytes != 0) {
    check(api(), "cuMemcpyDtoDAsync_v2", api().cuMemcpyDtoDAsync_v2(target, source, bytes, get()));
  }
}

void Stream::fill(CUdeviceptr target, std::uint8_t value, std::size_t bytes) const {
  if (bytes != 0) {
    check(api(), "cuMemsetD8Async", api().cuMemsetD8Async(target, value, bytes, get()));
  }
}

void Stream::wait(const Event& event) const {
  check(api(), "cuStreamWaitEvent", api().cuStreamWaitEvent(get(), event.get(), 0));
}

void Stream::synchronize() const {
  check(api(), "cuStreamSynchronize", api().cuStreamSynchronize(get()));
}

bool Stream::idle() const {
  const CUresult result = api().cuStreamQuery(get());
  if (result == CUresult::kNotReady) {
    return false;
  }
  check(api(), "cuStreamQuery", result);
  return true;
}

bool Stream::capturing() const {
  CUstreamCaptureStatus status{};
  check(api(), "cuStreamIsCapturing", api().cuStreamIsCapturing(get(), &status));
  return status != CUstreamCaptureStatus::kNone;
}

}  // namespace sobelcam::gpu
