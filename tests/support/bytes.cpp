// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/bytes.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace sobelcam::test {

ByteWriter& ByteWriter::text(std::string_view characters) {
  return raw(std::as_bytes(std::span(characters)));
}

ByteWriter& ByteWriter::u8(std::initializer_list<unsigned> values) {
  for (const unsigned value : values) {
    bytes_.push_back(static_cast<std::byte>(value));
  }
  return *this;
}

ByteWriter& ByteWriter::l16(std::initializer_list<unsigned> values) {
  for (const unsigned value : values) {
    u8({value & 0xFF, value >> 8});
  }
  return *this;
}

ByteWriter& ByteWriter::l32(std::initializer_list<std::uint32_t> values) {
  for (const std::uint32_t value : values) {
    l16({value & 0xFFFF, value >> 16});
  }
  return *this;
}

ByteWriter& ByteWriter::b16(std::initializer_list<unsigned> values) {
  for (const unsigned value : values) {
    u8({value >> 8, value & 0xFF});
  }
  return *this;
}

ByteWriter& ByteWriter::b32(std::initializer_list<std::uint32_t> values) {
  for (const std::uint32_t value : values) {
    b16({value >> 16, value & 0xFFFF});
  }
  return *this;
}

ByteWriter& ByteWriter::raw(std::span<const std::byte> bytes) {
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  return *this;
}

Bytes to_bytes(std::string_view characters) {
  return ByteWriter().text(characters).bytes();
}

Bytes concatenated(std::initializer_list<std::span<const std::byte>> parts) {
  ByteWriter writer;
  for (const auto part : parts) {
    writer.raw(part);
  }
  return writer.bytes();
}

std::size_t position_of(std::span<const std::byte> bytes, std::initializer_list<unsigned> needle, std::size_t from) {
  const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(from);
  const auto found = std::search(begin, bytes.end(), needle.begin(), needle.end(),
                                 [](std::byte a, unsigned b) { return std::to_integer<unsigned>(a) == b; });
  if (found == bytes.end()) {
    throw std::runtime_error("the bytes looked for are not there");
  }
  return static_cast<std::size_t>(found - bytes.begin());
}

Bytes test_data(const std::filesystem::path& name) {
  const auto path = std::filesystem::path(SOBELCAM_TEST_DATA) / name;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw std::runtime_error("cannot read " + path.string());
  }
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  return to_bytes(content);
}

void write_bytes(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) {
    throw std::runtime_error("cannot write " + path.string());
  }
}

}  // namespace sobelcam::test
