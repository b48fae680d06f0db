// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <stdexcept>

#include "tools/sobelcam/stream_client.h"

namespace sobelcam::tool {
namespace {

TEST(StreamUrl, DefaultsToTheEdgesAtPort80) {
  const StreamUrl url = parse_stream_url("http://camera.local");
  EXPECT_EQ(url.host, "camera.local");
  EXPECT_EQ(url.port, "80");
  EXPECT_EQ(url.target, "/stream?view=edges");
  EXPECT_EQ(parse_stream_url("http://camera.local/").target, "/stream?view=edges");
}

TEST(StreamUrl, TakesPortAndPath) {
  const StreamUrl url = parse_stream_url("http://127.0.0.1:8080/stream?view=gray");
  EXPECT_EQ(url.host, "127.0.0.1");
  EXPECT_EQ(url.port, "8080");
  EXPECT_EQ(url.target, "/stream?view=gray");
}

TEST(StreamUrl, TakesIpv6InBrackets) {
  EXPECT_EQ(parse_stream_url("http://[::1]:8080/").host, "::1");
  EXPECT_EQ(parse_stream_url("http://[::1]:8080/").port, "8080");
  EXPECT_EQ(parse_stream_url("http://[::1]").port, "80");
  EXPECT_EQ(parse_stream_url("http://[::1]:8080/").authority, "[::1]:8080");
}

TEST(StreamUrl, RefusesEverythingElse) {
  for (const char* bad : {"", "http://", "https://camera", "camera:8080", "http://:80/", "http://camera:/"}) {
    EXPECT_THROW(parse_stream_url(bad), std::invalid_argument) << bad;
  }
}

}  // namespace
}  // namespace sobelcam::tool
