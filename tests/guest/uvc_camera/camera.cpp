// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/guest/uvc_camera/camera.h"

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <utility>

namespace sobelcam::uvc {

Bytes Camera::receive(std::span<const std::uint8_t> bytes) {
  received_.insert(received_.end(), bytes.begin(), bytes.end());
  std::span<const std::uint8_t> rest = received_;
  while (rest.size() >= kUsbipHeaderBytes) {
    const auto request = parse_usbip(rest.first<kUsbipHeaderBytes>());
    if (!request) {
      throw std::runtime_error("the host sends something that is not USB/IP");
    }
    if (request->kind == UsbipRequest::Kind::kUnlink) {
      unlink(*request);
      rest = rest.subspan(kUsbipHeaderBytes);
      continue;
    }
    const std::size_t data_bytes = request->in ? 0 : request->length;
    if (rest.size() < kUsbipHeaderBytes + data_bytes) {
      break;
    }
    submit(*request, rest.subspan(kUsbipHeaderBytes, data_bytes));
    rest = rest.subspan(kUsbipHeaderBytes + data_bytes);
  }
  received_.erase(received_.begin(), received_.end() - static_cast<std::ptrdiff_t>(rest.size()));
  return std::exchange(answer_, {});
}

void Camera::submit(const UsbipRequest& request, std::span<const std::uint8_t> data) {
  if (request.endpoint == kStreamEndpoint && request.in) {
    waiting_.push_back({request.sequence, std::min(request.length, kMaxPayloadBytes)});
    send_payloads();
    return;
  }
  std::optional<Bytes> answer;
  if (request.endpoint == 0) {
    answer = control_.answer(request.setup, data);
  }
  Bytes reply;
  if (!answer) {
    reply = submit_reply(request.sequence, -EPIPE, 0, {});
  } else if (request.in) {
    reply = submit_reply(request.sequence, 0, static_cast<std::uint32_t>(answer->size()), *answer);
  } else {
    reply = submit_reply(request.sequence, 0, static_cast<std::uint32_t>(data.size()), {});
  }
  answer_.insert(answer_.end(), reply.begin(), reply.end());
}

void Camera::unlink(const UsbipRequest& request) {
  const auto found = std::find_if(waiting_.begin(), waiting_.end(),
                                  [&](const Transfer& transfer) { return transfer.sequence == request.unlinked; });
  int status = 0;
  if (found != waiting_.end()) {
    waiting_.erase(found);
    status = -ECONNRESET;
  }
  if (waiting_.empty()) {
    payloads_.stop();
  }
  const Bytes reply = unlink_reply(request.sequence, status);
  answer_.insert(answer_.end(), reply.begin(), reply.end());
}

Bytes Camera::tick() {
  if (!frozen_ && !waiting_.empty() && payloads_.done()) {
    begin_picture();
    send_payloads();
  }
  return std::exchange(answer_, {});
}

void Camera::damage(Damage damage, std::uint64_t count) {
  damage_ = damage;
  damaged_left_ = count;
}

void Camera::begin_picture() {
  const Damage damage = damaged_left_ > 0 ? damage_ : Damage::kNone;
  damaged_left_ -= damaged_left_ > 0 ? 1 : 0;
  picture_ = damaged(pictures_.get(control_.coding(), control_.size(), number_++), damage);
  payloads_.begin(picture_, damage == Damage::kTrouble);
}

void Camera::send_payloads() {
  while (!payloads_.done() && !waiting_.empty()) {
    const Transfer transfer = waiting_.front();
    waiting_.pop_front();
    const Bytes payload = payloads_.next(transfer.room);
    const Bytes reply = submit_reply(transfer.sequence, 0, static_cast<std::uint32_t>(payload.size()), payload);
    answer_.insert(answer_.end(), reply.begin(), reply.end());
  }
}

}  // namespace sobelcam::uvc
