// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/capture_format.h"

#include <linux/videodev2.h>

#include <algorithm>

#include "drivers/camera/v4l2/known_formats.h"
#include "drivers/files/image_decoder.h"

namespace sobelcam::v4l2 {
namespace {

bool progressive(std::uint32_t field) {
  return field == V4L2_FIELD_NONE || field == V4L2_FIELD_ANY;
}

std::string field_name(std::uint32_t field) {
  switch (field) {
    case V4L2_FIELD_TOP:
    case V4L2_FIELD_BOTTOM:
    case V4L2_FIELD_ALTERNATE:
      return "single fields";
    case V4L2_FIELD_SEQ_TB:
    case V4L2_FIELD_SEQ_BT:
      return "one field below the other";
    default:
      return "interlaced fields";
  }
}

/// Empty where nothing is wrong with what holds for every format.
std::string refusal(const ChosenMode& mode, const DriverFormat& driver) {
  if (driver.fourcc != mode.fourcc) {
    return "the driver gives " + fourcc_name(driver.fourcc) + " where it was asked for " + fourcc_name(mode.fourcc) +
           ", which it lists: name another one with --format";
  }
  if (!progressive(driver.field)) {
    return "the camera sends " + field_name(driver.field) +
           ", not whole pictures: choose a progressive mode (such as 720p or 1080p) at the device that gives the "
           "signal, "
           "or another --size";
  }
  if (driver.planes != 1) {
    return "the driver spreads a frame of " + fourcc_name(driver.fourcc) + " over " + std::to_string(driver.planes) +
           " pieces of memory, which is not supported: name another --format";
  }
  if (driver.width == 0 || driver.height == 0 || driver.width > kMaxSide || driver.height > kMaxSide) {
    return "the driver gives pictures of " + name(FrameSize{driver.width, driver.height}) + ", beyond the limits";
  }
  return {};
}

}  // namespace

std::size_t least_bytes(const FrameLayout& layout) {
  const std::size_t pairs = (std::size_t{layout.width} + 1) / 2;
  const std::size_t half_rows = (std::size_t{layout.height} + 1) / 2;
  switch (traits(layout.format).chroma) {
    case Chroma::kInterleaved420:
      return layout.chroma_offset + (half_rows - 1) * layout.chroma_stride + 2 * pairs;
    case Chroma::kInterleaved422:
      return layout.chroma_offset + (std::size_t{layout.height} - 1) * layout.chroma_stride + 2 * pairs;
    case Chroma::kPlanar420:
      return layout.second_chroma_offset + (half_rows - 1) * layout.chroma_stride + pairs;
    case Chroma::kNone:
    case Chroma::kPacked:
      break;
  }
  return (std::size_t{layout.height} - 1) * layout.stride + row_bytes(layout.format, layout.width);
}

std::variant<CaptureFormat, std::string> capture_format(const ChosenMode& mode, const DriverFormat& driver) {
  if (std::string words = refusal(mode, driver); !words.empty()) {
    return words;
  }
  CaptureFormat format;
  format.driver = driver;
  format.decoding = mode.decoding;
  format.layout = {mode.pixels, ColorRange::kFull, driver.width, driver.height};
  if (mode.decoding != Decoding::kRaw) {
    return format;
  }
  const auto range = color_range(mode.decoding, mode.pixels, driver.colorspace, driver.quantization);
  if (!range) {
    return "the camera sends RGB of limited range, which is not supported: set it to full range, or name a YUV "
           "--format";
  }
  const std::size_t row = row_bytes(mode.pixels, driver.width);
  if (driver.bytes_per_line < row) {
    return "the driver says that a row of " + std::to_string(driver.width) + " pixels of " + fourcc_name(mode.fourcc) +
           " has " + std::to_string(driver.bytes_per_line) + " bytes, but it needs " + std::to_string(row);
  }
  format.layout = contiguous_layout(mode.pixels, *range, driver.width, driver.height, driver.bytes_per_line);
  format.least_bytes = least_bytes(format.layout);
  if (driver.size_image < format.least_bytes) {
    return "the driver says that a picture has " + std::to_string(driver.size_image) + " bytes, but its rows need " +
           std::to_string(format.least_bytes);
  }
  return format;
}

Verdict verdict(const CaptureFormat& format, const FilledBuffer& filled) {
  if ((filled.flags & V4L2_BUF_FLAG_ERROR) != 0) {
    return Verdict::kFlagged;
  }
  if (filled.bytes_used == 0) {
    return Verdict::kEmpty;
  }
  if (filled.offset > filled.length || filled.bytes_used > filled.length - filled.offset) {
    return Verdict::kTooLong;
  }
  if (filled.bytes_used < format.least_bytes) {
    return Verdict::kTooShort;
  }
  return progressive(filled.field) ? Verdict::kGood : Verdict::kWrongField;
}

}  // namespace sobelcam::v4l2
