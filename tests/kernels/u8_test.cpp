// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/u8.h"

#include <gtest/gtest.h>

#include <cmath>

#include "drivers/frame/image.h"

namespace sobelcam {
namespace {

TEST(U8, RoundsHalvesToTheEvenNeighbor) {
  EXPECT_EQ(u8(0.5F), 0);
  EXPECT_EQ(u8(1.5F), 2);
  EXPECT_EQ(u8(2.5F), 2);
  EXPECT_EQ(u8(253.5F), 254);
  EXPECT_EQ(u8(254.5F), 254);
}

TEST(U8, RoundsToTheNearestElsewhere) {
  EXPECT_EQ(u8(std::nextafter(0.5F, 0.0F)), 0);
  EXPECT_EQ(u8(std::nextafter(0.5F, 1.0F)), 1);
  EXPECT_EQ(u8(std::nextafter(254.5F, 255.0F)), 255);
}

TEST(U8, SaturatesAt255) {
  EXPECT_EQ(u8(255.0F), 255);
  EXPECT_EQ(u8(255.5F), 255);
  EXPECT_EQ(u8(1442.5F), 255);
  EXPECT_EQ(u8(INFINITY), 255);
}

TEST(U8, AgreesWithTheRoundingOfTheMachineOnAFineGrid) {
  for (int i = 0; i < 256 * 4096; ++i) {
    const float value = static_cast<float>(i) / 4096.0F;
    ASSERT_EQ(u8(value), std::min(255L, std::lrint(value))) << value;
  }
}

TEST(U8, TurnsAPlaneIntoAPictureRowByRow) {
  Image<float> plane(2, 2);
  plane.row(0)[0] = 0.4F;
  plane.row(0)[1] = 300.0F;
  plane.row(1)[0] = 7.5F;
  plane.row(1)[1] = 8.5F;
  Image<std::uint8_t> picture(2, 2);
  u8_plane(plane.view(), picture.view());
  EXPECT_EQ(picture.row(0)[0], 0);
  EXPECT_EQ(picture.row(0)[1], 255);
  EXPECT_EQ(picture.row(1)[0], 8);
  EXPECT_EQ(picture.row(1)[1], 8);
}

}  // namespace
}  // namespace sobelcam
