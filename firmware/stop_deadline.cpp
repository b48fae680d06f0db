// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/stop_deadline.h"

#include <sys/time.h>
#include <unistd.h>

#include <csignal>
#include <string_view>

namespace sobelcam {
namespace {

/// Only what a signal handler may call.
void end_now(int /*signal*/) {
  constexpr std::string_view kWords =
      "sobelcamd: ended without the camera's driver, which does not return from a call\n";
  // Nobody is left to hear that it could not be written.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kWords.data(), kWords.size());
  _exit(0);
}

}  // namespace

void end_within(std::chrono::milliseconds time) {
  constexpr int kMillisecondsOfSecond = 1000;
  std::signal(SIGALRM, end_now);
  const itimerval once{{}, {time.count() / kMillisecondsOfSecond, time.count() % kMillisecondsOfSecond * 1000}};
  setitimer(ITIMER_REAL, &once, nullptr);
}

}  // namespace sobelcam
