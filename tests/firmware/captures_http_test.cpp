// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
// Recordings over HTTP, from the question to the file, asked by the tool and by hand.
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>

#include "drivers/bundle/bundle_reader.h"
#include "drivers/files/read_file.h"
#include "tests/support/live_appliance.h"
#include "tests/support/temp_dir.h"
#include "tools/sobelcam/capture.h"

namespace sobelcam {
namespace {

class CapturesOverHttp : public testing::Test {
 protected:
  static Options options(const std::filesystem::path& folder) {
    Options made;
    made.source = "replay:" SOBELCAM_TEST_DATA "/photos@200";
    made.pipeline = "cpu";
    made.capture_folder = (folder / "captures").string();
    return made;
  }

  tool::ExitCode capture(std::uint64_t frames, const std::filesystem::path& out) {
    tool::CaptureOptions wanted;
    wanted.source = "http://127.0.0.1:" + std::to_string(appliance_.port());
    wanted.frames = frames;
    wanted.out = out;
    wanted.planes = {"gray"};
    return tool::capture(wanted, out_, errors_);
  }

  std::string post(const std::string& body, const std::string& host = "localhost", const std::string& more = "") {
    Connection connection(appliance_.port());
    connection.send("POST /api/captures HTTP/1.1\r\nHost: " + host + "\r\n" + more +
                    "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    return connection.read_all();
  }

  using Connection = test::Connection;
  test::TempDir dir_;
  test::LiveAppliance appliance_{options(dir_.path())};
  std::ostringstream out_;
  std::ostringstream errors_;
};

TEST_F(CapturesOverHttp, TheToolRecordsFetchesAndDeletes) {
  ASSERT_EQ(capture(7, dir_ / "b.tar"), tool::kOk) << errors_.str();
  auto opened = BundleReader::open(dir_ / "b.tar");
  ASSERT_TRUE(std::holds_alternative<BundleReader>(opened));
  auto& reader = std::get<BundleReader>(opened);
  EXPECT_EQ(reader.manifest().program, "sobelcamd");
  BundleStep step = reader.next();
  for (; std::holds_alternative<RecordedFrame>(step); step = reader.next()) {
    const auto& frame = std::get<RecordedFrame>(step);
    EXPECT_TRUE(intact(frame));
    EXPECT_FALSE(frame.edges.empty());
    EXPECT_FALSE(frame.gray.empty());
    EXPECT_TRUE(frame.blur.empty());
    EXPECT_EQ(frame.jpeg.empty(), frame.view.layout.width != 640) << "of the photos one is a JPEG";
  }
  EXPECT_TRUE(std::get<BundleEnd>(step).whole);
  EXPECT_EQ(std::get<BundleEnd>(step).frames, 7U);
  EXPECT_TRUE(std::filesystem::is_empty(dir_ / "captures"));
}

TEST_F(CapturesOverHttp, ADownloadIsTheFile) {
  EXPECT_NE(post(R"({"frames": 3})").find("201 Created"), std::string::npos);
  nlohmann::json entry;
  do {
    const std::string answer = test::ask(appliance_.port(), "GET /api/captures");
    entry = nlohmann::json::parse(answer.substr(answer.find("\r\n\r\n")))["captures"][0];
  } while (entry["state"] == "recording");
  ASSERT_EQ(entry["state"], "complete") << entry;
  Connection connection(appliance_.port());
  connection.send("GET " + entry["url"].get<std::string>() + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  const std::string answer = connection.read_until("", 1U << 28U);
  const std::size_t body = answer.find("\r\n\r\n") + 4;
  EXPECT_NE(answer.find("Content-Length: " + entry["bytes"].dump() + "\r\n"), std::string::npos);
  const auto file =
      std::get<std::vector<std::byte>>(read_file(dir_ / "captures" / (entry["id"].get<std::string>() + ".tar")));
  ASSERT_EQ(answer.size() - body, file.size());
  EXPECT_EQ(std::memcmp(answer.data() + body, file.data(), file.size()), 0);
}

TEST_F(CapturesOverHttp, ForeignHostsAndOriginsAreForbidden) {
  EXPECT_NE(post(R"({"frames": 3})", "evil.example").find("403"), std::string::npos);
  EXPECT_NE(post(R"({"frames": 3})", "localhost", "Origin: http://evil.example\r\n").find("403"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(dir_ / "captures"));
}

TEST_F(CapturesOverHttp, ABodyThatIsTooLongIsRefused) {
  EXPECT_NE(post(std::string(5000, ' ')).find("413"), std::string::npos);
}

TEST_F(CapturesOverHttp, TheDevicesWordsReachTheUser) {
  post(R"({"frames": 1000000})");
  EXPECT_EQ(capture(1, dir_ / "b.tar"), tool::kBadInput);
  EXPECT_NE(errors_.str().find("a recording is running"), std::string::npos) << errors_.str();
}

TEST_F(CapturesOverHttp, AnExistingFileIsNotOverwritten) {
  ASSERT_EQ(capture(1, dir_ / "b.tar"), tool::kOk) << errors_.str();
  EXPECT_EQ(capture(1, dir_ / "b.tar"), tool::kBadInput);
  EXPECT_NE(errors_.str().find("--overwrite"), std::string::npos);
}

}  // namespace
}  // namespace sobelcam
