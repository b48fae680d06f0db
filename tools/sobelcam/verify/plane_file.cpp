// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/verify/plane_file.h"

#include <cstring>
#include <span>
#include <stdexcept>
#include <vector>

#include "drivers/bundle/npy.h"
#include "drivers/files/read_file.h"
#include "tools/sobelcam/picture_input.h"

namespace sobelcam::tool {
namespace {

template <typename Pixel>
Image<Pixel> rows_of(const std::byte* bytes, std::size_t stride, std::uint32_t width, std::uint32_t height) {
  Image<Pixel> plane(width, height);
  for (std::uint32_t y = 0; y < height; ++y) {
    std::memcpy(plane.row(y), bytes + stride * y, sizeof(Pixel) * width);
  }
  return plane;
}

PlaneFile npy_plane(std::span<const std::byte> file) {
  const auto parsed = parse_npy(file);
  if (const auto* words = std::get_if<std::string>(&parsed)) {
    throw std::runtime_error(*words);
  }
  const auto& header = std::get<NpyHeader>(parsed);
  if (header.shape.size() != 2) {
    throw std::runtime_error("an array of " + std::to_string(header.shape.size()) + " dimensions: a plane has 2");
  }
  if (const auto fault = check_image_size(header.shape[1], header.shape[0])) {
    throw std::runtime_error(fault->message);
  }
  const auto width = static_cast<std::uint32_t>(header.shape[1]);
  const auto height = static_cast<std::uint32_t>(header.shape[0]);
  const std::byte* first = file.data() + header.header_bytes;
  switch (header.type) {
    case NpyType::kFloat32:
      return rows_of<float>(first, sizeof(float) * width, width, height);
    case NpyType::kUint8:
      return rows_of<std::uint8_t>(first, width, width, height);
    default:
      throw std::runtime_error("an array of neither float32 nor uint8");
  }
}

}  // namespace

PlaneFile read_plane(const std::filesystem::path& path) {
  if (path.extension() == ".npy") {
    const auto read = read_file(path);
    if (const auto* fault = std::get_if<ImageFault>(&read)) {
      throw std::runtime_error(fault->message);
    }
    return npy_plane(std::get<std::vector<std::byte>>(read));
  }
  const auto picture = read_picture(path);
  if (const auto* fault = std::get_if<ImageFault>(&picture)) {
    throw std::runtime_error(fault->message);
  }
  const FrameView view = std::get<PictureInput>(picture).view();
  if (view.layout.format != PixelFormat::kGrey) {
    throw std::runtime_error("a picture in color: planes and edge maps are gray");
  }
  return rows_of<std::uint8_t>(reinterpret_cast<const std::byte*>(view.data), view.layout.stride, view.layout.width,
                               view.layout.height);
}

}  // namespace sobelcam::tool
