// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <optional>
#include <vector>

#include "kernels/edge_result.h"

namespace sobelcam {

/// The output slots of one pipeline.
///
/// Threads:  take() and give_back() from any thread; a taken slot belongs to its taker
class OutputPool {
 public:
  explicit OutputPool(unsigned slots);

  /// Nothing where every slot is out; never waits.
  std::optional<unsigned> take();
  void give_back(unsigned slot) noexcept;

  EdgeOutput& operator[](unsigned slot) { return outputs_[slot]; }
  const EdgeOutput& operator[](unsigned slot) const { return outputs_[slot]; }

 private:
  std::vector<EdgeOutput> outputs_;
  std::mutex mutex_;
  std::vector<unsigned> free_;
};

}  // namespace sobelcam
