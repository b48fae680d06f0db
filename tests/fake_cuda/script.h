// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "drivers/gpu/cuda_types.h"

namespace sobelcam::test {

/// What the fake driver is told to do: fake_cuda.h has the language.
class Script {
 public:
  explicit Script(const std::string& text);

  /// Counts a call; what it shall return, if it shall not work.
  std::optional<gpu::CUresult> next(const std::string& symbol);
  int calls(const std::string& symbol) const;

  bool missing(const std::string& symbol) const { return missing_.contains(symbol); }
  int number(const std::string& key, int otherwise) const;

 private:
  void add(const std::string& item);

  std::map<std::string, int> numbers_;
  std::set<std::string> missing_;
  std::map<std::string, int> calls_;
};

}  // namespace sobelcam::test
