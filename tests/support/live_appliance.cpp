// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/live_appliance.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <spdlog/spdlog.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>

namespace sobelcam::test {

Options LiveAppliance::options(const std::string& source, unsigned max_clients) {
  std::signal(SIGPIPE, SIG_IGN);
  spdlog::set_level(spdlog::level::off);
  Options options;
  options.source = source;
  options.listen = "127.0.0.1:0";
  options.max_clients = max_clients;
  return options;
}

LiveAppliance::LiveAppliance(const std::string& source, unsigned max_clients)
    : appliance_(options(source, max_clients)), network_([this] { appliance_.run(); }) {}

LiveAppliance::LiveAppliance(Options options)
    : appliance_([&] {
        const Options defaults = LiveAppliance::options(options.source, options.max_clients);
        options.listen = defaults.listen;
        return options;
      }()),
      network_([this] { appliance_.run(); }) {}

LiveAppliance::LiveAppliance(std::function<OpenedSource()> open_source)
    : appliance_(options("auto", 64), std::move(open_source)), network_([this] { appliance_.run(); }) {}

LiveAppliance::~LiveAppliance() {
  stop();
}

std::chrono::milliseconds LiveAppliance::stop() {
  const auto begin = std::chrono::steady_clock::now();
  if (network_.joinable()) {
    appliance_.stop();
    network_.join();
  }
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
}

Connection::Connection(unsigned short port, int receive_buffer_bytes) : descriptor_(socket(AF_INET, SOCK_STREAM, 0)) {
  if (descriptor_ < 0) {
    throw std::system_error(errno, std::generic_category(), "socket");
  }
  if (receive_buffer_bytes > 0) {
    setsockopt(descriptor_, SOL_SOCKET, SO_RCVBUF, &receive_buffer_bytes, sizeof receive_buffer_bytes);
  }
  set_time_limit(std::chrono::seconds(5));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(descriptor_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    const int reason = errno;
    close(descriptor_);
    throw std::system_error(reason, std::generic_category(), "connect");
  }
}

Connection::Connection(Connection&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), closed_by_peer_(other.closed_by_peer_) {}

Connection::~Connection() {
  if (descriptor_ >= 0) {
    close(descriptor_);
  }
}

void Connection::set_time_limit(std::chrono::milliseconds limit) {
  const timeval time{limit.count() / 1000, (limit.count() % 1000) * 1000};
  setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
}

void Connection::send(const std::string& bytes) {
  std::size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t size = ::send(descriptor_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (size <= 0) {
      closed_by_peer_ = true;
      return;
    }
    sent += static_cast<std::size_t>(size);
  }
}

std::string Connection::read_until(const std::string& end, std::size_t limit) {
  std::string received;
  std::array<char, 16384> chunk{};
  while (received.size() < limit && (end.empty() || received.find(end) == std::string::npos)) {
    const ssize_t size = recv(descriptor_, chunk.data(), chunk.size(), 0);
    if (size <= 0) {
      closed_by_peer_ = size == 0 || errno == ECONNRESET;
      break;
    }
    received.append(chunk.data(), static_cast<std::size_t>(size));
  }
  return received;
}

void Connection::reset() {
  const linger at_once{1, 0};
  setsockopt(descriptor_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  close(descriptor_);
  descriptor_ = -1;
}

std::string ask(unsigned short port, const std::string& request_line, const std::string& more_fields) {
  Connection connection(port);
  connection.send(request_line + " HTTP/1.1\r\nHost: test\r\nConnection: close\r\n" + more_fields + "\r\n");
  return connection.read_all();
}

}  // namespace sobelcam::test
