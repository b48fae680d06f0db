// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/command.h"
#include "tests/support/temp_dir.h"

// The script that guards the layers: it accepts the tree as it is, and a planted violation turns it red.
namespace sobelcam::test {
namespace {

class CheckIncludes : public testing::Test {
 protected:
  void file(const std::string& name, const std::string& content) const {
    const auto path = folder_.path() / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << content;
  }
  CommandResult check() const {
    return run_command("'" SOBELCAM_SOURCE_DIR "/tools/check_includes' '" + folder_.path().string() + "'");
  }

  TempDir folder_;
};

TEST_F(CheckIncludes, AcceptsDownwardIncludes) {
  file("kernels/a.cpp", "#include \"drivers/frame/frame.h\"\n#include <vector>\n");
  file("firmware/b.cpp", "#include \"kernels/a.h\"\n#include <boost/asio.hpp>\n#include <iostream>\n");
  EXPECT_EQ(check().exit_code, 0) << check().output;
}

TEST_F(CheckIncludes, RefusesUpwardIncludes) {
  file("drivers/frame/a.cpp", "#include <vector>\n#include \"kernels/pipelines.h\"\n");
  EXPECT_EQ(check().exit_code, 1);
  EXPECT_EQ(check().output, "drivers/frame/a.cpp:2: drivers must not include kernels (\"kernels/pipelines.h\")\n");
}

TEST_F(CheckIncludes, KeepsToolsAndFirmwareApart) {
  file("tools/a.cpp", "#include \"firmware/options.h\"\n");
  EXPECT_EQ(check().exit_code, 1);
}

TEST_F(CheckIncludes, RefusesIncludesThatDoNotStartAtTheRoot) {
  file("kernels/a.cpp", "#include \"blur.h\"\n");
  EXPECT_EQ(check().exit_code, 1);
}

TEST_F(CheckIncludes, KeepsForeignLibrariesInTheirPlaces) {
  file("kernels/a.cpp", "#include <png.h>\n");
  EXPECT_EQ(check().exit_code, 1);
  file("kernels/a.cpp", "#include <boost/asio.hpp>\n");
  EXPECT_EQ(check().exit_code, 1);
  file("kernels/a.cpp", "#include <opencv2/core.hpp>\n");
  EXPECT_EQ(check().exit_code, 1);
}

TEST_F(CheckIncludes, ForbidsDriversToPrintOrExit) {
  file("drivers/frame/a.cpp", "void f() { std::exit(1); }\n");
  EXPECT_EQ(check().exit_code, 1);
  file("drivers/frame/a.cpp", "void f() { printf(\"x\"); }\n");
  EXPECT_EQ(check().exit_code, 1);
  file("drivers/frame/a.cpp", "void f() { std::snprintf(b, n, \"x\"); }\n");
  EXPECT_EQ(check().exit_code, 0);
}

}  // namespace
}  // namespace sobelcam::test
