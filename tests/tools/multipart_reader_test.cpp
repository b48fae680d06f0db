// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/multipart_reader.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace sobelcam::tool {
namespace {

class Multipart : public testing::Test {
 protected:
  static std::string header() {
    return "HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace;boundary=cut\r\n\r\n--cut\r\n";
  }
  static std::string part(const std::string& body, int sequence, const std::string& more = "") {
    return "Content-Type: image/jpeg\r\ncontent-length: " + std::to_string(body.size()) +
           "\r\nX-Timestamp: 12.500000\r\nX-Sequence: " + std::to_string(sequence) + "\r\n" + more + "\r\n" + body +
           "\r\n--cut\r\n";
  }

  MultipartReader reader_;
};

TEST_F(Multipart, TakesPartsApart) {
  const auto parts = reader_.feed(header() + part("abc", 7) + part("--cut\r\n", 8, "X-No-Signal: 1\r\n"));
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].jpeg, "abc");
  EXPECT_EQ(parts[0].sequence, 7U);
  EXPECT_EQ(parts[0].captured_at_s, 12.5);
  EXPECT_FALSE(parts[0].no_signal);
  EXPECT_EQ(parts[1].jpeg, "--cut\r\n");
  EXPECT_TRUE(parts[1].no_signal);
}

TEST_F(Multipart, GivesTheSamePartsByteByByte) {
  std::vector<StreamPart> parts;
  for (const char byte : header() + part("abc", 1) + part("defg", 2)) {
    for (auto& part : reader_.feed({&byte, 1})) {
      parts.push_back(std::move(part));
    }
  }
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[1].jpeg, "defg");
}

TEST_F(Multipart, CompletesAPartWithoutWaitingForTheNext) {
  const std::string all = header() + part("abc", 1);
  EXPECT_EQ(reader_.feed(all).size(), 1U);
}

TEST_F(Multipart, RefusesWhatIsNotAStream) {
  EXPECT_THROW(reader_.feed("HTTP/1.1 503 Service Unavailable\r\n\r\n"), std::runtime_error);
  EXPECT_THROW(MultipartReader().feed("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"), std::runtime_error);
}

TEST_F(Multipart, RefusesAPartWithoutALength) {
  EXPECT_THROW(reader_.feed(header() + "Content-Type: image/jpeg\r\n\r\n"), std::runtime_error);
}

TEST_F(Multipart, RefusesAMissingBoundaryAndAWrongLength) {
  std::string stream = header() + part("abc", 1);
  EXPECT_THROW(reader_.feed(stream.replace(stream.rfind("--cut"), 5, "--xxx")), std::runtime_error);
  std::string wrong = header() + part("abc", 1);
  EXPECT_THROW(MultipartReader().feed(wrong.replace(wrong.find("length: 3"), 9, "length: 2")), std::runtime_error);
}

TEST_F(Multipart, RefusesAHeaderWithoutEnd) {
  EXPECT_THROW(reader_.feed(std::string(20000, 'x')), std::runtime_error);
}

}  // namespace
}  // namespace sobelcam::tool
