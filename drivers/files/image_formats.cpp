// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/files/image_formats.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "drivers/jpeg/jpeg_decoder.h"

namespace sobelcam {
namespace {

/// How far into a file with unknown first bytes a JPEG is looked for.
constexpr std::size_t kJunkSearch = 4096;

bool begins_with(std::span<const std::byte> bytes, std::string_view signature) {
  return bytes.size() >= signature.size() &&
         std::equal(signature.begin(), signature.end(), bytes.begin(),
                    [](char a, std::byte b) { return static_cast<std::byte>(a) == b; });
}

bool is_netpbm(std::span<const std::byte> bytes) {
  constexpr std::string_view kBehindTheMagic = " \t\n\v\f\r#";
  return bytes.size() >= 2 && begins_with(bytes, "P") && bytes[1] >= std::byte{'1'} && bytes[1] <= std::byte{'7'} &&
         (bytes.size() == 2 || kBehindTheMagic.find(std::to_integer<char>(bytes[2])) != std::string_view::npos);
}

bool holds_jpeg_near_the_start(std::span<const std::byte> bytes) {
  constexpr std::array kStartOfImage{std::byte{0xFF}, std::byte{0xD8}, std::byte{0xFF}};
  const auto head = bytes.first(std::min(bytes.size(), kJunkSearch));
  return std::search(head.begin(), head.end(), kStartOfImage.begin(), kStartOfImage.end()) != head.end();
}

std::string first_bytes_in_hex(std::span<const std::byte> bytes) {
  constexpr std::size_t kShown = 8;
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (const std::byte byte : bytes.first(std::min(bytes.size(), kShown))) {
    const auto value = std::to_integer<std::size_t>(byte);
    hex += hex.empty() ? "" : " ";
    hex += kDigits[value >> 4];
    hex += kDigits[value & 15];
  }
  return hex;
}

}  // namespace

OpenedImage open_image(std::span<const std::byte> bytes) {
  if (bytes.empty()) {
    return no_bytes();
  }
  if (begins_with(bytes, "\x89PNG")) {
    return open_png(bytes);
  }
  if (begins_with(bytes, "\xFF\xD8")) {
    return open_jpeg(bytes);
  }
  if (begins_with(bytes, "BM")) {
    return open_bmp(bytes);
  }
  if (is_netpbm(bytes)) {
    return open_netpbm(bytes);
  }
  if (begins_with(bytes, "YUV4MPEG2")) {
    return ImageFault{ImageFaultKind::kNotAnImage, "a YUV4MPEG2 video, not an image: replay it as a source"};
  }
  if (holds_jpeg_near_the_start(bytes)) {
    return open_jpeg(bytes);
  }
  return ImageFault{ImageFaultKind::kNotAnImage,
                    "not an image: begins with " + first_bytes_in_hex(bytes) + "; PNG, JPEG, PPM/PGM and BMP are read"};
}

}  // namespace sobelcam
