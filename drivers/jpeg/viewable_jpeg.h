// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace sobelcam {

/// Makes of a camera's or a phone's JPEG one that every viewer shows as we read it, without touching its pixels:
/// standard Huffman tables where it brings none of its own, as the frames of many cameras do, and no Exif, whose
/// orientation browsers follow and we ignore, and which may tell where the picture was taken.
///
/// False where the JPEG is fine as it is; `viewable` is then left alone.
bool make_viewable(std::span<const std::byte> jpeg, std::vector<std::byte>& viewable);

/// The marker segments with the tables of the JPEG standard's annex K, made by libjpeg.
std::span<const std::byte> standard_huffman_tables();

}  // namespace sobelcam
