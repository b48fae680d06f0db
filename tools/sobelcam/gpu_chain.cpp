// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/gpu_chain.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "kernels/cuda/bench/bench_code.h"
#include "tools/sobelcam/device_layout.h"
#include "tools/sobelcam/difference_words.h"

namespace sobelcam::tool {
namespace {

constexpr std::size_t kCountBytes = sizeof(Histogram);
constexpr unsigned kMaxGridHeight = 65535;

unsigned blocks_for(unsigned items, unsigned per_block) {
  return (items + per_block - 1) / per_block;
}

gpu::LaunchShape shape_for(const cuda::SizeArguments& size, unsigned columns, unsigned rows) {
  return {{blocks_for(size.width, columns), std::min(blocks_for(size.height, rows), kMaxGridHeight), 1},
          {cuda::kBlockWidth, cuda::kBlockHeight, 1}};
}

/// A plane of the GPU's, here.
template <typename Pixel>
class Downloaded {
 public:
  Downloaded(const cuda::PlaneArguments& plane, const cuda::SizeArguments& size, const gpu::Stream& stream)
      : bytes_(plane.stride * size.height), size_(size), stride_(plane.stride) {
    stream.download(bytes_, plane.pixels);
    stream.synchronize();
  }
  ImageView<const Pixel> view() const {
    return {reinterpret_cast<const Pixel*>(bytes_.data()), size_.width, size_.height, stride_};
  }

 private:
  std::vector<std::byte> bytes_;
  cuda::SizeArguments size_;
  std::size_t stride_;
};

}  // namespace

GpuPlanes::GpuPlanes(const gpu::Device& device, FrameSize frame_size) : size{frame_size.width, frame_size.height} {
  const FrameLayout layout = aligned_layout(PixelFormat::kRgb24, ColorRange::kFull, size.width, size.height);
  DeviceLayout places;
  frame = {places.take(layout_bytes(layout)), layout.stride, size.width, size.height, 0, 0};
  frame_bytes_ = places.bytes();
  gray = places.take_plane(size, sizeof(float));
  across = places.take_plane(size, sizeof(float));
  blur = places.take_plane(size, sizeof(float));
  magnitude = places.take_plane(size, sizeof(float));
  edges = places.take_plane(size, 1);
  counts = places.take(kCountBytes);
  memory_ = places.place(
      device, {&frame.pixels, &gray.pixels, &across.pixels, &blur.pixels, &magnitude.pixels, &edges.pixels, &counts});
}

void GpuPlanes::upload(const FrameView& view, const gpu::Stream& stream) const {
  stream.upload(frame.pixels, std::as_bytes(std::span(view.data, layout_bytes(view.layout))));
  stream.synchronize();
}

void GpuPlanes::spoil(const gpu::Stream& stream) const {
  constexpr std::uint8_t kRubbish = 0xA5;
  stream.fill(memory_.address() + frame_bytes_, kRubbish, memory_.bytes() - frame_bytes_);
}

std::string GpuPlanes::difference(const EdgeResult& expected, const gpu::Stream& stream) const {
  const auto compare = [&](std::string_view name, const auto& wanted, const cuda::PlaneArguments& plane) {
    using Pixel = std::remove_const_t<std::remove_pointer_t<decltype(wanted.data)>>;
    const Downloaded<Pixel> actual(plane, size, stream);
    return difference_words(first_difference(name, wanted, actual.view()));
  };
  std::string words = compare("gray", expected.gray(), gray);
  if (words.empty()) {
    words = compare("blur", expected.blur(), blur);
  }
  if (words.empty()) {
    words = compare("magnitude", expected.magnitude(), magnitude);
  }
  if (words.empty()) {
    words = compare("edges", expected.edges(), edges);
  }
  if (words.empty()) {
    Histogram actual{};
    stream.download(std::as_writable_bytes(std::span(actual)), counts);
    stream.synchronize();
    words = difference_words(expected.histogram(), actual);
  }
  return words;
}

GpuVariants::GpuVariants(const gpu::Device& device)
    : GpuVariants(device, cuda::load_bench(device, "bench_gray"), cuda::load_bench(device, "bench_blur"),
                  cuda::load_bench(device, "bench_sobel"), cuda::load_bench(device, "bench_quantize")) {}

GpuVariants::GpuVariants(const gpu::Device& device, const gpu::Module& gray, const gpu::Module& blur,
                         const gpu::Module& sobel, const gpu::Module& quantize)
    : multiprocessors_(static_cast<unsigned>(std::max(device.properties().multiprocessors, 1))),
      gray_bytes_(gray.function("gray_bytes")),
      gray_words_(gray.function("gray_words")),
      across_plain_(blur.function("across_plain")),
      down_plain_(blur.function("down_plain")),
      blur_25_taps_(blur.function("blur_25_taps")),
      blur_tile_(blur.function("blur_tile")),
      sobel_direct_(sobel.function("sobel_direct")),
      sobel_tile_(sobel.function("sobel_tile")),
      quantize_global_(quantize.function("quantize_global")),
      quantize_block_(quantize.function("quantize_block")),
      quantize_warp_(quantize.function("quantize_warp")) {}

void GpuVariants::queue(VariantId id, const GpuPlanes& planes, const gpu::Stream& stream) const {
  constexpr unsigned kTile = 32;  // kTileSide of the kernels
  const gpu::LaunchShape pixels = shape_for(planes.size, cuda::kBlockWidth, cuda::kBlockHeight);
  const gpu::LaunchShape tiles = shape_for(planes.size, kTile, kTile);
  switch (id) {
    case VariantId::kGrayBytes:
      return gray_bytes_.launch(pixels, stream, planes.frame, planes.gray);
    case VariantId::kGrayWords:
      return gray_words_.launch(shape_for(planes.size, cuda::kBlockWidth * cuda::kPixelsPerThread, cuda::kBlockHeight),
                                stream, planes.frame, planes.gray);
    case VariantId::kBlurSeparable:
      across_plain_.launch(pixels, stream, planes.gray, planes.across, planes.size);
      return down_plain_.launch(pixels, stream, planes.across, planes.blur, planes.size);
    case VariantId::kBlur25Taps:
      return blur_25_taps_.launch(pixels, stream, planes.gray, planes.blur, planes.size);
    case VariantId::kBlurTile:
      return blur_tile_.launch(tiles, stream, planes.gray, planes.blur, planes.size);
    case VariantId::kSobelDirect:
      return sobel_direct_.launch(pixels, stream, planes.blur, planes.magnitude, planes.size);
    case VariantId::kSobelTile:
      return sobel_tile_.launch(tiles, stream, planes.blur, planes.magnitude, planes.size);
    case VariantId::kHistogramGlobal:
      return queue_quantize(quantize_global_, planes, false, stream);
    case VariantId::kHistogramBlock:
      return queue_quantize(quantize_block_, planes, true, stream);
    case VariantId::kHistogramWarp:
      return queue_quantize(quantize_warp_, planes, true, stream);
  }
}

void GpuVariants::queue(const KernelChain& chain, const GpuPlanes& planes, const gpu::Stream& stream) const {
  for (const VariantId id : chain.variants) {
    queue(id, planes, stream);
  }
}

/// Private counters are added up once a block: few blocks then, with many rows each.
void GpuVariants::queue_quantize(const gpu::Function& kernel, const GpuPlanes& planes, bool few_blocks,
                                 const gpu::Stream& stream) const {
  constexpr unsigned kBlocksPerMultiprocessor = 8;
  gpu::LaunchShape shape = shape_for(planes.size, cuda::kBlockWidth, cuda::kBlockHeight);
  if (few_blocks) {
    shape.grid.y = std::clamp(multiprocessors_ * kBlocksPerMultiprocessor / shape.grid.x, 1U, shape.grid.y);
  }
  stream.fill(planes.counts, 0, kCountBytes);
  kernel.launch(shape, stream, planes.magnitude, planes.edges, planes.size, planes.counts);
}

}  // namespace sobelcam::tool
