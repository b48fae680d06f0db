// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/bench_machine.h"

#include <gtest/gtest.h>

#include <sstream>

#include "tools/sobelcam/copy_bandwidth.h"

namespace sobelcam::tool {
namespace {

std::string model_in(const std::string& text) {
  std::istringstream cpuinfo(text);
  return cpu_model(cpuinfo);
}

TEST(BenchMachine, ReadsTheModelOfTheCpu) {
  EXPECT_EQ(model_in("processor\t: 0\nvendor_id\t: X\nmodel\t\t: 85\nmodel name\t: Brand C-7 @ 2.5GHz\nflags\t: a\n"),
            "Brand C-7 @ 2.5GHz");
  EXPECT_EQ(model_in("processor\t: 0\nCPU part\t: 0xd08\n\nHardware\t: Board 2\nModel\t\t: Board 2 B\n"), "Board 2");
}

TEST(BenchMachine, SaysWhereTheModelIsUnknown) {
  EXPECT_EQ(model_in(""), "unknown");
  EXPECT_EQ(model_in("processor\t: 0\nmodel name\t:\nmodel name"), "unknown");
}

TEST(CopyBandwidth, IsMeasuredOnAnyNumberOfThreads) {
  for (const unsigned threads : {1U, 2U, 3U}) {
    const double gb_per_s = copy_gb_per_s(threads, 0.01);
    EXPECT_GT(gb_per_s, 0.05) << threads;
    EXPECT_LT(gb_per_s, 1e5) << threads;
  }
}

}  // namespace
}  // namespace sobelcam::tool
