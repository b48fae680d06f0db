// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace sobelcam::cpu {

/// A fixed number of threads that share out numbered jobs; the caller is the first of them.
///
/// Threads:  run() from one thread at a time
/// Errors:   a job must not throw
class WorkerPool {
 public:
  /// At least one worker; `workers` - 1 threads are started.
  explicit WorkerPool(unsigned workers);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  unsigned workers() const { return static_cast<unsigned>(threads_.size()) + 1; }

  /// Calls job(worker, number) once for each number below `count` and returns when all are done.
  template <typename Job>
  void run(unsigned count, const Job& job) {
    run_erased({&job, [](const void* self, unsigned worker,
                         unsigned number) { (*static_cast<const Job*>(self))(worker, number); }},
               count);
  }

 private:
  struct ErasedJob {
    const void* self = nullptr;
    void (*call)(const void* self, unsigned worker, unsigned number) = nullptr;
  };

  void run_erased(ErasedJob job, unsigned count);
  void stop() noexcept;
  void serve(unsigned worker);
  void work(unsigned worker, ErasedJob job, unsigned count);

  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  std::uint64_t round_ = 0;
  unsigned busy_ = 0;  ///< threads that have not finished the round
  bool ending_ = false;
  ErasedJob job_;
  unsigned count_ = 0;
  std::atomic<unsigned> next_{0};
  std::vector<std::thread> threads_;
};

}  // namespace sobelcam::cpu
