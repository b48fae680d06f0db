// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "drivers/bundle/frame_record.h"
#include "drivers/bundle/member_source.h"
#include "drivers/bundle/tar_header.h"
#include "drivers/camera/input_file.h"
#include "drivers/files/printable.h"

namespace sobelcam {
namespace {

/// How much is searched at a time for the next header behind a damaged one.
constexpr std::size_t kSearched = 128 * kTarBlock;
constexpr std::size_t kMostMembers = 64;

struct Cut {};
/// A header that is none, in words.
struct BadHeader {
  std::string words;
  std::string name;  ///< what stands where a name would
};
using HeaderStep = std::variant<LocatedMember, Cut, BadHeader, BundleFault>;

class TarSource final : public MemberSource {
 public:
  explicit TarSource(InputFile file) : file_(std::move(file)), size_(file_.size()) {}

  std::optional<BundleFault> begin();

  const LocatedMember& manifest() const override { return manifest_; }
  LocatedStep next() override;
  void rewind() override {
    offset_ = first_frame_;
    next_frame_ = 0;
  }
  std::optional<BundleFault> read(const LocatedMember& member, std::span<std::byte> target) override;

 private:
  /// The next file's header, folders and extensions passed over.
  HeaderStep next_header();
  bool only_zeros(std::uint64_t begin, std::uint64_t end) const;
  BundleFault fault(BundleFaultKind kind, std::uint64_t offset, const std::string& words) const;
  /// Goes to the next header of a later frame, or to the end.
  void resynchronize(std::uint64_t damaged_frame);
  bool leads_on(std::span<const std::byte, kTarBlock> block, std::uint64_t damaged_frame) const;
  LocatedStep damaged(const LocatedFrame& frame, const BadHeader& header);

  InputFile file_;
  std::uint64_t size_;
  LocatedMember manifest_;
  std::uint64_t first_frame_ = 0;
  std::uint64_t offset_ = 0;
  std::uint64_t next_frame_ = 0;  ///< the number that the next frame should have
};

BundleFault TarSource::fault(BundleFaultKind kind, std::uint64_t offset, const std::string& words) const {
  return {kind, "", offset, file_.path().string() + " at byte " + std::to_string(offset) + ": " + words};
}

bool TarSource::only_zeros(std::uint64_t begin, std::uint64_t end) const {
  std::array<std::byte, 4 * kTarBlock> bytes{};
  while (begin < end) {
    const auto chunk = std::span(bytes).first(std::min<std::uint64_t>(bytes.size(), end - begin));
    const std::size_t got = file_.read_at(begin, chunk).bytes;
    if (got == 0 || std::any_of(chunk.begin(), chunk.end(), [](std::byte byte) { return byte != std::byte{0}; })) {
      return false;
    }
    begin += got;
  }
  return true;
}

HeaderStep TarSource::next_header() {
  for (;;) {
    TarBlock block{};
    const auto read = file_.read_at(offset_, block);
    if (!read.error.empty()) {
      return fault(BundleFaultKind::kUnreadable, offset_, read.error);
    }
    if (read.bytes < block.size()) {
      return Cut{};
    }
    auto parsed = parse_tar_header(block);
    if (auto* words = std::get_if<std::string>(&parsed)) {
      return BadHeader{std::move(*words), std::string(tar_name(block))};
    }
    if (std::holds_alternative<TarZeros>(parsed)) {
      return Cut{};
    }
    auto& entry = std::get<TarEntry>(parsed);
    LocatedMember member{std::move(entry.name), offset_ + kTarBlock, entry.bytes};
    if (member.bytes > size_ - member.offset) {
      return Cut{};
    }
    offset_ = member.offset + padded_tar_bytes(member.bytes);
    member.zeros_behind = only_zeros(member.offset + member.bytes, std::min(offset_, size_));
    if (entry.type == TarEntryType::kFile) {
      member.name.erase(0, member.name.starts_with("./") ? 2 : 0);
      return member;
    }
  }
}

std::optional<BundleFault> TarSource::begin() {
  auto step = next_header();
  if (auto* failed = std::get_if<BundleFault>(&step)) {
    return std::move(*failed);
  }
  if (const auto* bad = std::get_if<BadHeader>(&step)) {
    return fault(BundleFaultKind::kForeign, 0, bad->words + "; a capture bundle begins with manifest.json");
  }
  const auto* member = std::get_if<LocatedMember>(&step);
  if (member == nullptr) {
    return fault(BundleFaultKind::kForeign, 0, "the file ends before a manifest.json; nothing of it can be used");
  }
  if (member->name != kManifestName) {
    return fault(BundleFaultKind::kForeign, 0, "a tar that does not begin with manifest.json is no capture bundle");
  }
  manifest_ = *member;
  first_frame_ = offset_;
  return std::nullopt;
}

LocatedStep TarSource::next() {
  LocatedFrame frame;
  for (;;) {
    const std::uint64_t header_at = offset_;
    auto step = next_header();
    if (auto* failed = std::get_if<BundleFault>(&step)) {
      return std::move(*failed);
    }
    if (std::holds_alternative<Cut>(step)) {
      return CutEnd{file_.path().string() + " is cut at byte " + std::to_string(offset_) +
                    (frame.members.empty() ? ", between two frames" : ", in frame " + std::to_string(frame.index))};
    }
    if (const auto* bad = std::get_if<BadHeader>(&step)) {
      return damaged(frame, *bad);
    }
    auto& member = std::get<LocatedMember>(step);
    const bool is_end = member.name == kEndName;
    const auto index = frame_of(member.name);
    if (!frame.members.empty() && (is_end || index != frame.index)) {
      offset_ = header_at;
      next_frame_ = frame.index + 1;
      return fault(BundleFaultKind::kDamaged, header_at,
                   "frame " + std::to_string(frame.index) + " has no " + std::string(kFrameRecordName));
    }
    if (is_end) {
      member.zeros_behind = only_zeros(member.offset + member.bytes, size_);
      return LocatedEnd{std::move(member)};
    }
    if (!index) {
      continue;
    }
    frame.index = *index;
    const bool complete = is_frame_record(member.name);
    frame.members.push_back(std::move(member));
    if (complete) {
      next_frame_ = frame.index + 1;
      return frame;
    }
    if (frame.members.size() > kMostMembers) {
      return damaged(frame, {"more members than a frame has", ""});
    }
  }
}

LocatedStep TarSource::damaged(const LocatedFrame& frame, const BadHeader& header) {
  const std::uint64_t index = frame.members.empty() ? next_frame_ : frame.index;
  auto failed = fault(BundleFaultKind::kDamaged, offset_,
                      header.words + (frame.members.empty() ? "" : " (behind " + frame.members.back().name + ")"));
  const bool is_named = frame_of(header.name) == index || header.name == kEndName;
  failed.member = is_named ? printable(header.name) : frame_folder(index);
  resynchronize(index);
  return failed;
}

bool TarSource::leads_on(std::span<const std::byte, kTarBlock> block, std::uint64_t damaged_frame) const {
  const auto parsed = parse_tar_header(block);
  const auto* entry = std::get_if<TarEntry>(&parsed);
  if (entry == nullptr || entry->type != TarEntryType::kFile) {
    return false;
  }
  const std::string_view name = std::string_view(entry->name).substr(entry->name.starts_with("./") ? 2 : 0);
  const auto index = frame_of(name);
  return name == kEndName || (index && *index > damaged_frame);
}

void TarSource::resynchronize(std::uint64_t damaged_frame) {
  next_frame_ = damaged_frame + 1;
  std::vector<std::byte> chunk(kSearched);
  for (;;) {
    const std::size_t got = file_.read_at(offset_, chunk).bytes;
    for (std::size_t at = 0; at + kTarBlock <= got; at += kTarBlock) {
      if (leads_on(std::span(chunk).subspan(at).first<kTarBlock>(), damaged_frame)) {
        offset_ += at;
        return;
      }
    }
    if (got < chunk.size()) {
      offset_ = size_;
      return;
    }
    offset_ += got;
  }
}

std::optional<BundleFault> TarSource::read(const LocatedMember& member, std::span<std::byte> target) {
  const auto got = file_.read_at(member.offset, target);
  if (got.bytes == target.size()) {
    return std::nullopt;
  }
  auto failed = fault(BundleFaultKind::kUnreadable, member.offset + got.bytes,
                      "cannot read " + member.name + (got.error.empty() ? ": the file has shrunk" : ": " + got.error));
  failed.member = member.name;
  return failed;
}

}  // namespace

OpenedMembers open_tar_members(const std::filesystem::path& path) {
  auto opened = InputFile::open(path);
  if (auto* fault = std::get_if<SourceFault>(&opened)) {
    return BundleFault{BundleFaultKind::kUnreadable, "", 0, std::move(fault->message)};
  }
  auto source = std::make_unique<TarSource>(std::move(std::get<InputFile>(opened)));
  if (auto fault = source->begin()) {
    return std::move(*fault);
  }
  return source;
}

}  // namespace sobelcam
