// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <list>
#include <memory>
#include <string>

#include "firmware/net.h"
#include "firmware/site.h"

namespace sobelcam {

class HttpSession;

/// Accepts connections and runs one coroutine for each.
///
/// Threads:  everything on the one thread that runs the io_context, but for wake(), which may be called from any
/// Lifetime: the io_context and the site must outlive it
/// Errors:   std::runtime_error where the address cannot be listened on
class HttpServer {
 public:
  HttpServer(net::io_context& io, const Site& site, const std::string& address, unsigned short port);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  unsigned short port() const;

  /// New pictures are in the hub: streams and snapshots that wait for one look again.
  void wake();

  /// Closes the listener and every connection; the io_context then runs out of work.
  void stop();

 private:
  friend class HttpSession;

  net::awaitable<void> accept();
  void open_session(tcp::socket socket);
  /// Ends the connection that has waited longest for a request; false where every one is busy.
  bool close_a_silent_session();
  void wake_waiting();

  net::io_context& io_;
  const Site& site_;
  tcp::acceptor acceptor_;
  std::list<HttpSession*> sessions_;
  std::uint64_t next_id_ = 1;
  std::atomic<bool> wake_posted_ = false;
};

}  // namespace sobelcam
