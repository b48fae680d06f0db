// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/output_names.h"

#include <gtest/gtest.h>

namespace sobelcam::tool {
namespace {

using Paths = std::vector<std::filesystem::path>;

TEST(OutputNames, OneInputTakesThePrefixItself) {
  EXPECT_EQ(output_prefixes("out", {"photos/cat.png"}), Paths{"out"});
}

TEST(OutputNames, SeveralInputsAddTheirStems) {
  EXPECT_EQ(output_prefixes("out", {"a/cat.png", "dog.jpg"}), (Paths{"out_cat", "out_dog"}));
}

TEST(OutputNames, AStemThatComesAgainIsNumbered) {
  EXPECT_EQ(output_prefixes("out", {"a/cat.png", "b/cat.jpg", "cat_2.png", "cat.bmp"}),
            (Paths{"out_cat", "out_cat_2", "out_cat_2_2", "out_cat_3"}));
}

TEST(OutputNames, APrefixThatEndsInASlashIsAFolder) {
  EXPECT_EQ(output_prefixes("out/", {"cat.png"}), Paths{"out/cat"});
  EXPECT_EQ(output_prefixes("out/", {"cat.png", "dog.png"}), (Paths{"out/cat", "out/dog"}));
}

TEST(OutputNames, TheViewStandsBehindThePrefix) {
  EXPECT_EQ(output_path("out/cat", "edge"), std::filesystem::path("out/cat_edge.png"));
}

}  // namespace
}  // namespace sobelcam::tool
