// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/device_capture.h"

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <thread>
#include <utility>

#include "drivers/bundle/output_file.h"
#include "drivers/files/printable.h"
#include "tools/sobelcam/capture_progress.h"
#include "tools/sobelcam/stream_client.h"

namespace sobelcam::tool {
namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using tcp = net::ip::tcp;

constexpr std::chrono::milliseconds kPoll{200};
constexpr std::chrono::seconds kAnswerPatience{30};
constexpr std::size_t kPiece = std::size_t{256} << 10U;

void check(const std::optional<BundleFault>& fault) {
  if (fault) {
    throw std::runtime_error(fault->message);
  }
}

/// A device, asked over one connection a question.
class Device {
 public:
  explicit Device(const std::string& url) : url_(parse_stream_url(url)) {}

  nlohmann::json ask(http::verb method, const std::string& target, const std::string& body = {}) {
    beast::tcp_stream stream = connected(method, target, body);
    beast::flat_buffer buffer;
    http::response<http::string_body> response;
    stream.expires_after(kAnswerPatience);
    run([&](auto handler) { http::async_read(stream, buffer, response, std::move(handler)); });
    auto json = nlohmann::json::parse(response.body(), nullptr, false);
    if (response.result_int() >= 300) {
      const bool has_words = json.is_object() && json.contains("error") && json["error"].is_string();
      throw std::runtime_error(url_.authority + " answers " + std::to_string(response.result_int()) +
                               (has_words ? ": " + json["error"].get<std::string>() : std::string()));
    }
    return json;
  }

  /// Gives the file's bytes to a visitor, piece by piece.
  template <typename Visit>
  void fetch(const std::string& target, const Visit& visit) {
    beast::tcp_stream stream = connected(http::verb::get, target, {});
    beast::flat_buffer buffer;
    http::response_parser<http::buffer_body> parser;
    parser.body_limit(std::numeric_limits<std::uint64_t>::max());
    stream.expires_after(kAnswerPatience);
    run([&](auto handler) { http::async_read_header(stream, buffer, parser, std::move(handler)); });
    if (parser.get().result() != http::status::ok) {
      throw std::runtime_error(url_.authority +
                               " does not give the recording: " + std::to_string(parser.get().result_int()));
    }
    std::vector<std::byte> piece(kPiece);
    while (!parser.is_done()) {
      parser.get().body().data = piece.data();
      parser.get().body().size = piece.size();
      stream.expires_after(kAnswerPatience);
      boost::system::error_code error;
      http::async_read(stream, buffer, parser, [&error](boost::system::error_code code, std::size_t) { error = code; });
      io_.restart();
      io_.run();
      if (error && error != http::error::need_buffer) {
        throw std::runtime_error("the download from " + url_.authority + " broke off: " + error.message());
      }
      visit(std::span<const std::byte>(piece).first(piece.size() - parser.get().body().size));
    }
  }

 private:
  beast::tcp_stream connected(http::verb method, const std::string& target, const std::string& body) {
    beast::tcp_stream stream(io_);
    tcp::resolver resolver(io_);
    boost::system::error_code error;
    const auto endpoints = resolver.resolve(url_.host, url_.port, error);
    if (error) {
      throw std::runtime_error("no such device: " + url_.authority + ": " + error.message());
    }
    stream.expires_after(kAnswerPatience);
    run([&](auto handler) {
      stream.async_connect(
          endpoints, [handler = std::move(handler)](boost::system::error_code code, const tcp::endpoint&) mutable {
            handler(code, 0);
          });
    });
    http::request<http::string_body> request{method, target, 11, body};
    request.set(http::field::host, url_.authority);
    request.set(http::field::connection, "close");
    request.set(http::field::content_type, "application/json");
    request.prepare_payload();
    run([&](auto handler) { http::async_write(stream, request, std::move(handler)); });
    return stream;
  }

  /// Waits for one operation; its time limit is the stream's.
  template <typename Start>
  void run(const Start& start) {
    boost::system::error_code error;
    start([&error](boost::system::error_code code, std::size_t) { error = code; });
    io_.restart();
    io_.run();
    if (error) {
      throw std::runtime_error("cannot talk to " + url_.authority + ": " + error.message());
    }
  }

  net::io_context io_;
  StreamUrl url_;
};

/// The entry of a recording, once it has ended.
nlohmann::json ended_recording(Device& device, const std::string& id, const CaptureOptions& options,
                               CaptureProgress& progress) {
  for (;;) {
    const auto list = device.ask(http::verb::get, "/api/captures");
    nlohmann::json found;
    for (const auto& entry : list.at("captures")) {
      if (entry.at("id") == id) {
        found = entry;
      }
    }
    if (found.is_null()) {
      throw std::runtime_error("the recording was deleted on the device");
    }
    if (found.at("state") != "recording") {
      return found;
    }
    progress.show(found.at("frames_written").get<std::uint64_t>(), options.frames,
                  found.at("bytes").get<std::uint64_t>());
    std::this_thread::sleep_for(kPoll);
  }
}

void download(Device& device, const std::string& url, const CaptureOptions& options) {
  const std::filesystem::path partial = options.out.string() + ".partial";
  if (options.overwrite) {
    std::error_code ignored;
    std::filesystem::remove_all(partial, ignored);
  }
  auto created = OutputFile::create(partial);
  if (const auto* fault = std::get_if<BundleFault>(&created)) {
    throw std::runtime_error(fault->message);
  }
  auto& file = std::get<OutputFile>(created);
  device.fetch(url, [&](std::span<const std::byte> piece) { check(file.append(piece)); });
  check(file.sync());
  check(give_name(partial, options.out, options.overwrite));
}

}  // namespace

ExitCode capture_from_device(const CaptureOptions& options, std::ostream& out, std::ostream& errors) {
  if (options.format != "tar") {
    throw std::runtime_error("a device gives a tar; unpack it with tar xf");
  }
  if (!options.overwrite && something_at(options.out)) {
    throw std::runtime_error(options.out.string() + " exists: it is not overwritten unasked; --overwrite does");
  }
  if (options.equalize || options.pipeline != "auto") {
    throw std::runtime_error("a device records with the pipeline that it runs; --pipeline and --equalize are its own");
  }
  Device device(options.source);
  const nlohmann::json wanted{{"frames", options.frames}, {"planes", options.planes}};
  const std::string id = device.ask(http::verb::post, "/api/captures", wanted.dump()).at("id").get<std::string>();
  nlohmann::json recording;
  {
    CaptureProgress progress(errors, options.progress);
    recording = ended_recording(device, id, options, progress);
  }
  const std::string words = recording.at("words").get<std::string>();
  if (recording.at("url").is_null()) {
    throw std::runtime_error("nothing was recorded: " + words);
  }
  download(device, recording.at("url").get<std::string>(), options);
  device.ask(http::verb::delete_, "/api/captures/" + id);
  const auto frames = recording.at("frames_written").get<std::uint64_t>();
  out << frames << " of " << options.frames << " frames, " << recording.at("bytes")
      << " bytes: " << printable(options.out.string()) << "\n";
  if (frames == options.frames) {
    return kOk;
  }
  errors << "sobelcam: the recording ended early: " << printable(words) << "\n";
  return kBadInput;
}

}  // namespace sobelcam::tool
