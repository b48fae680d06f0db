// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <utility>

#include "drivers/frame/buffer_provider.h"

namespace sobelcam {
namespace {

class BufferTest : public testing::Test {
 protected:
  Buffer make() {
    return {bytes_.data(), bytes_.size(), MemoryKind::kPinnedMapped, [this](std::byte* data) {
              ++releases_;
              released_ = data;
            }};
  }

  std::array<std::byte, 16> bytes_{};
  int releases_ = 0;
  std::byte* released_ = nullptr;
};

TEST_F(BufferTest, WithoutMemoryItIsEmpty) {
  const Buffer buffer;
  EXPECT_EQ(buffer.data(), nullptr);
  EXPECT_EQ(buffer.size(), 0U);
}

TEST_F(BufferTest, KnowsItsBytesAndTheirKind) {
  const Buffer buffer = make();
  EXPECT_EQ(buffer.data(), bytes_.data());
  EXPECT_EQ(buffer.size(), 16U);
  EXPECT_EQ(buffer.kind(), MemoryKind::kPinnedMapped);
}

TEST_F(BufferTest, IsReleasedAtItsEnd) {
  {
    const Buffer buffer = make();
    EXPECT_EQ(releases_, 0);
  }
  EXPECT_EQ(releases_, 1);
  EXPECT_EQ(released_, bytes_.data());
}

TEST_F(BufferTest, IsReleasedOnceHoweverOftenItMoves) {
  {
    Buffer first = make();
    Buffer second = std::move(first);
    Buffer third;
    third = std::move(second);
    EXPECT_EQ(releases_, 0);
    EXPECT_EQ(third.data(), bytes_.data());
  }
  EXPECT_EQ(releases_, 1);
}

TEST_F(BufferTest, MovedFromHoldsNothing) {
  Buffer first = make();
  const Buffer second = std::move(first);
  EXPECT_EQ(first.data(), nullptr);  // NOLINT(bugprone-use-after-move,clang-analyzer-cplusplus.Move): it is tested
  EXPECT_EQ(first.size(), 0U);
}

TEST_F(BufferTest, AssigningReleasesWhatWasHeld) {
  Buffer buffer = make();
  buffer = Buffer();
  EXPECT_EQ(releases_, 1);
}

TEST_F(BufferTest, OrdinaryMemoryIsAlignedAndWritable) {
  for (const std::size_t size : {std::size_t{1}, std::size_t{63}, std::size_t{100000}}) {
    const Buffer buffer = ordinary_memory().allocate(size);
    EXPECT_GE(buffer.size(), size);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0U);
    EXPECT_EQ(buffer.kind(), MemoryKind::kOrdinary);
    std::memset(buffer.data(), 1, size);
  }
}

}  // namespace
}  // namespace sobelcam
