// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/files/natural_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace sobelcam {
namespace {

class NaturalOrder : public testing::Test {
 protected:
  /// In an order that the comparison must find: with equal parts, signs before digits before letters.
  const std::vector<std::string> ordered_{"",
                                          "!",
                                          "0",
                                          "00",
                                          "1",
                                          "2",
                                          "10",
                                          "10a",
                                          "99999999999999999999999999999999999999",
                                          "100000000000000000000000000000000000000",
                                          "IMG2",
                                          "a",
                                          "a1b10",
                                          "a1b2c",
                                          "a01b3",
                                          "a2b1",
                                          "img",
                                          "img.png",
                                          "img1.png",
                                          "img2.png",
                                          "img10.png",
                                          "img010.png2",
                                          "\xC3\xA9"};
};

TEST_F(NaturalOrder, CountsAsPeopleDo) {
  EXPECT_TRUE(natural_less("img2.png", "img10.png"));
  EXPECT_FALSE(natural_less("img10.png", "img2.png"));
}

TEST_F(NaturalOrder, ComparesEveryRunOfDigits) {
  EXPECT_TRUE(natural_less("s1e9", "s1e10"));
  EXPECT_TRUE(natural_less("s1e10", "s2e1"));
}

TEST_F(NaturalOrder, DoesNotOverflowOnLongNumbers) {
  const std::string nines(1000, '9');
  const std::string one_more = "1" + std::string(1000, '0');
  EXPECT_TRUE(natural_less(nines, one_more));
  EXPECT_FALSE(natural_less(one_more, nines));
}

TEST_F(NaturalOrder, TellsLeadingZerosApartOnlyAtTheEnd) {
  EXPECT_TRUE(natural_less("a01b2", "a1b3"));
  EXPECT_TRUE(natural_less("a01", "a1"));
  EXPECT_FALSE(natural_less("a1", "a01"));
}

TEST_F(NaturalOrder, PutsABeginningFirst) {
  EXPECT_TRUE(natural_less("img", "img1"));
  EXPECT_TRUE(natural_less("", "a"));
}

TEST_F(NaturalOrder, TakesBytesAbove127AsUnsigned) {
  EXPECT_TRUE(natural_less("z", "\xC3\xA9"));
}

TEST_F(NaturalOrder, NothingComesBeforeItself) {
  for (const std::string& name : ordered_) {
    EXPECT_FALSE(natural_less(name, name)) << name;
  }
}

TEST_F(NaturalOrder, IsTotal) {
  auto sorted = ordered_;
  std::sort(sorted.begin(), sorted.end(), natural_less);
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    for (std::size_t j = 0; j < sorted.size(); ++j) {
      EXPECT_EQ(natural_less(sorted[i], sorted[j]), i < j) << sorted[i] << " and " << sorted[j];
    }
  }
}

}  // namespace
}  // namespace sobelcam
