// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

namespace sobelcam::test {

using Bytes = std::vector<std::byte>;

/// Builds the bytes of a small file; l.. is little endian, b.. big endian.
class ByteWriter {
 public:
  ByteWriter& text(std::string_view characters);
  ByteWriter& u8(std::initializer_list<unsigned> values);
  ByteWriter& l16(std::initializer_list<unsigned> values);
  ByteWriter& l32(std::initializer_list<std::uint32_t> values);
  ByteWriter& b16(std::initializer_list<unsigned> values);
  ByteWriter& b32(std::initializer_list<std::uint32_t> values);
  ByteWriter& raw(std::span<const std::byte> bytes);

  const Bytes& bytes() const { return bytes_; }

 private:
  Bytes bytes_;
};

Bytes to_bytes(std::string_view characters);

Bytes concatenated(std::initializer_list<std::span<const std::byte>> parts);

/// Where `needle` first lies at or behind `from`; throws where it does not.
std::size_t position_of(std::span<const std::byte> bytes, std::initializer_list<unsigned> needle, std::size_t from = 0);

/// A file of tests/data, by its path in there; throws where it cannot be read.
Bytes test_data(const std::filesystem::path& name);

/// Throws where the file cannot be written.
void write_bytes(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace sobelcam::test
