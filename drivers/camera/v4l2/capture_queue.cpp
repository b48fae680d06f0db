// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/capture_queue.h"

#include <linux/videodev2.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

namespace sobelcam::v4l2 {
namespace {

std::uint32_t as_v4l2(Memory memory) {
  return memory == Memory::kUserptr ? V4L2_MEMORY_USERPTR : V4L2_MEMORY_MMAP;
}

/// A v4l2_buffer with the planes that it points to where the API is multi-planar.
struct BufferRequest {
  BufferRequest(const CaptureQueue& queue, Memory memory, unsigned index) : multi_planar(queue.multi_planar()) {
    buffer.type = queue.type();
    buffer.memory = as_v4l2(memory);
    buffer.index = index;
    if (multi_planar) {
      buffer.m.planes = planes.data();
      buffer.length = static_cast<std::uint32_t>(planes.size());
    }
  }
  ~BufferRequest() = default;
  BufferRequest(const BufferRequest&) = delete;
  BufferRequest& operator=(const BufferRequest&) = delete;

  const bool multi_planar;
  v4l2_buffer buffer{};
  std::array<v4l2_plane, VIDEO_MAX_PLANES> planes{};
};

DriverFormat from_single(const v4l2_pix_format& pixels) {
  return {pixels.pixelformat,  pixels.width,    pixels.height, pixels.field, pixels.colorspace, pixels.quantization, 1,
          pixels.bytesperline, pixels.sizeimage};
}

DriverFormat from_multi(const v4l2_pix_format_mplane& pixels) {
  const v4l2_plane_pix_format first = pixels.plane_fmt[0];
  return {pixels.pixelformat,  pixels.width,      pixels.height,      pixels.field,   pixels.colorspace,
          pixels.quantization, pixels.num_planes, first.bytesperline, first.sizeimage};
}

}  // namespace

CaptureQueue::CaptureQueue(std::shared_ptr<const VideoDevice> device, bool multi_planar)
    : device_(std::move(device)), multi_planar_(multi_planar) {}

std::uint32_t CaptureQueue::type() const {
  return multi_planar_ ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE : V4L2_BUF_TYPE_VIDEO_CAPTURE;
}

int CaptureQueue::get_format(DriverFormat& format) const {
  v4l2_format request{};
  request.type = type();
  const int error = device_->call(VIDIOC_G_FMT, request);
  format = multi_planar_ ? from_multi(request.fmt.pix_mp) : from_single(request.fmt.pix);
  return error;
}

int CaptureQueue::set_format(DriverFormat& format) const {
  v4l2_format request{};
  request.type = type();
  if (multi_planar_) {
    request.fmt.pix_mp.width = format.width;
    request.fmt.pix_mp.height = format.height;
    request.fmt.pix_mp.pixelformat = format.fourcc;
    request.fmt.pix_mp.field = V4L2_FIELD_NONE;
  } else {
    request.fmt.pix.width = format.width;
    request.fmt.pix.height = format.height;
    request.fmt.pix.pixelformat = format.fourcc;
    request.fmt.pix.field = V4L2_FIELD_NONE;
  }
  const int error = device_->call(VIDIOC_S_FMT, request);
  if (error == 0) {
    format = multi_planar_ ? from_multi(request.fmt.pix_mp) : from_single(request.fmt.pix);
  }
  return error;
}

int CaptureQueue::set_interval(FrameInterval& interval) const {
  v4l2_streamparm request{};
  request.type = type();
  request.parm.capture.timeperframe = {interval.numerator, interval.denominator};
  const int error = device_->call(VIDIOC_S_PARM, request);
  if (error != 0) {
    return error;
  }
  const v4l2_fract& answer = request.parm.capture.timeperframe;
  interval = answer.numerator != 0 && answer.denominator != 0 ? FrameInterval{answer.numerator, answer.denominator}
                                                              : FrameInterval{};
  return 0;
}

int CaptureQueue::request(Memory memory, unsigned& count) const {
  v4l2_requestbuffers request{};
  request.count = count;
  request.type = type();
  request.memory = as_v4l2(memory);
  const int error = device_->call(VIDIOC_REQBUFS, request);
  count = error == 0 ? request.count : 0;
  return error;
}

int CaptureQueue::place_of(unsigned index, Place& place) const {
  BufferRequest request(*this, Memory::kMmap, index);
  if (const int error = device_->call(VIDIOC_QUERYBUF, request.buffer); error != 0) {
    return error;
  }
  if (multi_planar_) {
    place = {request.planes[0].m.mem_offset, request.planes[0].length};
  } else {
    place = {request.buffer.m.offset, request.buffer.length};
  }
  return 0;
}

int CaptureQueue::queue_mapped(unsigned index) const {
  BufferRequest request(*this, Memory::kMmap, index);
  if (multi_planar_) {
    request.buffer.length = 1;
  }
  return device_->call(VIDIOC_QBUF, request.buffer);
}

int CaptureQueue::queue_user(unsigned index, std::byte* data, std::size_t bytes) const {
  BufferRequest request(*this, Memory::kUserptr, index);
  const auto length =
      static_cast<std::uint32_t>(std::min<std::size_t>(bytes, std::numeric_limits<std::uint32_t>::max()));
  if (multi_planar_) {
    request.buffer.length = 1;
    request.planes[0].m.userptr = std::bit_cast<unsigned long>(data);
    request.planes[0].length = length;
  } else {
    request.buffer.m.userptr = std::bit_cast<unsigned long>(data);
    request.buffer.length = length;
  }
  return device_->call(VIDIOC_QBUF, request.buffer);
}

int CaptureQueue::dequeue(Memory memory, FilledBuffer& filled) const {
  BufferRequest request(*this, memory, 0);
  if (const int error = device_->call(VIDIOC_DQBUF, request.buffer); error != 0) {
    return error;
  }
  const v4l2_buffer& buffer = request.buffer;
  filled = {};
  filled.index = buffer.index;
  filled.flags = buffer.flags;
  filled.field = buffer.field;
  filled.sequence = buffer.sequence;
  filled.taken_at = std::chrono::seconds(buffer.timestamp.tv_sec) + std::chrono::microseconds(buffer.timestamp.tv_usec);
  if (multi_planar_) {
    const v4l2_plane& plane = request.planes[0];
    // bytesused counts from the buffer's beginning, so it includes what lies before the picture.
    filled.offset = plane.data_offset;
    filled.bytes_used = plane.bytesused - std::min(plane.bytesused, plane.data_offset);
    filled.length = plane.length;
  } else {
    filled.bytes_used = buffer.bytesused;
    filled.length = buffer.length;
  }
  return 0;
}

int CaptureQueue::stream_on() const {
  int kind = static_cast<int>(type());
  return device_->call(VIDIOC_STREAMON, kind);
}

int CaptureQueue::stream_off() const {
  int kind = static_cast<int>(type());
  return device_->call(VIDIOC_STREAMOFF, kind);
}

}  // namespace sobelcam::v4l2
