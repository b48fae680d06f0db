// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/worker_pool.h"

namespace sobelcam::cpu {

WorkerPool::WorkerPool(unsigned workers) {
  threads_.reserve(workers);
  try {
    for (unsigned worker = 1; worker < workers; ++worker) {
      threads_.emplace_back([this, worker] { serve(worker); });
    }
  } catch (...) {
    stop();
    throw;
  }
}

WorkerPool::~WorkerPool() {
  stop();
}

void WorkerPool::stop() noexcept {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) {
    thread.join();
  }
}

void WorkerPool::run_erased(ErasedJob job, unsigned count) {
  if (threads_.empty() || count < 2) {
    next_ = 0;
    work(0, job, count);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    job_ = job;
    count_ = count;
    next_ = 0;
    busy_ = static_cast<unsigned>(threads_.size());
    ++round_;
  }
  wake_.notify_all();
  work(0, job, count);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return busy_ == 0; });
}

void WorkerPool::serve(unsigned worker) {
  std::uint64_t seen = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return ending_ || round_ != seen; });
    if (ending_) {
      return;
    }
    seen = round_;
    const ErasedJob job = job_;
    const unsigned count = count_;
    lock.unlock();
    work(worker, job, count);
    lock.lock();
    if (--busy_ == 0) {
      done_.notify_one();
    }
  }
}

void WorkerPool::work(unsigned worker, ErasedJob job, unsigned count) {
  for (unsigned number = next_++; number < count; number = next_++) {
    job.call(job.self, worker, number);
  }
}

}  // namespace sobelcam::cpu
