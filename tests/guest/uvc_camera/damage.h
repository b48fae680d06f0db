// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "tests/guest/uvc_camera/usb_bytes.h"

namespace sobelcam::uvc {

/// What can be wrong with the pictures of a camera.
enum class Damage : std::uint8_t {
  kNone,
  kGarbage,   ///< noise over the second half
  kShort,     ///< the second half is missing
  kEmpty,     ///< no byte at all
  kTrouble,   ///< whole, but the camera says that it had trouble
  kNoTables,  ///< an MJPEG picture without Huffman tables, as many cameras send them: allowed, not a mistake
};

/// By the word of the commands: good, garbage, short, empty, trouble, no-tables.
std::optional<Damage> damage_by_name(std::string_view name);

/// The picture with this damage, as far as it lies in the bytes.
Bytes damaged(std::span<const std::uint8_t> picture, Damage damage);

/// A JPEG without its Huffman tables; what is no JPEG stays as it is.
Bytes without_huffman_tables(std::span<const std::uint8_t> jpeg);

}  // namespace sobelcam::uvc
