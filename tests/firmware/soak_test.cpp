// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "tests/support/live_appliance.h"
#include "tools/sobelcam/bench_http.h"

// Many frames, many viewers: what must not grow does not, and who is quick is not held up. Not built with sanitizers,
// which keep freed memory and slow the pipeline down.
namespace sobelcam::test {
namespace {

class Soak : public testing::Test {
 protected:
  static double resident_mib() {
    std::ifstream statm("/proc/self/statm");
    std::size_t total = 0;
    std::size_t resident = 0;
    statm >> total >> resident;
    return static_cast<double>(resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) / (1024.0 * 1024.0);
  }

  static nlohmann::json state(const LiveAppliance& appliance) {
    const std::string answer = ask(appliance.port(), "GET /api/state");
    return nlohmann::json::parse(answer.substr(answer.find("\r\n\r\n") + 4));
  }

  static void wait_for_frame(const LiveAppliance& appliance, std::uint64_t sequence) {
    const auto give_up_at = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    std::uint64_t seen = 0;
    while (seen < sequence && std::chrono::steady_clock::now() < give_up_at) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      const auto now = state(appliance);
      seen = now["frame"].is_null() ? 0 : now["frame"]["seq"].get<std::uint64_t>();
    }
    ASSERT_GE(seen, sequence);
  }
};

TEST_F(Soak, MemoryIsFlatOverTenThousandFramesWithAViewer) {
  LiveAppliance appliance("pattern:96x64@1000");
  Connection viewer(appliance.port());
  viewer.send("GET /stream HTTP/1.1\r\n\r\n");
  std::jthread reading([&viewer](const std::stop_token& stop) {
    while (!stop.stop_requested() && !viewer.closed_by_peer()) {
      viewer.read_until("\r\n--sobelcam-picture\r\n");
    }
  });
  wait_for_frame(appliance, 2000);
  const double before = resident_mib();
  wait_for_frame(appliance, 12000);
  EXPECT_LT(resident_mib() - before, 2.0);
}

TEST_F(Soak, MemoryIsFlatOverTwoThousandConnections) {
  LiveAppliance appliance("pattern:160x120@30");
  const auto visit = [&appliance](int count) {
    for (int i = 0; i < count; ++i) {
      Connection viewer(appliance.port());
      viewer.send(i % 2 == 0 ? "GET /stream HTTP/1.1\r\n\r\n" : "GET /api/state HTTP/1.1\r\n\r\n");
      viewer.read_until("\r\n\r\n");
    }
  };
  visit(300);
  const double before = resident_mib();
  visit(2000);
  EXPECT_LT(resident_mib() - before, 2.0);
}

TEST_F(Soak, AFastViewerKeepsTheRateBesideTwentyStalledOnes) {
  LiveAppliance appliance("pattern:1280x720@30");
  wait_for_frame(appliance, 10);
  tool::BenchHttpOptions options;
  options.url = "http://127.0.0.1:" + std::to_string(appliance.port()) + "/";
  options.fast = 1;
  options.stalled = 20;
  options.seconds = 5;
  options.json = true;
  std::ostringstream out;
  std::ostringstream errors;
  ASSERT_EQ(tool::bench_http(options, out, errors), tool::kOk) << errors.str();
  const auto report = nlohmann::json::parse(out.str());
  EXPECT_EQ(report["groups"][0]["kind"], "fast");
  EXPECT_GE(report["groups"][0]["fps_min"].get<double>(), 0.95 * 30.0) << out.str();
  EXPECT_EQ(report["groups"][1]["pictures"], 0);
}

}  // namespace
}  // namespace sobelcam::test
