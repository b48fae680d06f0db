// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/stream_client.h"

#include <chrono>
#include <stdexcept>

namespace sobelcam::tool {
namespace {

namespace net = boost::asio;
using tcp = net::ip::tcp;

constexpr std::size_t kChunk = 64 * 1024;

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

StreamUrl parse_stream_url(const std::string& url) {
  constexpr std::string_view kScheme = "http://";
  if (!url.starts_with(kScheme) || url.size() == kScheme.size()) {
    throw std::invalid_argument("'" + url + "': http://HOST[:PORT][/PATH] is needed");
  }
  StreamUrl parsed;
  const std::string rest = url.substr(kScheme.size());
  const auto slash = rest.find('/');
  std::string authority = rest.substr(0, slash);
  parsed.authority = authority;
  if (slash != std::string::npos && slash + 1 < rest.size()) {
    parsed.target = rest.substr(slash);
  }
  const auto colon = authority.rfind(':');
  if (colon != std::string::npos && authority.find(']', colon) == std::string::npos) {
    parsed.port = authority.substr(colon + 1);
    authority.resize(colon);
  }
  if (authority.starts_with('[') && authority.ends_with(']')) {
    authority = authority.substr(1, authority.size() - 2);
  }
  if (authority.empty() || parsed.port.empty()) {
    throw std::invalid_argument("'" + url + "': http://HOST[:PORT][/PATH] is needed");
  }
  parsed.host = authority;
  return parsed;
}

net::awaitable<void> StreamClient::run(StreamUrl url) {
  try {
    tcp::resolver resolver(socket_.get_executor());
    const auto endpoints = co_await resolver.async_resolve(url.host, url.port, net::use_awaitable);
    if (pace_.kib_per_s != 0 || !pace_.reads) {
      // A large window would hide the slowness from the server for seconds.
      socket_.open(endpoints.begin()->endpoint().protocol());
      socket_.set_option(net::socket_base::receive_buffer_size(16 * 1024));
      co_await socket_.async_connect(endpoints.begin()->endpoint(), net::use_awaitable);
    } else {
      co_await net::async_connect(socket_, endpoints, net::use_awaitable);
    }
    const std::string request =
        "GET " + url.target + " HTTP/1.1\r\nHost: " + url.authority + "\r\nUser-Agent: sobelcam-bench\r\n\r\n";
    co_await net::async_write(socket_, net::buffer(request), net::use_awaitable);
    co_await read();
  } catch (const std::exception& error) {
    if (!stopped_) {
      record_.failure = error.what();
    }
  }
}

net::awaitable<void> StreamClient::read() {
  std::string chunk(pace_.kib_per_s == 0 ? kChunk : 1024, '\0');
  while (!stopped_) {
    if (!pace_.reads) {
      pause_.expires_after(std::chrono::hours(1));
      co_await pause_.async_wait(net::use_awaitable);
    }
    const std::size_t size = co_await socket_.async_read_some(net::buffer(chunk), net::use_awaitable);
    record_.bytes += size;
    for (const StreamPart& part : reader_.feed(std::string_view(chunk).substr(0, size))) {
      note(part);
    }
    if (pace_.kib_per_s != 0) {
      pause_.expires_after(std::chrono::microseconds(1000000ULL * size / (1024ULL * pace_.kib_per_s)));
      co_await pause_.async_wait(net::use_awaitable);
    }
  }
}

void StreamClient::note(const StreamPart& part) {
  if (part.no_signal) {
    ++record_.no_signal;
    return;
  }
  if (!first_ && part.sequence == last_sequence_) {
    ++record_.repeats;
    return;
  }
  if (!first_ && part.sequence > last_sequence_ + 1) {
    record_.skipped += part.sequence - last_sequence_ - 1;
  }
  first_ = false;
  last_sequence_ = part.sequence;
  ++record_.pictures;
  record_.ages_ms.push_back((wall_seconds() - part.captured_at_s) * 1000);
}

void StreamClient::stop() {
  stopped_ = true;
  pause_.cancel();
  boost::system::error_code ignored;
  socket_.close(ignored);
}

}  // namespace sobelcam::tool
