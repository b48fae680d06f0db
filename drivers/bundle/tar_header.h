// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace sobelcam {

inline constexpr std::size_t kTarBlock = 512;

enum class TarEntryType : std::uint8_t {
  kFile,
  kFolder,
  kExtension,  ///< pax or GNU: says more about the entry behind it
  kOther,      ///< links, devices: nothing that a bundle has
};

/// One entry of a tar: its header, without its bytes.
struct TarEntry {
  std::string name;
  std::uint64_t bytes = 0;
  TarEntryType type = TarEntryType::kFile;
  std::int64_t modified_s = 0;  ///< seconds since 1970

  bool operator==(const TarEntry&) const = default;
};

struct TarZeros {};  ///< a block of zeros: two of them end a tar

using TarBlock = std::array<std::byte, kTarBlock>;

/// A POSIX ustar header of a file that its owner may write and all may read; sizes from 8 GiB on in base 256, as GNU
/// tar writes them. The name has 100 bytes at most.
TarBlock tar_header(const TarEntry& entry);

/// What a block says; words where it is no header: its checksum is wrong, or it is not a tar's.
std::variant<TarEntry, TarZeros, std::string> parse_tar_header(std::span<const std::byte, kTarBlock> block);

/// What stands where a header has its name, whatever the block is.
std::string_view tar_name(std::span<const std::byte, kTarBlock> block);

/// The bytes that an entry takes behind its header, padding included.
constexpr std::uint64_t padded_tar_bytes(std::uint64_t bytes) {
  return (bytes + kTarBlock - 1) / kTarBlock * kTarBlock;
}

}  // namespace sobelcam
