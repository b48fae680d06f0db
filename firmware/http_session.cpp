// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/http_session.h"

#include <algorithm>
#include <sstream>

#include "firmware/http_limits.h"

namespace sobelcam {
namespace {

constexpr std::string_view kEndOfHeader = "\r\n\r\n";

std::string remote_of(const tcp::socket& socket) {
  boost::system::error_code gone;
  const auto endpoint = socket.remote_endpoint(gone);
  return gone ? "gone" : endpoint.address().to_string() + ":" + std::to_string(endpoint.port());
}

Reply picture_reply(std::string_view jpeg) {
  return {200, "image/jpeg", std::string(jpeg), {{"Cache-Control", "no-store"}}};
}

/// A slow source gets the time of two of its frames.
std::chrono::milliseconds snapshot_patience(std::chrono::steady_clock::duration frame_interval) {
  const auto two_frames = std::chrono::duration_cast<std::chrono::milliseconds>(2 * frame_interval);
  return std::clamp(two_frames, limits::kSnapshotPatience, limits::kLongestSnapshotPatience);
}

}  // namespace

HttpSession::HttpSession(HttpServer& server, tcp::socket socket, std::uint64_t id)
    : server_(server),
      stream_(std::move(socket)),
      waiting_(server.io_),
      id_(id),
      remote_(remote_of(stream_.socket())),
      place_(server.sessions_.insert(server.sessions_.end(), this)) {
  ++server_.site_.clients.connected;
}

HttpSession::~HttpSession() {
  --server_.site_.clients.connected;
  server_.sessions_.erase(place_);
}

void HttpSession::close() {
  stopped_ = true;
  waiting_.cancel();
  stream_.close();
}

net::awaitable<void> HttpSession::run() {
  while (!stopped_) {
    const auto request = co_await read_request();
    if (!request) {
      break;
    }
    ++server_.site_.clients.requests_total;
    if (!co_await answer(*request)) {
      break;
    }
  }
  co_await end_politely();
}

net::awaitable<void> HttpSession::turn_away() {
  Reply busy = error_reply(503, "too many connections");
  busy.headers.emplace_back("Retry-After", "5");
  co_await send(busy, false, false);
  co_await end_politely();
}

net::awaitable<std::optional<HttpSession::Request>> HttpSession::read_request() {
  boost::system::error_code error;
  stream_.expires_after(limits::kHeaderDeadline);
  silent_ = true;
  silent_since_ = std::chrono::steady_clock::now();
  const std::size_t length =
      co_await net::async_read_until(stream_, net::dynamic_buffer(received_, limits::kHeaderBytes), kEndOfHeader,
                                     net::redirect_error(net::use_awaitable, error));
  silent_ = false;
  const std::size_t line = std::min(received_.find("\r\n"), received_.size());
  if (line > limits::kRequestLineBytes) {
    co_await refuse(414, "the request line is longer than 8 KB");
    co_return std::nullopt;
  }
  if (error == net::error::not_found) {
    co_await refuse(431, "the header is longer than 16 KB");
    co_return std::nullopt;
  }
  if (error) {
    co_return std::nullopt;
  }
  http::request_parser<http::empty_body> parser;
  parser.header_limit(limits::kHeaderBytes);
  parser.put(net::buffer(received_.data(), length), error);
  received_.erase(0, length);
  const auto& header = parser.get();
  const bool has_body = header.count(http::field::transfer_encoding) > 0 || parser.content_length().value_or(0) > 0;
  if (error && error != http::error::unexpected_body) {
    co_await refuse(400, "not an HTTP request: " + error.message());
    co_return std::nullopt;
  }
  if (header.count(http::field::host) > 1) {
    co_await refuse(400, "more than one Host");
    co_return std::nullopt;
  }
  // A body is read for a POST alone; what follows any other request would be read as the next one. And answers are
  // HTTP/1.1: a client of 1.0 would wait for a Connection field that is not there.
  const bool keep_alive = header.version() >= 11 && header.keep_alive() && !has_body && !error;
  Request request{std::string(header.method_string()),
                  std::string(header.target()),
                  keep_alive,
                  std::string(header[http::field::host]),
                  std::string(header[http::field::origin]),
                  {}};
  if (request.method == "POST" && !co_await read_body(parser.content_length().value_or(0), request)) {
    co_return std::nullopt;
  }
  co_return request;
}

net::awaitable<bool> HttpSession::read_body(std::uint64_t bytes, Request& request) {
  if (bytes > limits::kBodyBytes) {
    co_await refuse(413, "the body is longer than 4 KB");
    co_return false;
  }
  boost::system::error_code error;
  if (received_.size() < bytes) {
    co_await net::async_read(stream_, net::dynamic_buffer(received_, limits::kHeaderBytes),
                             net::transfer_exactly(bytes - received_.size()),
                             net::redirect_error(net::use_awaitable, error));
  }
  if (error) {
    co_return false;
  }
  request.body = received_.substr(0, bytes);
  received_.erase(0, bytes);
  co_return true;
}

net::awaitable<bool> HttpSession::refuse(unsigned status, std::string_view message) {
  co_return co_await send(error_reply(status, message), false, false);
}

net::awaitable<bool> HttpSession::answer(const Request& request) {
  const bool head = request.method == "HEAD";
  const auto captured =
      respond_to_captures({request.method, request.target, request.host, request.origin, request.body}, server_.site_);
  if (captured && std::holds_alternative<FileReply>(*captured)) {
    co_return co_await send_file(std::get<FileReply>(*captured), request);
  }
  if (captured) {
    co_return co_await send(std::get<Reply>(*captured), head, request.keep_alive);
  }
  const Answer answer = respond(request.method, request.target, server_.site_);
  if (const auto* reply = std::get_if<Reply>(&answer)) {
    co_return co_await send(*reply, head, request.keep_alive);
  }
  if (const auto* wanted = std::get_if<SnapshotReply>(&answer)) {
    co_return co_await snapshot(wanted->view, request);
  }
  co_await stream(std::get<StreamReply>(answer).view, request);
  co_return false;
}

net::awaitable<bool> HttpSession::send(const Reply& reply, bool head, bool keep_alive) {
  http::response<http::string_body> response(static_cast<http::status>(reply.status), 11);
  response.set(http::field::server, "sobelcam");
  response.set(http::field::date, http_date());
  response.set("X-Content-Type-Options", "nosniff");
  if (!reply.content_type.empty()) {
    response.set(http::field::content_type, reply.content_type);
  }
  for (const auto& [field, value] : reply.headers) {
    response.set(field, value);
  }
  response.keep_alive(keep_alive);
  if (reply.status != 204 && !reply.unknown_length) {
    response.content_length(reply.body.size());
  }
  std::ostringstream header;
  header << response.base();
  const std::string text = header.str();
  const Buffers buffers{net::buffer(text), net::buffer(reply.body.data(), head ? 0 : reply.body.size()), {}};
  const bool sent = co_await write(buffers);
  co_return sent&& keep_alive;
}

net::awaitable<bool> HttpSession::send_head_of_snapshot() {
  const TelemetryReport report = server_.site_.telemetry.report();
  Reply header_only = report.health.ok ? picture_reply("") : error_reply(503, report.health.reason);
  header_only.unknown_length = report.health.ok;
  co_return co_await send(header_only, true, false);
}

net::awaitable<bool> HttpSession::snapshot(View view, const Request& request) {
  if (request.method == "HEAD") {
    co_return co_await send_head_of_snapshot();
  }
  const auto asked_at = std::chrono::steady_clock::now();
  const PictureHub::Watch watch(server_.site_.hub, view);
  const auto give_up_at = asked_at + snapshot_patience(server_.site_.telemetry.report().frame_interval);
  SharedPicture picture;
  // A picture that was taken before the question may show what the asker has already left behind.
  while (!stopped_ && std::chrono::steady_clock::now() < give_up_at) {
    const auto patience =
        std::chrono::duration_cast<std::chrono::milliseconds>(give_up_at - std::chrono::steady_clock::now());
    picture = co_await next_picture(view, picture ? picture->serial : 0, patience);
    if (picture && (picture->no_signal || picture->captured_at >= asked_at)) {
      break;
    }
  }
  if (!picture || picture->no_signal || picture->captured_at < asked_at) {
    const TelemetryReport report = server_.site_.telemetry.report();
    Reply none = error_reply(503, report.health.ok ? "no fresh picture came in time" : report.health.reason);
    none.headers.emplace_back("Retry-After", "1");
    co_return co_await send(none, false, request.keep_alive);
  }
  Reply fresh = picture_reply({reinterpret_cast<const char*>(picture->jpeg.data()), picture->jpeg.size()});
  fresh.headers.emplace_back("X-Sequence", std::to_string(picture->sequence));
  co_return co_await send(fresh, false, request.keep_alive);
}

net::awaitable<SharedPicture> HttpSession::next_picture(View view, std::uint64_t after,
                                                        std::chrono::milliseconds patience) {
  waiting_.expires_after(patience);
  SharedPicture picture = server_.site_.hub.newest(view);
  while (!stopped_ && (!picture || picture->serial <= after)) {
    boost::system::error_code cancelled;
    co_await waiting_.async_wait(net::redirect_error(net::use_awaitable, cancelled));
    picture = server_.site_.hub.newest(view);
    if (!cancelled) {
      break;
    }
  }
  co_return picture;
}

net::awaitable<bool> HttpSession::write(Buffers buffers) {
  beast::buffers_suffix<Buffers> rest(buffers);
  while (beast::buffer_bytes(rest) > 0) {
    boost::system::error_code error;
    stream_.expires_after(limits::kWriteProgress);
    const std::size_t written = co_await stream_.async_write_some(rest, net::redirect_error(net::use_awaitable, error));
    if (error) {
      co_return false;
    }
    rest.consume(written);
  }
  co_return true;
}

net::awaitable<void> HttpSession::end_politely() {
  boost::system::error_code error;
  stream_.socket().shutdown(tcp::socket::shutdown_send, error);
  std::string ignored(4096, '\0');
  stream_.expires_after(limits::kLinger);
  for (std::size_t total = 0; !error && !stopped_ && total < limits::kLingerBytes;) {
    total += co_await stream_.async_read_some(net::buffer(ignored), net::redirect_error(net::use_awaitable, error));
  }
}

}  // namespace sobelcam
