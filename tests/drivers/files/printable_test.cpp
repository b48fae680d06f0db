// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/files/printable.h"

#include <gtest/gtest.h>

namespace sobelcam {
namespace {

TEST(Printable, LeavesTextAlone) {
  EXPECT_EQ(printable("caf\xC3\xA9 1.png"), "caf\xC3\xA9 1.png");
}

TEST(Printable, ShowsControlBytesAsNumbers) {
  EXPECT_EQ(printable("a\nb\x1B[31m\x7F"), "a\\x0ab\\x1b[31m\\x7f");
  EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
}

}  // namespace
}  // namespace sobelcam
