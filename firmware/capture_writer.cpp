// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <spdlog/spdlog.h>

#include <system_error>
#include <utility>

#include "drivers/files/printable.h"
#include "firmware/captures.h"

// The writer's thread of the recordings: what reaches the disk, and how a recording ends.
namespace sobelcam {

void Captures::run(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  for (;;) {
    arrived_.wait(lock, stop, [this] { return !queue_.empty() || (active_ && active_->cancelled); });
    if (stop.stop_requested()) {
      break;
    }
    if (active_ && active_->cancelled) {
      lock.unlock();
      end(CaptureState::kFailed, "deleted");
      lock.lock();
    } else if (!queue_.empty()) {
      OwnedRecording recording = std::move(queue_.front());
      queue_.pop_front();
      queued_bytes_ -= recording.bytes();
      lock.unlock();
      write_next(std::move(recording));
      lock.lock();
    }
  }
  const bool running = active_.has_value();
  lock.unlock();
  if (running) {
    end(CaptureState::kEndedEarly, "the appliance was stopped");
  }
}

void Captures::write_next(OwnedRecording recording) {
  std::optional<Active> active;
  {
    const std::lock_guard lock(mutex_);
    active = active_;
  }
  if (!active) {
    return;
  }
  if (!writer_) {
    begin_file(*active);
  }
  if (!writer_) {
    return;
  }
  if (const auto fault = writer_->add(recording.frame())) {
    give_up(*fault);
    return;
  }
  bool complete = false;
  {
    const std::lock_guard lock(mutex_);
    CaptureInfo& info = captures_[active_->index];
    info.written = writer_->frames();
    info.bytes = writer_->bytes();
    complete = info.written == info.wanted;
    spare_memory_.push_back(std::move(recording).take_memory());
  }
  if (complete) {
    end(CaptureState::kComplete, "");
  }
}

Manifest Captures::manifest(const Active& active) const {
  Manifest manifest = begin_manifest(settings_.pipeline);
  manifest.program = "sobelcamd";
  manifest.program_version = SOBELCAM_VERSION;
  manifest.planes = active.plane_names;
  manifest.options = settings_.options;
  for (const auto& [option, value] : settings_.options) {
    if (option == "source") {
      manifest.source = value;
    }
  }
  return manifest;
}

void Captures::begin_file(const Active& active) {
  std::error_code ignored;  // what is wrong with the folder is said when the file is made
  std::filesystem::create_directories(settings_.folder, ignored);
  BundleWriteOptions options;
  options.max_bytes = active.max_bytes;
  std::filesystem::path path;
  {
    const std::lock_guard lock(mutex_);
    path = settings_.folder / (captures_[active_->index].id + ".tar");
  }
  auto created = BundleWriter::create(path, manifest(active), options);
  if (const auto* fault = std::get_if<BundleFault>(&created)) {
    give_up(*fault);
    return;
  }
  writer_.emplace(std::move(std::get<BundleWriter>(created)));
  const std::lock_guard lock(mutex_);
  captures_[active_->index].file = path;
}

void Captures::give_up(const BundleFault& fault) {
  spdlog::warn("the recording ends: {}", printable(fault.message));
  const bool some = writer_ && writer_->frames() > 0;
  end(some ? CaptureState::kEndedEarly : CaptureState::kFailed, fault.message);
}

/// A recording without a frame leaves no file; one that cannot be ended properly keeps its .partial.
void Captures::end(CaptureState state, const std::string& words) {
  std::optional<BundleFault> unfinished;
  std::filesystem::path partial;
  bool cancelled = false;
  {
    const std::lock_guard lock(mutex_);
    cancelled = active_->cancelled;
    if (writer_) {
      writer_->left_out(captures_[active_->index].left_out);
    }
  }
  const bool keep = writer_ && writer_->frames() > 0 && !cancelled;
  if (writer_ && !keep) {
    writer_->discard();
  }
  if (keep) {
    unfinished = writer_->finish();
    partial = writer_->partial_path();
  }
  const std::lock_guard lock(mutex_);
  const std::size_t index = active_->index;
  CaptureInfo& info = captures_[index];
  info.state = keep ? state : CaptureState::kFailed;
  info.words = words;
  info.bytes = keep ? writer_->bytes() : 0;
  if (!keep) {
    info.file.clear();
  }
  if (unfinished) {
    info.state = CaptureState::kFailed;
    info.words = unfinished->message + "; the frames before it can be used";
    info.file = partial;
  }
  if (cancelled) {
    captures_.erase(captures_.begin() + static_cast<std::ptrdiff_t>(index));
  }
  writer_.reset();
  active_.reset();
  queue_.clear();
  queued_bytes_ = 0;
  spare_memory_.clear();
}

}  // namespace sobelcam
