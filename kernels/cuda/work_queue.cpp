// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/work_queue.h"

#include <algorithm>

namespace sobelcam::cuda {
namespace {

void upload(const FrameJob& job, const gpu::Stream& stream) {
  const InputPlan& input = job.input;
  if (input.path == InputPath::kUploadRows) {
    const auto& frame = job.work.frame;
    stream.upload_rows(frame.pixels, input.stride, job.host_pixels, job.host_stride, {input.row_bytes, input.rows});
  } else {
    stream.upload(job.work.frame.pixels, {job.host_pixels, input.bytes()});
  }
}

}  // namespace

void WorkQueue::run(const FrameJob& job, const gpu::Stream& stream, const Recording& recording) {
  queue_into(job, stream, recording, Queueing::kNow);
  done_.record(stream);
}

void WorkQueue::run_as_graph(const FrameJob& job, const gpu::Stream& stream, const Recording& recording) {
  const Kind kind = kind_of(job);
  if (!exec_ || kind != kind_) {
    exec_.reset();
    capture(job, stream, recording);
    kind_ = kind;
  } else {
    give_address(job, recording);
  }
  exec_->launch(stream);
  done_.record(stream);
}

WorkQueue::Kind WorkQueue::kind_of(const FrameJob& job) {
  const FrameWork& work = job.work;
  const bool address_changes = job.input.path == InputPath::kMapped;
  Kind kind{static_cast<std::uint64_t>(job.input.path),
            job.input.stride,
            static_cast<std::uint64_t>(work.format),
            work.frame.limited_range,
            work.size.width,
            work.size.height,
            work.request.equalize ? 1U : 0U,
            address_changes ? work.frame.pixels % 4 : work.frame.pixels,
            job.input.staged() ? reinterpret_cast<std::uintptr_t>(job.host_pixels) : 0,
            work.gray.pixels,
            work.across.pixels,
            work.blur.pixels,
            work.equalized.pixels,
            work.magnitude.pixels,
            work.edges.pixels};
  std::size_t next = 16;
  for (const Download& download : job.downloads) {
    kind.at(next++) = download.from;
    kind.at(next++) = reinterpret_cast<std::uintptr_t>(download.pinned.data());
    kind.at(next++) = download.pinned.size();
  }
  return kind;
}

void WorkQueue::queue_into(const FrameJob& job, const gpu::Stream& stream, const Recording& recording,
                           Queueing queueing) {
  marks_.restart();
  if (job.input.uploaded()) {
    marks_.enter("upload", stream, queueing);
    marks_.frame_is_read_here();
    upload(job, stream);
  }
  WorkRecorder recorder(stream, marks_, queueing, job.input.path == InputPath::kMapped);
  recording(recorder, job.work);
  for (const Download& download : job.downloads) {
    marks_.enter("download", stream, queueing);
    stream.download(download.pinned, download.from);
  }
  marks_.end(stream, queueing);
}

void WorkQueue::capture(const FrameJob& job, const gpu::Stream& stream, const Recording& recording) {
  gpu::StreamCapture capture(stream);
  queue_into(job, stream, recording, Queueing::kIntoGraph);
  exec_.emplace(capture.finish());
  kernels_ = exec_->graph().kernel_nodes();
  upload_ = nullptr;
  for (const gpu::CopyNode& copy : exec_->graph().copy_nodes()) {
    if (copy.direction == gpu::CopyDirection::kUp) {
      upload_ = copy.node;
    }
  }
}

void WorkQueue::give_address(const FrameJob& job, const Recording& recording) {
  if (job.input.path == InputPath::kUpload) {
    exec_->set_upload(upload_, job.work.frame.pixels, {job.host_pixels, job.input.bytes()});
  } else if (job.input.path == InputPath::kMapped) {
    WorkRecorder recorder(*exec_, kernels_);
    recording(recorder, job.work);
  }
}

}  // namespace sobelcam::cuda
