// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdio>

#include "firmware/http_limits.h"
#include "firmware/http_session.h"

// The multipart stream: what is on the wire, and when.
namespace sobelcam {
namespace {

// The boundary stands before the first part, because strict parsers ask for it there, and right behind each picture,
// because browsers draw a picture only when they see that it has ended.
constexpr std::string_view kStreamHeader =
    "Server: sobelcam\r\n"
    "Content-Type: multipart/x-mixed-replace;boundary=sobelcam-picture\r\n"
    "Cache-Control: no-store, no-cache, must-revalidate, max-age=0\r\n"
    "Pragma: no-cache\r\n"
    "Expires: 0\r\n"
    "X-Accel-Buffering: no\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Connection: close\r\n"
    "\r\n";
constexpr std::string_view kFirstBoundary = "--sobelcam-picture\r\n";
constexpr std::string_view kNextBoundary = "\r\n--sobelcam-picture\r\n";

/// Capture time in seconds since 1970: the monotonic stamp, carried over to the wall clock at the moment of sending.
std::string wall_seconds(std::chrono::steady_clock::time_point captured_at) {
  const auto age = std::chrono::steady_clock::now() - captured_at;
  const auto wall =
      std::chrono::system_clock::now() - std::chrono::duration_cast<std::chrono::system_clock::duration>(age);
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6f", std::chrono::duration<double>(wall.time_since_epoch()).count());
  return text.data();
}

/// A viewer is on the list as long as its stream runs, however it ends.
class ListedClient {
 public:
  ListedClient(Clients& clients, Client client)
      : clients_(clients), place_(clients.streaming.insert(clients.streaming.end(), std::move(client))) {}
  ListedClient(const ListedClient&) = delete;
  ListedClient& operator=(const ListedClient&) = delete;
  ~ListedClient() { clients_.streaming.erase(place_); }

  Client& client() { return *place_; }

 private:
  Clients& clients_;
  std::list<Client>::iterator place_;
};

std::string part_header(const Picture& picture) {
  std::string header = "Content-Type: image/jpeg\r\nContent-Length: " + std::to_string(picture.jpeg.size()) +
                       "\r\nX-Timestamp: " + wall_seconds(picture.captured_at) +
                       "\r\nX-Sequence: " + std::to_string(picture.sequence) + "\r\n";
  if (picture.no_signal) {
    header += "X-No-Signal: 1\r\n";
  }
  return header + "\r\n";
}

}  // namespace

net::awaitable<void> HttpSession::stream(View view, const Request& request) {
  Clients& clients = server_.site_.clients;
  if (request.method != "HEAD" && clients.streaming.size() >= clients.max_streaming) {
    ++clients.refused_total;
    Reply full = error_reply(503, "all " + std::to_string(clients.max_streaming) + " streams are taken");
    full.headers.emplace_back("Retry-After", "5");
    co_await send(full, false, false);
    co_return;
  }
  const std::string beginning = "HTTP/1.1 200 OK\r\nDate: " + http_date() + "\r\n";
  const Buffers header{net::buffer(beginning), net::buffer(kStreamHeader), {}};
  if (request.method == "HEAD") {
    co_await write(header);
    co_return;
  }
  // Listed before anything is awaited: the next one who asks must see that the place is taken.
  ListedClient listed(clients, {id_, remote_, view, std::chrono::steady_clock::now(), 0, 0, 0});
  const PictureHub::Watch watch(server_.site_.hub, view);
  if (co_await write(header)) {
    co_await send_pictures(listed.client());
  }
}

net::awaitable<void> HttpSession::send_pictures(Client& client) {
  const Buffers first_boundary{net::buffer(kFirstBoundary), {}, {}};
  if (!co_await write(first_boundary)) {
    co_return;
  }
  std::uint64_t last = 0;
  while (!stopped_) {
    const SharedPicture picture = co_await next_picture(client.view, last, limits::kRepeat);
    if (!picture) {
      continue;  // nothing yet; the encoder will have one soon, or the no-signal picture
    }
    if (last != 0 && picture->serial > last + 1) {
      client.skipped += picture->serial - last - 1;
      server_.site_.clients.skipped_total += picture->serial - last - 1;
    }
    last = picture->serial;
    if (!co_await send_part(client, picture)) {
      break;
    }
  }
}

net::awaitable<bool> HttpSession::send_part(Client& client, const SharedPicture& picture) {
  const std::string header = part_header(*picture);
  const Buffers part{net::buffer(header), net::buffer(picture->jpeg), net::buffer(kNextBoundary)};
  if (!co_await write(part)) {
    co_return false;
  }
  const std::uint64_t bytes = header.size() + picture->jpeg.size() + kNextBoundary.size();
  ++client.sent;
  client.bytes += bytes;
  ++server_.site_.clients.parts_total;
  server_.site_.clients.bytes_total += bytes;
  co_return true;
}

}  // namespace sobelcam
