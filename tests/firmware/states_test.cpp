// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "firmware/health.h"
#include "tests/support/live_appliance.h"
#include "tests/support/scripted_source.h"

// Each state of firmware/README.md, reached by a running appliance, as its clients see it.
namespace sobelcam {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using test::ask;
using test::Connection;
using test::DirectedSource;
using test::Director;

class States : public testing::Test {
 protected:
  unsigned short port() { return appliance_.port(); }
  std::string body(const std::string& path) {
    const std::string answer = ask(port(), "GET " + path);
    return answer.substr(answer.find("\r\n\r\n") + 4);
  }
  nlohmann::json json(const std::string& path) { return nlohmann::json::parse(body(path)); }
  bool is(const std::string& state) { return json("/health")["state"] == state; }

  /// True as soon as the condition holds, within the limit.
  template <typename Condition>
  static bool within(milliseconds limit, Condition condition) {
    const auto end = steady_clock::now() + limit;
    while (!condition()) {
      if (steady_clock::now() > end) {
        return false;
      }
      std::this_thread::sleep_for(milliseconds(20));
    }
    return true;
  }

  /// Until more than one frame has come: of one alone nobody can tell when the next is due.
  void live() {
    director_->frames(64, 48);
    const auto several_frames = [this] { return is("ok") && json("/api/state")["frame"]["seq"] > 3; };
    ASSERT_TRUE(within(milliseconds(5000), several_frames)) << body("/health");
  }

  /// A viewer who is there already sees a no-signal picture within two seconds, and the state is told everywhere.
  void expect_trouble(const std::string& state, const std::string& reason) {
    EXPECT_NE(viewer_.read_until("X-No-Signal: 1").find("X-No-Signal: 1"), std::string::npos);
    EXPECT_LT(steady_clock::now() - trouble_at_, milliseconds(2000));
    EXPECT_TRUE(within(milliseconds(2000), [&] { return is(state); })) << body("/health");
    EXPECT_TRUE(ask(port(), "GET /health").starts_with("HTTP/1.1 503"));
    const auto health = json("/api/state")["health"];
    EXPECT_EQ(health["state"], state);
    EXPECT_NE(health["reason"].get<std::string>().find(reason), std::string::npos) << health;
    EXPECT_GE(health["since_s"].get<double>(), 0.0);
    expect_metric_only_of(state);
    EXPECT_FALSE(viewer_.closed_by_peer());
    EXPECT_LT(appliance_.stop(), milliseconds(1000)) << "stopping in state " << state;
  }

  void expect_metric_only_of(const std::string& state) {
    const std::string metrics = body("/metrics");
    for (const std::string_view known : kHealthStates) {
      const std::string line = "sobelcam_state{state=\"" + std::string(known) + "\"} " + (known == state ? "1" : "0");
      EXPECT_NE(metrics.find(line + "\n"), std::string::npos) << line;
    }
  }

  void fault(SourceFaultKind kind, const std::string& message) {
    trouble_at_ = steady_clock::now();
    director_->fault(kind, message);
  }

  std::shared_ptr<Director> director_ = std::make_shared<Director>();
  test::LiveAppliance appliance_{[this] { return DirectedSource::open(director_); }};
  Connection viewer_ = [this] {
    Connection connection(port());
    connection.send("GET /stream HTTP/1.1\r\nHost: test\r\n\r\n");
    return connection;
  }();
  steady_clock::time_point trouble_at_ = steady_clock::now();
};

TEST_F(States, StartingUntilTheFirstFrame) {
  director_->silence();
  expect_trouble("starting", "no frame yet");
}

TEST_F(States, OkWhileFramesCome) {
  live();
  EXPECT_TRUE(ask(port(), "GET /health").starts_with("HTTP/1.1 200"));
  EXPECT_EQ(json("/api/state")["health"]["reason"], "");
  expect_metric_only_of("ok");
  EXPECT_LT(appliance_.stop(), milliseconds(1000));
}

TEST_F(States, NoDeviceWhileTheCameraIsUnplugged) {
  live();
  fault(SourceFaultKind::kNoDevice, "the camera was unplugged");
  expect_trouble("no_device", "the camera was unplugged");
}

TEST_F(States, BusyWhileAnotherProgramHasTheCamera) {
  fault(SourceFaultKind::kBusy, "in use by cheese (pid 4711)");
  expect_trouble("busy", "cheese");
}

TEST_F(States, StarvedWithoutASignal) {
  live();
  fault(SourceFaultKind::kNoSignal, "no video signal");
  expect_trouble("starved", "no video signal");
}

TEST_F(States, StarvedWhileEveryPictureIsBroken) {
  fault(SourceFaultKind::kBadFrame, "frame 3 is broken");
  expect_trouble("starved", "frame 3 is broken");
}

TEST_F(States, StarvedWhenOnlyBrokenPicturesFollowGoodOnes) {
  live();
  fault(SourceFaultKind::kBadFrame, "sends only broken pictures (empty)");
  expect_trouble("starved", "sends only broken pictures (empty)");
}

TEST_F(States, StalledWhenAnOpenSourceFallsSilent) {
  live();
  trouble_at_ = steady_clock::now();
  director_->silence();
  expect_trouble("stalled", "the newest frame is");
}

TEST_F(States, StalledWhenTheSourceSaysSo) {
  live();
  fault(SourceFaultKind::kStalled, "sends no pictures");
  expect_trouble("stalled", "sends no pictures");
}

TEST_F(States, UnsupportedWhenItWillNeverWorkAsAsked) {
  fault(SourceFaultKind::kUnsupported, "offers no such format");
  expect_trouble("unsupported", "offers no such format");
}

TEST_F(States, ErrorWhenTheDriverFails) {
  live();
  fault(SourceFaultKind::kError, "errno 5 at VIDIOC_DQBUF");
  expect_trouble("error", "errno 5");
}

TEST_F(States, StartingAgainWhenAMissingCameraIsBackAndHasNotSentAFrame) {
  fault(SourceFaultKind::kNoDevice, "the camera was unplugged");
  ASSERT_TRUE(within(milliseconds(2000), [this] { return is("no_device"); }));
  director_->silence();
  EXPECT_TRUE(within(milliseconds(2000), [this] { return is("starting"); })) << body("/health");
  EXPECT_EQ(json("/health")["reason"], "waiting for the first picture of a directed source");
}

TEST_F(States, AStallLastsUntilAFrameComesHoweverOftenTheSourceIsReopened) {
  live();
  fault(SourceFaultKind::kStalled, "sends no pictures");
  ASSERT_TRUE(within(milliseconds(2000), [this] { return is("stalled"); }));
  director_->silence();
  std::this_thread::sleep_for(milliseconds(1500));
  EXPECT_TRUE(is("stalled")) << body("/health");
}

TEST_F(States, FramesAreBackWithinTwoSecondsHoweverLongTheCameraWasAwayAndViewersStay) {
  live();
  fault(SourceFaultKind::kNoDevice, "the camera was unplugged");
  ASSERT_TRUE(within(milliseconds(2000), [this] { return is("no_device"); }));
  std::this_thread::sleep_for(milliseconds(4000));
  director_->frames(64, 48);
  EXPECT_TRUE(within(milliseconds(2000), [this] { return is("ok"); })) << body("/health");
  EXPECT_EQ(json("/api/state")["clients"]["streaming"], 1);
  EXPECT_FALSE(viewer_.closed_by_peer());
}

TEST_F(States, ViewersStayThroughAChangeOfSizeAndGetTheNewOne) {
  live();
  director_->frames(96, 80);
  ASSERT_TRUE(within(milliseconds(2000), [this] { return json("/api/state")["source"]["width"] == 96; }));
  EXPECT_EQ(json("/api/state")["source"]["format_changes"], 1);
  EXPECT_TRUE(is("ok"));
  const std::string frame_header("\xff\xc0\x00\x0b\x08\x00\x50\x00\x60", 9);  // a gray JPEG of 96x80
  EXPECT_NE(viewer_.read_until(frame_header).find(frame_header), std::string::npos);
  EXPECT_EQ(json("/api/state")["clients"]["streaming"], 1);
}

}  // namespace
}  // namespace sobelcam
