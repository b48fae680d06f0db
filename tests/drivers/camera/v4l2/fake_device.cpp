// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/camera/v4l2/fake_device.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include "tests/drivers/camera/v4l2/fake_memory.h"

namespace sobelcam::test {

FakeDevice::FakeDevice() {
  v4l2_format first{};
  first.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  set_format(-1, first, true);
}

void FakeDevice::fail(unsigned long request, int error, int times, int skip) {
  faults_[request] = {error, times, skip};
}

void FakeDevice::vanish() {
  gone_ = true;
  streaming_ = false;
}

int FakeDevice::injected(unsigned long request) {
  const auto found = faults_.find(request);
  if (found == faults_.end() || found->second.times == 0) {
    return 0;
  }
  Fault& fault = found->second;
  if (fault.skip > 0) {
    --fault.skip;
    return 0;
  }
  if (fault.times > 0) {
    --fault.times;
  }
  return fault.error;
}

int FakeDevice::ioctl(int descriptor, unsigned long request, void* argument) {
  ++calls[request];
  if (gone_) {
    ++calls_when_gone;
    return -ENODEV;
  }
  const int error = injected(request);
  return error != 0 ? -error : -dispatch(descriptor, request, argument);
}

int FakeDevice::dispatch(int descriptor, unsigned long request, void* argument) {
  switch (request) {
    case VIDIOC_QUERYCAP:
      return query_capabilities(*static_cast<v4l2_capability*>(argument));
    case VIDIOC_ENUM_FMT:
      return enumerate_format(*static_cast<v4l2_fmtdesc*>(argument));
    case VIDIOC_ENUM_FRAMESIZES:
      return enumerate_size(*static_cast<v4l2_frmsizeenum*>(argument));
    case VIDIOC_ENUM_FRAMEINTERVALS:
      return enumerate_interval(*static_cast<v4l2_frmivalenum*>(argument));
    case VIDIOC_G_FMT:
      report(format_, *static_cast<v4l2_format*>(argument));
      return 0;
    case VIDIOC_S_FMT:
      return set_format(descriptor, *static_cast<v4l2_format*>(argument), true);
    case VIDIOC_TRY_FMT:
      return set_format(descriptor, *static_cast<v4l2_format*>(argument), false);
    case VIDIOC_G_PARM:
      return rate(*static_cast<v4l2_streamparm*>(argument), false);
    case VIDIOC_S_PARM:
      return rate(*static_cast<v4l2_streamparm*>(argument), true);
    case VIDIOC_REQBUFS:
      return request_buffers(descriptor, *static_cast<v4l2_requestbuffers*>(argument));
    case VIDIOC_QUERYBUF:
      return query_buffer(*static_cast<v4l2_buffer*>(argument));
    case VIDIOC_QBUF:
      return queue(*static_cast<v4l2_buffer*>(argument));
    case VIDIOC_DQBUF:
      return dequeue(*static_cast<v4l2_buffer*>(argument));
    case VIDIOC_STREAMON:
      return stream(true);
    case VIDIOC_STREAMOFF:
      return stream(false);
    case VIDIOC_SUBSCRIBE_EVENT:
      return takes_events ? 0 : ENOTTY;
    case VIDIOC_DQEVENT:
      return dequeue_event(*static_cast<v4l2_event*>(argument));
    case VIDIOC_QUERY_EXT_CTRL:
      return query_control(*static_cast<v4l2_query_ext_ctrl*>(argument));
    case VIDIOC_QUERYMENU:
      return query_menu(*static_cast<v4l2_querymenu*>(argument));
    case VIDIOC_G_EXT_CTRLS:
      return access_controls(*static_cast<v4l2_ext_controls*>(argument), false);
    case VIDIOC_S_EXT_CTRLS:
      return access_controls(*static_cast<v4l2_ext_controls*>(argument), true);
    case VIDIOC_QUERY_DV_TIMINGS:
    case VIDIOC_S_DV_TIMINGS:
    case VIDIOC_G_DV_TIMINGS:
      return timings(request, *static_cast<v4l2_dv_timings*>(argument));
    default:
      return ENOTTY;
  }
}

int FakeDevice::request_buffers(int descriptor, v4l2_requestbuffers& request) {
  if ((memory_types & (1U << request.memory)) == 0) {
    return EINVAL;
  }
  if (owner_ >= 0 && owner_ != descriptor) {
    return EBUSY;
  }
  if (!orphans && !mapped_.empty()) {
    return EBUSY;
  }
  streaming_ = false;
  queued_.clear();
  done_.clear();
  buffers_.assign(std::min(request.count, granted_at_most), Slot{});
  request.count = static_cast<std::uint32_t>(buffers_.size());
  memory_ = request.memory;
  owner_ = buffers_.empty() ? -1 : descriptor;
  if (memory_ == V4L2_MEMORY_MMAP) {
    for (Slot& slot : buffers_) {
      slot.memory = std::make_shared<Memory>(format_.sizeimage);
      slot.length = format_.sizeimage;
    }
  }
  if (after_reqbufs && !buffers_.empty()) {
    after_reqbufs(format_);
  }
  return 0;
}

int FakeDevice::query_buffer(v4l2_buffer& buffer) const {
  if (buffer.index >= buffers_.size() || memory_ != V4L2_MEMORY_MMAP) {
    return EINVAL;
  }
  const auto length = static_cast<std::uint32_t>(buffers_[buffer.index].length);
  if (multi_planar()) {
    if (buffer.length < planes || buffer.m.planes == nullptr) {
      return EINVAL;
    }
    buffer.m.planes[0].length = length;
    buffer.m.planes[0].m.mem_offset = buffer.index << 20U;
    buffer.length = planes;
  } else {
    buffer.length = length;
    buffer.m.offset = buffer.index << 20U;
  }
  return 0;
}

int FakeDevice::queue(v4l2_buffer& buffer) {
  if (buffer.index >= buffers_.size() || buffer.memory != memory_ || buffers_[buffer.index].queued) {
    return EINVAL;
  }
  Slot& slot = buffers_[buffer.index];
  if (memory_ == V4L2_MEMORY_USERPTR) {
    const unsigned long address = multi_planar() ? buffer.m.planes[0].m.userptr : buffer.m.userptr;
    slot.length = multi_planar() ? buffer.m.planes[0].length : buffer.length;
    std::memcpy(&slot.user, &address, sizeof address);
    if (slot.length < format_.sizeimage) {
      return EINVAL;
    }
  }
  slot.queued = true;
  queued_.push_back(buffer.index);
  return 0;
}

int FakeDevice::stream(bool on) {
  if (on && buffers_.empty()) {
    return EINVAL;
  }
  streaming_ = on;
  poll_error_ = 0;
  if (!on) {
    queued_.clear();
    done_.clear();
    for (Slot& slot : buffers_) {
      slot.queued = false;
    }
  }
  return 0;
}

int FakeDevice::dequeue(v4l2_buffer& buffer) {
  if (!streaming_) {
    return EINVAL;
  }
  if (done_.empty()) {
    return poll_error_ != 0 ? EIO : EAGAIN;
  }
  const Done done = done_.front();
  done_.pop_front();
  if (done.error != 0) {
    return done.error;
  }
  buffers_[done.index].queued = false;
  buffer.index = done.index;
  buffer.flags = done.flags;
  buffer.field = done.field;
  buffer.sequence = done.sequence;
  constexpr std::int64_t kNanosecondsOfMicrosecond = 1000;
  constexpr std::int64_t kMicrosecondsOfSecond = 1'000'000;
  const std::int64_t microseconds = done.taken_at.count() / kNanosecondsOfMicrosecond;
  buffer.timestamp.tv_sec = microseconds / kMicrosecondsOfSecond;
  buffer.timestamp.tv_usec = microseconds % kMicrosecondsOfSecond;
  const auto length = static_cast<std::uint32_t>(buffers_[done.index].length);
  if (multi_planar()) {
    buffer.m.planes[0].bytesused = done.bytes_used + data_offset;
    buffer.m.planes[0].data_offset = data_offset;
    buffer.m.planes[0].length = length;
    buffer.length = planes;
  } else {
    buffer.bytesused = done.bytes_used;
    buffer.length = length;
  }
  return 0;
}

int FakeDevice::dequeue_event(v4l2_event& event) {
  if (events_.empty()) {
    return ENOENT;
  }
  event = {};
  event.type = events_.front();
  events_.pop_front();
  if (event.type == V4L2_EVENT_SOURCE_CHANGE) {
    event.u.src_change.changes = V4L2_EVENT_SRC_CH_RESOLUTION;
  }
  return 0;
}

std::byte* FakeDevice::map(int /*descriptor*/, std::size_t bytes, std::int64_t offset) {
  const auto index = static_cast<std::size_t>(offset) >> 20U;
  if (gone_ || index >= buffers_.size() || !buffers_[index].memory || bytes != buffers_[index].length) {
    return nullptr;
  }
  std::byte* data = buffers_[index].memory->data();
  mapped_[data] = buffers_[index].memory;
  return data;
}

bool FakeDevice::unmap(std::byte* data) {
  return mapped_.erase(data) != 0;
}

void FakeDevice::closed(int descriptor) {
  if (owner_ != descriptor) {
    return;
  }
  stream(false);
  // As in the kernel, a mapping keeps the file open behind the program's back.
  if (buffers_.empty() || mapped_.empty()) {
    buffers_.clear();
    owner_ = -1;
  }
}

short FakeDevice::readiness() const {
  if (gone_) {
    return POLLERR | POLLHUP;
  }
  int events = events_.empty() ? 0 : POLLPRI;
  if (poll_error_ != 0 || !streaming_) {
    events |= poll_error_ != 0 ? poll_error_ : POLLERR;
  } else if (!done_.empty()) {
    events |= POLLIN;
  }
  return static_cast<short>(events);
}

}  // namespace sobelcam::test
