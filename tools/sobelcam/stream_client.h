// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Boost 1.74's awaitable.hpp uses std::exchange without including it.
#include <utility>

#include <boost/asio.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "tools/sobelcam/multipart_reader.h"

namespace sobelcam::tool {

/// http://HOST[:PORT][/PATH]; without a path the edges' stream.
struct StreamUrl {
  std::string host;
  std::string port = "80";
  std::string target = "/stream?view=edges";
  std::string authority;  ///< host and port as they were written
};

/// Errors:   std::invalid_argument that says what is accepted
StreamUrl parse_stream_url(const std::string& url);

/// What one client saw.
struct ClientRecord {
  std::uint64_t pictures = 0;  ///< different ones
  std::uint64_t repeats = 0;
  std::uint64_t no_signal = 0;
  std::uint64_t skipped = 0;  ///< gaps in the sequence numbers
  std::uint64_t bytes = 0;
  std::vector<double> ages_ms;  ///< of each different picture, on arrival
  std::string failure;          ///< why it ended before the time was up
};

/// How a client reads.
struct Pace {
  bool reads = true;
  unsigned kib_per_s = 0;  ///< 0: as fast as it can
};

/// Watches one stream until the socket is closed from outside.
class StreamClient {
 public:
  StreamClient(boost::asio::io_context& io, Pace pace) : socket_(io), pause_(io), pace_(pace) {}

  boost::asio::awaitable<void> run(StreamUrl url);
  void stop();
  const ClientRecord& record() const { return record_; }

 private:
  boost::asio::awaitable<void> read();
  void note(const StreamPart& part);

  boost::asio::ip::tcp::socket socket_;
  boost::asio::steady_timer pause_;
  Pace pace_;
  bool stopped_ = false;
  MultipartReader reader_;
  ClientRecord record_;
  bool first_ = true;
  std::uint64_t last_sequence_ = 0;
};

}  // namespace sobelcam::tool
