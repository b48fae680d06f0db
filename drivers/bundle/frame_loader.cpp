// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/bundle/frame_loader.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include "drivers/bundle/npy.h"
#include "drivers/bundle/sha256.h"

namespace sobelcam {
namespace {

template <typename Pixel>
constexpr NpyType kTypeOf = std::is_same_v<Pixel, float> ? NpyType::kFloat32 : NpyType::kUint8;

MemberCheck check_of(const LocatedMember& member) {
  if (!member.zeros_behind) {
    return {member.name, member.offset, member.bytes, MemberState::kMismatch,
            "the tar has other bytes than zeros behind it"};
  }
  return {member.name, member.offset, member.bytes, MemberState::kIntact, ""};
}

BundleFault damaged(const MemberCheck& member, const std::string& words) {
  return {BundleFaultKind::kDamaged, member.name, member.offset,
          member.name + " at byte " + std::to_string(member.offset) + ": " + words};
}

/// A member that is not as it was recorded stays a mismatch, whatever else it is.
void note_malformed(MemberCheck& check, const std::string& words) {
  if (check.state == MemberState::kIntact) {
    check.state = MemberState::kMalformed;
  }
  check.words += (check.words.empty() ? "" : "; ") + words;
}

}  // namespace

std::variant<CheckedJson, BundleFault> read_json(MemberSource& source, const LocatedMember& member,
                                                 const BundleLimits& limits) {
  if (member.bytes > limits.json_bytes) {
    return BundleFault{BundleFaultKind::kTooLarge, member.name, member.offset,
                       member.name + " of " + std::to_string(member.bytes) + " bytes is beyond the limit of " +
                           std::to_string(limits.json_bytes)};
  }
  std::vector<std::byte> text(member.bytes);
  if (auto fault = source.read(member, text)) {
    return std::move(*fault);
  }
  CheckedJson checked{nullptr, check_of(member)};
  auto opened = open_sealed(text);
  if (auto* words = std::get_if<std::string>(&opened)) {
    checked.check.state = MemberState::kMismatch;
    checked.check.words = std::move(*words);
    return checked;
  }
  auto& sealed = std::get<SealedJson>(opened);
  checked.document = std::move(sealed.document);
  if (!sealed.intact) {
    checked.check.state = MemberState::kMismatch;
    checked.check.words = "its lines are not those that its sha256 was taken of";
  }
  return checked;
}

std::variant<RecordedFrame, BundleFault> FrameLoader::load(MemberSource& source, const LocatedFrame& located) {
  if (auto fault = read_record(source, located)) {
    return std::move(*fault);
  }
  if (auto fault = read_members(source, located)) {
    return std::move(*fault);
  }
  note_missing(frame_folder(located.index));
  RecordedFrame frame;
  frame.index = located.index;
  frame.stamp = record_.stamp;
  frame.pipeline = record_.pipeline;
  frame.equalize = record_.equalize;
  frame.timings = record_.timings;
  if (auto fault = interpret(frame)) {
    return std::move(*fault);
  }
  for (const Loaded& member : members_) {
    frame.members.push_back(member.check);
  }
  frame.members.push_back(record_check_);
  return frame;
}

std::optional<BundleFault> FrameLoader::read_record(MemberSource& source, const LocatedFrame& located) {
  auto read = read_json(source, located.members.back(), limits_);
  if (auto* fault = std::get_if<BundleFault>(&read)) {
    return std::move(*fault);
  }
  auto& json = std::get<CheckedJson>(read);
  record_check_ = std::move(json.check);
  auto parsed = read_frame_record(json.document);
  if (const auto* words = std::get_if<std::string>(&parsed)) {
    return damaged(record_check_, record_check_.words.empty() ? *words : record_check_.words);
  }
  record_ = std::move(std::get<FrameRecord>(parsed));
  if (record_.index != located.index) {
    note_malformed(record_check_, "it calls itself frame " + std::to_string(record_.index));
  }
  return std::nullopt;
}

std::optional<BundleFault> FrameLoader::read_members(MemberSource& source, const LocatedFrame& located) {
  const auto members = std::span(located.members).first(located.members.size() - 1);
  std::uint64_t total = 0;
  for (const LocatedMember& member : members) {
    total += padded_row_bytes(std::min(member.bytes, limits_.frame_bytes));
  }
  if (total > limits_.frame_bytes) {
    return BundleFault{BundleFaultKind::kTooLarge, frame_folder(located.index), members.front().offset,
                       "frame " + std::to_string(located.index) + " is beyond the limit of " +
                           std::to_string(limits_.frame_bytes >> 20U) + " MiB a frame"};
  }
  if (total > memory_.size()) {
    memory_ = Buffer();  // first: two frames of the largest size would be too much
    memory_ = ordinary_memory().allocate(total);
  }
  members_.clear();
  auto free = std::span(memory_.data(), memory_.size());
  for (const LocatedMember& member : members) {
    Loaded loaded{member.name.substr(member.name.rfind('/') + 1), free.first(member.bytes), check_of(member)};
    free = free.subspan(padded_row_bytes(member.bytes));
    if (auto fault = source.read(member, loaded.bytes)) {
      return fault;
    }
    check(loaded);
    members_.push_back(std::move(loaded));
  }
  return std::nullopt;
}

void FrameLoader::check(Loaded& member) const {
  const auto recorded = std::find_if(record_.members.begin(), record_.members.end(),
                                     [&](const MemberRecord& entry) { return entry.name == member.name; });
  if (recorded == record_.members.end()) {
    member.check.state = MemberState::kUnlisted;
    member.check.words = "the frame's record does not name it";
  } else if (recorded->bytes != member.bytes.size()) {
    member.check.state = MemberState::kMismatch;
    member.check.words = "it has " + std::to_string(member.bytes.size()) + " bytes, " +
                         std::to_string(recorded->bytes) + " were recorded";
  } else if (recorded->sha256 != sha256_hex(member.bytes)) {
    member.check.state = MemberState::kMismatch;
    member.check.words = "its SHA-256 is another than was recorded";
  }
}

void FrameLoader::note_missing(const std::string& folder) {
  for (const MemberRecord& recorded : record_.members) {
    if (std::none_of(members_.begin(), members_.end(),
                     [&](const Loaded& member) { return member.name == recorded.name; })) {
      members_.push_back({"", {}, {folder + recorded.name, 0, 0, MemberState::kMissing, "it is not in the bundle"}});
    }
  }
}

std::optional<BundleFault> FrameLoader::interpret(RecordedFrame& frame) {
  const Loaded* pixels = nullptr;
  for (Loaded& member : members_) {
    if (member.name == "camera.raw" || member.name == "luma.raw") {
      pixels = &member;
    } else if (member.name == "camera.jpg") {
      frame.jpeg = member.bytes;
    } else if (member.name == "histogram.npy") {
      read_histogram(member, frame);
    } else if (member.name == "edges.npy") {
      frame.edges = plane<std::uint8_t>(member);
    } else if (member.name == "equalized.npy") {
      frame.equalized = plane<std::uint8_t>(member);
    } else if (member.name == "gray.npy") {
      frame.gray = plane<float>(member);
    } else if (member.name == "blur.npy") {
      frame.blur = plane<float>(member);
    } else if (member.name == "magnitude.npy") {
      frame.magnitude = plane<float>(member);
    }
  }
  if (pixels == nullptr) {
    return damaged(record_check_, "the frame has neither camera.raw nor luma.raw");
  }
  if (pixels->bytes.size() < layout_bytes(record_.layout)) {
    return damaged(pixels->check, "its " + std::to_string(pixels->bytes.size()) +
                                      " bytes are fewer than the frame's geometry asks for: " +
                                      std::to_string(layout_bytes(record_.layout)));
  }
  frame.view = {reinterpret_cast<const std::uint8_t*>(pixels->bytes.data()), record_.layout};
  return std::nullopt;
}

template <typename Pixel>
ImageView<const Pixel> FrameLoader::plane(Loaded& member) const {
  const auto parsed = parse_npy(member.bytes);
  if (const auto* words = std::get_if<std::string>(&parsed)) {
    note_malformed(member.check, *words);
    return {};
  }
  const auto& header = std::get<NpyHeader>(parsed);
  const std::vector<std::uint64_t> shape{record_.layout.height, record_.layout.width};
  if (header.type != kTypeOf<Pixel> || header.shape != shape) {
    note_malformed(member.check, "an array of another type or shape than the frame's");
    return {};
  }
  const auto* pixels = reinterpret_cast<const Pixel*>(member.bytes.subspan(header.header_bytes).data());
  return {pixels, record_.layout.width, record_.layout.height, record_.layout.width * sizeof(Pixel)};
}

void FrameLoader::read_histogram(Loaded& member, RecordedFrame& frame) const {
  const auto parsed = parse_npy(member.bytes);
  const auto* header = std::get_if<NpyHeader>(&parsed);
  if (header == nullptr || header->type != NpyType::kUint32 || header->shape != std::vector<std::uint64_t>{256}) {
    note_malformed(member.check, "no NPY file of 256 uint32");
    return;
  }
  const auto bins = member.bytes.subspan(header->header_bytes);
  std::memcpy(frame.histogram.emplace().data(), bins.data(), bins.size());
}

}  // namespace sobelcam
