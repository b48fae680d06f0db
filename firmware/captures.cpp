// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/captures.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <system_error>
#include <utility>

#include "drivers/files/printable.h"

namespace sobelcam {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".tar";
constexpr std::string_view kPartialSuffix = ".tar.partial";
/// Frames that the queue takes however large they are.
constexpr std::size_t kFewestQueued = 2;

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y%m%d-%H%M%S", &utc)};
}

std::uint64_t size_of(const fs::path& file) {
  std::error_code error;
  const auto bytes = fs::file_size(file, error);
  return error ? 0 : bytes;
}

}  // namespace

std::string_view name(CaptureState state) {
  constexpr std::array<std::string_view, 5> kNames{"recording", "complete", "ended_early", "failed", "cut"};
  return kNames.at(static_cast<std::size_t>(state));
}

Captures::Captures(CaptureSettings settings) : settings_(std::move(settings)) {
  find_earlier();
}

void Captures::find_earlier() {
  std::error_code error;
  for (fs::directory_iterator entry(settings_.folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    const std::string file = entry->path().filename().string();
    const bool partial = file.ends_with(kPartialSuffix);
    if (!partial && !file.ends_with(kSuffix)) {
      continue;
    }
    CaptureInfo info;
    info.id = file.substr(0, file.size() - (partial ? kPartialSuffix : kSuffix).size());
    info.state = partial ? CaptureState::kCut : CaptureState::kComplete;
    info.words = partial ? "the recording was cut; its whole frames can be used" : "";
    info.bytes = size_of(entry->path());
    info.file = entry->path();
    captures_.push_back(std::move(info));
  }
  std::sort(captures_.begin(), captures_.end(), [](const CaptureInfo& a, const CaptureInfo& b) { return a.id < b.id; });
}

std::variant<CaptureInfo, CaptureRefusal> Captures::start(std::uint64_t frames,
                                                          const std::vector<std::string>& planes) {
  Active active;
  active.plane_names = planes;
  for (const std::string& plane : planes) {
    const auto known = parse_plane(plane);
    if (!known) {
      return CaptureRefusal{400, "no such plane '" + printable(plane) + "'; known: " + std::string(kPlaneNames)};
    }
    active.planes.add(*known);
  }
  if (frames == 0) {
    return CaptureRefusal{400, "\"frames\" must be 1 or more"};
  }
  const std::lock_guard lock(mutex_);
  if (active_) {
    return CaptureRefusal{409, "a recording is running: " + captures_[active_->index].id};
  }
  const std::uint64_t used = used_bytes();
  if (used >= settings_.quota_bytes) {
    return CaptureRefusal{507, "the recordings fill the quota of " + std::to_string(settings_.quota_bytes >> 20U) +
                                   " MiB; delete one, or raise --capture-quota"};
  }
  active.index = captures_.size();
  active.serial = ++serial_;
  active.max_bytes = settings_.quota_bytes - used;
  CaptureInfo info;
  info.id = new_id();
  info.wanted = frames;
  info.written = 0;
  captures_.push_back(info);
  active_ = std::move(active);
  return info;
}

std::string Captures::new_id() const {
  const std::string base = "capture-" + utc_now();
  const auto taken = [&](const std::string& id) {
    return std::any_of(captures_.begin(), captures_.end(), [&](const CaptureInfo& info) { return info.id == id; });
  };
  std::string id = base;
  for (unsigned again = 2; taken(id); ++again) {
    id = base + "-" + std::to_string(again);
  }
  return id;
}

std::uint64_t Captures::used_bytes() const {
  std::uint64_t sum = 0;
  for (const CaptureInfo& info : captures_) {
    sum += info.bytes;
  }
  return sum;
}

std::vector<CaptureInfo> Captures::list() const {
  const std::lock_guard lock(mutex_);
  return captures_;
}

std::optional<CaptureInfo> Captures::find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found =
      std::find_if(captures_.begin(), captures_.end(), [&](const CaptureInfo& info) { return info.id == id; });
  return found == captures_.end() ? std::nullopt : std::optional(*found);
}

std::optional<CaptureRefusal> Captures::remove(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto found =
      std::find_if(captures_.begin(), captures_.end(), [&](const CaptureInfo& info) { return info.id == id; });
  if (found == captures_.end()) {
    return CaptureRefusal{404, "no such recording"};
  }
  const auto index = static_cast<std::size_t>(found - captures_.begin());
  if (active_ && active_->index == index) {
    active_->cancelled = true;
    arrived_.notify_all();
    return std::nullopt;
  }
  std::error_code error;
  if (!found->file.empty() && !fs::remove(found->file, error) && error) {
    return CaptureRefusal{500, "cannot remove the recording: " + error.message()};
  }
  captures_.erase(found);
  if (active_ && active_->index > index) {
    --active_->index;
  }
  return std::nullopt;
}

void Captures::demand(EdgeRequest& request) const {
  const std::lock_guard lock(mutex_);
  if (!active_ || active_->cancelled || active_->taken == captures_[active_->index].wanted) {
    return;
  }
  request.keep_frame = true;
  for (const Plane plane : {Plane::kGray, Plane::kBlur, Plane::kEqualized, Plane::kMagnitude}) {
    if (active_->planes.contains(plane)) {
      request.planes.add(plane);
    }
  }
}

void Captures::offer(const EdgeResult& result) {
  std::vector<std::byte> memory;
  std::uint64_t serial = 0;
  {
    const std::lock_guard lock(mutex_);
    // A frame that was begun before the recording was asked for lacks what a recording needs.
    if (!active_ || active_->cancelled || active_->taken == captures_[active_->index].wanted ||
        result.frame() == nullptr) {
      return;
    }
    if (queue_.size() >= kFewestQueued && queued_bytes_ >= settings_.queue_bytes) {
      ++captures_[active_->index].left_out;
      return;
    }
    ++active_->taken;
    serial = active_->serial;
    if (!spare_memory_.empty()) {
      memory = std::move(spare_memory_.back());
      spare_memory_.pop_back();
    }
  }
  OwnedRecording copy(recorded_frame(result, settings_.pipeline), std::move(memory));
  const std::lock_guard lock(mutex_);
  if (!active_ || active_->serial != serial) {
    return;
  }
  queued_bytes_ += copy.bytes();
  queue_.push_back(std::move(copy));
  arrived_.notify_all();
}

}  // namespace sobelcam
