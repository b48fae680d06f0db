// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <linux/videodev2.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sobelcam::test {

std::uint32_t code(const char* fourcc);

struct FakeSize {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint32_t> fps{30};
};

/// A format that the fake camera offers; more than one size in `stepwise` means from the first to the second.
struct FakeFormat {
  std::string fourcc = "YUYV";
  std::vector<FakeSize> sizes{{64, 48}};
  bool stepwise = false;
  bool compressed = false;
  std::uint32_t step = 2;
};

struct FakeControl {
  v4l2_query_ext_ctrl info{};
  std::int64_t value = 0;
  std::map<std::uint32_t, std::string> menu;
};

/// One thing that happens, so long after the one before.
struct Step {
  enum class Kind { kFrame, kDequeueError, kPollError, kEvent, kVanish, kAction };

  Kind kind = Kind::kFrame;
  std::chrono::microseconds after{33'000};
  // kFrame
  std::vector<std::uint8_t> bytes;          ///< written to the buffer; empty: the default picture of the format
  std::optional<std::uint32_t> bytes_used;  ///< as many as were written where not named
  std::uint32_t flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
  std::uint32_t field = V4L2_FIELD_NONE;
  std::uint32_t sequence_step = 1;                   ///< 2: the driver lost one
  std::optional<std::chrono::nanoseconds> taken_at;  ///< the time that the driver names; now where not named
  // kDequeueError, kPollError
  int error = 0;
  short poll_events = 0;
  // kEvent, kAction
  std::uint32_t event = 0;
  std::function<void()> action;
};

/// A camera driver by script: it keeps the rules of V4L2 that a program may rely on, and breaks those that it is told
/// to break.
class FakeDevice {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr int kForEver = -1;

  FakeDevice();

  // What it is.
  std::string driver = "fake";
  std::string card = "Fake Camera";
  std::string bus = "usb-fake-1";
  std::uint32_t device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
  std::vector<FakeFormat> formats{FakeFormat{}};
  std::vector<FakeControl> controls;
  std::optional<v4l2_dv_timings> timings_now;  ///< of the signal; set: the input has digital timings
  int query_timings_error = 0;

  // How it treats what it is asked.
  std::uint32_t padding = 0;      ///< bytes at the end of each row
  std::uint32_t extra_bytes = 0;  ///< sizeimage beyond the rows
  std::uint32_t colorspace = V4L2_COLORSPACE_SRGB;
  std::uint32_t quantization = V4L2_QUANTIZATION_DEFAULT;
  std::uint32_t field = V4L2_FIELD_NONE;
  std::string gives_instead;  ///< S_FMT gives this format, whatever was asked
  std::uint32_t granted_at_most = 32;
  std::uint32_t memory_types = (1U << V4L2_MEMORY_MMAP) | (1U << V4L2_MEMORY_USERPTR);
  std::uint32_t silent_types = 0;    ///< buffers of these kinds are taken and never filled
  std::uint32_t planes = 1;          ///< multi-planar: how many a frame has
  std::uint32_t data_offset = 0;     ///< multi-planar
  bool ignores_user_memory = false;  ///< fills memory of its own instead
  bool orphans = true;               ///< buffers can be freed while they are mapped
  bool sets_rate = true;
  bool takes_events = true;
  std::function<void(v4l2_pix_format&)> after_reqbufs;  ///< the format as G_FMT tells it once buffers exist

  // What happens.
  std::deque<Step> script;
  bool endless = true;  ///< default frames at the rate of the format once the script is over
  std::uint32_t sequence = 0;

  /// The next `times` calls of a request fail, after `skip` that do not.
  void fail(unsigned long request, int error, int times = 1, int skip = 0);
  void frames(std::size_t count);
  /// Adds to the script: a default frame, or something else.
  Step& add(Step step = {});
  /// poll() promises a frame, and the call that takes it fails.
  Step& dequeue_error(int error);
  /// poll() reports an error until the stream is stopped.
  Step& poll_error(short events);
  Step& event(std::uint32_t type, std::function<void()> before = {});
  Step& action(std::function<void()> what);

  // What was seen.
  std::map<unsigned long, int> calls;
  int calls_when_gone = 0;
  std::size_t fewest_queued = 1000;  ///< when a frame was due
  int starved_frames = 0;            ///< due while no buffer was queued

  bool streaming() const { return streaming_; }
  bool gone() const { return gone_; }
  void vanish();
  std::size_t buffers() const { return buffers_.size(); }
  std::size_t queued() const { return queued_.size(); }
  std::size_t mapped() const { return mapped_.size(); }
  const v4l2_pix_format& format() const { return format_; }
  double fps() const { return fps_; }

  // The calls, for FakeSystem; errors are negative errnos.
  int ioctl(int descriptor, unsigned long request, void* argument);
  std::byte* map(int descriptor, std::size_t bytes, std::int64_t offset);
  bool unmap(std::byte* data);
  void closed(int descriptor);
  void advance(Clock::time_point now);
  std::optional<Clock::time_point> next_due() const;
  short readiness() const;

 private:
  struct Memory;
  struct Slot {
    std::shared_ptr<Memory> memory;
    std::byte* user = nullptr;
    std::size_t length = 0;
    bool queued = false;
  };
  struct Fault {
    int error = 0;
    int times = 0;
    int skip = 0;
  };
  struct Done {
    std::uint32_t index = 0;
    std::uint32_t bytes_used = 0;
    std::uint32_t flags = 0;
    std::uint32_t field = 0;
    std::uint32_t sequence = 0;
    std::chrono::nanoseconds taken_at{};
    int error = 0;
  };

  int injected(unsigned long request);
  int dispatch(int descriptor, unsigned long request, void* argument);
  int query_capabilities(v4l2_capability& result) const;
  int enumerate_format(v4l2_fmtdesc& result) const;
  int enumerate_size(v4l2_frmsizeenum& result) const;
  int enumerate_interval(v4l2_frmivalenum& result) const;
  int set_format(int descriptor, v4l2_format& wanted, bool keep);
  void report(const v4l2_pix_format& format, v4l2_format& result) const;
  int rate(v4l2_streamparm& parameters, bool set);
  int request_buffers(int descriptor, v4l2_requestbuffers& request);
  int query_buffer(v4l2_buffer& buffer) const;
  int queue(v4l2_buffer& buffer);
  int dequeue(v4l2_buffer& buffer);
  int stream(bool on);
  int dequeue_event(v4l2_event& event);
  int query_control(v4l2_query_ext_ctrl& query) const;
  int query_menu(v4l2_querymenu& query) const;
  int access_controls(v4l2_ext_controls& list, bool set);
  int timings(unsigned long request, v4l2_dv_timings& timings);
  void happen(const Step& step, Clock::time_point at);
  void deliver(const Step& step, Clock::time_point at);
  bool multi_planar() const { return (device_caps & V4L2_CAP_VIDEO_CAPTURE_MPLANE) != 0; }

  v4l2_pix_format format_{};
  double fps_ = 30;
  std::map<unsigned long, Fault> faults_;
  std::vector<Slot> buffers_;
  std::uint32_t memory_ = 0;
  std::deque<std::uint32_t> queued_;
  std::deque<Done> done_;
  std::deque<std::uint32_t> events_;
  std::map<std::byte*, std::shared_ptr<Memory>> mapped_;
  std::optional<v4l2_dv_timings> timings_set_;
  int owner_ = -1;
  bool streaming_ = false;
  bool gone_ = false;
  short poll_error_ = 0;
  Clock::time_point last_{};
};

}  // namespace sobelcam::test
