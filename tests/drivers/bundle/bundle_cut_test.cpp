// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
// A power cut at any byte: the bundle is whole or recognizably partial, and its whole frames can be read.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <string_view>
#include <vector>

#include "drivers/bundle/bundle_reader.h"
#include "drivers/bundle/tar_header.h"
#include "drivers/files/read_file.h"
#include "tests/support/bytes.h"
#include "tests/support/recorded_frames.h"
#include "tests/support/temp_dir.h"

namespace sobelcam {
namespace {

constexpr std::uint32_t kFrames = 3;

struct Member {
  std::string name;
  std::size_t header = 0;
  std::size_t end = 0;  ///< of its bytes, without the padding behind them
};

std::vector<Member> members_of(const test::Bytes& tar) {
  std::vector<Member> members;
  std::size_t at = 0;
  while (at + kTarBlock <= tar.size()) {
    const auto parsed = parse_tar_header(std::span(tar).subspan(at).first<kTarBlock>());
    const auto* entry = std::get_if<TarEntry>(&parsed);
    if (entry == nullptr) {
      break;
    }
    members.push_back({entry->name, at, at + kTarBlock + entry->bytes});
    at += kTarBlock + padded_tar_bytes(entry->bytes);
  }
  return members;
}

class BundleCut : public testing::Test {
 protected:
  BundleCut() {
    test::write_made_up_bundle(dir_ / "whole.tar", BundleFormat::kTar, kFrames);
    tar_ = std::get<std::vector<std::byte>>(read_file(dir_ / "whole.tar"));
    members_ = members_of(tar_);
  }

  std::uint64_t whole_frames(std::size_t bytes) const {
    return static_cast<std::uint64_t>(std::count_if(members_.begin(), members_.end(), [&](const Member& member) {
      return member.name.ends_with("/frame.json") && member.end <= bytes;
    }));
  }

  /// Reads what is left and holds it to the frames whose records are there.
  void expect_whole_frames(const std::filesystem::path& path, std::size_t bytes) {
    auto opened = BundleReader::open(path);
    if (bytes < members_.front().end) {
      ASSERT_TRUE(std::holds_alternative<BundleFault>(opened)) << bytes;
      return;
    }
    ASSERT_TRUE(std::holds_alternative<BundleReader>(opened)) << bytes;
    auto& reader = std::get<BundleReader>(opened);
    BundleStep step = reader.next();
    for (; std::holds_alternative<RecordedFrame>(step); step = reader.next()) {
      EXPECT_TRUE(intact(std::get<RecordedFrame>(step))) << bytes;
    }
    ASSERT_TRUE(std::holds_alternative<BundleEnd>(step)) << bytes << ": " << std::get<BundleFault>(step).message;
    const auto& end = std::get<BundleEnd>(step);
    EXPECT_EQ(end.frames, whole_frames(bytes)) << bytes;
    EXPECT_EQ(end.whole, bytes >= members_.back().end) << bytes;
    EXPECT_EQ(end.words.empty(), end.whole);
  }

  void expect_cut(std::size_t bytes) {
    test::write_bytes(dir_ / "cut.partial", std::span(tar_).first(bytes));
    expect_whole_frames(dir_ / "cut.partial", bytes);
  }

  test::TempDir dir_;
  test::Bytes tar_;
  std::vector<Member> members_;
};

TEST_F(BundleCut, AtEveryMembersBoundary) {
  ASSERT_EQ(members_.size(), 2 + kFrames * 8);
  for (const Member& member : members_) {
    for (const std::size_t at :
         {member.header, member.header + 1, member.header + kTarBlock, member.end - 1, member.end}) {
      expect_cut(at);
    }
  }
}

TEST_F(BundleCut, AtRandomBytes) {
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    expect_cut(random() % (tar_.size() + 1));
  }
}

TEST_F(BundleCut, WhereTheRestWasNeverWrittenAndReadsAsZeros) {
  for (const Member& member : members_) {
    test::Bytes zeroed = tar_;
    std::fill(zeroed.begin() + static_cast<std::ptrdiff_t>(member.header), zeroed.end(), std::byte{0});
    test::write_bytes(dir_ / "zeroed.partial", zeroed);
    expect_whole_frames(dir_ / "zeroed.partial", member.header);
  }
}

TEST_F(BundleCut, InAFolderAfterEveryFile) {
  // Files appear in this order; a cut leaves the first ones.
  const auto& order = members_;
  for (std::size_t kept = 1; kept <= order.size(); ++kept) {
    const auto folder = dir_ / ("folder" + std::to_string(kept));
    for (std::size_t i = 0; i < kept; ++i) {
      const auto path = folder / order[i].name;
      std::filesystem::create_directories(path.parent_path());
      const std::size_t begin = order[i].header + kTarBlock;
      test::write_bytes(path, std::span(tar_).subspan(begin, order[i].end - begin));
    }
    expect_whole_frames(folder, order[kept - 1].end);
  }
}

}  // namespace
}  // namespace sobelcam
