// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/thrust/thrust_pipeline.h"

#include <thrust/device_vector.h>

#include <array>
#include <chrono>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>

#include "kernels/cuda/shared_device.h"
#include "kernels/thrust/byte_histogram.h"
#include "kernels/thrust/runtime.h"
#include "kernels/thrust/stages.h"

namespace sobelcam {
namespace by_thrust {
namespace {

using Table = std::array<std::uint8_t, 256>;

/// SPEC.md's lookup table, from how often each level occurs.
Table equalization(const Histogram& counts, std::int64_t pixels) {
  std::int64_t darkest = 0;  // how often the darkest level that occurs does
  for (std::size_t level = 0; level < counts.size() && darkest == 0; ++level) {
    darkest = counts[level];
  }
  const std::int64_t rest = pixels - darkest;
  Table table{};
  std::int64_t so_far = 0;
  for (std::size_t level = 0; level < table.size(); ++level) {
    so_far += counts[level];
    if (rest == 0) {
      table[level] = static_cast<std::uint8_t>(level);
    } else if (so_far != 0) {
      table[level] = static_cast<std::uint8_t>((510 * (so_far - darkest) + rest) / (2 * rest));
    }
  }
  return table;
}

/// Memory of the GPU for `size` values; what it held may be lost.
template <typename Value>
Value* room(thrust::device_vector<Value>& vector, std::uint64_t size) {
  if (vector.size() < size) {
    vector.clear();
    vector.resize(size);
  }
  return thrust::raw_pointer_cast(vector.data());
}

/// What lies in the GPU's memory of the frame in work; the memory stays for the next one.
struct Planes {
  thrust::device_vector<std::uint8_t> frame;
  thrust::device_vector<float> gray;
  thrust::device_vector<float> across;
  thrust::device_vector<float> blur;
  thrust::device_vector<std::uint8_t> levels;
  thrust::device_vector<std::uint8_t> table;
  thrust::device_vector<std::uint8_t> equalized;
  thrust::device_vector<float> magnitude;
  thrust::device_vector<std::uint8_t> edges;
};

/// Copies the pixels alone, whatever lies between the rows. The runtime takes strides up to 2 GiB.
void upload(cudaStream_t stream, const FrameView& frame, std::size_t row, std::uint8_t* target) {
  const FrameLayout& layout = frame.layout;
  if (layout.stride <= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    check("cudaMemcpy2DAsync", cudaMemcpy2DAsync(target, row, frame.data, layout.stride, row, layout.height,
                                                 cudaMemcpyHostToDevice, stream));
    return;
  }
  for (std::uint32_t y = 0; y < layout.height; ++y) {
    check("cudaMemcpyAsync", cudaMemcpyAsync(target + y * row, frame.row(y), row, cudaMemcpyHostToDevice, stream));
  }
}

template <typename Pixel>
std::uint64_t download(cudaStream_t stream, const Pixel* plane, ImageView<Pixel> image) {
  const std::size_t row = image.width * sizeof(Pixel);
  check("cudaMemcpy2DAsync",
        cudaMemcpy2DAsync(image.data, image.stride, plane, row, row, image.height, cudaMemcpyDeviceToHost, stream));
  return std::uint64_t{row} * image.height;
}

class ThrustPipeline final : public EdgePipeline {
 public:
  ThrustPipeline(const PipelineOptions& options, const gpu::Device& device) : EdgePipeline(options), device_(device) {
    const gpu::CurrentContext current(*device_.context());
    gpu_.emplace();
  }
  ~ThrustPipeline() override {
    const gpu::CurrentContext current(*device_.context());
    gpu_.reset();
  }

  CopyBytes last_copies() const override { return last_copies_; }

 private:
  struct OnGpu {
    Stream stream;
    Planes planes;
    ByteHistogram histogram;
  };

  void start(EdgeOutput& output) override {
    const gpu::CurrentContext current(*device_.context());
    const Work work{gpu_->stream.get(), output.width, output.height};
    Planes& planes = gpu_->planes;
    CopyBytes& copies = copies_[&output];
    copies = {};

    const FrameLayout layout = output.frame.layout();
    timed(output, "upload", [&] { copies.engines_up = upload_frame(output.frame.view()); });
    output.frame_was_read();
    timed(output, "gray",
          [&] { gray(work, layout, thrust::raw_pointer_cast(planes.frame.data()), room(planes.gray, work.pixels())); });
    timed(output, "blur", [&] {
      float* across = room(planes.across, work.pixels());
      blur_across(work, thrust::raw_pointer_cast(planes.gray.data()), across);
      blur_down(work, across, room(planes.blur, work.pixels()));
    });
    if (output.request.equalize || output.request.planes.contains(Plane::kEqualized)) {
      timed(output, "equalize", [&] { equalize(work); });
    }
    const float* blur = thrust::raw_pointer_cast(planes.blur.data());
    float* magnitude = room(planes.magnitude, work.pixels());
    timed(output, "sobel", [&] {
      if (output.request.equalize) {
        sobel(work, thrust::raw_pointer_cast(planes.equalized.data()), magnitude);
      } else {
        sobel(work, blur, magnitude);
      }
    });
    std::uint8_t* edges = room(planes.edges, work.pixels());
    timed(output, "quantize", [&] { quantize(work, magnitude, edges); });
    timed(output, "histogram", [&] { output.histogram = gpu_->histogram.count(work.stream, edges, work.pixels()); });
    timed(output, "download", [&] { copies.engines_down = download_results(output, work); });
  }

  void finish(EdgeOutput& output) override { last_copies_ = copies_[&output]; }

  /// Runs a stage to its end and records how long it took.
  template <typename Stage>
  void timed(EdgeOutput& output, std::string_view name, Stage stage) {
    const auto begin = std::chrono::steady_clock::now();
    stage();
    gpu_->stream.synchronize();
    output.timings.add(name, std::chrono::steady_clock::now() - begin);
  }

  std::uint64_t upload_frame(const FrameView& frame) {
    const std::size_t row = row_bytes(frame.layout.format, frame.layout.width);
    const std::uint64_t bytes = std::uint64_t{row} * frame.layout.height;
    upload(gpu_->stream.get(), frame, row, room(gpu_->planes.frame, bytes));
    return bytes;
  }

  void equalize(const Work& work) {
    Planes& planes = gpu_->planes;
    std::uint8_t* levels = room(planes.levels, work.pixels());
    quantize(work, thrust::raw_pointer_cast(planes.blur.data()), levels);
    const Table table = equalization(gpu_->histogram.count(work.stream, levels, work.pixels()),
                                     static_cast<std::int64_t>(work.pixels()));
    std::uint8_t* on_gpu = room(planes.table, table.size());
    check("cudaMemcpyAsync", cudaMemcpyAsync(on_gpu, table.data(), table.size(), cudaMemcpyHostToDevice, work.stream));
    look_up(work, on_gpu, levels, room(planes.equalized, work.pixels()));
    gpu_->stream.synchronize();  // the table ends with this function
  }

  std::uint64_t download_results(EdgeOutput& output, const Work& work) {
    Planes& planes = gpu_->planes;
    const auto fetch = [&](const auto& plane, auto& image) {
      image.reshape(work.width, work.height, memory());
      return download(work.stream, thrust::raw_pointer_cast(plane.data()), image.view());
    };
    const PlaneSet wanted = output.request.planes;
    std::uint64_t bytes = fetch(planes.edges, output.edges);
    bytes += wanted.contains(Plane::kGray) ? fetch(planes.gray, output.gray) : 0;
    bytes += wanted.contains(Plane::kBlur) ? fetch(planes.blur, output.blur) : 0;
    bytes += wanted.contains(Plane::kEqualized) ? fetch(planes.equalized, output.equalized) : 0;
    bytes += wanted.contains(Plane::kMagnitude) ? fetch(planes.magnitude, output.magnitude) : 0;
    return bytes;
  }

  const gpu::Device& device_;
  std::optional<OnGpu> gpu_;  ///< made and ended with the device's context current
  std::map<const EdgeOutput*, CopyBytes> copies_;
  CopyBytes last_copies_;
};

std::string version_words(int number) {
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

Usability find_usability() {
  const gpu::UsableDevice& found = cuda::shared_device();
  if (!found.device) {
    return {false, found.reason};
  }
  int devices = 0;
  const cudaError_t result = cudaGetDeviceCount(&devices);
  if (result == cudaSuccess && devices > 0) {
    return {};
  }
  static_cast<void>(cudaGetLastError());
  if (result == cudaErrorInsufficientDriver) {
    return {false, words("cudaGetDeviceCount", result) + ": this program has the CUDA runtime " +
                       version_words(CUDART_VERSION) + " and the driver is for CUDA " +
                       version_words(found.device->driver_version()) +
                       "; install a newer driver, or build with an older toolkit"};
  }
  return {false, words("cudaGetDeviceCount", result) + ": " + std::to_string(devices) +
                     " devices; try `sobelcam doctor`, or another pipeline"};
}

std::unique_ptr<EdgePipeline> make(const PipelineOptions& options) {
  const gpu::UsableDevice& found = cuda::shared_device();
  if (!found.device) {
    throw std::runtime_error(found.reason);
  }
  return std::make_unique<ThrustPipeline>(options, *found.device);
}

}  // namespace
}  // namespace by_thrust

constinit const PipelineInfo kThrustPipeline{"thrust", "Thrust algorithms and CUB, to be read rather than run",
                                             [] {
                                               static const Usability usability = by_thrust::find_usability();
                                               return usability;
                                             },
                                             by_thrust::make};

}  // namespace sobelcam
