// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "drivers/camera/open_source.h"
#include "drivers/camera/replay_media.h"
#include "drivers/camera/schedule.h"
#include "drivers/frame/frame_pool.h"

namespace sobelcam {

/// Shows recorded pictures as a camera would; the sequence goes on counting when they begin again.
///
/// A broken picture is a kBadFrame fault and uses its sequence number up, so that it shows as a gap.
class ReplaySource final : public FrameSource {
 public:
  ReplaySource(std::unique_ptr<ReplayMedia> media, double fps, const SourceOptions& options);

  SourceEvent next(std::chrono::steady_clock::time_point deadline) override;
  std::string description() const override;

 private:
  /// Passes over the pictures before `index`; an event where they end, at the latest after two passes.
  std::optional<SourceEvent> skip_to(std::uint64_t index);
  /// Makes current_ the picture number next_.
  std::optional<SourceEvent> advance();
  /// After the last picture of a pass: to the first one, or the event that says why not.
  std::optional<SourceEvent> start_over();
  /// A new pass has begun and has no picture.
  SourceEvent nothing_left() const;
  SourceEvent produce(FramePool::Slot slot);
  /// Counts the picture number next_ as delivered, skipped or broken.
  void use_up();

  std::unique_ptr<ReplayMedia> media_;
  Schedule schedule_;
  FramePool pool_;
  bool loop_;

  std::uint64_t next_ = 0;
  std::optional<FrameLayout> current_;  ///< of picture next_, where it was reached but not delivered yet
  std::uint64_t in_pass_ = 0;           ///< pictures that this pass has used up
  std::uint64_t pass_length_ = 0;       ///< of the last whole pass; 0 before the first has ended
  bool pass_has_bad_ = false;
  bool pass_has_good_ = false;
  std::optional<FrameLayout> last_layout_;
  std::uint32_t format_changes_ = 0;
};

}  // namespace sobelcam
