// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "drivers/bundle/bundle_writer.h"
#include "kernels/edge_result.h"
#include "kernels/recording.h"

namespace sobelcam {

enum class CaptureState : std::uint8_t {
  kRecording,
  kComplete,
  kEndedEarly,  ///< a whole bundle of fewer frames than were asked for
  kFailed,      ///< no bundle; what is left of it, if anything, has .partial in its name
  kCut,         ///< found at the start: a .partial of an earlier run
};

std::string_view name(CaptureState state);

/// One recording, as the network sees it.
struct CaptureInfo {
  std::string id;
  CaptureState state = CaptureState::kRecording;
  std::string words;                     ///< what happened; empty where nothing did
  std::optional<std::uint64_t> wanted;   ///< frames; not known of recordings of an earlier run
  std::optional<std::uint64_t> written;  ///< frames
  std::uint64_t left_out = 0;            ///< frames that came faster than the disk takes them
  std::uint64_t bytes = 0;
  std::filesystem::path file;  ///< empty where there is none
};

/// Why a recording cannot be had, with the HTTP status that says so.
struct CaptureRefusal {
  unsigned status = 409;
  std::string message;
};

struct CaptureSettings {
  std::filesystem::path folder;                         ///< made with the first recording
  std::uint64_t quota_bytes = std::uint64_t{2} << 30U;  ///< of all recordings together
  std::size_t queue_bytes = std::size_t{128} << 20U;    ///< of frames that wait for the disk
  std::string pipeline;
  std::vector<std::pair<std::string, std::string>> options;  ///< for the manifest
};

/// Records frames of the stream into bundles, one recording at a time.
///
/// A frame is copied while it is leased, so that neither the camera's buffers nor the pipeline's slots wait for the
/// disk. Consecutive frames are taken as long as the queue has room; a frame that finds it full is left out and
/// counted.
///
/// Threads:  demand() and offer() on the capture thread, which never wait; run() on the writer's thread; the others
///           anywhere
class Captures {
 public:
  explicit Captures(CaptureSettings settings);

  std::variant<CaptureInfo, CaptureRefusal> start(std::uint64_t frames, const std::vector<std::string>& planes);
  /// Oldest first.
  std::vector<CaptureInfo> list() const;
  std::optional<CaptureInfo> find(const std::string& id) const;
  /// Ends a recording that runs, and removes its file.
  std::optional<CaptureRefusal> remove(const std::string& id);
  std::uint64_t quota_bytes() const { return settings_.quota_bytes; }
  const std::filesystem::path& folder() const { return settings_.folder; }

  /// Adds what a recording needs of the next frame.
  void demand(EdgeRequest& request) const;
  void offer(const EdgeResult& result);

  /// Writes until a stop is requested; a recording that runs then ends with the frames that it has.
  void run(const std::stop_token& stop);

 private:
  /// The recording that runs; its counts live in its CaptureInfo.
  struct Active {
    std::size_t index = 0;  ///< in captures_
    PlaneSet planes;
    std::vector<std::string> plane_names;
    std::uint64_t taken = 0;
    std::uint64_t max_bytes = 0;
    std::uint64_t serial = 0;  ///< tells a frame of this recording from one of the recording before
    bool cancelled = false;
  };

  void find_earlier();
  std::string new_id() const;
  std::uint64_t used_bytes() const;
  Manifest manifest(const Active& active) const;
  void write_next(OwnedRecording recording);
  void begin_file(const Active& active);
  void end(CaptureState state, const std::string& words);
  void give_up(const BundleFault& fault);

  CaptureSettings settings_;
  mutable std::mutex mutex_;
  std::condition_variable_any arrived_;
  std::vector<CaptureInfo> captures_;
  std::optional<Active> active_;
  std::uint64_t serial_ = 0;
  std::deque<OwnedRecording> queue_;
  std::size_t queued_bytes_ = 0;
  std::vector<std::vector<std::byte>> spare_memory_;
  std::optional<BundleWriter> writer_;  ///< the writer's thread only
};

}  // namespace sobelcam
