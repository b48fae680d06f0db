// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "kernels/first_difference.h"

namespace sobelcam::tool {

/// describe() without its last line's end; empty where there is no difference.
std::string difference_words(const std::optional<Difference>& difference);

/// The first bin that is not the same, with both counts; empty where there is none.
std::string difference_words(const Histogram& expected, std::span<const std::uint32_t, 256> actual);

}  // namespace sobelcam::tool
