// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/camera_stream.h"

#include <algorithm>
#include <utility>

#include "drivers/camera/v4l2/pending_events.h"
#include "drivers/camera/v4l2/silent_buffers.h"

namespace sobelcam::v4l2 {
namespace {

/// What a buffer begins with until the driver has written to it.
constexpr std::size_t kMarkBytes = 64;

std::byte mark(std::size_t i) {
  constexpr std::size_t kFactor = 37;
  constexpr std::size_t kStart = 11;
  return static_cast<std::byte>(i * kFactor + kStart);
}

/// Kinds of buffers in the order in which they are tried.
std::vector<CameraIo> candidates(const CameraOptions& options, BufferProvider& memory) {
  if (options.io != CameraIo::kAuto) {
    return {options.io};
  }
  std::vector<CameraIo> kinds;
  if (memory.allocate(kMarkBytes).kind() == MemoryKind::kPinnedMapped) {
    kinds.push_back(CameraIo::kUserptr);
  }
  if (options.registration != nullptr) {
    kinds.push_back(CameraIo::kMmapRegistered);
  }
  kinds.push_back(CameraIo::kMmap);
  return kinds;
}

/// Failures that are about the camera and not about a kind of buffers.
bool concerns_the_camera(const Failure& failure) {
  const SourceFaultKind kind = fault_row(failure).kind;
  return kind == SourceFaultKind::kNoDevice || kind == SourceFaultKind::kBusy || kind == SourceFaultKind::kNoSignal ||
         (failure.call == Call::kStreamOn && failure.error == ENOSPC);
}

}  // namespace

CameraStream::Started CameraStream::open(const std::string& path, const SourceOptions& options) {
  VideoCalls& calls = options.camera.calls != nullptr ? *options.camera.calls : system_video_calls();
  auto opened = path.empty() ? open_first(calls) : open_node(calls, path);
  if (auto* fault = std::get_if<SourceFault>(&opened)) {
    return std::move(*fault);
  }
  auto stream = std::make_unique<CameraStream>(std::move(std::get<OpenCamera>(opened)), options);
  subscribe_to_changes(stream->queue().device());
  if (auto fault = stream->start()) {
    return std::move(*fault);
  }
  return stream;
}

CameraStream::CameraStream(OpenCamera camera, const SourceOptions& options)
    : camera_(std::move(camera)),
      options_(options),
      memory_(options.memory != nullptr ? *options.memory : ordinary_memory()),
      candidates_(candidates(options.camera, memory_)) {
  leave_out_silent_kinds();
}

void CameraStream::leave_out_silent_kinds() {
  const SilentBuffers* known = options_.camera.silent_buffers;
  if (known == nullptr || options_.camera.io != CameraIo::kAuto) {
    return;
  }
  while (candidates_.size() > 1 && known->known(model(), candidates_.front(), calls().now())) {
    const std::string kind(sobelcam::name(candidates_.front()));
    note_refusal(candidates_.front(),
                 "left out, as no picture came into them lately; --io " + kind + " has them tried again");
    candidates_.erase(candidates_.begin());
  }
}

CameraStream::~CameraStream() {
  stop();
}

std::optional<SourceFault> CameraStream::start() {
  facts_ = camera_.facts;
  auto configured = configure(camera_.queue, options_.camera, facts_, chosen_);
  if (auto* fault = std::get_if<SourceFault>(&configured)) {
    return std::move(*fault);
  }
  format_ = std::get<CaptureFormat>(std::move(configured));
  facts_.notes.insert(facts_.notes.end(), refusals_.begin(), refusals_.end());
  return start_buffers();
}

std::optional<SourceFault> CameraStream::start_buffers() {
  while (!candidates_.empty()) {
    auto refused = try_buffers(candidates_.front());
    if (!refused) {
      facts_.io = buffers_->io();
      facts_.buffers = buffers_->count();
      return std::nullopt;
    }
    stop();
    if (refused->failure && concerns_the_camera(*refused->failure)) {
      return fault_of(camera_.queue.device(), *refused->failure);
    }
    may_pass_ = may_pass_ || (refused->failure && fault_row(*refused->failure).kind == SourceFaultKind::kError);
    note_refusal(candidates_.front(), refused->words);
    candidates_.erase(candidates_.begin());
  }
  return all_refused();
}

std::optional<SourceFault> CameraStream::all_refused() const {
  const CameraIo asked = options_.camera.io;
  std::string words = asked == CameraIo::kAuto ? "no buffers can be had from the camera at "
                                               : "the buffers that were asked for cannot be had from the camera at ";
  words += facts_.path + ": " + joined(refusals_);
  if (asked != CameraIo::kAuto) {
    words += "; leave --io out to have others tried";
  }
  return SourceFault{may_pass_ ? SourceFaultKind::kError : SourceFaultKind::kUnsupported, std::move(words)};
}

void CameraStream::note_refusal(CameraIo io, const std::string& words) {
  std::string note(sobelcam::name(io));
  note += ": " + words;
  facts_.notes.push_back(note);
  refusals_.push_back(std::move(note));
}

std::optional<Refused> CameraStream::try_buffers(CameraIo io) {
  if (io == CameraIo::kMmapRegistered && options_.camera.registration == nullptr) {
    return Refused{"there is no GPU that the buffers could be registered with", std::nullopt};
  }
  const CameraBuffers::Parts parts{io, std::max(options_.buffers, CameraBuffers::kFewest), format_.driver.size_image,
                                   &memory_, options_.camera.registration};
  auto made = CameraBuffers::create(camera_.queue, parts);
  if (auto* refused = std::get_if<Refused>(&made)) {
    return std::move(*refused);
  }
  buffers_ = std::get<std::shared_ptr<CameraBuffers>>(std::move(made));
  on_trial_ = true;
  if (auto refused = check_format()) {
    return refused;
  }
  if (io == CameraIo::kUserptr) {
    mark_buffers();
  }
  if (const int error = buffers_->queue_all(); error != 0) {
    return Refused{technical_words({Call::kQueue, error}), Failure{Call::kQueue, error}};
  }
  if (const int error = camera_.queue.stream_on(); error != 0) {
    return Refused{technical_words({Call::kStreamOn, error}), Failure{Call::kStreamOn, error}};
  }
  return std::nullopt;
}

std::optional<Refused> CameraStream::check_format() {
  DriverFormat now;
  if (const int error = camera_.queue.get_format(now); error != 0) {
    return Refused{technical_words({Call::kGetFormat, error}), Failure{Call::kGetFormat, error}};
  }
  if (now == format_.driver) {
    return std::nullopt;
  }
  auto changed = capture_format(chosen_, now);
  if (auto* words = std::get_if<std::string>(&changed)) {
    return Refused{std::move(*words), std::nullopt};
  }
  auto converter = std::move(format_.converter);
  format_ = std::get<CaptureFormat>(std::move(changed));
  format_.converter = std::move(converter);
  facts_.width = now.width;
  facts_.height = now.height;
  facts_.stride = format_.layout.stride;
  facts_.notes.emplace_back("the driver changed the format once it had buffers; it was read again");
  return std::nullopt;
}

void CameraStream::mark_buffers() {
  for (unsigned slot = 0; slot < buffers_->count(); ++slot) {
    const auto bytes = buffers_->bytes(slot).first(std::min(kMarkBytes, buffers_->bytes(slot).size()));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      bytes[i] = mark(i);
    }
  }
}

bool CameraStream::was_written(const FilledBuffer& filled) const {
  if (!on_trial_ || buffers_->io() != CameraIo::kUserptr || filled.offset != 0) {
    return true;
  }
  const auto bytes = buffers_->bytes(filled.index).first(std::min(kMarkBytes, filled.bytes_used));
  std::size_t i = 0;
  while (i < bytes.size() && bytes[i] == mark(i)) {
    ++i;
  }
  return i != bytes.size();
}

void CameraStream::buffers_proved() {
  on_trial_ = false;
  if (options_.camera.silent_buffers != nullptr) {
    for (const CameraIo io : silent_) {
      options_.camera.silent_buffers->remember(model(), io, calls().now());
    }
  }
  silent_.clear();
}

std::optional<SourceFault> CameraStream::refuse_silent_buffers(const std::string& words) {
  silent_.push_back(candidates_.front());
  return refuse_buffers(words, std::nullopt);
}

std::optional<SourceFault> CameraStream::refuse_buffers(const std::string& words,
                                                        const std::optional<Failure>& failure) {
  stop();
  note_refusal(candidates_.front(), words);
  candidates_.erase(candidates_.begin());
  if (candidates_.empty() && failure) {
    return fault_of(camera_.queue.device(), *failure);
  }
  return start_buffers();
}

std::optional<SourceFault> CameraStream::restart() {
  const VideoDevice& device = camera_.queue.device();
  if (const int error = camera_.queue.stream_off(); error != 0) {
    return fault_of(device, {Call::kStreamOff, error});
  }
  buffers_->all_returned();
  if (const int error = buffers_->queue_all(); error != 0) {
    return fault_of(device, {Call::kQueue, error});
  }
  if (const int error = camera_.queue.stream_on(); error != 0) {
    return fault_of(device, {Call::kStreamOn, error});
  }
  return std::nullopt;
}

void CameraStream::abandon() {
  gone_ = true;
  if (buffers_) {
    buffers_->retire();
    buffers_.reset();
  }
}

bool CameraStream::stop() {
  if (gone_) {
    return true;
  }
  const Memory memory =
      !candidates_.empty() && candidates_.front() == CameraIo::kUserptr ? Memory::kUserptr : Memory::kMmap;
  if (buffers_) {
    camera_.queue.stream_off();
    buffers_->retire();
    buffers_.reset();
  }
  unsigned none = 0;
  return camera_.queue.request(memory, none) != EBUSY;
}

}  // namespace sobelcam::v4l2
