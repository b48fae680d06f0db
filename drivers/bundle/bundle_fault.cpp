// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/bundle/bundle_fault.h"

#include <array>

namespace sobelcam {

std::string_view name(BundleFaultKind kind) {
  constexpr std::array<std::string_view, 8> kNames{"unreadable", "foreign", "unsupported", "damaged",
                                                   "too_large",  "exists",  "no_space",    "unwritable"};
  return kNames.at(static_cast<std::size_t>(kind));
}

}  // namespace sobelcam
