// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/files/natural_order.h"

#include <algorithm>
#include <cstddef>

namespace sobelcam {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Cuts the next token off the front: a run of digits or a single byte.
std::string_view take_token(std::string_view& text) {
  const auto stop = std::find_if_not(text.begin(), text.end(), is_digit);
  const auto length = std::max<std::size_t>(1, static_cast<std::size_t>(stop - text.begin()));
  const std::string_view token = text.substr(0, length);
  text.remove_prefix(length);
  return token;
}

int compare_numbers(std::string_view a, std::string_view b) {
  a.remove_prefix(std::min(a.find_first_not_of('0'), a.size()));
  b.remove_prefix(std::min(b.find_first_not_of('0'), b.size()));
  if (a.size() != b.size()) {
    return a.size() < b.size() ? -1 : 1;
  }
  return a.compare(b);
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
  std::string_view rest_a = a;
  std::string_view rest_b = b;
  while (!rest_a.empty() && !rest_b.empty()) {
    const std::string_view token_a = take_token(rest_a);
    const std::string_view token_b = take_token(rest_b);
    const bool numbers = is_digit(token_a.front()) && is_digit(token_b.front());
    const int order = numbers ? compare_numbers(token_a, token_b) : token_a.compare(token_b);
    if (order != 0) {
      return order < 0;
    }
  }
  if (rest_a.empty() != rest_b.empty()) {
    return rest_a.empty();
  }
  return a < b;
}

}  // namespace sobelcam
