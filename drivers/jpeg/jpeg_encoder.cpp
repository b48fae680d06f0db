// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/jpeg/jpeg_encoder.h"

#include <turbojpeg.h>

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "drivers/frame/image.h"
#include "drivers/jpeg/planar_yuv.h"
#include "drivers/jpeg/rgb_pixels.h"
#include "drivers/jpeg/viewable_jpeg.h"

namespace sobelcam {
namespace {

constexpr std::uint32_t kMaxJpegSide = 65500;  // libjpeg's JPEG_MAX_DIMENSION

void check_arguments(std::uint32_t width, std::uint32_t height, std::size_t stride, int quality) {
  if (width == 0 || height == 0 || width > kMaxJpegSide || height > kMaxJpegSide ||
      stride > std::size_t{std::numeric_limits<int>::max()}) {
    throw std::invalid_argument("a JPEG has 1 to " + std::to_string(kMaxJpegSide) + " pixels each way, not " +
                                std::to_string(width) + " x " + std::to_string(height));
  }
  if (quality < 1 || quality > 100) {
    throw std::invalid_argument("JPEG quality " + std::to_string(quality) + " is not in 1 to 100");
  }
}

/// TurboJPEG's name of a format of red, green and blue bytes.
int turbojpeg_format(const FormatTraits& format) {
  constexpr std::array kThreeBytes{TJPF_RGB, TJPF_GRAY, TJPF_BGR};
  constexpr std::array kFourBytes{TJPF_RGBX, TJPF_XRGB, TJPF_BGRX, TJPF_XBGR};
  return format.pixel_bytes == 3 ? kThreeBytes.at(format.first) : kFourBytes.at(format.first);
}

}  // namespace

struct JpegEncoder::Handle {
  Handle() : compressor(tjInitCompress()) {
    if (compressor == nullptr) {
      throw std::runtime_error(std::string("TurboJPEG does not start: ") + tjGetErrorStr2(nullptr));
    }
  }
  ~Handle() { tjDestroy(compressor); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  void reserve(std::size_t bytes) {
    if (bytes > capacity) {
      buffer = std::make_unique_for_overwrite<unsigned char[]>(bytes);
      capacity = bytes;
    }
  }

  /// Makes room for the worst case, so that TurboJPEG never has to allocate (pages that it does not reach cost no
  /// memory), and runs one of its compressors, which take the buffer and its size.
  template <typename Compress>
  std::span<const std::byte> compress(int width, int height, int sampling, Compress compress_into) {
    reserve(tjBufSize(width, height, sampling));
    unsigned char* jpeg = buffer.get();
    unsigned long size = capacity;
    if (compress_into(&jpeg, &size) != 0) {
      throw std::runtime_error(std::string("the picture cannot be made a JPEG: ") + tjGetErrorStr2(compressor));
    }
    return std::as_bytes(std::span(jpeg, size));
  }

  std::span<const std::byte> packed(const std::uint8_t* data, int width, int height, int stride, int pixel_format,
                                    int sampling, int quality) {
    return compress(width, height, sampling, [&](unsigned char** jpeg, unsigned long* size) {
      return tjCompress2(compressor, data, width, stride, height, pixel_format, jpeg, size, sampling, quality, kFlags);
    });
  }

  std::span<const std::byte> planar(const FrameView& frame, int quality) {
    planes.take_apart(frame);
    const int width = static_cast<int>(frame.layout.width);
    const int height = static_cast<int>(frame.layout.height);
    const int sampling = planes.halved_rows ? TJSAMP_420 : TJSAMP_422;
    std::array<const unsigned char*, 3> data{planes.planes[0].data(), planes.planes[1].data(), planes.planes[2].data()};
    return compress(width, height, sampling, [&](unsigned char** jpeg, unsigned long* size) {
      return tjCompressFromYUVPlanes(compressor, data.data(), width, planes.strides.data(), height, sampling, jpeg,
                                     size, quality, kFlags);
    });
  }

  std::span<const std::byte> plane(ImageView<const std::uint8_t> levels, int quality) {
    return packed(levels.data, static_cast<int>(levels.width), static_cast<int>(levels.height),
                  static_cast<int>(levels.stride), TJPF_GRAY, TJSAMP_GRAY, quality);
  }

  std::span<const std::byte> gray(const FrameView& frame, int quality) {
    const FrameLayout& layout = frame.layout;
    const FormatTraits& format = traits(layout.format);
    if (format.bits == 8 && layout.range == ColorRange::kFull) {
      return plane({frame.data, layout.width, layout.height, layout.stride}, quality);
    }
    full_range.reshape(layout.width, layout.height, ordinary_memory());
    const unsigned used = (1U << format.bits) - 1;
    for (std::uint32_t y = 0; y < layout.height; ++y) {
      const std::uint8_t* in = frame.row(y);
      for (std::uint32_t x = 0; x < layout.width; ++x, in += format.pixel_bytes) {
        const unsigned luma = format.pixel_bytes == 1 ? in[0] : (in[0] | static_cast<unsigned>(in[1]) << 8U) & used;
        full_range.row(y)[x] = full_range_luma(luma, layout.range, format.bits);
      }
    }
    return plane(full_range.view(), quality);
  }

  std::span<const std::byte> rgb(const FrameView& frame, int quality) {
    return packed(frame.data, static_cast<int>(frame.layout.width), static_cast<int>(frame.layout.height),
                  static_cast<int>(frame.layout.stride), turbojpeg_format(traits(frame.layout.format)), TJSAMP_420,
                  quality);
  }

  std::span<const std::byte> as_rgb24(const FrameView& frame, int quality) {
    pixels.take(frame);
    return packed(pixels.bytes().data, static_cast<int>(frame.layout.width), static_cast<int>(frame.layout.height),
                  static_cast<int>(pixels.bytes().stride), TJPF_RGB, TJSAMP_420, quality);
  }

  /// A camera's own JPEG, as every viewer can show it.
  std::span<const std::byte> passed_through(std::span<const std::byte> jpeg) {
    return make_viewable(jpeg, viewable) ? std::span<const std::byte>(viewable) : jpeg;
  }

  static constexpr int kFlags = TJFLAG_NOREALLOC | TJFLAG_ACCURATEDCT;

  std::vector<std::byte> viewable;
  PlanarYuv planes;
  RgbPixels pixels;
  Image<std::uint8_t> full_range;
  tjhandle compressor;
  std::unique_ptr<unsigned char[]> buffer;
  std::size_t capacity = 0;
};

JpegEncoder::JpegEncoder() : handle_(std::make_unique<Handle>()) {}
JpegEncoder::~JpegEncoder() = default;
JpegEncoder::JpegEncoder(JpegEncoder&&) noexcept = default;
JpegEncoder& JpegEncoder::operator=(JpegEncoder&&) noexcept = default;

std::span<const std::byte> JpegEncoder::encode_gray(ImageView<const std::uint8_t> plane, int quality) {
  check_arguments(plane.data == nullptr ? 0 : plane.width, plane.height, plane.stride, quality);
  return handle_->plane(plane, quality);
}

std::span<const std::byte> JpegEncoder::encode_frame(const Frame& frame, int quality) {
  if (!frame.jpeg().empty()) {
    return handle_->passed_through(frame.jpeg());
  }
  const FrameLayout& layout = frame.layout();
  check_arguments(layout.width, layout.height, layout.stride, quality);
  const FormatTraits& format = traits(layout.format);
  switch (format.samples) {
    case Samples::kLuma8:
      return format.chroma == Chroma::kNone ? handle_->gray(frame.view(), quality)
                                            : handle_->planar(frame.view(), quality);
    case Samples::kLuma16:
      return handle_->gray(frame.view(), quality);
    case Samples::kRgb8:
      return handle_->rgb(frame.view(), quality);
    case Samples::kRgb565:
    case Samples::kBayer8:
    case Samples::kBayer16:
    case Samples::kBayer10Packed:
      break;
  }
  return handle_->as_rgb24(frame.view(), quality);
}

}  // namespace sobelcam
