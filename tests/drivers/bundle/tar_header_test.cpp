// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/bundle/tar_header.h"

#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>

namespace sobelcam {
namespace {

TarBlock block_of(std::uint64_t bytes) {
  return tar_header({"frames/000000/edges.npy", bytes, TarEntryType::kFile, 1'764'500'000});
}

TEST(TarHeader, WhatIsWrittenComesBack) {
  const TarEntry entry{"manifest.json", 1234, TarEntryType::kFile, 1'764'500'000};
  const auto parsed = parse_tar_header(tar_header(entry));
  ASSERT_TRUE(std::holds_alternative<TarEntry>(parsed));
  EXPECT_EQ(std::get<TarEntry>(parsed), entry);
}

TEST(TarHeader, SizesAreOctalBelow8GibAndBase256FromThere) {
  constexpr std::uint64_t k8Gib = std::uint64_t{8} << 30U;
  EXPECT_EQ(std::memcmp(block_of(k8Gib - 1).data() + 124, "77777777777", 12), 0);
  EXPECT_EQ(std::to_integer<int>(block_of(k8Gib)[124]), 0x80);
  for (const std::uint64_t bytes : {k8Gib - 1, k8Gib, 3 * k8Gib + 5}) {
    const auto parsed = parse_tar_header(block_of(bytes));
    ASSERT_TRUE(std::holds_alternative<TarEntry>(parsed));
    EXPECT_EQ(std::get<TarEntry>(parsed).bytes, bytes);
  }
}

TEST(TarHeader, EveryFlippedBitThatMattersIsNoticed) {
  const TarBlock good = block_of(77);
  const auto expected = std::get<TarEntry>(parse_tar_header(good));
  for (std::size_t bit = 0; bit < 8 * kTarBlock; ++bit) {
    TarBlock bad = good;
    bad[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
    const auto parsed = parse_tar_header(bad);
    EXPECT_TRUE(std::holds_alternative<std::string>(parsed) || std::get<TarEntry>(parsed) == expected) << bit;
  }
}

TEST(TarHeader, ZerosAreTheEnd) {
  EXPECT_TRUE(std::holds_alternative<TarZeros>(parse_tar_header(TarBlock{})));
}

TEST(TarHeader, ANameThatDoesNotFitIsADefectOfTheCaller) {
  EXPECT_THROW(tar_header({std::string(101, 'x'), 0, TarEntryType::kFile, 0}), std::invalid_argument);
}

}  // namespace
}  // namespace sobelcam
