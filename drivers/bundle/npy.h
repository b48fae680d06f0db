// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace sobelcam {

enum class NpyType : std::uint8_t { kUint8, kUint32, kUint64, kFloat32 };

std::size_t element_bytes(NpyType type);

/// What an NPY file says of the array behind its header.
///
/// Shapes:   C order: rows first
struct NpyHeader {
  NpyType type = NpyType::kUint8;
  std::vector<std::uint64_t> shape;
  std::size_t header_bytes = 0;  ///< from the file's first byte to the first element

  bool operator==(const NpyHeader&) const = default;
};

/// A version 1.0 header as numpy writes it: little endian, padded so that the elements start at a multiple of 64.
std::string npy_header(NpyType type, std::span<const std::uint64_t> shape);

/// Bytes that the elements fill; nothing where they do not fit 64 bits.
std::optional<std::uint64_t> element_bytes(const NpyHeader& header);

/// Reads the header of a whole file in memory; words where it is no NPY of ours: another version, type or order, or
/// more or fewer bytes than the shape asks for.
std::variant<NpyHeader, std::string> parse_npy(std::span<const std::byte> file);

}  // namespace sobelcam
