// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/verify/verify_run.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <new>
#include <stdexcept>
#include <thread>
#include <utility>

namespace sobelcam::tool {
namespace {

/// What one frame takes while it is in work: its bytes twice (a reader may hold more than the pixels), the reference's
/// and the recorded planes, one result of each other pipeline.
std::uint64_t working_bytes(const FrameLayout& layout, std::size_t pipelines) {
  constexpr std::uint64_t kResult = 14;     // three planes of float, two of bytes
  constexpr std::uint64_t kReference = 18;  // and the blur between its passes
  const std::uint64_t pixels = std::uint64_t{layout.width} * layout.height;
  return pixels * (kReference + kResult + kResult * pipelines) + layout_bytes(layout);
}

class Run {
 public:
  Run(const std::vector<SetInput>& inputs, const std::optional<RawFormat>& raw, const RunOptions& options,
      const std::function<void(Outcome)>& take)
      : inputs_(inputs), raw_(raw), options_(options), take_(take) {}

  RunEnd run() {
    {
      std::vector<std::jthread> workers;
      for (unsigned i = 0; i < options_.jobs; ++i) {
        workers.emplace_back([this, i] { work(i); });
      }
    }
    if (failure_) {
      std::rethrow_exception(failure_);
    }
    RunEnd end{places_, {}};
    for (auto& [input, note] : notes_) {
      end.notes.push_back(std::move(note));
    }
    return end;
  }

 private:
  void work(unsigned worker) {
    try {
      FrameCursor cursor(inputs_, raw_);
      std::unique_ptr<FrameCheck> check;
      while (const auto ticket = begin(worker)) {
        CursorStep step = cursor.read(options_.shard.index + *ticket * options_.shard.count);
        if (const auto* end = std::get_if<SetEnd>(&step)) {
          finish(*end, cursor);
          return;
        }
        if (auto* fault = std::get_if<InputFault>(&step)) {
          deliver(*ticket, std::move(*fault));
          continue;
        }
        if (!check) {
          check = std::make_unique<FrameCheck>(options_.checks);
        }
        const auto& placed = std::get<PlacedFrame>(step);
        learn(placed.frame.view.layout);
        deliver(*ticket, verified(*check, placed, *ticket, cursor));
      }
    } catch (...) {
      fail(std::current_exception());
    }
  }

  Outcome verified(FrameCheck& check, const PlacedFrame& placed, std::uint64_t ticket, FrameCursor& cursor) const {
    const std::uint64_t place = options_.shard.index + ticket * options_.shard.count;
    // The first frame of each path that the user gave, in this part: the same one, whichever thread has it.
    const CheckExtras extras{placed.in_argument < options_.shard.count, options_.first_picture && ticket == 0,
                             options_.pictures_of_differences, [&cursor] { cursor.forget(); }};
    try {
      FrameVerdict verdict = check.check(placed.frame, extras);
      verdict.index = place;
      verdict.name = placed.name;
      return verdict;
    } catch (const std::invalid_argument& error) {
      return InputFault{place, placed.name, error.what()};
    } catch (const std::bad_alloc&) {
      return InputFault{place, placed.name, "not enough memory for a frame of this size"};
    }
  }

  /// The next frame's number in this part, when there is room for it; nothing where no frame is left.
  std::optional<std::uint64_t> begin(unsigned worker) {
    std::unique_lock lock(mutex_);
    // A slow frame may hold back the ones behind it, but not so many that their verdicts pile up.
    const std::uint64_t window = std::uint64_t{16} * options_.jobs;
    changed_.wait(lock, [&] { return ended_ || (worker < allowed_ && next_ < delivered_ + window); });
    if (ended_) {
      return std::nullopt;
    }
    return next_++;
  }

  /// Lets as many threads go on as frames like the largest so far fit the memory.
  void learn(const FrameLayout& layout) {
    const std::lock_guard lock(mutex_);
    largest_ = std::max(largest_, working_bytes(layout, options_.checks.pipelines.size()));
    allowed_ =
        std::clamp<std::uint64_t>(options_.memory_bytes / std::max<std::uint64_t>(largest_, 1), 1, options_.jobs);
    changed_.notify_all();
  }

  void deliver(std::uint64_t ticket, Outcome outcome) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(ticket, std::move(outcome));
    while (!waiting_.empty() && waiting_.begin()->first == delivered_) {
      ++delivered_;
      take_(std::move(waiting_.extract(waiting_.begin()).mapped()));
    }
    changed_.notify_all();
  }

  void finish(const SetEnd& end, const FrameCursor& cursor) {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    places_ = end.places;
    notes_.insert(cursor.notes().begin(), cursor.notes().end());
    changed_.notify_all();
  }

  void fail(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    failure_ = failure_ ? failure_ : std::move(failure);
    changed_.notify_all();
  }

  const std::vector<SetInput>& inputs_;
  const std::optional<RawFormat>& raw_;
  const RunOptions& options_;
  const std::function<void(Outcome)>& take_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t next_ = 0;       ///< ticket that is given out next
  std::uint64_t delivered_ = 0;  ///< tickets whose outcome take() has had
  std::uint64_t allowed_ = 1;    ///< workers that may go on: the first ones, because each keeps its memory
  std::uint64_t largest_ = 0;
  bool ended_ = false;
  std::map<std::uint64_t, Outcome> waiting_;
  std::map<std::size_t, FrameCursor::Note> notes_;
  std::uint64_t places_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

RunEnd verify_frames(const std::vector<SetInput>& inputs, const std::optional<RawFormat>& raw,
                     const RunOptions& options, const std::function<void(Outcome)>& take) {
  return Run(inputs, raw, options, take).run();
}

}  // namespace sobelcam::tool
