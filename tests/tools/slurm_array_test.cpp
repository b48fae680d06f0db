// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/bundles.h"
#include "tests/support/command.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_frames.h"

namespace sobelcam::test {
namespace {

constexpr int kSkipped = 77;

TEST(SlurmArray, OfFourTasksVerifiesABundleOf200FramesAndItsReportsMerge) {
  const TempDir folder;
  const std::string bundle = (folder / "bundle.tar").string();
  BundleMaker maker(bundle);
  const std::vector<std::uint8_t> bytes(std::size_t{64} * 48, 100);
  const FrameLayout layout{PixelFormat::kGrey, ColorRange::kFull, 64, 48, 64};
  for (int i = 0; i < 200; ++i) {
    maker.add({{bytes.data(), layout}, {}, &choose_pipeline("reference"), false, PlaneSet()});
  }
  maker.finish();

  const std::string reports = (folder / "reports").string();
  const auto array = run_command(
      "SOBELCAM='" SOBELCAM_BIN_DIR "/sobelcam' '" SOBELCAM_SOURCE_DIR "/tests/tools/slurm/one_node_cluster' '" +
      (folder / "slurm").string() + "' sbatch --wait --array=0-3 --output='" + (folder / "log-%a").string() +
      "' '" SOBELCAM_SOURCE_DIR "/tools/cluster/verify_array.sbatch' '" + reports + "' '" + bundle + "'");
  if (array.exit_code == kSkipped) {
    GTEST_SKIP() << array.output;
  }
  ASSERT_EQ(array.exit_code, 0) << array.output << run_command("cat '" + folder.path().string() + "'/log-*").output;

  const std::string merge = "'" SOBELCAM_BIN_DIR "/sobelcam' merge '" + reports + "'";
  const auto merged = run_command(merge + "/part-*.json");
  EXPECT_EQ(merged.exit_code, 0) << merged.output;
  EXPECT_NE(merged.output.find("4 of 4 parts, 200 frames, 0 different"), std::string::npos) << merged.output;

  const auto missing = run_command(merge + "/part-[013].json");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_NE(missing.output.find("part 2/4 is missing"), std::string::npos) << missing.output;
}

}  // namespace
}  // namespace sobelcam::test
