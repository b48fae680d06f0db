// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/http_server.h"

#include <netinet/tcp.h>
#include <spdlog/spdlog.h>

#include <exception>
#include <new>
#include <stdexcept>

#include "firmware/http_limits.h"
#include "firmware/http_session.h"

namespace sobelcam {
namespace {

tcp::endpoint endpoint_of(const std::string& address, unsigned short port) {
  boost::system::error_code error;
  const auto ip = net::ip::make_address(address, error);
  if (error) {
    throw std::runtime_error("cannot listen on '" + address +
                             "': not an IP address; 127.0.0.1 is this machine alone, " + "0.0.0.0 every interface");
  }
  return {ip, port};
}

/// Bounds what the kernel holds for a client that does not read, and notices peers that are gone without a word.
void tame(tcp::socket& socket) {
  boost::system::error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  socket.set_option(net::socket_base::send_buffer_size(limits::kSendBufferBytes), ignored);
  socket.set_option(net::socket_base::keep_alive(true), ignored);
  const int unsent = limits::kUnsentBytes;
  setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
  const auto gone_after_ms =
      static_cast<unsigned>(std::chrono::duration_cast<std::chrono::milliseconds>(limits::kWriteProgress).count());
  setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_USER_TIMEOUT, &gone_after_ms, sizeof gone_after_ms);
}

void log_failure(const std::exception_ptr& failure) {
  if (!failure) {
    return;
  }
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    spdlog::error("a connection ended with: {}", error.what());
  }
}

}  // namespace

HttpServer::HttpServer(net::io_context& io, const Site& site, const std::string& address, unsigned short port)
    : io_(io), site_(site), acceptor_(io) {
  const tcp::endpoint endpoint = endpoint_of(address, port);
  try {
    acceptor_.open(endpoint.protocol());
    acceptor_.set_option(net::socket_base::reuse_address(true));
    acceptor_.bind(endpoint);
    acceptor_.listen();
  } catch (const boost::system::system_error& error) {
    throw std::runtime_error("cannot listen on " + address + ":" + std::to_string(port) + ": " +
                             error.code().message() + "; choose another --listen ADDR:PORT");
  }
  net::co_spawn(io_, accept(), net::detached);
}

HttpServer::~HttpServer() = default;

unsigned short HttpServer::port() const {
  return acceptor_.local_endpoint().port();
}

net::awaitable<void> HttpServer::accept() {
  net::steady_timer pause(io_);
  bool told = false;
  while (acceptor_.is_open()) {
    boost::system::error_code error;
    tcp::socket socket = co_await acceptor_.async_accept(net::redirect_error(net::use_awaitable, error));
    if (error == net::error::operation_aborted || !acceptor_.is_open()) {
      break;
    }
    if (error) {
      // Out of descriptors, most likely: the connections that we have must end first.
      if (!std::exchange(told, true)) {
        spdlog::warn("cannot accept connections: {}", error.message());
      }
      pause.expires_after(std::chrono::milliseconds(100));
      co_await pause.async_wait(net::redirect_error(net::use_awaitable, error));
      continue;
    }
    told = false;
    try {
      open_session(std::move(socket));
    } catch (const std::bad_alloc&) {
      spdlog::error("no memory for another connection");
    }
  }
}

void HttpServer::open_session(tcp::socket socket) {
  Clients& clients = site_.clients;
  ++clients.connections_total;
  const unsigned room = clients.max_streaming + limits::kOtherConnections;
  const bool too_many = clients.connected >= room && !close_a_silent_session();
  if (too_many) {
    ++clients.refused_total;
    if (clients.connected >= room + limits::kTurnedAway) {
      return;
    }
  }
  tame(socket);
  auto session = std::make_shared<HttpSession>(*this, std::move(socket), next_id_++);
  net::co_spawn(
      io_, [session, too_many]() { return too_many ? session->turn_away() : session->run(); },
      [session](const std::exception_ptr& failure) { log_failure(failure); });
}

bool HttpServer::close_a_silent_session() {
  HttpSession* longest = nullptr;
  for (HttpSession* session : sessions_) {
    if (session->is_silent() && (longest == nullptr || session->silent_since() < longest->silent_since())) {
      longest = session;
    }
  }
  if (longest != nullptr) {
    longest->close();
  }
  return longest != nullptr;
}

void HttpServer::wake() {
  if (!wake_posted_.exchange(true)) {
    net::post(io_, [this] { wake_waiting(); });
  }
}

void HttpServer::wake_waiting() {
  wake_posted_ = false;
  for (HttpSession* session : sessions_) {
    session->wake();
  }
}

void HttpServer::stop() {
  boost::system::error_code ignored;
  acceptor_.close(ignored);
  for (HttpSession* session : sessions_) {
    session->close();
  }
}

}  // namespace sobelcam
