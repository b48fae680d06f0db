// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "drivers/jpeg/jpeg_decoder.h"
#include "tests/support/decoding.h"
#include "tests/support/jpeg_files.h"

namespace sobelcam {
namespace {

using test::Bytes;
using test::JpegColors;
using test::make_jpeg;

class JpegFaults : public testing::Test {
 protected:
  static ImageFault fault(const Bytes& bytes) { return test::fault_of(open_jpeg, bytes); }

  static void expect_fault(const Bytes& bytes, ImageFaultKind kind, std::string_view words) {
    const auto found = fault(bytes);
    EXPECT_EQ(found.kind, kind) << found.message;
    EXPECT_NE(found.message.find(words), std::string::npos) << found.message;
    EXPECT_EQ(found.message.find('\n'), std::string::npos);
  }

  static void expect_fault_at_any_cut(const Bytes& bytes) {
    const auto cuts = test::cut_at_every_byte(open_jpeg, bytes);
    EXPECT_EQ(cuts.faults, static_cast<int>(bytes.size()));
    EXPECT_EQ(cuts.same_picture + cuts.other_picture, 0);
    EXPECT_EQ(cuts.other_kinds, 0);
  }

  /// Offset of the frame header's precision; height and width follow as two bytes each.
  static std::size_t frame_header(const Bytes& bytes) { return test::position_of(bytes, {0xFF, 0xC0}) + 4; }

  static Bytes resized(unsigned width, unsigned height) {
    Bytes bytes = make_jpeg({.colors = JpegColors::kGray});
    const Bytes size = test::ByteWriter().b16({height, width}).bytes();
    std::copy(size.begin(), size.end(), bytes.begin() + static_cast<std::ptrdiff_t>(frame_header(bytes) + 1));
    return bytes;
  }

  /// The offsets of the start-of-scan markers.
  static std::vector<std::size_t> scans(const Bytes& bytes) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i + 1 < bytes.size(); ++i) {
      if (bytes[i] == std::byte{0xFF} && bytes[i + 1] == std::byte{0xDA}) {
        found.push_back(i);
      }
    }
    return found;
  }

  static Bytes without(Bytes bytes, std::size_t begin, std::size_t end) {
    bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(begin), bytes.begin() + static_cast<std::ptrdiff_t>(end));
    return bytes;
  }
};

TEST_F(JpegFaults, RefusesABaselineFileCutAtAnyByte) {
  expect_fault_at_any_cut(make_jpeg({.width = 17, .height = 9}));
}

TEST_F(JpegFaults, RefusesAGrayFileCutAtAnyByte) {
  expect_fault_at_any_cut(make_jpeg({.colors = JpegColors::kGray}));
}

TEST_F(JpegFaults, RefusesARestartedFileCutAtAnyByte) {
  expect_fault_at_any_cut(make_jpeg({.height = 40, .restart_rows = 1}));
}

TEST_F(JpegFaults, RefusesAProgressiveFileCutAtAnyByte) {
  expect_fault_at_any_cut(make_jpeg({.width = 17, .height = 9, .progressive = true}));
}

TEST_F(JpegFaults, NamesTheFirstMissingRow) {
  const Bytes bytes = make_jpeg({.width = 64, .height = 64, .luma_horizontal = 1, .luma_vertical = 1});
  const Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>((scans(bytes)[0] + bytes.size()) / 2));
  const auto found = fault(cut);
  EXPECT_EQ(found.kind, ImageFaultKind::kTruncated);
  EXPECT_EQ(found.message.find("truncated: row "), 0U) << found.message;
  EXPECT_NE(found.message.find(" of 64 is missing"), std::string::npos) << found.message;
}

TEST_F(JpegFaults, RefusesACutThatAnEndMarkerHides) {
  const Bytes bytes = make_jpeg({.width = 64, .height = 64});
  expect_fault(without(bytes, (scans(bytes)[0] + bytes.size()) / 2, bytes.size() - 2), ImageFaultKind::kTruncated,
               "is missing (Corrupt JPEG data: premature end");
}

TEST_F(JpegFaults, RefusesAMissingRestartInterval) {
  const Bytes bytes = make_jpeg({.height = 64, .restart_rows = 1});
  const std::size_t first = test::position_of(bytes, {0xFF, 0xD0});
  const std::size_t second = test::position_of(bytes, {0xFF, 0xD1});
  expect_fault(without(bytes, first, second), ImageFaultKind::kBroken, "broken JPEG: ");
}

TEST_F(JpegFaults, RefusesAProgressiveFileWithoutItsLastRefinement) {
  const Bytes bytes = make_jpeg({.progressive = true});
  const std::size_t last = scans(bytes).back();
  std::size_t tables = last;
  while (!(bytes[tables] == std::byte{0xFF} && bytes[tables + 1] == std::byte{0xC4})) {
    --tables;
  }
  expect_fault(without(bytes, tables, bytes.size() - 2), ImageFaultKind::kTruncated,
               "incomplete progressive JPEG: scans of component 1");
}

TEST_F(JpegFaults, RefusesAMissingComponent) {
  const Bytes bytes = make_jpeg({.scan_per_component = true});
  ASSERT_EQ(scans(bytes).size(), 3U);
  expect_fault(without(bytes, scans(bytes)[0], scans(bytes)[1]), ImageFaultKind::kTruncated, "component 1 is missing");
  expect_fault(without(bytes, scans(bytes)[2], bytes.size() - 2), ImageFaultKind::kTruncated, "component 3 is missing");
}

TEST_F(JpegFaults, RefusesMoreScansThanAnyHonestPicture) {
  const Bytes bytes = make_jpeg({.width = 8, .height = 8, .scan_per_component = true});
  const auto last_scan = std::span(bytes).subspan(scans(bytes)[2]).first(bytes.size() - 2 - scans(bytes)[2]);
  test::ByteWriter bomb;
  bomb.raw(std::span(bytes).first(bytes.size() - 2));
  for (int i = 0; i < 500; ++i) {
    bomb.raw(last_scan);
  }
  expect_fault(bomb.u8({0xFF, 0xD9}).bytes(), ImageFaultKind::kBroken, "more scans");
}

TEST_F(JpegFaults, SaysWhatToDoWithCmyk) {
  expect_fault(make_jpeg({.colors = JpegColors::kCmyk}), ImageFaultKind::kUnsupported,
               "a CMYK JPEG: convert it to RGB or gray first");
}

TEST_F(JpegFaults, RefusesUnknownColors) {
  expect_fault(make_jpeg({.colors = JpegColors::kTwoUnknown}), ImageFaultKind::kUnsupported, "colors are unknown");
}

TEST_F(JpegFaults, RefusesTwelveBits) {
  Bytes bytes = make_jpeg({});
  bytes[frame_header(bytes)] = std::byte{12};
  expect_fault(bytes, ImageFaultKind::kUnsupported, "more than 8 bits");
}

TEST_F(JpegFaults, RefusesLosslessFiles) {
  Bytes bytes = make_jpeg({});
  bytes[frame_header(bytes) - 3] = std::byte{0xC3};
  expect_fault(bytes, ImageFaultKind::kUnsupported, "lossless");
}

TEST_F(JpegFaults, RefusesSizesBeyondTheLimits) {
  expect_fault(resized(0, 0), ImageFaultKind::kBroken, "the header says 0 x 0 pixels");
  expect_fault(resized(65000, 65000), ImageFaultKind::kTooLarge, "the header says 65000 x 65000 pixels; at most");
  expect_fault(resized(65535, 1), ImageFaultKind::kTooLarge, "65500");
}

TEST_F(JpegFaults, SaysThatNothingIsEmpty) {
  EXPECT_EQ(fault({}).kind, ImageFaultKind::kEmpty);
}

TEST_F(JpegFaults, RefusesWhatIsNoJpeg) {
  expect_fault(test::to_bytes("Hello, world"), ImageFaultKind::kNotAnImage, "no start-of-image marker");
}

TEST_F(JpegFaults, RefusesAPictureWithoutPixels) {
  expect_fault(test::ByteWriter().u8({0xFF, 0xD8, 0xFF, 0xD9}).bytes(), ImageFaultKind::kBroken, "no image");
}

TEST_F(JpegFaults, SurvivesAnySpoiledByte) {
  const Bytes small = make_jpeg({.width = 9, .height = 9, .own_huffman_tables = true});
  EXPECT_GT(test::spoil_every_byte(open_jpeg, small), static_cast<int>(small.size()));
  const Bytes progressive = make_jpeg({.width = 9, .height = 9, .progressive = true});
  EXPECT_GT(test::spoil_every_byte(open_jpeg, progressive), static_cast<int>(progressive.size()));
}

}  // namespace
}  // namespace sobelcam
