// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <regex>
#include <set>
#include <string>

#include "kernels/cuda/device_code.h"

namespace sobelcam::cuda {

/// The image for one compute capability, 0 for the PTX; null where there is none.
inline const gpu::ModuleImage* image_for(const DeviceCode& code, int capability) {
  const auto found = std::find_if(code.images.begin(), code.images.end(), [capability](const gpu::ModuleImage& image) {
    return image.compute_capability == capability;
  });
  return found != code.images.end() ? &*found : nullptr;
}

inline std::string ptx_of(const DeviceCode& code) {
  const gpu::ModuleImage* image = image_for(code, 0);
  return image != nullptr ? std::string(reinterpret_cast<const char*>(image->bytes.data()), image->bytes.size()) : "";
}

/// All that matches, once each.
inline std::set<std::string> matches(const std::string& text, const char* pattern) {
  const std::regex expression(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), expression), end; it != end; ++it) {
    found.insert(it->str());
  }
  return found;
}

}  // namespace sobelcam::cuda
