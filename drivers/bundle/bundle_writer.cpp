// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/bundle/bundle_writer.h"

#include <array>
#include <system_error>
#include <utility>
#include <vector>

#include "drivers/bundle/frame_record.h"
#include "drivers/bundle/manifest_json.h"
#include "drivers/bundle/member_sink.h"
#include "drivers/bundle/npy.h"
#include "drivers/bundle/output_file.h"
#include "drivers/bundle/sha256.h"

namespace sobelcam {
namespace {

namespace fs = std::filesystem;

using Pieces = std::vector<std::span<const std::byte>>;

/// What the JSON documents and the headers of a frame take, generously, and what the end of the bundle takes.
constexpr std::uint64_t kReserve = 16384;

/// A member before it is written: its bytes where they lie.
struct Member {
  std::string name;
  std::string header;
  Pieces pieces;

  std::uint64_t bytes() const {
    std::uint64_t sum = header.size();
    for (const auto& piece : pieces) {
      sum += piece.size();
    }
    return sum;
  }
};

template <typename Pixel>
Member plane_member(const char* name, NpyType type, ImageView<const Pixel> plane) {
  Member member{name, npy_header(type, std::array<std::uint64_t, 2>{plane.height, plane.width}), {}};
  member.pieces.reserve(plane.height);
  for (std::uint32_t y = 0; y < plane.height; ++y) {
    member.pieces.push_back(std::as_bytes(std::span(plane.row(y), plane.width)));
  }
  return member;
}

std::vector<Member> members_of(const RecordedFrame& frame) {
  std::vector<Member> members;
  const auto pixels = std::as_bytes(std::span(frame.view.data, layout_bytes(frame.view.layout)));
  if (!frame.jpeg.empty()) {
    members.push_back({"camera.jpg", "", {frame.jpeg}});
  }
  members.push_back({frame.jpeg.empty() ? "camera.raw" : "luma.raw", "", {pixels}});
  if (!frame.edges.empty()) {
    members.push_back(plane_member("edges.npy", NpyType::kUint8, frame.edges));
  }
  if (frame.histogram) {
    members.push_back({"histogram.npy",
                       npy_header(NpyType::kUint32, std::array<std::uint64_t, 1>{256}),
                       {std::as_bytes(std::span(*frame.histogram))}});
  }
  if (!frame.gray.empty()) {
    members.push_back(plane_member("gray.npy", NpyType::kFloat32, frame.gray));
  }
  if (!frame.blur.empty()) {
    members.push_back(plane_member("blur.npy", NpyType::kFloat32, frame.blur));
  }
  if (!frame.equalized.empty()) {
    members.push_back(plane_member("equalized.npy", NpyType::kUint8, frame.equalized));
  }
  if (!frame.magnitude.empty()) {
    members.push_back(plane_member("magnitude.npy", NpyType::kFloat32, frame.magnitude));
  }
  return members;
}

/// Writes a member; gives its checksum.
std::variant<std::string, BundleFault> write_member(MemberSink& sink, const std::string& name, const Member& member) {
  Sha256 sha;
  if (auto failed = sink.begin(name, member.bytes())) {
    return std::move(*failed);
  }
  const auto append = [&](std::span<const std::byte> piece) {
    sha.add(piece);
    return sink.append(piece);
  };
  if (auto failed = append(std::as_bytes(std::span(member.header)))) {
    return std::move(*failed);
  }
  for (const auto& piece : member.pieces) {
    if (auto failed = append(piece)) {
      return std::move(*failed);
    }
  }
  if (auto failed = sink.end()) {
    return std::move(*failed);
  }
  return sha.hex();
}

std::optional<BundleFault> write_text(MemberSink& sink, const std::string& name, const std::string& text) {
  auto written = write_member(sink, name, {name, text, {}});
  if (auto* fault = std::get_if<BundleFault>(&written)) {
    return std::move(*fault);
  }
  return sink.sync();
}

/// Without a slash at the end, which would make ".partial" a name of its own.
fs::path plain(const fs::path& path) {
  return path.has_filename() ? path : path.parent_path();
}

}  // namespace

class BundleWriter::State {
 public:
  State(const fs::path& path, const BundleWriteOptions& options)
      : path_(plain(path)), partial_(path_), options_(options) {
    partial_ += ".partial";
  }

  std::optional<BundleFault> begin(const Manifest& manifest);
  std::optional<BundleFault> add(const RecordedFrame& frame);
  std::optional<BundleFault> finish();

  void discard() noexcept {
    sink_.reset();
    std::error_code ignored;
    fs::remove_all(partial_, ignored);
  }

  void left_out(std::uint64_t frames) { left_out_ += frames; }
  std::uint64_t frames() const { return frames_; }
  std::uint64_t bytes() const { return sink_ ? sink_->bytes() : 0; }
  const fs::path& partial() const { return partial_; }

 private:
  std::optional<BundleFault> make_way();
  std::optional<BundleFault> write_frame(const RecordedFrame& frame, const std::vector<Member>& members);

  fs::path path_;
  fs::path partial_;
  BundleWriteOptions options_;
  std::unique_ptr<MemberSink> sink_;
  std::uint64_t frames_ = 0;
  std::uint64_t left_out_ = 0;
};

std::optional<BundleFault> BundleWriter::State::make_way() {
  if (options_.overwrite) {
    std::error_code error;
    fs::remove_all(partial_, error);
    if (error) {
      return BundleFault{BundleFaultKind::kUnwritable, "", 0,
                         "cannot remove " + partial_.string() + ": " + error.message()};
    }
    return std::nullopt;
  }
  if (something_at(path_)) {
    return BundleFault{BundleFaultKind::kExists, "", 0, path_.string() + " exists: it is not overwritten unasked"};
  }
  if (something_at(partial_)) {
    return BundleFault{BundleFaultKind::kExists, "", 0,
                       partial_.string() +
                           " exists: a recording that was cut or is still being written; its whole "
                           "frames can be read, so it is not overwritten unasked"};
  }
  return std::nullopt;
}

std::optional<BundleFault> BundleWriter::State::begin(const Manifest& manifest) {
  if (auto failed = make_way()) {
    return failed;
  }
  auto created = options_.format == BundleFormat::kTar ? create_tar_sink(partial_) : create_folder_sink(partial_);
  if (auto* fault = std::get_if<BundleFault>(&created)) {
    return std::move(*fault);
  }
  sink_ = std::move(std::get<std::unique_ptr<MemberSink>>(created));
  auto failed = write_text(*sink_, std::string(kManifestName), manifest_text(manifest));
  if (!failed) {
    failed = sync_folder(partial_.parent_path());
  }
  if (failed) {
    discard();
  }
  return failed;
}

std::optional<BundleFault> BundleWriter::State::add(const RecordedFrame& frame) {
  const std::vector<Member> members = members_of(frame);
  std::uint64_t needed = bytes() + kReserve;
  for (const Member& member : members) {
    needed += member.bytes();
  }
  if (needed > options_.max_bytes) {
    return BundleFault{BundleFaultKind::kNoSpace, "", 0,
                       "the quota of " + std::to_string(options_.max_bytes >> 20U) + " MiB is used up"};
  }
  sink_->mark();
  if (auto failed = write_frame(frame, members)) {
    if (auto stuck = sink_->back_to_mark()) {
      failed->message += "; and then: " + stuck->message;
    }
    return failed;
  }
  ++frames_;
  return std::nullopt;
}

std::optional<BundleFault> BundleWriter::State::write_frame(const RecordedFrame& frame,
                                                            const std::vector<Member>& members) {
  const std::string folder = frame_folder(frames_);
  FrameRecord record{frames_, frame.view.layout, frame.stamp, frame.pipeline, frame.equalize, frame.timings, {}};
  for (const Member& member : members) {
    auto written = write_member(*sink_, folder + member.name, member);
    if (auto* fault = std::get_if<BundleFault>(&written)) {
      return std::move(*fault);
    }
    record.members.push_back({member.name, member.bytes(), std::move(std::get<std::string>(written))});
  }
  // The record must not reach the disk before what it vouches for.
  if (auto failed = sink_->sync()) {
    return failed;
  }
  return write_text(*sink_, folder + std::string(kFrameRecordName), frame_record_text(record));
}

std::optional<BundleFault> BundleWriter::State::finish() {
  sink_->mark();
  auto failed = write_text(*sink_, std::string(kEndName), end_text({frames_, left_out_}));
  if (!failed) {
    failed = sink_->close();
  }
  if (failed) {
    sink_->back_to_mark();
    return failed;
  }
  return give_name(partial_, path_, options_.overwrite);
}

BundleWriter::BundleWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
BundleWriter::BundleWriter(BundleWriter&&) noexcept = default;
BundleWriter& BundleWriter::operator=(BundleWriter&&) noexcept = default;
BundleWriter::~BundleWriter() = default;

std::variant<BundleWriter, BundleFault> BundleWriter::create(const fs::path& path, const Manifest& manifest,
                                                             const BundleWriteOptions& options) {
  auto state = std::make_unique<State>(path, options);
  if (auto failed = state->begin(manifest)) {
    return std::move(*failed);
  }
  return BundleWriter(std::move(state));
}

std::optional<BundleFault> BundleWriter::add(const RecordedFrame& frame) {
  return state_->add(frame);
}
void BundleWriter::left_out(std::uint64_t frames) {
  state_->left_out(frames);
}
std::optional<BundleFault> BundleWriter::finish() {
  return state_->finish();
}
void BundleWriter::discard() noexcept {
  state_->discard();
}
std::uint64_t BundleWriter::frames() const {
  return state_->frames();
}
std::uint64_t BundleWriter::bytes() const {
  return state_->bytes();
}
const fs::path& BundleWriter::partial_path() const {
  return state_->partial();
}

}  // namespace sobelcam
