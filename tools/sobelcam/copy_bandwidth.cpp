// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/copy_bandwidth.h"

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstring>
#include <thread>
#include <vector>

#include "drivers/frame/buffer_provider.h"
#include "tools/sobelcam/statistics.h"

namespace sobelcam::tool {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kCopiedBytes = std::size_t{128} << 20U;
constexpr std::size_t kRounds = 3;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Two buffers and the threads that copy a slice each, all at once, whenever the caller copies its own.
class CopyTeam {
 public:
  explicit CopyTeam(unsigned threads)
      : threads_(threads),
        from_(ordinary_memory().allocate(kCopiedBytes)),
        to_(ordinary_memory().allocate(kCopiedBytes)),
        begin_(threads),
        end_(threads) {
    std::memset(from_.data(), 1, kCopiedBytes);
    std::memset(to_.data(), 2, kCopiedBytes);
    helpers_.reserve(threads - 1);
    try {
      for (unsigned helper = 1; helper < threads; ++helper) {
        helpers_.emplace_back([this, helper] { follow(helper); });
      }
    } catch (...) {
      // The barriers wait for everybody: those who were never started leave them here.
      for (std::size_t missing = helpers_.size() + 1; missing < threads; ++missing) {
        begin_.arrive_and_drop();
      }
      dismiss();
      throw;
    }
  }
  ~CopyTeam() { dismiss(); }
  CopyTeam(const CopyTeam&) = delete;
  CopyTeam& operator=(const CopyTeam&) = delete;

  double pass_seconds() {
    begin_.arrive_and_wait();
    const auto start = Clock::now();
    copy_slice(0);
    end_.arrive_and_wait();
    return seconds_since(start);
  }

 private:
  void follow(unsigned helper) {
    while (true) {
      begin_.arrive_and_wait();
      if (done_) {
        return;
      }
      copy_slice(helper);
      end_.arrive_and_wait();
    }
  }

  void copy_slice(std::size_t index) {
    const std::size_t first = kCopiedBytes * index / threads_;
    const std::size_t last = kCopiedBytes * (index + 1) / threads_;
    std::memcpy(to_.data() + first, from_.data() + first, last - first);
  }

  void dismiss() {
    done_ = true;
    begin_.arrive_and_wait();
    for (std::thread& helper : helpers_) {
      helper.join();
    }
  }

  std::size_t threads_;
  Buffer from_;
  Buffer to_;
  std::barrier<> begin_;
  std::barrier<> end_;
  bool done_ = false;  ///< written before a barrier and read behind it
  std::vector<std::thread> helpers_;
};

}  // namespace

double copy_gb_per_s(unsigned threads, double seconds) {
  CopyTeam team(std::max(1U, threads));
  team.pass_seconds();
  double best = 0;
  for (std::size_t round = 0; round < kRounds; ++round) {
    std::vector<double> passes;
    const auto start = Clock::now();
    while (passes.empty() || seconds_since(start) < seconds / kRounds) {
      passes.push_back(team.pass_seconds());
    }
    best = std::max(best, 2 * static_cast<double>(kCopiedBytes) / 1e9 / median(passes));
  }
  return best;
}

}  // namespace sobelcam::tool
