// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <thread>

#include "firmware/appliance.h"

namespace sobelcam::test {

/// A running appliance on a free port of the loopback, stopped and joined at the end.
class LiveAppliance {
 public:
  explicit LiveAppliance(const std::string& source, unsigned max_clients = 64);
  /// With options of the test's own, on a free port all the same.
  explicit LiveAppliance(Options options);
  /// With a source that the test scripts.
  explicit LiveAppliance(std::function<OpenedSource()> open_source);
  ~LiveAppliance();
  LiveAppliance(const LiveAppliance&) = delete;
  LiveAppliance& operator=(const LiveAppliance&) = delete;

  unsigned short port() const { return appliance_.port(); }
  /// How long stopping took.
  std::chrono::milliseconds stop();

 private:
  static Options options(const std::string& source, unsigned max_clients);

  Appliance appliance_;
  std::thread network_;
};

/// One TCP connection to the appliance, with plain blocking calls and a time limit on each.
class Connection {
 public:
  explicit Connection(unsigned short port, int receive_buffer_bytes = 0);
  ~Connection();
  Connection(Connection&& other) noexcept;
  Connection& operator=(Connection&&) = delete;

  void send(const std::string& bytes);
  /// What comes until `end` has come, the limit is reached, the peer closes, or the time is over.
  std::string read_until(const std::string& end, std::size_t limit = 1 << 22);
  /// Everything until the peer closes or the time is over.
  std::string read_all() { return read_until(std::string()); }
  /// Ends the connection with a reset.
  void reset();
  bool closed_by_peer() const { return closed_by_peer_; }
  void set_time_limit(std::chrono::milliseconds limit);

 private:
  int descriptor_;
  bool closed_by_peer_ = false;
};

/// One request on a connection of its own; the whole answer.
std::string ask(unsigned short port, const std::string& request_line, const std::string& more_fields = "");

}  // namespace sobelcam::test
