// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/gpu/gpu_session.h"

#include <array>
#include <span>

#include "drivers/gpu/device_buffer.h"
#include "drivers/gpu/event.h"
#include "drivers/gpu/graph.h"
#include "drivers/gpu/host_registration.h"
#include "drivers/gpu/module.h"
#include "drivers/gpu/pinned_buffer.h"

namespace sobelcam::test {
namespace {

using namespace gpu;

constexpr std::size_t kBytes = 4096;
constexpr LaunchShape kShape{{2, 3, 1}, {32, 4, 1}, 64};

alignas(4096) std::array<std::byte, kBytes> foreign_pages;

struct Parts {
  explicit Parts(const Device& device)
      : stream(device),
        start(device, EventTiming::kOn),
        end(device, EventTiming::kOn),
        memory(device, kBytes),
        other(device, kBytes),
        pinned(device, kBytes),
        registered(device, foreign_pages),
        module(device, std::as_bytes(std::span(kPtx))),
        kernel(module.function("invert")) {}

  std::span<std::byte> host() const { return {pinned.data(), pinned.bytes()}; }

  Stream stream;
  Event start;
  Event end;
  DeviceBuffer memory;
  DeviceBuffer other;
  PinnedBuffer pinned;
  HostRegistration registered;
  Module module;
  Function kernel;
};

void queue_work(Parts& parts) {
  parts.stream.fill(parts.memory.address(), 1, kBytes);
  parts.stream.upload(parts.memory.address(), parts.host());
  parts.stream.upload_rows(parts.memory.address(), 64, parts.pinned.data(), 128, {16, 32});
  parts.kernel.launch(kShape, parts.stream, parts.memory.address(), std::uint32_t{kBytes}, 0.5F);
  parts.stream.copy(parts.other.address(), parts.memory.address(), kBytes);
  parts.stream.download(parts.host(), parts.other.address());
}

void work_once(Parts& parts) {
  parts.kernel.allow_shared_bytes(1024);
  parts.kernel.attributes();
  parts.start.record(parts.stream);
  queue_work(parts);
  parts.end.record(parts.stream);
  parts.stream.wait(parts.end);
  elapsed(parts.start, parts.end);
  parts.end.done();
  parts.stream.idle();
  parts.stream.synchronize();
}

void work_as_graph(Parts& parts) {
  StreamCapture capture(parts.stream);
  queue_work(parts);
  parts.end.record_in_graph(parts.stream);
  GraphExec exec(capture.finish());
  const auto copies = exec.graph().copy_nodes();
  exec.set_upload(copies.at(0).node, parts.memory.address(), parts.host());
  exec.set_copy(copies.at(2).node, parts.other.address(), parts.memory.address(), kBytes);
  exec.set_download(copies.at(3).node, parts.host(), parts.other.address());
  exec.set_kernel(exec.graph().kernel_nodes().at(0).node, parts.kernel, kShape, parts.memory.address(),
                  std::uint32_t{kBytes}, 0.25F);
  exec.launch(parts.stream);
}

void read_back(const Device& device, const Parts& parts) {
  std::array<std::byte, kBytes> seen{};
  check(device.api(), "cuMemcpyDtoH_v2",
        device.api().cuMemcpyDtoH_v2(seen.data(), parts.memory.address(), seen.size()));
}

}  // namespace

void run_everything(const std::string& library) {
  const auto api = load_cuda(library);
  list_devices(*api);
  const Device device(api, 0);
  device.make_current();
  Parts parts(device);
  work_once(parts);
  work_as_graph(parts);
  read_back(device, parts);
}

}  // namespace sobelcam::test
