// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/routes.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "kernels/pipelines.h"
#include "tests/support/test_frames.h"

namespace sobelcam {
namespace {

class Routes : public testing::Test {
 protected:
  void SetUp() override { clients_.max_streaming = 64; }

  void give_a_frame() {
    const auto view = picture_.view();
    const auto pipeline = choose_pipeline("reference").make({});
    const auto result =
        pipeline->process(Frame::borrowing(view, {3, std::chrono::steady_clock::now(), 0}), EdgeRequest{});
    telemetry_.frame_done(*result, view.layout);
  }

  Reply reply(const std::string& target, const std::string& method = "GET") const {
    const Answer answer = respond(method, target, site_);
    return std::holds_alternative<Reply>(answer) ? std::get<Reply>(answer) : Reply{0, "not a plain reply", "", {}};
  }

  static CameraStatus webcam() {
    CameraFacts facts;
    facts.path = "/dev/v4l/by-id/webcam";
    facts.node = "/dev/video2";
    facts.driver = "uvcvideo";
    facts.card = "A \"Cam\" \\\n";
    facts.chosen = "YUYV 640x480 at 30 fps: the cheapest";
    facts.format = "YUYV";
    facts.width = 640;
    facts.height = 480;
    facts.stride = 1280;
    facts.fps = 30;
    facts.notes = {"userptr: the driver refuses it"};
    v4l2::CameraFormat format;
    format.name = "YUYV";
    format.sizes = {{{640, 480}, {640, 480}, {1, 1}, {{{1, 30}, {1, 30}, {}}}}};
    facts.modes.formats = {format};
    CameraControl control;
    control.name = "auto_exposure";
    control.type = ControlType::kMenu;
    control.maximum = 3;
    control.value = 1;
    control.menu = {{1, "Manual Mode"}};
    facts.controls = {control};
    CameraCounters counters;
    counters.broken_jpeg = 2;
    counters.stream_restarts = 1;
    return {std::make_shared<const CameraFacts>(facts), counters};
  }

  nlohmann::json json(const std::string& target) const { return nlohmann::json::parse(reply(target).body); }

  static std::string field(const Reply& reply, const std::string& name) {
    for (const auto& [key, value] : reply.headers) {
      if (key == name) {
        return value;
      }
    }
    return "";
  }

  test::TestFrame picture_ =
      test::scene_frame(test::Scene::kNoise, test::padded_layout(PixelFormat::kYuyv, ColorRange::kLimited, 20, 10, 0));
  PictureHub hub_;
  Telemetry telemetry_;
  Clients clients_;
  Site site_{"pattern:20x10", "reference", false, hub_, telemetry_, clients_};
};

TEST_F(Routes, ServesThePageWithAPolicyThatKeepsItAtHome) {
  const Reply page = reply("/");
  EXPECT_EQ(page.status, 200U);
  EXPECT_EQ(page.content_type, "text/html; charset=utf-8");
  EXPECT_NE(page.body.find("sobelcam"), std::string::npos);
  EXPECT_NE(field(page, "Content-Security-Policy").find("default-src 'self'"), std::string::npos);
}

TEST_F(Routes, ServesTheScriptsAndTheChartLibrary) {
  EXPECT_EQ(reply("/app.js").content_type, "text/javascript; charset=utf-8");
  EXPECT_EQ(reply("/style.css").content_type, "text/css; charset=utf-8");
  EXPECT_GT(reply("/chart.js").body.size(), 100000U);
}

TEST_F(Routes, StreamsAndSnapshotsHaveFiveViews) {
  for (const View view : kViews) {
    const std::string query = "?view=" + std::string(name(view));
    EXPECT_EQ(std::get<StreamReply>(respond("GET", "/stream" + query, site_)).view, view);
    EXPECT_EQ(std::get<SnapshotReply>(respond("GET", "/snapshot" + query, site_)).view, view);
  }
  EXPECT_EQ(std::get<StreamReply>(respond("GET", "/stream", site_)).view, View::kEdges);
}

TEST_F(Routes, KnowsTheAddressesOfMjpgStreamer) {
  EXPECT_EQ(std::get<StreamReply>(respond("GET", "/?action=stream", site_)).view, View::kEdges);
  EXPECT_EQ(std::get<SnapshotReply>(respond("GET", "/?action=snapshot&view=gray", site_)).view, View::kGray);
  EXPECT_EQ(std::get<StreamReply>(respond("GET", "/?action=stream&1234567", site_)).view, View::kEdges);
}

TEST_F(Routes, IgnoresCacheBusters) {
  EXPECT_EQ(std::get<StreamReply>(respond("GET", "/stream?1234", site_)).view, View::kEdges);
  EXPECT_EQ(std::get<StreamReply>(respond("GET", "/stream?t=99&view=blur&_=1", site_)).view, View::kBlur);
  EXPECT_EQ(reply("/?v=3").status, 200U);
}

TEST_F(Routes, RefusesAnUnknownViewWithTheKnownOnes) {
  const Reply refusal = reply("/stream?view=infrared");
  EXPECT_EQ(refusal.status, 400U);
  EXPECT_NE(refusal.body.find("edges, gray, blur, equalized, source"), std::string::npos) << refusal.body;
}

TEST_F(Routes, AnswersBytesThatAreNoTextWithJsonAllTheSame) {
  const Reply refusal = reply("/stream?view=\xff\xfe\x80");
  EXPECT_EQ(refusal.status, 400U);
  EXPECT_TRUE(nlohmann::json::accept(refusal.body)) << refusal.body;
}

TEST_F(Routes, UnknownPathsAre404HoweverTheyAreWritten) {
  for (const char* path :
       {"/nope", "/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc%2fpasswd", "/%252e%252e/x",
        "/..\\..\\etc\\passwd", "//etc/passwd", "/app.js/", "/app.js%00.html", "/./app.js", "/web/app.js", "/api/",
        "/api", "/APP.JS", "/stream/", "", "x", "http://host/nope"}) {
    EXPECT_EQ(reply(path).status, 404U) << path;
  }
}

TEST_F(Routes, TakesTheAbsoluteFormOfATarget) {
  EXPECT_EQ(reply("http://camera.local:8080/health").content_type, "application/json");
  EXPECT_EQ(reply("http://camera.local").status, 200U);
}

TEST_F(Routes, WrongMethodsAre405WithWhatIsAllowed) {
  for (const char* method : {"POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW"}) {
    const Reply refusal = reply("/api/state", method);
    EXPECT_EQ(refusal.status, 405U) << method;
    EXPECT_EQ(field(refusal, "Allow"), "GET, HEAD, OPTIONS");
  }
  EXPECT_EQ(reply("/nope", "POST").status, 404U);
}

TEST_F(Routes, OptionsTellsWhatIsAllowed) {
  for (const char* target : {"/", "/stream", "/api/state", "*"}) {
    const Reply answer = reply(target, "OPTIONS");
    EXPECT_EQ(answer.status, 204U) << target;
    EXPECT_EQ(field(answer, "Allow"), "GET, HEAD, OPTIONS");
  }
}

TEST_F(Routes, HealthIs503WithTheReasonUntilAFrameComes) {
  telemetry_.source_fault({SourceFaultKind::kNoDevice, "no camera is connected"});
  EXPECT_EQ(reply("/health").status, 503U);
  EXPECT_EQ(json("/health")["state"], "no_device");
  EXPECT_EQ(json("/health")["reason"], "no camera is connected");
  give_a_frame();
  EXPECT_EQ(reply("/health").status, 200U);
  EXPECT_EQ(json("/health")["ok"], true);
}

TEST_F(Routes, TheHistogramsTotalIsWidthTimesHeight) {
  EXPECT_EQ(reply("/api/histogram").status, 503U);
  give_a_frame();
  const auto histogram = json("/api/histogram");
  EXPECT_EQ(histogram["width"], 20);
  EXPECT_EQ(histogram["height"], 10);
  EXPECT_EQ(histogram["total"], 200);
  EXPECT_EQ(histogram["bins"].size(), 256U);
  EXPECT_EQ(histogram["seq"], 3);
}

TEST_F(Routes, TheStateTellsSourceFrameDropsAndClients) {
  EXPECT_TRUE(json("/api/state")["frame"].is_null());
  give_a_frame();
  clients_.streaming.push_back({9, "127.0.0.1:5", View::kGray, std::chrono::steady_clock::now(), 4, 2, 1000});
  telemetry_.dropped_in_pipeline();
  const auto state = json("/api/state");
  EXPECT_EQ(state["source"]["format"], "YUYV");
  EXPECT_EQ(state["source"]["range"], "limited");
  EXPECT_EQ(state["source"]["test_pattern"], true);
  EXPECT_EQ(state["frame"]["seq"], 3);
  EXPECT_GE(state["frame"]["age_ms"].get<double>(), 0.0);
  EXPECT_EQ(state["drops"]["pipeline"], 1);
  EXPECT_EQ(state["clients"]["streaming"], 1);
  EXPECT_EQ(state["clients"]["list"][0]["view"], "gray");
  EXPECT_EQ(state["clients"]["list"][0]["skipped"], 2);
  EXPECT_EQ(state["health"]["ok"], true);
}

TEST_F(Routes, TheStateHasNoCameraWhereNoneWasOpen) {
  EXPECT_TRUE(json("/api/state")["camera"].is_null());
  EXPECT_EQ(reply("/metrics").body.find("sobelcam_camera"), std::string::npos);
}

TEST_F(Routes, TheStateTellsWhatTheCameraIsAndWhatWasChosenAndWhy) {
  telemetry_.camera(webcam());
  const auto camera = json("/api/state")["camera"];
  EXPECT_EQ(camera["open"], true);
  EXPECT_EQ(camera["path"], "/dev/v4l/by-id/webcam");
  EXPECT_EQ(camera["node"], "/dev/video2");
  EXPECT_EQ(camera["driver"], "uvcvideo");
  EXPECT_EQ(camera["chosen"], "YUYV 640x480 at 30 fps: the cheapest");
  EXPECT_EQ(camera["stride_bytes"], 1280);
  EXPECT_EQ(camera["promised_fps"], 30.0);
  EXPECT_EQ(camera["io"], "mmap");
  EXPECT_EQ(camera["notes"][0], "userptr: the driver refuses it");
  EXPECT_EQ(camera["formats"][0]["fourcc"], "YUYV");
  EXPECT_EQ(camera["formats"][0]["sizes"][0]["fps"][0], 30.0);
  EXPECT_EQ(camera["frames"]["broken_jpeg"], 2);
  EXPECT_EQ(camera["events"]["stream_restarts"], 1);
}

TEST_F(Routes, CountersOfTheCameraGoOnWhenItIsOpenedAgain) {
  telemetry_.camera(webcam());
  telemetry_.camera(webcam());
  telemetry_.source_closed();
  EXPECT_EQ(json("/api/state")["camera"]["open"], false);
  EXPECT_EQ(json("/api/state")["camera"]["frames"]["broken_jpeg"], 2);
  telemetry_.camera(webcam());
  EXPECT_EQ(json("/api/state")["camera"]["open"], true);
  EXPECT_EQ(json("/api/state")["camera"]["frames"]["broken_jpeg"], 4);
}

TEST_F(Routes, TheMetricsCountTheCamerasFramesByCause) {
  telemetry_.camera(webcam());
  const std::string body = reply("/metrics").body;
  EXPECT_NE(body.find("\nsobelcam_camera_frames_total{outcome=\"broken_jpeg\"} 2\n"), std::string::npos) << body;
  EXPECT_NE(body.find("\nsobelcam_camera_events_total{kind=\"stream_restarts\"} 1\n"), std::string::npos) << body;
  EXPECT_NE(body.find("card=\"A \\\"Cam\\\" \\\\?\""), std::string::npos) << body;
}

TEST_F(Routes, TheControlsHaveRangesMenusAndValues) {
  telemetry_.camera(webcam());
  const auto controls = json("/api/controls");
  EXPECT_EQ(controls["camera"], "/dev/video2");
  EXPECT_EQ(controls["reason"], "");
  EXPECT_EQ(controls["controls"][0]["name"], "auto_exposure");
  EXPECT_EQ(controls["controls"][0]["type"], "menu");
  EXPECT_EQ(controls["controls"][0]["maximum"], 3);
  EXPECT_EQ(controls["controls"][0]["value"], 1);
  EXPECT_EQ(controls["controls"][0]["menu"][0]["name"], "Manual Mode");
}

TEST_F(Routes, WithoutACameraThereAreNoControlsAndAReason) {
  telemetry_.source_fault({SourceFaultKind::kNoDevice, "no camera is connected"});
  EXPECT_TRUE(json("/api/controls")["controls"].empty());
  EXPECT_EQ(json("/api/controls")["reason"], "no camera is connected");
  give_a_frame();
  EXPECT_EQ(json("/api/controls")["reason"], "the source is no camera");
}

TEST_F(Routes, TheTimingsListTheStagesThatRan) {
  give_a_frame();
  const auto timings = json("/api/timings");
  ASSERT_EQ(timings["stages"].size(), 5U);
  EXPECT_EQ(timings["stages"][0]["name"], "gray");
  for (const char* key : {"count", "last_us", "p50_us", "p95_us", "p99_us", "max_us"}) {
    EXPECT_TRUE(timings["stages"][0].contains(key)) << key;
    EXPECT_TRUE(timings["capture_to_publish"].contains(key)) << key;
  }
}

TEST_F(Routes, ThePipelinesSayWhichIsActiveAndUsable) {
  const auto rows = json("/api/pipelines");
  EXPECT_EQ(rows["active"], "reference");
  EXPECT_EQ(rows["pipelines"].back()["name"], "reference");
  EXPECT_EQ(rows["pipelines"].back()["usable"], true);
}

TEST_F(Routes, TheMetricsAreInThePrometheusFormat) {
  give_a_frame();
  const Reply metrics = reply("/metrics");
  EXPECT_EQ(metrics.content_type, "text/plain; version=0.0.4; charset=utf-8");
  EXPECT_NE(metrics.body.find("\nsobelcam_frames_total 1\n"), std::string::npos) << metrics.body;
  EXPECT_NE(metrics.body.find("\nsobelcam_encodes_total{view=\"edges\"} 0\n"), std::string::npos) << metrics.body;
  EXPECT_NE(metrics.body.find("\nsobelcam_drops_total{cause=\"source\"} 0\n"), std::string::npos) << metrics.body;
  EXPECT_NE(metrics.body.find("sobelcam_stage_seconds{stage=\"gray\",quantile=\"0.5\"} "), std::string::npos);
  EXPECT_EQ(metrics.body.back(), '\n');
}

}  // namespace
}  // namespace sobelcam
