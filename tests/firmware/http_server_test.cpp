// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/http_server.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "drivers/camera/open_source.h"
#include "drivers/files/image_formats.h"
#include "firmware/http_limits.h"
#include "tests/support/live_appliance.h"
#include "tests/support/scripted_source.h"

// A real server on the loopback, and clients that misbehave.
namespace sobelcam::test {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::string_view kBoundary = "--sobelcam-picture\r\n";

class HttpServerTest : public testing::Test {
 protected:
  static std::string status(const std::string& answer) { return answer.substr(0, answer.find("\r\n")); }
  static bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

  static void wait_for(const std::function<bool()>& condition) {
    const auto give_up_at = Clock::now() + std::chrono::seconds(10);
    while (!condition() && Clock::now() < give_up_at) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_TRUE(condition());
  }

  std::string metric(const std::string& name) const {
    const std::string body = ask(appliance_.port(), "GET /metrics");
    const auto at = body.find("\n" + name + " ");
    return at == std::string::npos ? ""
                                   : body.substr(at + name.size() + 2, body.find('\n', at + 1) - at - name.size() - 2);
  }

  std::string request(const std::string& target) const { return "GET " + target + " HTTP/1.1\r\nHost: test\r\n\r\n"; }

  static std::size_t open_descriptors() {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
      ++count;
    }
    return count;
  }

  LiveAppliance appliance_{"pattern:160x120@100", 20};
};

TEST_F(HttpServerTest, TheStreamBeginsWithABoundaryAndPutsTheNextRightBehindEachPicture) {
  Connection viewer(appliance_.port());
  viewer.send(request("/stream"));
  const std::string header = viewer.read_until(std::string(kBoundary));
  EXPECT_EQ(status(header), "HTTP/1.1 200 OK");
  EXPECT_TRUE(contains(header, "Content-Type: multipart/x-mixed-replace;boundary=sobelcam-picture\r\n")) << header;
  EXPECT_TRUE(contains(header, "\r\n\r\n--sobelcam-picture\r\n"));
  const std::string part = header.substr(header.find(kBoundary) + kBoundary.size()) +
                           viewer.read_until("\xff\xd9\r\n" + std::string(kBoundary));
  const auto length_at = part.find("Content-Length: ");
  ASSERT_NE(length_at, std::string::npos) << part.substr(0, 200);
  const std::size_t length = std::stoul(part.substr(length_at + 16));
  const std::size_t body = part.find("\r\n\r\n") + 4;
  ASSERT_GE(part.size(), body + length + 2 + kBoundary.size());
  EXPECT_EQ(part.substr(body + length, 2 + kBoundary.size()), "\r\n" + std::string(kBoundary));
  EXPECT_TRUE(contains(part, "X-Timestamp: "));
  EXPECT_TRUE(contains(part, "X-Sequence: "));
  const auto picture = open_image(std::as_bytes(std::span(part.data() + body, length)));
  ASSERT_TRUE(std::holds_alternative<std::unique_ptr<ImageDecoder>>(picture));
  EXPECT_EQ(std::get<std::unique_ptr<ImageDecoder>>(picture)->header().width, 160U);
}

TEST_F(HttpServerTest, SnapshotsAreFreshInEveryView) {
  for (const View view : kViews) {
    const std::string answer = ask(appliance_.port(), "GET /snapshot?view=" + std::string(name(view)));
    EXPECT_EQ(status(answer), "HTTP/1.1 200 OK") << name(view);
    EXPECT_TRUE(contains(answer, "Content-Type: image/jpeg\r\n"));
    const std::string body = answer.substr(answer.find("\r\n\r\n") + 4);
    const auto picture = open_image(std::as_bytes(std::span(body)));
    EXPECT_TRUE(std::holds_alternative<std::unique_ptr<ImageDecoder>>(picture)) << name(view);
  }
}

TEST_F(HttpServerTest, HeadGivesTheHeaderAndNoBody) {
  wait_for([&] { return metric("sobelcam_up") == "1"; });
  for (const char* target : {"/", "/api/state", "/snapshot", "/stream", "/metrics"}) {
    const std::string answer = ask(appliance_.port(), "HEAD " + std::string(target));
    EXPECT_EQ(status(answer), "HTTP/1.1 200 OK") << target;
    EXPECT_TRUE(answer.ends_with("\r\n\r\n")) << target << "\n" << answer.substr(0, 300);
    EXPECT_TRUE(contains(answer, "\r\nDate: ")) << target;
  }
  EXPECT_FALSE(contains(ask(appliance_.port(), "HEAD /snapshot"), "Content-Length"));
}

TEST_F(HttpServerTest, ClosesBehindWhatItCannotReadOn) {
  for (const char* fields :
       {"Transfer-Encoding: gzip\r\n", "Transfer-Encoding: chunked\r\n", "Content-Length: 5\r\n"}) {
    Connection client(appliance_.port());
    client.send("GET /api/state HTTP/1.1\r\nHost: x\r\n" + std::string(fields) + "\r\nGET /nope HTTP/1.1\r\n\r\n");
    const std::string answers = client.read_all();
    EXPECT_TRUE(client.closed_by_peer()) << fields;
    EXPECT_FALSE(contains(answers, "404")) << fields;
  }
  Connection old(appliance_.port());
  old.send("GET /api/state HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  old.read_all();
  EXPECT_TRUE(old.closed_by_peer());
  EXPECT_EQ(status(ask(appliance_.port(), "GET /health", "Host: other\r\n")), "HTTP/1.1 400 Bad Request");
}

TEST_F(HttpServerTest, KeepsAConnectionForSeveralRequestsAlsoWhenTheyComeAtOnce) {
  Connection client(appliance_.port());
  client.send(request("/health") + request("/api/pipelines") + "GET /nope HTTP/1.1\r\nConnection: close\r\n\r\n");
  const std::string answers = client.read_all();
  EXPECT_TRUE(contains(answers, "\"ok\":"));
  EXPECT_TRUE(contains(answers, "\"active\":"));
  EXPECT_TRUE(contains(answers, "HTTP/1.1 404 Not Found"));
  EXPECT_TRUE(client.closed_by_peer());
}

TEST_F(HttpServerTest, RefusesALongRequestLineWith414) {
  EXPECT_EQ(status(ask(appliance_.port(), "GET /" + std::string(9000, 'a'))), "HTTP/1.1 414 URI Too Long");
  EXPECT_EQ(status(ask(appliance_.port(), "GET /" + std::string(100000, 'a'))), "HTTP/1.1 414 URI Too Long");
}

TEST_F(HttpServerTest, RefusesALongHeaderWith431AndTakes7KilobytesOfCookies) {
  EXPECT_EQ(status(ask(appliance_.port(), "GET /api/state", "Cookie: " + std::string(7000, 'a') + "\r\n")),
            "HTTP/1.1 200 OK");
  EXPECT_EQ(status(ask(appliance_.port(), "GET /api/state", "Cookie: " + std::string(64000, 'a') + "\r\n")),
            "HTTP/1.1 431 Request Header Fields Too Large");
}

TEST_F(HttpServerTest, RefusesWhatIsNotHttpWith400) {
  Connection client(appliance_.port());
  client.send("\x16\x03\x01 this is no request\r\n\r\n");
  EXPECT_EQ(status(client.read_all()), "HTTP/1.1 400 Bad Request");
}

TEST_F(HttpServerTest, ARequestWithABodyIsAnsweredAndTheConnectionEnds) {
  Connection client(appliance_.port());
  client.send("POST /api/state HTTP/1.1\r\nHost: x\r\nContent-Length: 22\r\n\r\nGET /health HTTP/1.1\r\n");
  const std::string answer = client.read_all();
  EXPECT_EQ(status(answer), "HTTP/1.1 405 Method Not Allowed");
  EXPECT_EQ(answer.find("HTTP/1.1", 1), std::string::npos);
}

TEST_F(HttpServerTest, SilentAndDribblingConnectionsHarmNobodyAndEndAtTheDeadline) {
  std::vector<Connection> silent;
  std::vector<Connection> dribbling;
  for (int i = 0; i < 20; ++i) {
    silent.emplace_back(appliance_.port());
    dribbling.emplace_back(appliance_.port());
  }
  const auto begin = Clock::now();
  std::jthread dribble([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      for (Connection& connection : dribbling) {
        connection.send("x");
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
    }
  });
  EXPECT_EQ(status(ask(appliance_.port(), "GET /api/state")), "HTTP/1.1 200 OK");
  EXPECT_LT(Clock::now() - begin, std::chrono::milliseconds(500));
  silent.front().set_time_limit(limits::kHeaderDeadline + std::chrono::seconds(3));
  EXPECT_EQ(silent.front().read_all(), "");
  EXPECT_TRUE(silent.front().closed_by_peer());
  dribbling.front().set_time_limit(std::chrono::seconds(3));
  EXPECT_EQ(dribbling.front().read_all(), "");
  EXPECT_TRUE(dribbling.front().closed_by_peer());
  EXPECT_LT(Clock::now() - begin, limits::kHeaderDeadline + std::chrono::seconds(3));
}

TEST_F(HttpServerTest, RefusesOneStreamTooManyWith503) {
  std::vector<Connection> viewers;
  for (int i = 0; i < 20; ++i) {
    viewers.emplace_back(appliance_.port());
    viewers.back().send(request("/stream"));
    viewers.back().read_until(std::string(kBoundary));
  }
  const std::string refusal = ask(appliance_.port(), "GET /stream");
  EXPECT_EQ(status(refusal), "HTTP/1.1 503 Service Unavailable");
  EXPECT_TRUE(contains(refusal, "Retry-After: 5\r\n"));
  viewers.clear();
  wait_for([&] { return metric("sobelcam_clients") == "0"; });
  Connection again(appliance_.port());
  again.send(request("/stream"));
  EXPECT_TRUE(contains(again.read_until(std::string(kBoundary)), "200 OK"));
}

TEST_F(HttpServerTest, AFloodOfSilentConnectionsShutsNobodyOut) {
  std::vector<Connection> silent;
  for (unsigned i = 0; i < 20 + limits::kOtherConnections + 100; ++i) {
    silent.emplace_back(appliance_.port());
  }
  const auto begin = Clock::now();
  EXPECT_EQ(status(ask(appliance_.port(), "GET /api/state")), "HTTP/1.1 200 OK");
  EXPECT_LT(Clock::now() - begin, std::chrono::milliseconds(500));
  // The first ones made room.
  EXPECT_EQ(silent.front().read_all(), "");
  EXPECT_TRUE(silent.front().closed_by_peer());
}

TEST_F(HttpServerTest, ViewersThatResetInMidPictureLeaveNothingBehind) {
  const std::size_t before = open_descriptors();
  for (int i = 0; i < 200; ++i) {
    Connection viewer(appliance_.port(), 4096);
    viewer.send(request("/stream?view=source"));
    viewer.read_until("\xff\xd8", 2000);
    viewer.reset();
  }
  wait_for([&] { return metric("sobelcam_clients") == "0"; });
  wait_for([&] { return open_descriptors() <= before + 1; });
}

TEST_F(HttpServerTest, AViewerThatReadsTinyBitesGetsWholePictures) {
  Connection viewer(appliance_.port(), 2048);
  viewer.send(request("/stream"));
  std::string received;
  for (int i = 0; i < 2000 && received.size() < 60000; ++i) {
    received += viewer.read_until("\n", 1);
  }
  std::size_t pictures = 0;
  for (auto at = received.find("Content-Length: "); at != std::string::npos;
       at = received.find("Content-Length: ", at + 1)) {
    const std::size_t length = std::stoul(received.substr(at + 16));
    const std::size_t body = received.find("\r\n\r\n", at) + 4;
    if (body + length + 2 + kBoundary.size() > received.size()) {
      break;
    }
    ASSERT_EQ(received.substr(body + length, 2 + kBoundary.size()), "\r\n" + std::string(kBoundary));
    ++pictures;
  }
  EXPECT_GE(pictures, 3U);
}

TEST_F(HttpServerTest, NobodyWatchingMeansNothingEncoded) {
  const std::string encodes = "sobelcam_encodes_total{view=\"edges\"}";
  wait_for([&] { return metric("sobelcam_frames_total") != "0"; });
  EXPECT_EQ(metric(encodes), "0");
  ask(appliance_.port(), "GET /snapshot");
  // The picture is out a moment before it is counted.
  wait_for([&] { return metric(encodes) != "0"; });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const std::string after_snapshot = metric(encodes);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_EQ(metric(encodes), after_snapshot);
}

TEST_F(HttpServerTest, StopsWithinASecondWithManyViewers) {
  LiveAppliance crowded("pattern:640x480@60", 50);
  std::vector<Connection> viewers;
  for (int i = 0; i < 50; ++i) {
    viewers.emplace_back(crowded.port(), i % 2 == 0 ? 0 : 4096);
    viewers.back().send(request("/stream"));
    viewers.back().read_until(std::string(kBoundary));
  }
  EXPECT_LT(crowded.stop(), std::chrono::milliseconds(1000));
}

TEST(HttpServerWithoutSource, GivesNoMoreStreamsThanThereAreWhenAllAskAtOnce) {
  LiveAppliance appliance("pattern:64x48@30", 1);
  std::vector<Connection> viewers;
  for (int i = 0; i < 8; ++i) {
    viewers.emplace_back(appliance.port());
  }
  for (Connection& viewer : viewers) {
    viewer.send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
  }
  int taken = 0;
  for (Connection& viewer : viewers) {
    taken += viewer.read_until("\r\n\r\n").find("200 OK") != std::string::npos ? 1 : 0;
  }
  EXPECT_EQ(taken, 1);
}

TEST(HttpServerWithoutSource, RepeatsTheLastPictureWithinASecond) {
  LiveAppliance appliance("pattern:64x48@0.2");
  Connection viewer(appliance.port());
  viewer.set_time_limit(std::chrono::seconds(8));
  viewer.send("GET /stream HTTP/1.1\r\n\r\n");
  viewer.read_until("\xff\xd9\r\n--sobelcam-picture\r\n");
  const auto begin = Clock::now();
  viewer.read_until("\xff\xd9\r\n--sobelcam-picture\r\n");
  EXPECT_LT(Clock::now() - begin, std::chrono::milliseconds(1100));
}

TEST(HttpServerWithoutSource, ShowsNoSignalAnswers503AndRecovers) {
  std::atomic<bool> plugged = false;
  LiveAppliance appliance([&plugged]() -> OpenedSource {
    if (plugged) {
      return open_source(parse_source_spec("pattern:64x48@50"), SourceOptions{});
    }
    return SourceFault{SourceFaultKind::kNoDevice, "no camera is connected"};
  });
  Connection viewer(appliance.port());
  viewer.send("GET /stream HTTP/1.1\r\n\r\n");
  EXPECT_NE(viewer.read_until("X-No-Signal: 1\r\n").find("X-No-Signal: 1"), std::string::npos);
  EXPECT_TRUE(ask(appliance.port(), "GET /health").starts_with("HTTP/1.1 503"));
  const std::string snapshot = ask(appliance.port(), "GET /snapshot");
  EXPECT_TRUE(snapshot.starts_with("HTTP/1.1 503")) << snapshot;
  EXPECT_NE(snapshot.find("Retry-After: 1"), std::string::npos);
  EXPECT_NE(snapshot.find("no camera is connected"), std::string::npos);
  plugged = true;
  EXPECT_NE(viewer.read_until("X-Sequence: 3\r\n").find("X-Sequence: 3"), std::string::npos);
  EXPECT_TRUE(ask(appliance.port(), "GET /health").starts_with("HTTP/1.1 200"));
}

TEST(HttpServerWithoutSource, RefusesOneConnectionTooManyWith503WhenAllAreBusy) {
  LiveAppliance appliance([] { return std::make_unique<ScriptedSource>(std::deque<Act>(100000, Act::kNothing)); });
  std::vector<Connection> waiting;
  for (unsigned i = 0; i < 64 + limits::kOtherConnections; ++i) {
    waiting.emplace_back(appliance.port());
    waiting.back().send("GET /snapshot?view=gray HTTP/1.1\r\n\r\n");
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  const std::string refusal = ask(appliance.port(), "GET /health");
  EXPECT_TRUE(refusal.starts_with("HTTP/1.1 503 Service Unavailable")) << refusal;
  EXPECT_NE(refusal.find("Retry-After: 5\r\n"), std::string::npos);
  EXPECT_NE(refusal.find("too many connections"), std::string::npos) << refusal;
}

TEST(HttpServerWithoutSource, AFailureOfTheCaptureThreadEndsTheApplianceWithItsReason) {
  Options options;
  options.listen = "127.0.0.1:0";
  Appliance appliance(options, []() -> OpenedSource { throw std::runtime_error("the camera is on fire"); });
  try {
    appliance.run();
    FAIL() << "the appliance went on";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "the camera is on fire");
  }
}

TEST(HttpServerWithoutSource, SaysWhyItCannotListen) {
  LiveAppliance first("pattern:16x16@10");
  Options options;
  options.source = "pattern:16x16@10";
  options.listen = "127.0.0.1:" + std::to_string(first.port());
  try {
    Appliance second(options);
    FAIL() << "two servers listen on one port";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("cannot listen on " + options.listen), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace sobelcam::test
