// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
// One flipped bit anywhere is told at the member where it is, and costs no more than one frame.
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>

#include "drivers/bundle/bundle_reader.h"
#include "drivers/bundle/tar_header.h"
#include "drivers/files/read_file.h"
#include "tests/support/bytes.h"
#include "tests/support/recorded_frames.h"
#include "tests/support/temp_dir.h"

namespace sobelcam {
namespace {

constexpr std::uint32_t kFrames = 3;

/// What a reader says of a bundle.
struct Reading {
  bool opened = false;
  std::set<std::string> blamed;  ///< members that are not intact, and those of faults
  unsigned frames = 0;
  unsigned faults = 0;
  bool whole = false;
};

Reading read(const std::filesystem::path& path) {
  Reading reading;
  auto opened = BundleReader::open(path);
  auto* reader = std::get_if<BundleReader>(&opened);
  if (reader == nullptr) {
    return reading;
  }
  reading.opened = true;
  const auto blame = [&](const MemberCheck& member) {
    if (member.state != MemberState::kIntact) {
      reading.blamed.insert(member.name);
    }
  };
  blame(reader->manifest_check());
  for (;;) {
    const BundleStep step = reader->next();
    if (const auto* end = std::get_if<BundleEnd>(&step)) {
      blame(end->check);
      reading.whole = end->whole;
      return reading;
    }
    if (const auto* fault = std::get_if<BundleFault>(&step)) {
      ++reading.faults;
      reading.blamed.insert(fault->member);
      continue;
    }
    ++reading.frames;
    for (const MemberCheck& member : std::get<RecordedFrame>(step).members) {
      blame(member);
    }
  }
}

class BundleDamage : public testing::Test {
 protected:
  BundleDamage() {
    test::write_made_up_bundle(path_, BundleFormat::kTar, kFrames);
    tar_ = std::get<std::vector<std::byte>>(read_file(path_));
  }

  Reading with_flipped(std::size_t byte, unsigned bit) {
    test::Bytes bytes = tar_;
    bytes[byte] ^= static_cast<std::byte>(1U << bit);
    test::write_bytes(path_, bytes);
    return read(path_);
  }

  /// Calls with the name, the header's and the end's offset of every member.
  template <typename Visit>
  void for_each_member(const Visit& visit) const {
    const std::span<const std::byte> tar(tar_);
    std::size_t at = 0;
    for (;;) {
      const auto parsed = parse_tar_header(tar.subspan(at).first<kTarBlock>());
      const auto* entry = std::get_if<TarEntry>(&parsed);
      if (entry == nullptr) {
        return;
      }
      visit(entry->name, at, at + kTarBlock + entry->bytes);
      at += kTarBlock + padded_tar_bytes(entry->bytes);
    }
  }

  test::TempDir dir_;
  std::filesystem::path path_ = dir_ / "bundle.tar";
  test::Bytes tar_;
};

TEST_F(BundleDamage, AnUntouchedBundleIsIntact) {
  const Reading reading = read(path_);
  EXPECT_TRUE(reading.whole);
  EXPECT_TRUE(reading.blamed.empty());
}

TEST_F(BundleDamage, AFlippedBitInAMemberIsToldThere) {
  std::mt19937 random(3);
  for_each_member([&](const std::string& name, std::size_t header, std::size_t end) {
    for (int i = 0; i < 25; ++i) {
      const std::size_t at = header + kTarBlock + random() % (end - header - kTarBlock);
      const Reading reading = with_flipped(at, random() % 8);
      ASSERT_TRUE(reading.opened) << name << " " << at;
      EXPECT_TRUE(reading.blamed.contains(name)) << name << " at byte " << at;
      EXPECT_EQ(reading.frames + reading.faults, kFrames) << name << " at byte " << at;
      EXPECT_LE(reading.faults, name.ends_with("/frame.json") ? 1U : 0U);
    }
  });
}

TEST_F(BundleDamage, AFlippedBitInAHeaderCostsOneFrame) {
  for_each_member([&](const std::string& name, std::size_t header, std::size_t) {
    // In the name, the size, the checksum and the magic.
    for (const std::size_t field : {1U, 130U, 150U, 258U}) {
      const Reading reading = with_flipped(header + field, 1);
      if (name == "manifest.json") {
        EXPECT_FALSE(reading.opened) << field;
        continue;
      }
      ASSERT_TRUE(reading.opened);
      EXPECT_EQ(reading.faults, 1U) << name << " field " << field;
      EXPECT_TRUE(field == 1 || reading.blamed.contains(name)) << name << " field " << field;
      EXPECT_EQ(reading.frames, name == "end.json" ? kFrames : kFrames - 1) << name << " field " << field;
      EXPECT_EQ(reading.whole, name != "end.json");
    }
  });
}

TEST_F(BundleDamage, NoBitCanFlipUnnoticed) {
  std::mt19937 random(5);
  for (std::size_t byte = 0; byte < tar_.size(); byte += 1 + random() % 80) {
    const Reading reading = with_flipped(byte, random() % 8);
    EXPECT_FALSE(reading.whole && reading.blamed.empty()) << "byte " << byte;
  }
}

TEST_F(BundleDamage, AHeadersChecksumIsHeldToItsLastBit) {
  for_each_member([&](const std::string& name, std::size_t header, std::size_t) {
    for (std::size_t bit = 0; bit < 64; ++bit) {
      const Reading reading = with_flipped(header + 148 + bit / 8, bit % 8);
      EXPECT_TRUE(!reading.opened || reading.faults == 1) << name << " bit " << bit;
    }
  });
}

TEST_F(BundleDamage, BytesBehindAMemberAreToldAtThatMember) {
  for_each_member([&](const std::string& name, std::size_t, std::size_t end) {
    if (end % kTarBlock != 0 || name == "end.json") {
      EXPECT_EQ(with_flipped(end, 0).blamed, std::set<std::string>{name});
    }
  });
  EXPECT_EQ(with_flipped(tar_.size() - 1, 7).blamed, std::set<std::string>{"end.json"});
}

TEST_F(BundleDamage, AMismatchLeavesTheBytesReadable) {
  std::size_t gray = 0;
  for_each_member([&](const std::string& name, std::size_t, std::size_t end) {
    gray = name == "frames/000001/gray.npy" ? end - 1 : gray;
  });
  with_flipped(gray, 3);
  auto opened = BundleReader::open(path_);
  auto& reader = std::get<BundleReader>(opened);
  reader.skip();
  const auto step = reader.next();
  const auto& frame = std::get<RecordedFrame>(step);
  EXPECT_FALSE(intact(frame));
  EXPECT_EQ(frame.gray.width, 6U);
}

TEST_F(BundleDamage, ForeignFilesAreOneFault) {
  for (const char* text : {"", "x", "P5 1 1 255 x", "a long text that is no bundle at all"}) {
    test::write_bytes(path_, test::to_bytes(text));
    const auto opened = BundleReader::open(path_);
    ASSERT_TRUE(std::holds_alternative<BundleFault>(opened));
    EXPECT_EQ(std::get<BundleFault>(opened).kind, BundleFaultKind::kForeign);
    EXPECT_FALSE(is_bundle(path_));
  }
}

TEST_F(BundleDamage, AMissingFileIsUnreadable) {
  const auto opened = BundleReader::open(dir_ / "nothing");
  EXPECT_EQ(std::get<BundleFault>(opened).kind, BundleFaultKind::kUnreadable);
  EXPECT_FALSE(is_bundle(dir_ / "nothing"));
}

TEST_F(BundleDamage, RandomDamageNeverEndsTheReader) {
  std::mt19937 random(11);
  for (int i = 0; i < 300; ++i) {
    test::Bytes bytes = tar_;
    for (int flips = 0; flips < 40; ++flips) {
      bytes[random() % bytes.size()] = static_cast<std::byte>(random());
    }
    test::write_bytes(path_, bytes);
    EXPECT_FALSE(read(path_).whole && read(path_).blamed.empty()) << i;
  }
}

}  // namespace
}  // namespace sobelcam
