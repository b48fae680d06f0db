// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/capture_routes.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "firmware/captures.h"
#include "tests/support/temp_dir.h"

namespace sobelcam {
namespace {

class CaptureRoutes : public testing::Test {
 protected:
  Reply ask(CaptureRequest request) {
    if (request.host.empty()) {
      request.host = "127.0.0.1:8080";
    }
    const auto answer = respond_to_captures(request, site_);
    return answer && std::holds_alternative<Reply>(*answer) ? std::get<Reply>(*answer) : Reply{0, "", "", {}};
  }
  Reply post(std::string_view body) { return ask({"POST", "/api/captures", {}, {}, body}); }

  static CaptureSettings settings(const std::filesystem::path& folder) {
    CaptureSettings made;
    made.folder = folder;
    return made;
  }

  test::TempDir dir_;
  Captures captures_{settings(dir_.path())};
  PictureHub hub_;
  Telemetry telemetry_;
  Clients clients_;
  Site site_{"pattern:20x10", "reference", false, hub_, telemetry_, clients_, &captures_, true};
};

TEST_F(CaptureRoutes, StartARecordingAndListIt) {
  const Reply started = post(R"({"frames": 12, "planes": ["gray", "blur"]})");
  EXPECT_EQ(started.status, 201U) << started.body;
  const auto list = nlohmann::json::parse(ask({"GET", "/api/captures", {}, {}, {}}).body);
  ASSERT_EQ(list["captures"].size(), 1U);
  EXPECT_EQ(list["captures"][0]["state"], "recording");
  EXPECT_EQ(list["captures"][0]["frames_wanted"], 12);
  EXPECT_EQ(list["captures"][0]["frames_written"], 0);
  EXPECT_GT(list["quota_bytes"], 0);
}

TEST_F(CaptureRoutes, BodiesThatMakeNoSenseAreRefusedInWords) {
  for (const char* body :
       {"", "x", "[]", "{}", R"({"frames": -1})", R"({"frames": 0})", R"({"frames": "many"})",
        R"({"frames": 1, "planes": "gray"})", R"({"frames": 1, "planes": [7]})", R"({"frames": 99999999999})"}) {
    const Reply refused = post(body);
    EXPECT_EQ(refused.status, 400U) << body;
    EXPECT_FALSE(nlohmann::json::parse(refused.body)["error"].get<std::string>().empty());
  }
}

TEST_F(CaptureRoutes, ChangesAreForbiddenUnlessOnlyThisMachineCanAsk) {
  site_.listens_on_loopback = false;
  EXPECT_EQ(post(R"({"frames": 1})").status, 403U);
  EXPECT_EQ(ask({"DELETE", "/api/captures/x", {}, {}, {}}).status, 403U);
  EXPECT_EQ(ask({"GET", "/api/captures", {}, {}, {}}).status, 200U);
}

TEST_F(CaptureRoutes, AForeignNameThatLeadsHereIsForbidden) {
  for (const char* host : {"evil.example", "evil.example:8080", "127.0.0.1.evil.example", "192.168.1.5", "[::2]:80"}) {
    EXPECT_EQ(ask({"POST", "/api/captures", host, {}, R"({"frames": 1})"}).status, 403U) << host;
    EXPECT_EQ(ask({"DELETE", "/api/captures/x", host, {}, {}}).status, 403U) << host;
  }
}

TEST_F(CaptureRoutes, AnotherSitesPageIsForbidden) {
  for (const char* origin : {"http://evil.example", "null", "http://127.0.0.1:9999", "https://127.0.0.1:8080"}) {
    EXPECT_EQ(ask({"POST", "/api/captures", {}, origin, R"({"frames": 1})"}).status, 403U) << origin;
  }
  EXPECT_EQ(ask({"POST", "/api/captures", {}, "http://127.0.0.1:8080", R"({"frames": 1})"}).status, 201U);
}

TEST_F(CaptureRoutes, NamesOfTheLoopback) {
  for (const char* host : {"localhost", "localhost:80", "127.0.0.1", "127.9.9.9:1", "[::1]", "[::1]:8080"}) {
    EXPECT_TRUE(names_loopback(host)) << host;
  }
  for (const char* host : {"", ":80", "localhost.evil.example", "::2", "0.0.0.0", "10.0.0.1"}) {
    EXPECT_FALSE(names_loopback(host)) << host;
  }
}

TEST_F(CaptureRoutes, UnknownRecordingsAreNotFoundWhateverTheirName) {
  for (const char* target : {"/api/captures/nothing", "/api/captures/../options", "/api/captures/%2e%2e"}) {
    EXPECT_EQ(ask({"GET", target, {}, {}, {}}).status, 404U) << target;
    EXPECT_EQ(ask({"DELETE", target, {}, {}, {}}).status, 404U) << target;
  }
}

TEST_F(CaptureRoutes, ARunningRecordingCannotBeFetched) {
  const std::string id = nlohmann::json::parse(post(R"({"frames": 1})").body)["id"];
  EXPECT_EQ(ask({"GET", "/api/captures/" + id, {}, {}, {}}).status, 409U);
}

TEST_F(CaptureRoutes, OtherMethodsAreNotAllowed) {
  EXPECT_EQ(ask({"PUT", "/api/captures", {}, {}, {}}).status, 405U);
  EXPECT_EQ(ask({"POST", "/api/captures/x", {}, {}, {}}).status, 405U);
}

TEST_F(CaptureRoutes, OtherPathsAreLeftToOthers) {
  EXPECT_FALSE(respond_to_captures({"GET", "/api/state", "localhost", {}, {}}, site_).has_value());
  EXPECT_FALSE(respond_to_captures({"GET", "/api/capturesque", "localhost", {}, {}}, site_).has_value());
}

}  // namespace
}  // namespace sobelcam
