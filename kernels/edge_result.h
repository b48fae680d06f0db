// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>

#include "drivers/frame/frame.h"
#include "drivers/frame/image.h"

namespace sobelcam {

/// How often each of the 256 edge strengths occurs; sums to width x height.
using Histogram = std::array<std::uint32_t, 256>;

using Microseconds = std::chrono::duration<double, std::micro>;

struct StageTiming {
  std::string_view stage;  ///< a literal
  Microseconds duration{};
};

/// How long the stages of one frame took, in the order in which they ran; a stage that did not run is absent.
class StageTimings {
 public:
  void clear() { size_ = 0; }
  /// A ninth stage is a defect of the implementation.
  void add(std::string_view stage, Microseconds duration) { timings_.at(size_++) = {stage, duration}; }
  std::span<const StageTiming> all() const { return {timings_.data(), size_}; }

 private:
  std::array<StageTiming, 8> timings_{};
  std::size_t size_ = 0;
};

/// The planes between a frame and its edges.
enum class Plane : std::uint8_t {
  kGray = 1,       ///< float, 0 to 255
  kBlur = 2,       ///< float
  kEqualized = 4,  ///< uint8: lut[u8(blur)], whether or not Sobel reads it
  kMagnitude = 8,  ///< float, before u8()
};

/// Which planes are wanted; the union over everybody who watches.
class PlaneSet {
 public:
  constexpr PlaneSet() = default;
  constexpr PlaneSet(std::initializer_list<Plane> planes) {
    for (const Plane plane : planes) {
      add(plane);
    }
  }
  static constexpr PlaneSet all() { return {Plane::kGray, Plane::kBlur, Plane::kEqualized, Plane::kMagnitude}; }

  constexpr void add(Plane plane) { bits_ = static_cast<std::uint8_t>(bits_ | static_cast<std::uint8_t>(plane)); }
  constexpr bool contains(Plane plane) const { return (bits_ & static_cast<std::uint8_t>(plane)) != 0; }
  constexpr bool operator==(const PlaneSet&) const = default;

 private:
  std::uint8_t bits_ = 0;
};

/// What is wanted of one frame beside its edges and their histogram.
struct EdgeRequest {
  PlaneSet planes;
  bool equalize = false;    ///< Sobel reads the equalized blur
  bool keep_frame = false;  ///< the result holds the frame, for its source bytes
};

/// One output slot, as an implementation fills it.
///
/// Shapes:   edges and the planes asked for have the size of the frame; the other planes hold rubbish
struct EdgeOutput {
  Frame frame;
  EdgeRequest request;
  FrameStamp stamp;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  Image<std::uint8_t> edges;
  Histogram histogram{};
  StageTimings timings;
  Image<float> gray;
  Image<float> blur;
  Image<std::uint8_t> equalized;
  Image<float> magnitude;

  /// The implementation has read the frame: its buffer goes back, unless the request keeps it.
  void frame_was_read() {
    if (!request.keep_frame) {
      frame = Frame();
    }
  }
};

/// The output slots of one pipeline; shared with its results, which may outlive it.
class OutputPool;

/// A lease on what one frame became: nothing in it changes until the lease ends.
///
/// Threads:  reading from any thread; the lease may end on any thread
/// Lifetime: independent of the pipeline; move-only
class EdgeResult {
 public:
  EdgeResult(std::shared_ptr<OutputPool> pool, unsigned slot);
  EdgeResult(EdgeResult&&) noexcept = default;
  EdgeResult& operator=(EdgeResult&&) noexcept;
  EdgeResult(const EdgeResult&) = delete;
  EdgeResult& operator=(const EdgeResult&) = delete;
  ~EdgeResult();

  std::uint32_t width() const { return output().width; }
  std::uint32_t height() const { return output().height; }
  const FrameStamp& stamp() const { return output().stamp; }
  const EdgeRequest& request() const { return output().request; }
  const Histogram& histogram() const { return output().histogram; }
  std::span<const StageTiming> timings() const { return output().timings.all(); }
  ImageView<const std::uint8_t> edges() const { return output().edges.view(); }

  /// The planes are empty views unless the request asked for them.
  ImageView<const float> gray() const { return plane(Plane::kGray, output().gray); }
  ImageView<const float> blur() const { return plane(Plane::kBlur, output().blur); }
  ImageView<const std::uint8_t> equalized() const { return plane(Plane::kEqualized, output().equalized); }
  ImageView<const float> magnitude() const { return plane(Plane::kMagnitude, output().magnitude); }

  /// Null unless the request kept the frame.
  const Frame* frame() const { return request().keep_frame ? &output().frame : nullptr; }

 private:
  const EdgeOutput& output() const;
  void release() noexcept;

  template <typename Pixel>
  ImageView<const Pixel> plane(Plane which, const Image<Pixel>& image) const {
    return request().planes.contains(which) ? image.view() : ImageView<const Pixel>{};
  }

  std::shared_ptr<OutputPool> pool_;
  unsigned slot_;
};

}  // namespace sobelcam
