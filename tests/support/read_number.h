// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "drivers/frame/frame_view.h"

namespace sobelcam::test {

/// Reads what draw_number() drew into an RGB24 picture; nothing where a pixel belongs to no digit.
std::optional<std::uint64_t> read_number(FrameView picture, std::uint32_t x, std::uint32_t y, std::uint32_t scale);

}  // namespace sobelcam::test
