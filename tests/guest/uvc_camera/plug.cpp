// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/guest/uvc_camera/plug.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <string>
#include <system_error>
#include <thread>

namespace sobelcam::uvc {
namespace {

constexpr const char* kAttach = "/sys/devices/platform/vhci_hcd.0/attach";

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

/// A port is free again a moment after its last plug was pulled, so each try takes the next one.
void attach(int socket) {
  constexpr int kTries = 100;
  constexpr int kHighSpeedPorts = 8;
  constexpr int kHighSpeed = 3;
  const Descriptor file(open(kAttach, O_WRONLY | O_CLOEXEC), kAttach);
  for (int attempt = 0; attempt < kTries; ++attempt) {
    const std::string line = std::to_string(attempt % kHighSpeedPorts) + " " + std::to_string(socket) + " 65538 " +
                             std::to_string(kHighSpeed);
    if (write(file.number(), line.data(), line.size()) == static_cast<ssize_t>(line.size())) {
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  fail("no free port of vhci-hcd");
}

}  // namespace

Descriptor::Descriptor(int number, const char* what) : number_(number) {
  if (number < 0) {
    fail(what);
  }
}

Descriptor::~Descriptor() {
  if (number_ >= 0) {
    close(number_);
  }
}

Plug::Plug() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    fail("socketpair");
  }
  socket_ = Descriptor(ends[0], "socketpair");
  const Descriptor other(ends[1], "socketpair");
  attach(other.number());
}

void Plug::send(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR) {
      return;  // the host has gone; receive() says so
    }
    bytes = bytes.subspan(sent > 0 ? static_cast<std::size_t>(sent) : 0);
  }
}

Bytes Plug::receive() {
  Bytes bytes(65536);
  const ssize_t count = read(socket_.number(), bytes.data(), bytes.size());
  bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  return bytes;
}

}  // namespace sobelcam::uvc
