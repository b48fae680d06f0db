// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/bundle/tar_header.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace sobelcam {
namespace {

struct Field {
  std::size_t offset;
  std::size_t bytes;
};
constexpr Field kName{0, 100};
constexpr Field kMode{100, 8};
constexpr Field kOwner{108, 8};
constexpr Field kGroup{116, 8};
constexpr Field kSize{124, 12};
constexpr Field kModified{136, 12};
constexpr Field kChecksum{148, 8};
constexpr Field kType{156, 1};
constexpr Field kMagic{257, 8};
constexpr Field kPrefix{345, 155};

constexpr std::string_view kUstar("ustar\00000", 8);
constexpr std::string_view kGnu("ustar  \0", 8);
constexpr std::uint64_t kOctalSizes = std::uint64_t{1} << 33U;
constexpr std::byte kBase256{0x80};
/// Nothing larger than this exists; it keeps sums of offsets far from overflowing.
constexpr std::uint64_t kLargest = std::uint64_t{1} << 60U;

void put(TarBlock& block, Field field, std::string_view text) {
  std::transform(text.begin(), text.end(), block.begin() + static_cast<std::ptrdiff_t>(field.offset),
                 [](char c) { return static_cast<std::byte>(c); });
}

void put_octal(TarBlock& block, Field field, std::uint64_t value) {
  std::string digits(field.bytes - 1, '0');
  for (std::size_t i = digits.size(); i-- > 0; value >>= 3U) {
    digits[i] = static_cast<char>('0' + (value & 7U));
  }
  put(block, field, digits);
}

void put_base256(TarBlock& block, Field field, std::uint64_t value) {
  for (std::size_t i = field.bytes; i-- > 0; value >>= 8U) {
    block[field.offset + i] = static_cast<std::byte>(value & 0xFFU);
  }
  block[field.offset] |= kBase256;
}

/// The sum of all bytes, with blanks where the checksum stands.
std::uint64_t checksum(std::span<const std::byte, kTarBlock> block) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < kTarBlock; ++i) {
    const bool blank = i >= kChecksum.offset && i < kChecksum.offset + kChecksum.bytes;
    sum += blank ? ' ' : std::to_integer<std::uint64_t>(block[i]);
  }
  return sum;
}

void put_checksum(TarBlock& block) {
  put_octal(block, {kChecksum.offset, kChecksum.bytes - 1}, checksum(block));
  put(block, {kChecksum.offset + kChecksum.bytes - 2, 2}, std::string_view("\0 ", 2));
}

/// Byte by byte: every writer of today writes it in one way, and a reader that bears another overlooks a flipped bit.
bool has_its_checksum(std::span<const std::byte, kTarBlock> block) {
  TarBlock rewritten{};
  std::copy(block.begin(), block.end(), rewritten.begin());
  put_checksum(rewritten);
  return std::equal(block.begin(), block.end(), rewritten.begin());
}

std::string_view text_of(std::span<const std::byte, kTarBlock> block, Field field) {
  const std::string_view all(reinterpret_cast<const char*>(block.data()) + field.offset, field.bytes);
  return all.substr(0, all.find('\0'));
}

std::optional<std::uint64_t> octal_of(std::span<const std::byte, kTarBlock> block, Field field) {
  std::string_view text = text_of(block, field);
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  text = text.substr(0, text.find(' '));
  std::uint64_t value = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '7') {
      return std::nullopt;
    }
    value = value * 8 + static_cast<std::uint64_t>(digit - '0');
  }
  return value;
}

std::optional<std::uint64_t> size_of(std::span<const std::byte, kTarBlock> block) {
  const auto bytes = block.subspan(kSize.offset, kSize.bytes);
  if (bytes[0] != kBase256) {
    return octal_of(block, kSize);
  }
  std::uint64_t value = 0;
  for (const std::byte byte : bytes.subspan(1)) {
    if (value >= kLargest) {
      return std::nullopt;
    }
    value = value * 256 + std::to_integer<std::uint64_t>(byte);
  }
  return value;
}

TarEntryType type_of(char flag) {
  switch (flag) {
    case '0':
    case '\0':
      return TarEntryType::kFile;
    case '5':
      return TarEntryType::kFolder;
    case 'x':
    case 'g':
    case 'L':
    case 'K':
      return TarEntryType::kExtension;
    default:
      return TarEntryType::kOther;
  }
}

}  // namespace

TarBlock tar_header(const TarEntry& entry) {
  if (entry.name.size() > kName.bytes || entry.bytes > kLargest) {
    throw std::invalid_argument("no tar header can hold " + entry.name);
  }
  TarBlock block{};
  put(block, kName, entry.name);
  put_octal(block, kMode, 0644);
  put_octal(block, kOwner, 0);
  put_octal(block, kGroup, 0);
  if (entry.bytes < kOctalSizes) {
    put_octal(block, kSize, entry.bytes);
  } else {
    put_base256(block, kSize, entry.bytes);
  }
  put_octal(block, kModified, static_cast<std::uint64_t>(std::max<std::int64_t>(entry.modified_s, 0)));
  put(block, kType, "0");
  put(block, kMagic, kUstar);
  put_checksum(block);
  return block;
}

std::variant<TarEntry, TarZeros, std::string> parse_tar_header(std::span<const std::byte, kTarBlock> block) {
  if (std::all_of(block.begin(), block.end(), [](std::byte byte) { return byte == std::byte{0}; })) {
    return TarZeros{};
  }
  const std::string_view magic(reinterpret_cast<const char*>(block.data()) + kMagic.offset, kMagic.bytes);
  if (magic != kUstar && magic != kGnu) {
    return "not the header of a tar's entry";
  }
  if (!has_its_checksum(block)) {
    return "the header of a tar's entry is damaged: its checksum is another";
  }
  const auto size = size_of(block);
  const auto modified = octal_of(block, kModified);
  if (!size || *size > kLargest) {
    return "the header of a tar's entry has no size that can be";
  }
  TarEntry entry;
  const std::string_view prefix = magic == kUstar ? text_of(block, kPrefix) : std::string_view();
  entry.name = prefix.empty() ? std::string() : std::string(prefix) + "/";
  entry.name += text_of(block, kName);
  entry.bytes = *size;
  entry.type = type_of(static_cast<char>(block[kType.offset]));
  entry.modified_s = static_cast<std::int64_t>(std::min(modified.value_or(0), kLargest));
  return entry;
}

std::string_view tar_name(std::span<const std::byte, kTarBlock> block) {
  return text_of(block, kName);
}

}  // namespace sobelcam
