// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/scratch.h"

#include <cstring>

namespace sobelcam::cpu {

void ByteCounter::count(const std::uint8_t* bytes, std::size_t size) {
  std::size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + i, sizeof(word));
    if (word == (word & 0xFF) * 0x0101010101010101U) {
      tables_[0][word & 0xFF] += 8;
      continue;
    }
    for (std::size_t k = 0; k < 8; ++k) {
      ++tables_[k % 4][(word >> (8 * k)) & 0xFF];
    }
  }
  for (; i < size; ++i) {
    ++tables_[0][bytes[i]];
  }
}

void ByteCounter::add_to(Histogram& histogram) const {
  for (const Histogram& table : tables_) {
    for (std::size_t level = 0; level < histogram.size(); ++level) {
      histogram[level] += table[level];
    }
  }
}

}  // namespace sobelcam::cpu
