// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fake_cuda/script.h"

#include <sstream>
#include <stdexcept>

namespace sobelcam::test {

Script::Script(const std::string& text) {
  std::istringstream list(text);
  for (std::string item; std::getline(list, item, ',');) {
    add(item);
  }
}

void Script::add(const std::string& item) {
  const auto equals = item.find('=');
  if (equals == std::string::npos) {
    throw std::invalid_argument("fake CUDA script: no = in " + item);
  }
  const std::string key = item.substr(0, equals);
  const std::string value = item.substr(equals + 1);
  if (key == "missing") {
    missing_.insert(value);
  } else {
    numbers_[key] = std::stoi(value);
  }
}

std::optional<gpu::CUresult> Script::next(const std::string& symbol) {
  const int count = ++calls_[symbol];
  for (const std::string& key : {symbol + "@" + std::to_string(count), symbol}) {
    if (const auto found = numbers_.find(key); found != numbers_.end()) {
      return static_cast<gpu::CUresult>(found->second);
    }
  }
  return std::nullopt;
}

int Script::calls(const std::string& symbol) const {
  const auto found = calls_.find(symbol);
  return found != calls_.end() ? found->second : 0;
}

int Script::number(const std::string& key, int otherwise) const {
  const auto found = numbers_.find(key);
  return found != numbers_.end() ? found->second : otherwise;
}

}  // namespace sobelcam::test
