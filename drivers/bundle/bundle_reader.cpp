// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/bundle/bundle_reader.h"

#include <array>
#include <string_view>
#include <system_error>
#include <utility>

#include "drivers/bundle/frame_loader.h"
#include "drivers/bundle/manifest_json.h"
#include "drivers/bundle/member_source.h"
#include "drivers/camera/input_file.h"

namespace sobelcam {
namespace {

namespace fs = std::filesystem;

OpenedMembers open_members(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error) ? open_folder_members(path) : open_tar_members(path);
}

}  // namespace

class BundleReader::State {
 public:
  State(fs::path path, std::unique_ptr<MemberSource> source, const BundleLimits& limits)
      : path_(std::move(path)), source_(std::move(source)), limits_(limits), loader_(limits) {}

  std::optional<BundleFault> read_manifest();
  BundleStep next();
  bool skip();
  void forget() { loader_.forget(); }

  void rewind() {
    source_->rewind();
    frames_ = 0;
    end_.reset();
  }

  const fs::path& path() const { return path_; }
  const Manifest& manifest() const { return manifest_; }
  const MemberCheck& manifest_check() const { return manifest_check_; }

 private:
  BundleStep failed(BundleFault fault);
  BundleEnd ended_by(const LocatedStep& step) const;
  BundleEnd cut(std::string words) const;
  BundleEnd end(const LocatedMember& member) const;

  fs::path path_;
  std::unique_ptr<MemberSource> source_;
  BundleLimits limits_;
  FrameLoader loader_;
  Manifest manifest_;
  MemberCheck manifest_check_;
  std::uint64_t frames_ = 0;
  std::optional<BundleEnd> end_;  ///< once it was reached
};

std::optional<BundleFault> BundleReader::State::read_manifest() {
  auto read = read_json(*source_, source_->manifest(), limits_);
  if (auto* fault = std::get_if<BundleFault>(&read)) {
    return std::move(*fault);
  }
  auto& [document, check] = std::get<CheckedJson>(read);
  manifest_check_ = std::move(check);
  auto parsed = sobelcam::read_manifest(document);
  if (auto* manifest = std::get_if<Manifest>(&parsed)) {
    manifest_ = std::move(*manifest);
    return std::nullopt;
  }
  // A document of ours that was damaged does not keep the frames from being read.
  const bool ours = document.is_null() || document.contains("kind") || document.contains("format_version");
  if (ours && manifest_check_.state != MemberState::kIntact) {
    return std::nullopt;
  }
  if (const auto* version = std::get_if<std::uint64_t>(&parsed)) {
    return BundleFault{BundleFaultKind::kUnsupported, manifest_check_.name, manifest_check_.offset,
                       path_.string() + " is a bundle of format " + std::to_string(*version) +
                           ", this program knows format " + std::to_string(kBundleVersion)};
  }
  return BundleFault{BundleFaultKind::kForeign, manifest_check_.name, manifest_check_.offset,
                     path_.string() + " is no capture bundle: " + std::get<std::string>(parsed)};
}

BundleStep BundleReader::State::next() {
  if (end_) {
    return *end_;
  }
  auto step = source_->next();
  if (auto* fault = std::get_if<BundleFault>(&step)) {
    return failed(std::move(*fault));
  }
  if (auto* located = std::get_if<LocatedFrame>(&step)) {
    auto loaded = loader_.load(*source_, *located);
    if (auto* fault = std::get_if<BundleFault>(&loaded)) {
      return failed(std::move(*fault));
    }
    ++frames_;
    return std::move(std::get<RecordedFrame>(loaded));
  }
  end_ = ended_by(step);
  return *end_;
}

BundleStep BundleReader::State::failed(BundleFault fault) {
  ++frames_;
  if (fault.kind == BundleFaultKind::kUnreadable) {
    end_ = cut(fault.message);
  }
  return fault;
}

BundleEnd BundleReader::State::ended_by(const LocatedStep& step) const {
  const auto* located = std::get_if<LocatedEnd>(&step);
  return located != nullptr ? end(located->member) : cut(std::get<CutEnd>(step).words);
}

BundleEnd BundleReader::State::cut(std::string words) const {
  return {false, frames_, 0, std::move(words), {"end.json", 0, 0, MemberState::kMissing, "it is not in the bundle"}};
}

BundleEnd BundleReader::State::end(const LocatedMember& member) const {
  auto read = read_json(*source_, member, limits_);
  if (auto* fault = std::get_if<BundleFault>(&read)) {
    return cut(std::move(fault->message));
  }
  auto& [document, check] = std::get<CheckedJson>(read);
  BundleEnd end{true, frames_, 0, "", std::move(check)};
  const auto parsed = read_end(document);
  if (const auto* note = std::get_if<EndNote>(&parsed)) {
    end.left_out = note->left_out;
    if (note->frames != frames_) {
      end.words =
          "end.json speaks of " + std::to_string(note->frames) + " frames, " + std::to_string(frames_) + " are there";
    }
  } else {
    end.words = std::get<std::string>(parsed);
  }
  if (end.check.state != MemberState::kIntact && end.words.empty()) {
    end.words = "end.json is damaged: " + end.check.words;
  }
  end.whole = end.words.empty();
  return end;
}

bool BundleReader::State::skip() {
  if (end_) {
    return false;
  }
  const auto step = source_->next();
  const auto* fault = std::get_if<BundleFault>(&step);
  if (std::holds_alternative<LocatedFrame>(step) || (fault != nullptr && fault->kind != BundleFaultKind::kUnreadable)) {
    ++frames_;
    return true;
  }
  // The source is past its end now: what it said there is kept for next().
  end_ = fault != nullptr ? cut(fault->message) : ended_by(step);
  return false;
}

BundleReader::BundleReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
BundleReader::BundleReader(BundleReader&&) noexcept = default;
BundleReader& BundleReader::operator=(BundleReader&&) noexcept = default;
BundleReader::~BundleReader() = default;

std::variant<BundleReader, BundleFault> BundleReader::open(const fs::path& path, const BundleLimits& limits) {
  auto members = open_members(path);
  if (auto* fault = std::get_if<BundleFault>(&members)) {
    return std::move(*fault);
  }
  auto state = std::make_unique<State>(path, std::move(std::get<std::unique_ptr<MemberSource>>(members)), limits);
  if (auto fault = state->read_manifest()) {
    return std::move(*fault);
  }
  return BundleReader(std::move(state));
}

const fs::path& BundleReader::path() const {
  return state_->path();
}
const Manifest& BundleReader::manifest() const {
  return state_->manifest();
}
const MemberCheck& BundleReader::manifest_check() const {
  return state_->manifest_check();
}
BundleStep BundleReader::next() {
  return state_->next();
}
void BundleReader::forget() {
  state_->forget();
}

bool BundleReader::skip() {
  return state_->skip();
}
void BundleReader::rewind() {
  state_->rewind();
}

bool is_bundle(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    return fs::is_regular_file(path / kManifestName, error);
  }
  const auto opened = InputFile::open(path);
  const auto* file = std::get_if<InputFile>(&opened);
  std::array<char, kManifestName.size() + 1> start{};
  // The name alone: a header that is damaged is still a bundle's.
  return file != nullptr && file->read_at(0, std::as_writable_bytes(std::span(start))).bytes == start.size() &&
         std::string_view(start.data(), start.size()) == std::string(kManifestName) + '\0';
}

}  // namespace sobelcam
