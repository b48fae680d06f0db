// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace sobelcam {

/// Where standard Huffman tables have to be put into a JPEG so that everybody can show it: in front of its first scan,
/// where it brings none of its own, as the frames of many cameras do. Nothing where it has tables or is no JPEG.
std::optional<std::size_t> missing_huffman_tables(std::span<const std::byte> jpeg);

/// The marker segments with the tables of the JPEG standard's annex K, made by libjpeg.
std::span<const std::byte> standard_huffman_tables();

}  // namespace sobelcam
