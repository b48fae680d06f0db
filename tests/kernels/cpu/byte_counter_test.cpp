// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "kernels/cpu/scratch.h"

namespace sobelcam::test {
namespace {

class ByteCounterTest : public testing::Test {
 protected:
  Histogram counted(const std::vector<std::uint8_t>& bytes) {
    counter_.count(bytes.data(), bytes.size());
    Histogram histogram{};
    counter_.add_to(histogram);
    return histogram;
  }

  static Histogram expected(const std::vector<std::uint8_t>& bytes) {
    Histogram histogram{};
    for (const std::uint8_t byte : bytes) {
      ++histogram[byte];
    }
    return histogram;
  }

  cpu::ByteCounter counter_;
};

TEST_F(ByteCounterTest, CountsEveryByteOfEverySize) {
  for (std::size_t size = 0; size < 40; ++size) {
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i < size; ++i) {
      bytes.push_back(static_cast<std::uint8_t>(i * 37 % 256));
    }
    counter_.clear();
    EXPECT_EQ(counted(bytes), expected(bytes)) << size;
  }
}

TEST_F(ByteCounterTest, CountsRunsOfEqualBytes) {
  const std::vector<std::uint8_t> bytes(1003, 255);
  EXPECT_EQ(counted(bytes), expected(bytes));
}

TEST_F(ByteCounterTest, CountsRunsThatBreakInsideEightBytes) {
  for (std::size_t at = 0; at < 16; ++at) {
    std::vector<std::uint8_t> bytes(16, 7);
    bytes[at] = 8;
    counter_.clear();
    EXPECT_EQ(counted(bytes), expected(bytes)) << at;
  }
}

TEST_F(ByteCounterTest, AddsUpOverCalls) {
  counted({1, 2, 3});
  EXPECT_EQ(counted({3, 3}), expected({1, 2, 3, 3, 3}));
}

TEST_F(ByteCounterTest, ForgetsWhenCleared) {
  counted({1, 2, 3});
  counter_.clear();
  EXPECT_EQ(counted({}), Histogram{});
}

}  // namespace
}  // namespace sobelcam::test
