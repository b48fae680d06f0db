// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "firmware/view.h"
#include "kernels/edge_result.h"

namespace sobelcam {

/// One encoded picture of one view, immutable and shared by everybody who sends it.
struct Picture {
  View view = View::kEdges;
  std::vector<std::byte> jpeg;
  std::uint64_t serial = 0;    ///< counts the pictures of this view, from 1
  std::uint64_t sequence = 0;  ///< of the frame that it shows
  std::chrono::steady_clock::time_point captured_at{};
  bool no_signal = false;  ///< drawn by us, because there is no frame
};

using SharedPicture = std::shared_ptr<const Picture>;

/// Holds the newest picture of each view and knows which views are watched.
///
/// Threads:  any; publishing never waits for a reader, because readers hold only the pictures that they took
class PictureHub {
 public:
  /// Demand for one view while it lives.
  class Watch {
   public:
    Watch(PictureHub& hub, View view);
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    ~Watch();

   private:
    PictureHub& hub_;
    View view_;
  };

  /// Called on the publisher's thread after each publish(); set it before the first one.
  void on_publish(std::function<void()> wake) { wake_ = std::move(wake); }

  bool watched(View view) const;
  bool watched() const;
  /// What a pipeline must hand out so that every watched view can be encoded.
  EdgeRequest demand(bool equalize) const;

  /// Replaces the view's picture; dropped where nobody watches the view any more.
  void publish(SharedPicture picture);

  /// Null before the first picture since somebody began to watch: nobody is shown an old one.
  SharedPicture newest(View view) const;

 private:
  struct Entry {
    unsigned watchers = 0;
    SharedPicture newest;
  };

  Entry& entry(View view) { return entries_[static_cast<std::size_t>(view)]; }
  const Entry& entry(View view) const { return entries_[static_cast<std::size_t>(view)]; }

  std::function<void()> wake_ = [] {};
  mutable std::mutex mutex_;
  std::array<Entry, kViews.size()> entries_;
};

}  // namespace sobelcam
