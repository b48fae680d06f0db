// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include "drivers/camera/input_file.h"
#include "firmware/http_session.h"

// Files, piece by piece: a recording is larger than the memory.
namespace sobelcam {
namespace {

/// Short enough that the streams of others do not wait for the disk.
constexpr std::size_t kPiece = std::size_t{128} << 10U;

std::string file_header(const FileReply& reply, std::uint64_t bytes, bool keep_alive) {
  std::ostringstream header;
  header << "HTTP/1.1 200 OK\r\nServer: sobelcam\r\nDate: " << http_date()
         << "\r\nContent-Type: application/x-tar\r\nContent-Length: " << bytes
         << "\r\nContent-Disposition: attachment; filename=\"" << reply.name
         << "\"\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
         << (keep_alive ? "" : "Connection: close\r\n") << "\r\n";
  return header.str();
}

}  // namespace

net::awaitable<bool> HttpSession::send_file(const FileReply& reply, const Request& request) {
  const auto opened = InputFile::open(reply.file);
  const auto* file = std::get_if<InputFile>(&opened);
  if (file == nullptr) {
    co_return co_await send(error_reply(410, std::get<SourceFault>(opened).message), request.method == "HEAD",
                            request.keep_alive);
  }
  const std::uint64_t bytes = file->size();
  const std::string header = file_header(reply, bytes, request.keep_alive);
  const Buffers beginning{net::buffer(header), {}, {}};
  if (!co_await write(beginning)) {
    co_return false;
  }
  std::vector<std::byte> piece(kPiece);
  for (std::uint64_t sent = 0; sent < bytes && request.method != "HEAD" && !stopped_;) {
    const auto wanted = std::span(piece).first(std::min<std::uint64_t>(kPiece, bytes - sent));
    // A file that has shrunk cannot be completed: closing says so.
    if (file->read_at(sent, wanted).bytes != wanted.size()) {
      co_return false;
    }
    const Buffers buffers{net::buffer(wanted.data(), wanted.size()), {}, {}};
    if (!co_await write(buffers)) {
      co_return false;
    }
    sent += wanted.size();
  }
  co_return request.keep_alive;
}

}  // namespace sobelcam
