// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/jpeg/jpeg_splitter.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/support/jpeg_files.h"

namespace sobelcam {
namespace {

using test::Bytes;
using test::ByteWriter;

class JpegSplitter : public testing::Test {
 protected:
  static void expect_extent(const std::optional<JpegExtent>& found, std::size_t begin, std::size_t end, bool complete) {
    ASSERT_TRUE(found);
    EXPECT_EQ(found->begin, begin);
    EXPECT_EQ(found->end, end);
    EXPECT_EQ(found->complete, complete);
  }

  const Bytes first_ = test::make_jpeg({.restart_rows = 1});
  const Bytes second_ = test::make_jpeg({.width = 16, .height = 16, .progressive = true});
};

TEST_F(JpegSplitter, FindsOnePictureAfterAnother) {
  const Bytes both = test::concatenated({first_, second_});
  expect_extent(find_jpeg(both), 0, first_.size(), true);
  expect_extent(find_jpeg(both, first_.size()), first_.size(), both.size(), true);
  EXPECT_FALSE(find_jpeg(both, both.size()));
}

TEST_F(JpegSplitter, SkipsJunkBetweenPictures) {
  const Bytes junk = ByteWriter().text("--boundary\r\n").u8({0xFF, 0x00, 0xFF, 0xD9, 0xFF, 0xD8, 0x00}).bytes();
  const Bytes both = test::concatenated({junk, first_, junk, second_, junk});
  const std::size_t begin = junk.size();
  expect_extent(find_jpeg(both), begin, begin + first_.size(), true);
  const std::size_t next = begin + first_.size();
  expect_extent(find_jpeg(both, next), next + begin, next + begin + second_.size(), true);
  EXPECT_FALSE(find_jpeg(both, next + begin + second_.size()));
}

TEST_F(JpegSplitter, TakesNoThumbnailForAPicture) {
  const Bytes application =
      ByteWriter().u8({0xFF, 0xE1}).b16({static_cast<unsigned>(2 + second_.size())}).raw(second_).bytes();
  const auto head = std::span(first_).first(2);
  const auto tail = std::span(first_).subspan(2);
  const Bytes holder = test::concatenated({head, application, tail});
  expect_extent(find_jpeg(holder), 0, holder.size(), true);
}

TEST_F(JpegSplitter, CallsAPictureIncompleteThatMeetsTheNextOne) {
  const auto cut = std::span(first_).first(first_.size() - 7);
  const Bytes both = test::concatenated({cut, second_});
  expect_extent(find_jpeg(both), 0, cut.size(), false);
  expect_extent(find_jpeg(both, cut.size()), cut.size(), both.size(), true);
}

TEST_F(JpegSplitter, APictureThatIsCutAtAnyByteDoesNotSwallowTheNext) {
  // Also inside a table or a frame header, whose length would lead into the next picture. A cut inside application
  // data, the first 20 bytes here, is not to be told from a thumbnail.
  for (std::size_t size = 20; size < first_.size(); ++size) {
    const Bytes cut(first_.begin(), first_.begin() + static_cast<std::ptrdiff_t>(size));
    const Bytes both = test::concatenated({cut, second_});
    const auto broken = find_jpeg(both);
    ASSERT_TRUE(broken) << size;
    ASSERT_FALSE(broken->complete) << size;
    const auto good = find_jpeg(both, broken->end);
    ASSERT_TRUE(good) << size;
    ASSERT_EQ(good->begin, size);
    ASSERT_TRUE(good->complete) << size;
  }
}

TEST_F(JpegSplitter, CallsAPictureIncompleteThatRunsIntoTheEndAtAnyByte) {
  for (const Bytes& picture : {first_, second_}) {
    for (std::size_t size = 2; size < picture.size(); ++size) {
      SCOPED_TRACE(size);
      expect_extent(find_jpeg(std::span(picture).first(size)), 0, size, false);
    }
  }
}

TEST_F(JpegSplitter, SkipsFillBytesAndJunkBeforeMarkers) {
  Bytes padded = first_;
  const Bytes junk_and_fill = ByteWriter().u8({0x00, 0x17, 0xFF, 0xFF, 0xFF}).bytes();
  padded.insert(padded.end() - 2, junk_and_fill.begin(), junk_and_fill.end());
  padded.insert(padded.begin() + 2, 3, std::byte{0xFF});
  expect_extent(find_jpeg(test::concatenated({padded, second_})), 0, padded.size(), true);
}

TEST_F(JpegSplitter, FindsNothingWhereThereIsNothing) {
  EXPECT_FALSE(find_jpeg({}));
  EXPECT_FALSE(find_jpeg({}, 7));
  EXPECT_FALSE(find_jpeg(test::to_bytes("no picture here")));
  EXPECT_FALSE(find_jpeg(ByteWriter().u8({0xFF}).bytes()));
}

TEST_F(JpegSplitter, StaysWithinRandomBytesAndAlwaysMovesOn) {
  std::uint32_t state = 7;
  for (int round = 0; round < 200; ++round) {
    Bytes bytes;
    for (int i = 0; i < 500; ++i) {
      state = state * 1664525 + 1013904223;
      constexpr std::array<unsigned, 8> kLikely{0xFF, 0xD8, 0xD9, 0xDA, 0xE0, 0x00, 0x02, 0xD0};
      bytes.push_back(static_cast<std::byte>(state >> 31 != 0 ? kLikely[state >> 24 & 7] : state >> 16));
    }
    std::size_t from = 0;
    while (const auto found = find_jpeg(bytes, from)) {
      ASSERT_GE(found->begin, from);
      ASSERT_GE(found->end, found->begin + 2);
      ASSERT_LE(found->end, bytes.size());
      from = found->end;
    }
  }
}

}  // namespace
}  // namespace sobelcam
