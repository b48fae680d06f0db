// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/camera_modes.h"

#include <array>
#include <cstdio>

namespace sobelcam::v4l2 {

std::string fourcc_name(std::uint32_t fourcc) {
  constexpr std::uint32_t kBigEndian = 1U << 31U;
  constexpr int kBits = 8;
  std::string name;
  for (std::uint32_t rest = fourcc & ~kBigEndian; name.size() < sizeof fourcc; rest >>= kBits) {
    const auto letter = static_cast<unsigned char>(rest & 0xffU);
    if (letter < ' ' || letter > '~') {
      std::array<char, 16> digits{};
      std::snprintf(digits.data(), digits.size(), "0x%08x", static_cast<unsigned>(fourcc));
      return digits.data();
    }
    name += static_cast<char>(letter);
  }
  return (fourcc & kBigEndian) != 0 ? name + "-BE" : name;
}

std::string name(const FrameSize& size) {
  return std::to_string(size.width) + "x" + std::to_string(size.height);
}

std::string fps_name(double fps) {
  std::array<char, 32> digits{};
  std::snprintf(digits.data(), digits.size(), "%.2f", fps);
  std::string name = digits.data();
  name.erase(name.find_last_not_of('0') + 1);
  if (name.back() == '.') {
    name.pop_back();
  }
  return name;
}

std::string joined(const std::vector<std::string>& items) {
  std::string list;
  for (const std::string& item : items) {
    if (!list.empty()) {
      list += ", ";
    }
    list += item;
  }
  return list;
}

}  // namespace sobelcam::v4l2
