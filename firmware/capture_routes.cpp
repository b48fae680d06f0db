// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/capture_routes.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "firmware/captures.h"
#include "firmware/net.h"

namespace sobelcam {
namespace {

using CaptureAnswer = std::variant<Reply, FileReply>;

constexpr std::string_view kPath = "/api/captures";
constexpr std::uint64_t kMostFrames = 1'000'000;

Reply json_reply(const nlohmann::ordered_json& body, unsigned status = 200) {
  return {status,
          "application/json",
          body.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n",
          {{"Cache-Control", "no-store"}}};
}

nlohmann::ordered_json to_json(const CaptureInfo& info) {
  nlohmann::ordered_json json{{"id", info.id}, {"state", name(info.state)}, {"words", info.words}};
  json["frames_wanted"] = info.wanted ? nlohmann::ordered_json(*info.wanted) : nlohmann::ordered_json(nullptr);
  json["frames_written"] = info.written ? nlohmann::ordered_json(*info.written) : nlohmann::ordered_json(nullptr);
  json["frames_left_out"] = info.left_out;
  json["bytes"] = info.bytes;
  json["url"] = info.state == CaptureState::kRecording || info.file.empty()
                    ? nlohmann::ordered_json(nullptr)
                    : nlohmann::ordered_json(std::string(kPath) + "/" + info.id);
  return json;
}

Reply list(const Captures& captures) {
  nlohmann::ordered_json json{{"captures", nlohmann::ordered_json::array()}};
  std::uint64_t used = 0;
  for (const CaptureInfo& info : captures.list()) {
    json["captures"].push_back(to_json(info));
    used += info.bytes;
  }
  json["used_bytes"] = used;
  json["quota_bytes"] = captures.quota_bytes();
  return json_reply(json);
}

/// Why a request may not change anything; nothing where it may.
std::optional<Reply> refusal(const CaptureRequest& request, const Site& site) {
  if (!site.listens_on_loopback) {
    return error_reply(403,
                       "recordings are made and deleted only while the appliance listens on the loopback "
                       "(--listen 127.0.0.1:PORT), because there are no passwords yet; from another machine: "
                       "ssh -L PORT:127.0.0.1:PORT DEVICE");
  }
  if (!names_loopback(request.host)) {
    return error_reply(403,
                       "the request is not addressed to this machine's loopback: ask for http://127.0.0.1 or "
                       "http://localhost");
  }
  if (!request.origin.empty() && request.origin != "http://" + std::string(request.host)) {
    return error_reply(403, "the request comes from another site's page");
  }
  return std::nullopt;
}

Reply start(const CaptureRequest& request, Captures& captures) {
  const auto body = nlohmann::json::parse(request.body, nullptr, false);
  if (!body.is_object()) {
    return error_reply(400, R"(a JSON object is needed: {"frames": 100, "planes": ["gray"]})");
  }
  const auto frames = body.find("frames");
  if (frames == body.end() || !frames->is_number_unsigned() || frames->get<std::uint64_t>() > kMostFrames) {
    return error_reply(400, "\"frames\" must be a number from 1 to " + std::to_string(kMostFrames));
  }
  std::vector<std::string> planes;
  if (const auto wanted = body.find("planes"); wanted != body.end()) {
    if (!wanted->is_array()) {
      return error_reply(400, "\"planes\" must be a list of: " + std::string(kPlaneNames));
    }
    for (const auto& plane : *wanted) {
      planes.push_back(plane.is_string() ? plane.get<std::string>() : plane.dump());
    }
  }
  const auto started = captures.start(frames->get<std::uint64_t>(), planes);
  if (const auto* refused = std::get_if<CaptureRefusal>(&started)) {
    return error_reply(refused->status, refused->message);
  }
  Reply reply = json_reply(to_json(std::get<CaptureInfo>(started)), 201);
  reply.headers.emplace_back("Location", std::string(kPath) + "/" + std::get<CaptureInfo>(started).id);
  return reply;
}

CaptureAnswer download(const std::string& id, const Captures& captures) {
  const auto info = captures.find(id);
  if (!info) {
    return error_reply(404, "no such recording");
  }
  if (info->state == CaptureState::kRecording) {
    return error_reply(409, "the recording is not finished yet");
  }
  if (info->file.empty()) {
    return error_reply(410, "nothing was recorded: " + info->words);
  }
  return FileReply{info->file, info->file.filename().string()};
}

Reply remove(const std::string& id, Captures& captures) {
  if (const auto refused = captures.remove(id)) {
    return error_reply(refused->status, refused->message);
  }
  return {204, "", "", {{"Cache-Control", "no-store"}}};
}

Reply not_allowed(const std::string& methods) {
  Reply reply = error_reply(405, "only " + methods + " are answered here");
  reply.headers.emplace_back("Allow", methods);
  return reply;
}

}  // namespace

bool names_loopback(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  const std::size_t bracket = host.rfind(']');
  if (colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket)) {
    host = host.substr(0, colon);
  }
  if (host.starts_with('[') && host.ends_with(']')) {
    host = host.substr(1, host.size() - 2);
  }
  boost::system::error_code no_address;
  const auto address = net::ip::make_address(std::string(host), no_address);
  return no_address ? host == "localhost" : address.is_loopback();
}

std::optional<CaptureAnswer> respond_to_captures(const CaptureRequest& request, const Site& site) {
  const std::string_view path = request.target.substr(0, request.target.find('?'));
  if (site.captures == nullptr || !path.starts_with(kPath)) {
    return std::nullopt;
  }
  const bool reads = request.method == "GET" || request.method == "HEAD";
  const std::string_view rest = path.substr(kPath.size());
  if (rest.empty()) {
    if (reads) {
      return list(*site.captures);
    }
    if (request.method != "POST") {
      return not_allowed("GET, HEAD, POST");
    }
    auto refused = refusal(request, site);
    return refused ? std::move(*refused) : start(request, *site.captures);
  }
  if (!rest.starts_with('/') || rest.size() < 2) {
    return std::nullopt;
  }
  const std::string id(rest.substr(1));
  if (reads) {
    return download(id, *site.captures);
  }
  if (request.method != "DELETE") {
    return not_allowed("GET, HEAD, DELETE");
  }
  auto refused = refusal(request, site);
  return refused ? std::move(*refused) : remove(id, *site.captures);
}

}  // namespace sobelcam
