// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/bench_http.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "tools/sobelcam/statistics.h"
#include "tools/sobelcam/stream_client.h"

namespace sobelcam::tool {
namespace {

namespace net = boost::asio;

/// The clients of one kind, taken together.
struct Summary {
  std::string kind;
  unsigned clients = 0;
  unsigned failed = 0;
  std::string failure;
  double fps_min = 0;  ///< of the client that got the fewest pictures
  double fps_mean = 0;
  double age_p50_ms = 0;
  double age_p95_ms = 0;
  double age_p99_ms = 0;
  std::uint64_t pictures = 0;
  std::uint64_t repeats = 0;
  std::uint64_t no_signal = 0;
  std::uint64_t skipped = 0;
  std::uint64_t bytes = 0;
};

struct Group {
  std::string kind;
  std::vector<std::unique_ptr<StreamClient>> clients;
};

Summary summarize(const Group& group, double seconds) {
  Summary summary;
  summary.kind = group.kind;
  summary.clients = static_cast<unsigned>(group.clients.size());
  std::vector<double> ages;
  std::uint64_t fewest = group.clients.front()->record().pictures;
  for (const auto& client : group.clients) {
    const ClientRecord& record = client->record();
    summary.pictures += record.pictures;
    summary.repeats += record.repeats;
    summary.no_signal += record.no_signal;
    summary.skipped += record.skipped;
    summary.bytes += record.bytes;
    fewest = std::min(fewest, record.pictures);
    ages.insert(ages.end(), record.ages_ms.begin(), record.ages_ms.end());
    if (!record.failure.empty()) {
      ++summary.failed;
      summary.failure = record.failure;
    }
  }
  std::sort(ages.begin(), ages.end());
  summary.fps_min = static_cast<double>(fewest) / seconds;
  summary.fps_mean = static_cast<double>(summary.pictures) / seconds / summary.clients;
  summary.age_p50_ms = percentile(ages, 0.50);
  summary.age_p95_ms = percentile(ages, 0.95);
  summary.age_p99_ms = percentile(ages, 0.99);
  return summary;
}

void print_text(std::ostream& out, const std::vector<Summary>& summaries, double seconds) {
  std::array<char, 192> line{};
  std::snprintf(line.data(), line.size(), "%-8s %8s %9s %9s %9s %9s %9s %10s %9s %9s\n", "clients", "count", "fps min",
                "fps mean", "age p50", "age p95", "age p99", "KiB/s each", "pictures", "skipped");
  out << line.data();
  for (const Summary& s : summaries) {
    const double kib = static_cast<double>(s.bytes) / 1024 / seconds / s.clients;
    std::snprintf(line.data(), line.size(), "%-8s %8u %9.2f %9.2f %6.1f ms %6.1f ms %6.1f ms %10.1f %9llu %9llu\n",
                  s.kind.c_str(), s.clients, s.fps_min, s.fps_mean, s.age_p50_ms, s.age_p95_ms, s.age_p99_ms, kib,
                  static_cast<unsigned long long>(s.pictures), static_cast<unsigned long long>(s.skipped));
    out << line.data();
  }
}

void print_json(std::ostream& out, const std::vector<Summary>& summaries, const BenchHttpOptions& options) {
  nlohmann::ordered_json groups = nlohmann::ordered_json::array();
  for (const Summary& s : summaries) {
    groups.push_back({{"kind", s.kind},
                      {"clients", s.clients},
                      {"failed", s.failed},
                      {"fps_min", s.fps_min},
                      {"fps_mean", s.fps_mean},
                      {"age_p50_ms", s.age_p50_ms},
                      {"age_p95_ms", s.age_p95_ms},
                      {"age_p99_ms", s.age_p99_ms},
                      {"pictures", s.pictures},
                      {"repeats", s.repeats},
                      {"no_signal", s.no_signal},
                      {"skipped", s.skipped},
                      {"bytes", s.bytes}});
  }
  out << nlohmann::ordered_json{{"url", options.url}, {"seconds", options.seconds}, {"groups", groups}}.dump(2) << "\n";
}

std::vector<Group> make_clients(net::io_context& io, const BenchHttpOptions& options) {
  std::vector<Group> groups;
  const auto add = [&](const char* kind, unsigned count, Pace pace) {
    if (count > 0) {
      Group& group = groups.emplace_back(Group{kind, {}});
      for (unsigned i = 0; i < count; ++i) {
        group.clients.push_back(std::make_unique<StreamClient>(io, pace));
      }
    }
  };
  add("fast", options.fast, {true, 0});
  add("slow", options.slow, {true, options.slow_kib_per_s});
  add("stalled", options.stalled, {false, 0});
  return groups;
}

}  // namespace

ExitCode bench_http(const BenchHttpOptions& options, std::ostream& out, std::ostream& errors) {
  const StreamUrl url = parse_stream_url(options.url);
  net::io_context io(1);
  const std::vector<Group> groups = make_clients(io, options);
  for (const Group& group : groups) {
    for (const auto& client : group.clients) {
      net::co_spawn(io, client->run(url), net::detached);
    }
  }
  net::steady_timer end(io, std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                std::chrono::duration<double>(options.seconds)));
  end.async_wait([&](const boost::system::error_code& /*error*/) {
    for (const Group& group : groups) {
      for (const auto& client : group.clients) {
        client->stop();
      }
    }
  });
  io.run();

  std::vector<Summary> summaries;
  for (const Group& group : groups) {
    summaries.push_back(summarize(group, options.seconds));
  }
  options.json ? print_json(out, summaries, options) : print_text(out, summaries, options.seconds);
  bool failed = false;
  for (const Summary& summary : summaries) {
    if (summary.failed > 0) {
      errors << "sobelcam: " << summary.failed << " of " << summary.clients << " " << summary.kind
             << " clients ended early: " << summary.failure << "\n";
      failed = true;
    }
  }
  return failed ? kBadInput : kOk;
}

}  // namespace sobelcam::tool
