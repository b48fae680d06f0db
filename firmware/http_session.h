// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>

#include "firmware/capture_routes.h"
#include "firmware/http_server.h"
#include "firmware/net.h"
#include "firmware/routes.h"

namespace sobelcam {

/// One connection, from its first byte to its end.
///
/// Threads:  the network thread
/// Lifetime: alive while its coroutine runs; the server knows it from construction to destruction
class HttpSession : public std::enable_shared_from_this<HttpSession> {
 public:
  HttpSession(HttpServer& server, tcp::socket socket, std::uint64_t id);
  ~HttpSession();
  HttpSession(const HttpSession&) = delete;
  HttpSession& operator=(const HttpSession&) = delete;

  net::awaitable<void> run();
  /// For a connection too many: says so and ends.
  net::awaitable<void> turn_away();
  /// The hub has new pictures.
  void wake() { waiting_.cancel(); }
  void close();

  /// Waits for a request, or for the rest of one.
  bool is_silent() const { return silent_ && !stopped_; }
  std::chrono::steady_clock::time_point silent_since() const { return silent_since_; }

 private:
  struct Request {
    std::string method;
    std::string target;
    bool keep_alive = false;
    std::string host;
    std::string origin;
    std::string body;
  };

  /// Reads one header; answers and gives nothing where it is too long, too late or broken.
  net::awaitable<std::optional<Request>> read_request();
  /// The body that follows a header; false where it is too long or does not come.
  net::awaitable<bool> read_body(std::uint64_t bytes, Request& request);
  net::awaitable<bool> refuse(unsigned status, std::string_view message);
  net::awaitable<bool> send(const Reply& reply, bool head, bool keep_alive);
  net::awaitable<bool> answer(const Request& request);
  net::awaitable<bool> send_file(const FileReply& reply, const Request& request);
  net::awaitable<bool> snapshot(View view, const Request& request);
  net::awaitable<bool> send_head_of_snapshot();
  net::awaitable<void> stream(View view, const Request& request);
  net::awaitable<void> send_pictures(Client& client);
  net::awaitable<bool> send_part(Client& client, const SharedPicture& picture);

  /// The next picture of the view behind `after`, or what there is when the patience ends.
  net::awaitable<SharedPicture> next_picture(View view, std::uint64_t after, std::chrono::milliseconds patience);

  /// Writes everything as long as bytes keep moving.
  using Buffers = std::array<net::const_buffer, 3>;
  net::awaitable<bool> write(Buffers buffers);
  /// Ends the sending side and reads what still comes: closing with unread bytes would reset the connection, and the
  /// client might never see the answer.
  net::awaitable<void> end_politely();

  HttpServer& server_;
  beast::tcp_stream stream_;
  net::steady_timer waiting_;
  std::uint64_t id_;
  std::string remote_;
  std::string received_;
  bool stopped_ = false;
  bool silent_ = false;
  std::chrono::steady_clock::time_point silent_since_{};
  std::list<HttpSession*>::iterator place_;
};

}  // namespace sobelcam
