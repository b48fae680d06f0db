// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/routes.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>

#include "firmware/assets.h"
#include "firmware/metrics_text.h"
#include "firmware/state_json.h"

namespace sobelcam {
namespace {

constexpr std::string_view kMethods = "GET, HEAD, OPTIONS";
constexpr std::string_view kJson = "application/json";

struct Target {
  std::string_view path;
  std::string_view query;
};

Target split(std::string_view target) {
  // The absolute form, which proxies send: http://host/path
  if (const auto scheme = target.find("://"); scheme != std::string_view::npos && target.front() != '/') {
    const auto path = target.find('/', scheme + 3);
    target = path == std::string_view::npos ? "/" : target.substr(path);
  }
  const auto question = target.find('?');
  return {target.substr(0, question),
          question == std::string_view::npos ? std::string_view{} : target.substr(question + 1)};
}

/// The value of a key in "a=1&b=2"; parts without a meaning for us (cache busters) are ignored.
std::optional<std::string_view> query_value(std::string_view query, std::string_view key) {
  while (!query.empty()) {
    const auto end = std::min(query.find('&'), query.size());
    const std::string_view part = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    if (part.starts_with(key) && part.size() > key.size() && part[key.size()] == '=') {
      return part.substr(key.size() + 1);
    }
  }
  return std::nullopt;
}

Reply json_reply(const nlohmann::ordered_json& body, unsigned status = 200) {
  // A path or a query may hold bytes that are not UTF-8; they become replacement characters.
  std::string text = body.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  return {status, std::string(kJson), std::move(text) + "\n", {{"Cache-Control", "no-store"}}};
}

template <typename PictureReply>
Answer picture(const Target& target) {
  const auto wanted = query_value(target.query, "view");
  const auto view = parse_view(wanted.value_or("edges"));
  if (!view) {
    return error_reply(400, "no such view '" + std::string(*wanted) + "'; known: " + std::string(kViewNames));
  }
  return PictureReply{*view};
}

Answer state(const Target& /*target*/, const Site& site) {
  return json_reply(state_json(site, site.telemetry.report()));
}

Answer timings(const Target& /*target*/, const Site& site) {
  return json_reply(timings_json(site.telemetry.report()));
}

Answer histogram(const Target& /*target*/, const Site& site) {
  const TelemetryReport report = site.telemetry.report();
  return report.frame ? json_reply(histogram_json(report)) : error_reply(503, report.health.reason);
}

Answer pipeline_rows(const Target& /*target*/, const Site& site) {
  return json_reply(pipelines_json(site));
}

Answer controls(const Target& /*target*/, const Site& site) {
  return json_reply(controls_json(site.telemetry.report()));
}

Answer health(const Target& /*target*/, const Site& site) {
  const TelemetryReport report = site.telemetry.report();
  return json_reply(health_json(report), report.health.ok ? 200 : 503);
}

Answer metrics(const Target& /*target*/, const Site& site) {
  return Reply{200,
               "text/plain; version=0.0.4; charset=utf-8",
               metrics_text(site, site.telemetry.report()),
               {{"Cache-Control", "no-store"}}};
}

Answer stream(const Target& target, const Site& /*site*/) {
  return picture<StreamReply>(target);
}
Answer snapshot(const Target& target, const Site& /*site*/) {
  return picture<SnapshotReply>(target);
}

struct Route {
  std::string_view path;
  Answer (*answer)(const Target&, const Site&);
};

constexpr std::array kRoutes{
    Route{"/stream", stream},         Route{"/snapshot", snapshot},       Route{"/api/state", state},
    Route{"/api/timings", timings},   Route{"/api/histogram", histogram}, Route{"/api/pipelines", pipeline_rows},
    Route{"/api/controls", controls}, Route{"/health", health},           Route{"/metrics", metrics}};

Reply asset_reply(const Asset& asset) {
  return {200,
          std::string(asset.content_type),
          std::string(asset.bytes),
          {{"Cache-Control", "no-cache"},
           {"Content-Security-Policy",
            "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; "
            "frame-ancestors 'self'; base-uri 'none'; form-action 'none'"},
           {"Referrer-Policy", "no-referrer"}}};
}

/// The two addresses that mjpg-streamer's users have in their bookmarks: /?action=stream and /?action=snapshot.
std::optional<Answer> alias(const Target& target) {
  const auto action = target.path == "/" ? query_value(target.query, "action") : std::nullopt;
  if (action == "stream") {
    return picture<StreamReply>(target);
  }
  if (action == "snapshot") {
    return picture<SnapshotReply>(target);
  }
  return std::nullopt;
}

std::optional<Answer> answer(const Target& target, const Site& site) {
  if (auto aliased = alias(target)) {
    return aliased;
  }
  for (const Route& route : kRoutes) {
    if (target.path == route.path) {
      return route.answer(target, site);
    }
  }
  if (const auto asset = find_asset(target.path)) {
    return asset_reply(*asset);
  }
  return std::nullopt;
}

}  // namespace

std::string http_date() {
  // The names are spelled out, because strftime's follow the locale.
  constexpr std::array kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm utc{};
  gmtime_r(&now, &utc);
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%s, %02d %s %04d %02d:%02d:%02d GMT",
                kDays.at(static_cast<std::size_t>(utc.tm_wday)), utc.tm_mday,
                kMonths.at(static_cast<std::size_t>(utc.tm_mon)), utc.tm_year + 1900, utc.tm_hour, utc.tm_min,
                utc.tm_sec);
  return text.data();
}

Reply error_reply(unsigned status, std::string_view message) {
  return json_reply({{"error", message}}, status);
}

Answer respond(std::string_view method, std::string_view target, const Site& site) {
  if (method == "OPTIONS" && target == "*") {
    return Reply{204, "", "", {{"Allow", std::string(kMethods)}}};
  }
  auto found = answer(split(target), site);
  if (!found) {
    return error_reply(404, "no such page");
  }
  if (method == "OPTIONS") {
    return Reply{204, "", "", {{"Allow", std::string(kMethods)}}};
  }
  if (method != "GET" && method != "HEAD") {
    Reply refusal = error_reply(405, "only " + std::string(kMethods) + " are answered here");
    refusal.headers.emplace_back("Allow", kMethods);
    return refusal;
  }
  return std::move(*found);
}

}  // namespace sobelcam
