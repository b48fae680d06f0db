// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/worker_pool.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>

namespace sobelcam::test {
namespace {

class WorkerPoolTest : public testing::TestWithParam<unsigned> {
 protected:
  cpu::WorkerPool pool_{GetParam()};
};

TEST_P(WorkerPoolTest, HasAsManyWorkersAsWereAskedFor) {
  EXPECT_EQ(pool_.workers(), GetParam());
}

TEST_P(WorkerPoolTest, DoesEachJobOnce) {
  std::array<std::atomic<int>, 100> done{};
  pool_.run(100, [&](unsigned, unsigned number) { ++done.at(number); });
  for (const auto& count : done) {
    EXPECT_EQ(count, 1);
  }
}

TEST_P(WorkerPoolTest, HasDoneAllJobsWhenItReturns) {
  for (unsigned round = 0; round < 2000; ++round) {
    std::array<unsigned, 5> done{};  // not atomic: each job writes its own, and run() is the only synchronization
    pool_.run(5, [&](unsigned, unsigned number) { done.at(number) = round + 1; });
    ASSERT_EQ(std::accumulate(done.begin(), done.end(), 0U), 5 * (round + 1));
  }
}

TEST_P(WorkerPoolTest, GivesAWorkerOneJobAtATime) {
  std::array<std::atomic<int>, 8> inside{};
  std::atomic<bool> shared{false};
  pool_.run(1000, [&](unsigned worker, unsigned) {
    if (++inside.at(worker) != 1) {
      shared = true;
    }
    --inside.at(worker);
  });
  EXPECT_FALSE(shared);
}

TEST_P(WorkerPoolTest, NumbersItsWorkersBelowTheirCount) {
  std::atomic<unsigned> highest{0};
  pool_.run(1000, [&](unsigned worker, unsigned) {
    unsigned seen = highest;
    while (worker > seen && !highest.compare_exchange_weak(seen, worker)) {
    }
  });
  EXPECT_LT(highest, GetParam());
}

TEST_P(WorkerPoolTest, HasNothingToDoForNoJobs) {
  pool_.run(0, [](unsigned, unsigned) { FAIL(); });
}

INSTANTIATE_TEST_SUITE_P(Workers, WorkerPoolTest, testing::Values(1U, 2U, 3U, 8U));

}  // namespace
}  // namespace sobelcam::test
