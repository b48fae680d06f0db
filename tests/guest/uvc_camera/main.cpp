// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
// A UVC camera in user space, plugged into this machine's own vhci-hcd, so that the kernel's uvcvideo drives it.
#include <fcntl.h>
#include <poll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <optional>
#include <sstream>
#include <string>

#include "tests/guest/uvc_camera/camera.h"
#include "tests/guest/uvc_camera/plug.h"

namespace sobelcam::uvc {
namespace {

constexpr const char* kUsage =
    "Usage: uvc_camera FIFO\n"
    "Plugs itself in, and reads commands from the FIFO, one a line:\n"
    "  unplug, plug          at once\n"
    "  freeze, thaw          no more pictures; go on\n"
    "  picture KIND [COUNT]  the next COUNT pictures (1) are garbage, short, empty, trouble, no-tables; good ends "
    "that\n"
    "  end\n";

/// What the camera is told, and the plug that it is told to pull.
class Session {
 public:
  explicit Session(const char* fifo)
      // Open for writing too, so that it does not end with each writer.
      : commands_(open(fifo, O_RDWR | O_CLOEXEC), fifo),
        timer_(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC), "timerfd_create") {
    constexpr long kPictureNs = 1'000'000'000L / kFps;
    const itimerspec every{{0, kPictureNs}, {0, kPictureNs}};
    if (timerfd_settime(timer_.number(), 0, &every, nullptr) != 0) {
      throw std::system_error(errno, std::generic_category(), "timerfd_settime");
    }
    plug_in();
  }

  void run() {
    while (!ended_) {
      std::array<pollfd, 3> ready{
          {{commands_.number(), POLLIN, 0}, {timer_.number(), POLLIN, 0}, {plug_ ? plug_->number() : -1, POLLIN, 0}}};
      if (poll(ready.data(), ready.size(), -1) < 0 && errno != EINTR) {
        throw std::system_error(errno, std::generic_category(), "poll");
      }
      if (ready[2].revents != 0) {
        from_host();
      }
      if (ready[1].revents != 0) {
        tick();
      }
      if (ready[0].revents != 0) {
        read_commands();
      }
    }
  }

 private:
  void plug_in() {
    camera_.emplace(pictures_);
    plug_.emplace();
  }

  void from_host() {
    const Bytes bytes = plug_->receive();
    if (bytes.empty()) {
      plug_.reset();
      return;
    }
    plug_->send(camera_->receive(bytes));
  }

  void tick() {
    std::uint64_t expirations = 0;
    if (read(timer_.number(), &expirations, sizeof expirations) == sizeof expirations && plug_) {
      plug_->send(camera_->tick());
    }
  }

  void read_commands() {
    std::array<char, 1024> piece{};
    const ssize_t count = read(commands_.number(), piece.data(), piece.size());
    pending_.append(piece.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
    for (std::size_t end = pending_.find('\n'); end != std::string::npos; end = pending_.find('\n')) {
      obey(pending_.substr(0, end));
      pending_.erase(0, end + 1);
    }
  }

  void obey(const std::string& line) {
    std::istringstream words(line);
    std::string command;
    std::string kind;
    std::uint64_t count = 1;
    words >> command >> kind >> count;
    const std::optional<Damage> damage = damage_by_name(kind);
    if (command == "unplug") {
      plug_.reset();
    } else if (command == "plug" && !plug_) {
      plug_in();
    } else if (command == "freeze" || command == "thaw") {
      camera_->freeze(command == "freeze");
    } else if (command == "picture" && damage) {
      camera_->damage(*damage, words ? count : 1);
    } else if (command == "end") {
      ended_ = true;
    } else {
      std::fprintf(stderr, "uvc_camera: not understood, or not possible now: %s\n", line.c_str());
    }
  }

  Descriptor commands_;
  Descriptor timer_;
  Pictures pictures_;
  std::optional<Camera> camera_;
  std::optional<Plug> plug_;
  std::string pending_;
  bool ended_ = false;
};

}  // namespace
}  // namespace sobelcam::uvc

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs(sobelcam::uvc::kUsage, stderr);
    return 2;
  }
  try {
    sobelcam::uvc::Session(argv[1]).run();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "uvc_camera: %s\n", error.what());
    return 1;
  }
}
