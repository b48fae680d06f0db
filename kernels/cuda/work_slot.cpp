// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/work_slot.h"

#include <algorithm>
#include <cstring>
#include <exception>

#include "kernels/cuda/pixel_reader.h"

namespace sobelcam::cuda {
namespace {

constexpr std::size_t kHistogramBytes = sizeof(Histogram);

/// Where things lie in a slot's scratch memory; each starts on its own cache lines.
constexpr std::size_t kCounterRoom = 8192;
constexpr std::size_t kEdgeCounters = 0;
constexpr std::size_t kLevelCounters = kCounterRoom;
constexpr std::size_t kLevels = 2 * kCounterRoom;
constexpr std::size_t kTable = kLevels + kHistogramBytes;
constexpr std::size_t kScratchBytes = kTable + 256;
static_assert(kCounterBytes <= kCounterRoom);

/// As Image pads its rows.
std::size_t plane_stride(std::uint32_t width, std::size_t pixel_bytes) {
  return padded_row_bytes(width * pixel_bytes);
}

/// Whether there is another buffer now. It ends with a whole number of words, since kernels read such.
template <typename Buffer>
bool grow(Buffer& buffer, const gpu::Device& device, std::size_t bytes) {
  if (buffer.bytes() >= bytes) {
    return false;
  }
  constexpr std::size_t kWords = 64;
  buffer = Buffer();  // the old memory goes before the new one is asked for
  buffer = Buffer(device, (bytes + kWords - 1) / kWords * kWords);
  return true;
}

/// What a kernel never writes is copied all the same, such as the padding of rows: it is zero, and no other program's.
void grow_cleared(gpu::DeviceBuffer& buffer, const gpu::Device& device, const gpu::Stream& stream, std::size_t bytes) {
  if (grow(buffer, device, bytes)) {
    stream.fill(buffer.address(), 0, buffer.bytes());
  }
}

PlaneArguments plane(const gpu::DeviceBuffer& buffer, bool in_use, std::uint32_t width, std::size_t pixel_bytes) {
  return in_use ? PlaneArguments{buffer.address(), plane_stride(width, pixel_bytes)} : PlaneArguments{};
}

}  // namespace

WorkSlot::WorkSlot(const gpu::Device& device, bool mapped, bool graphs)
    : device_(device),
      mapped_(mapped),
      graphs_(graphs),
      stream_(device),
      scratch_(device, kScratchBytes),
      histogram_(device, kHistogramBytes),
      queue_(device) {
  job_.downloads.reserve(landings_.size());
  stream_.fill(scratch_.address(), 0, kScratchBytes);
}

WorkSlot::~WorkSlot() {
  try {
    const gpu::CurrentContext current(*device_.context());
    stream_.synchronize();
  } catch (const std::exception&) {
    // The work has ended with an error, and nothing can be done about it here.
  }
}

void WorkSlot::start(EdgeOutput& output, const PlanesInUse& planes, const Recording& recording) {
  job_.input = InputPlan(output.frame, mapped_);
  allocate(output, planes);
  describe(output, planes);
  count_copies();
  if (job_.input.staged()) {
    job_.input.copy(output.frame.view(), staging_.data());
    output.frame_was_read();
  }
  // Rows with gaps cannot be given a new address in a graph.
  if (graphs_ && job_.input.path != InputPath::kUploadRows) {
    queue_.run_as_graph(job_, stream_, recording);
  } else {
    queue_.run(job_, stream_, recording);
  }
}

void WorkSlot::finish(EdgeOutput& output) {
  queue_.marks().wait_until_frame_was_read();
  output.frame_was_read();
  queue_.wait_until_done();
  std::memcpy(output.histogram.data(), histogram_.data(), kHistogramBytes);
  for (const Download& download : job_.downloads) {
    if (download.then_to != nullptr) {
      std::memcpy(download.then_to, download.pinned.data(), download.pinned.size());
    }
  }
  queue_.marks().report(output.timings);
}

void WorkSlot::allocate(const EdgeOutput& output, const PlanesInUse& planes) {
  if (job_.input.staged()) {
    grow(staging_, device_, job_.input.bytes());
  }
  if (job_.input.uploaded()) {
    grow_cleared(input_, device_, stream_, job_.input.bytes());
  }
  const auto grow_plane = [&](gpu::DeviceBuffer& buffer, bool in_use, std::size_t pixel_bytes) {
    if (in_use) {
      grow_cleared(buffer, device_, stream_, plane_stride(output.width, pixel_bytes) * output.height);
    }
  };
  grow_plane(gray_, planes.gray, sizeof(float));
  grow_plane(across_, planes.across, sizeof(float));
  grow_plane(blur_, planes.blur, sizeof(float));
  grow_plane(equalized_, planes.equalized, 1);
  grow_plane(magnitude_, planes.magnitude, sizeof(float));
  grow_plane(edges_, !writes_edges_in_place(output), 1);
}

void WorkSlot::describe(EdgeOutput& output, const PlanesInUse& planes) {
  const FrameLayout& layout = output.frame.layout();
  const std::uint32_t width = output.width;
  FrameWork& work = job_.work;
  work.format = layout.format;
  work.request = output.request;
  work.frame = frame_arguments(layout, place_frame(output.frame), job_.input.stride);
  work.size = {width, output.height};
  work.gray = plane(gray_, planes.gray, width, sizeof(float));
  work.across = plane(across_, planes.across, width, sizeof(float));
  work.blur = plane(blur_, planes.blur, width, sizeof(float));
  work.equalized = plane(equalized_, planes.equalized, width, 1);
  work.magnitude = plane(magnitude_, planes.magnitude, width, sizeof(float));
  work.edges = plane(edges_, true, width, 1);
  work.levels = {scratch_.address() + kLevelCounters, scratch_.address() + kLevels};
  work.table = scratch_.address() + kTable;
  work.histogram = {scratch_.address() + kEdgeCounters, histogram_.address()};
  add_downloads(output);
}

/// Where the kernels read; notes where the host's pixels are on the way.
gpu::CUdeviceptr WorkSlot::place_frame(const Frame& frame) {
  const bool staged = job_.input.staged();
  job_.host_pixels = staged ? staging_.data() : reinterpret_cast<const std::byte*>(frame.view().data);
  job_.host_stride = frame.layout().stride;
  switch (job_.input.path) {
    case InputPath::kMapped:
      return gpu::mapped_address(device_, job_.host_pixels);
    case InputPath::kStagedMapped:
      return staging_.address();
    case InputPath::kUpload:
    case InputPath::kUploadRows:
    case InputPath::kStagedUpload:
      break;
  }
  return input_.address();
}

bool WorkSlot::writes_edges_in_place(const EdgeOutput& output) const {
  return mapped_ && output.edges.memory() != MemoryKind::kOrdinary;
}

void WorkSlot::add_downloads(EdgeOutput& output) {
  const PlaneSet planes = output.request.planes;
  FrameWork& work = job_.work;
  job_.downloads.clear();
  if (writes_edges_in_place(output)) {
    work.edges.pixels = gpu::mapped_address(device_, output.edges.view().data);
  } else {
    add_download(work.edges, output.edges, landings_[0]);
  }
  if (planes.contains(Plane::kGray)) {
    add_download(work.gray, output.gray, landings_[1]);
  }
  if (planes.contains(Plane::kBlur)) {
    add_download(work.blur, output.blur, landings_[2]);
  }
  if (planes.contains(Plane::kEqualized)) {
    add_download(work.equalized, output.equalized, landings_[3]);
  }
  if (planes.contains(Plane::kMagnitude)) {
    add_download(work.magnitude, output.magnitude, landings_[4]);
  }
}

template <typename Pixel>
void WorkSlot::add_download(const PlaneArguments& from, Image<Pixel>& image, gpu::PinnedBuffer& landing) {
  const ImageView<Pixel> view = image.view();
  const std::size_t bytes = (view.height - 1) * view.stride + view.width * sizeof(Pixel);
  auto* pixels = reinterpret_cast<std::byte*>(view.data);
  if (image.memory() != MemoryKind::kOrdinary) {
    job_.downloads.push_back({from.pixels, {pixels, bytes}, nullptr});
    return;
  }
  grow(landing, device_, bytes);
  job_.downloads.push_back({from.pixels, {landing.data(), bytes}, pixels});
}

void WorkSlot::count_copies() {
  const InputPlan& input = job_.input;
  copies_ = {};
  copies_.cpu = input.staged() ? input.moved_bytes() : 0;
  if (input.uploaded()) {
    copies_.engines_up = input.staged() ? input.bytes() : input.moved_bytes();
  }
  for (const Download& download : job_.downloads) {
    copies_.engines_down += download.pinned.size();
    copies_.cpu += download.then_to != nullptr ? download.pinned.size() : 0;
  }
}

}  // namespace sobelcam::cuda
