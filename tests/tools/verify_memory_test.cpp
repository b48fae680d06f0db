// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <string>

#include "tests/support/command.h"
#include "tests/support/temp_dir.h"

namespace sobelcam::test {
namespace {

/// How much memory `sobelcam verify` takes, whatever it is given.
class VerifyMemory : public testing::Test {
 protected:
  static constexpr long kMostKib = 400 * 1000 * 1000 / 1024;

  void SetUp() override {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "the address sanitizer takes memory of its own";
#endif
  }

  /// The most memory that any program run by this test has had so far, after this bundle was verified.
  long peak_kib(const std::string& size, unsigned frames) {
    const std::string bundle = (dir_ / (size + "-" + std::to_string(frames) + ".tar")).string();
    const std::string tool = SOBELCAM_BIN_DIR "/sobelcam ";
    const auto captured =
        run_command(tool + "capture --source pattern:" + size + " --planes gray,blur,equalized,magnitude" +
                    " --frames " + std::to_string(frames) + " --out " + bundle);
    EXPECT_EQ(captured.exit_code, 0) << captured.output;
    const auto verified = run_command(tool + "verify -j 2 --pipeline cpu " + bundle);
    EXPECT_EQ(verified.exit_code, 0) << verified.output;
    rusage children{};
    EXPECT_EQ(getrusage(RUSAGE_CHILDREN, &children), 0);
    return children.ru_maxrss;
  }

  TempDir dir_;
};

TEST_F(VerifyMemory, DoesNotGrowWithTheBundle) {
  constexpr long kNoiseKib = 32 * 1024;
  const long few = peak_kib("1280x720", 6);
  const long many = peak_kib("1280x720", 30);
  EXPECT_LT(many, few + kNoiseKib);
  EXPECT_LT(many, kMostKib);
}

TEST_F(VerifyMemory, IsEnoughForLargeFramesWithAllPlanes) {
  EXPECT_LT(peak_kib("3840x2160", 3), kMostKib);
}

}  // namespace
}  // namespace sobelcam::test
