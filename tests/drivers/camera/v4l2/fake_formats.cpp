// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "drivers/frame/frame_view.h"
#include "tests/drivers/camera/v4l2/fake_device.h"

namespace sobelcam::test {
namespace {

template <std::size_t kSize>
void copy_text(__u8 (&target)[kSize], const std::string& text) {
  std::memset(target, 0, kSize);
  std::memcpy(target, text.data(), std::min(text.size(), kSize - 1));
}

const PixelFormat* pixels_of(const std::string& fourcc_name) {
  const auto found = std::find_if(kPixelFormats.begin(), kPixelFormats.end(),
                                  [&](PixelFormat format) { return fourcc(format) == fourcc_name; });
  return found == kPixelFormats.end() ? nullptr : &*found;
}

}  // namespace

std::uint32_t code(const char* fourcc) {
  std::uint32_t value = 0;
  for (unsigned i = 0; i < 4; ++i) {
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(fourcc[i])) << (8 * i);
  }
  return value;
}

int FakeDevice::query_capabilities(v4l2_capability& result) const {
  result = {};
  copy_text(result.driver, driver);
  copy_text(result.card, card);
  copy_text(result.bus_info, bus);
  // The device as a whole captures, whatever this node of it does.
  result.capabilities = device_caps | V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_DEVICE_CAPS;
  result.device_caps = device_caps;
  return 0;
}

int FakeDevice::enumerate_format(v4l2_fmtdesc& result) const {
  const auto type = multi_planar() ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE : V4L2_BUF_TYPE_VIDEO_CAPTURE;
  if (result.type != type || result.index >= formats.size()) {
    return EINVAL;
  }
  const FakeFormat& format = formats[result.index];
  result.pixelformat = code(format.fourcc.c_str());
  result.flags = format.compressed ? V4L2_FMT_FLAG_COMPRESSED : 0;
  copy_text(result.description, "fake " + format.fourcc);
  return 0;
}

int FakeDevice::enumerate_size(v4l2_frmsizeenum& result) const {
  const auto format = std::find_if(formats.begin(), formats.end(),
                                   [&](const FakeFormat& f) { return code(f.fourcc.c_str()) == result.pixel_format; });
  if (format == formats.end() || result.index >= (format->stepwise ? 1 : format->sizes.size())) {
    return EINVAL;
  }
  if (!format->stepwise) {
    result.type = V4L2_FRMSIZE_TYPE_DISCRETE;
    result.discrete = {format->sizes[result.index].width, format->sizes[result.index].height};
    return 0;
  }
  const FakeSize& smallest = format->sizes.front();
  const FakeSize& largest = format->sizes.back();
  result.type = format->step == 1 ? V4L2_FRMSIZE_TYPE_CONTINUOUS : V4L2_FRMSIZE_TYPE_STEPWISE;
  result.stepwise = {smallest.width, largest.width, format->step, smallest.height, largest.height, format->step};
  return 0;
}

int FakeDevice::enumerate_interval(v4l2_frmivalenum& result) const {
  for (const FakeFormat& format : formats) {
    if (code(format.fourcc.c_str()) != result.pixel_format) {
      continue;
    }
    for (const FakeSize& size : format.sizes) {
      if (format.stepwise || (size.width == result.width && size.height == result.height)) {
        if (result.index >= size.fps.size()) {
          return EINVAL;
        }
        result.type = V4L2_FRMIVAL_TYPE_DISCRETE;
        result.discrete = {1, size.fps[result.index]};
        return 0;
      }
    }
  }
  return EINVAL;
}

int FakeDevice::set_format(int descriptor, v4l2_format& wanted, bool keep) {
  if (owner_ >= 0 && owner_ != descriptor) {
    return EBUSY;
  }
  if (keep && !buffers_.empty()) {
    return EBUSY;
  }
  const bool planar = wanted.type == V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE;
  const std::uint32_t asked = planar ? wanted.fmt.pix_mp.pixelformat : wanted.fmt.pix.pixelformat;
  const auto found = std::find_if(formats.begin(), formats.end(),
                                  [&](const FakeFormat& format) { return code(format.fourcc.c_str()) == asked; });
  const FakeFormat& format = found == formats.end() ? formats.front() : *found;
  const std::uint32_t width = planar ? wanted.fmt.pix_mp.width : wanted.fmt.pix.width;
  const std::uint32_t height = planar ? wanted.fmt.pix_mp.height : wanted.fmt.pix.height;
  v4l2_pix_format set{};
  set.width = format.sizes.front().width;
  set.height = format.sizes.front().height;
  for (const FakeSize& size : format.sizes) {
    if (size.width == width && size.height == height) {
      set.width = width;
      set.height = height;
      fps_ = size.fps.front();
    }
  }
  if (format.stepwise && width != 0) {
    set.width = std::clamp(width, format.sizes.front().width, format.sizes.back().width);
    set.height = std::clamp(height, format.sizes.front().height, format.sizes.back().height);
  }
  if (timings_set_) {
    set.width = timings_set_->bt.width;
    set.height = timings_set_->bt.height;
  }
  const std::string given = gives_instead.empty() ? format.fourcc : gives_instead;
  set.pixelformat = code(given.c_str());
  set.field = field;
  set.colorspace = colorspace;
  set.quantization = quantization;
  set.priv = V4L2_PIX_FMT_PRIV_MAGIC;
  if (const PixelFormat* pixels = pixels_of(given); pixels != nullptr && !format.compressed) {
    const auto row = static_cast<std::uint32_t>(row_bytes(*pixels, set.width));
    set.bytesperline = row + padding;
    const FrameLayout layout = contiguous_layout(*pixels, {}, set.width, set.height, set.bytesperline);
    set.sizeimage = static_cast<std::uint32_t>(layout_bytes(layout)) + extra_bytes;
  } else {
    set.sizeimage = set.width * set.height * 2 + 4096 + extra_bytes;
  }
  set.sizeimage += data_offset;
  if (keep) {
    format_ = set;
  }
  report(set, wanted);
  return 0;
}

void FakeDevice::report(const v4l2_pix_format& format, v4l2_format& result) const {
  if (result.type != V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE) {
    result.fmt.pix = format;
    return;
  }
  v4l2_pix_format_mplane& target = result.fmt.pix_mp;
  target = {};
  target.width = format.width;
  target.height = format.height;
  target.pixelformat = format.pixelformat;
  target.field = format.field;
  target.colorspace = format.colorspace;
  target.quantization = static_cast<__u8>(format.quantization);
  target.num_planes = static_cast<__u8>(planes);
  target.plane_fmt[0].bytesperline = format.bytesperline;
  target.plane_fmt[0].sizeimage = format.sizeimage;
}

int FakeDevice::rate(v4l2_streamparm& parameters, bool set) {
  if (!sets_rate) {
    return ENOTTY;
  }
  v4l2_captureparm& capture = parameters.parm.capture;
  if (set && capture.timeperframe.numerator != 0) {
    const double wanted = static_cast<double>(capture.timeperframe.denominator) / capture.timeperframe.numerator;
    double best = 0;
    for (const FakeFormat& format : formats) {
      for (const FakeSize& size : format.sizes) {
        if (code(format.fourcc.c_str()) == format_.pixelformat &&
            (format.stepwise || (size.width == format_.width && size.height == format_.height))) {
          for (const double fps : size.fps) {
            best = best == 0 || std::abs(fps - wanted) < std::abs(best - wanted) ? fps : best;
          }
        }
      }
    }
    fps_ = best == 0 ? fps_ : best;
  }
  constexpr double kThousandths = 1000;
  capture.capability = V4L2_CAP_TIMEPERFRAME;
  capture.timeperframe = {1000, static_cast<__u32>(fps_ * kThousandths)};
  return 0;
}

}  // namespace sobelcam::test
