// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/verify/html_text.h"

#include "drivers/files/printable.h"

namespace sobelcam::tool {

std::string html_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\n':
        result += c;
        break;
      default:
        result += printable(std::string_view(&c, 1));
    }
  }
  return result;
}

std::string png_data_uri(std::span<const std::byte> png) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string uri = "data:image/png;base64,";
  for (std::size_t i = 0; i < png.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      group = group << 8U | (i + j < png.size() ? std::to_integer<std::uint32_t>(png[i + j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      uri += i + j <= png.size() ? kDigits[group >> (18U - 6U * j) & 63U] : '=';
    }
  }
  return uri;
}

}  // namespace sobelcam::tool
