// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/bundle/json_fields.h"

namespace sobelcam {

const nlohmann::json* member_at(const nlohmann::json& object, std::string_view key) {
  if (!object.is_object()) {
    return nullptr;
  }
  const auto found = object.find(std::string(key));
  return found == object.end() ? nullptr : &*found;
}

std::optional<std::uint64_t> number_at(const nlohmann::json& object, std::string_view key) {
  const auto* value = member_at(object, key);
  if (value == nullptr || !value->is_number_unsigned()) {
    return std::nullopt;
  }
  return value->get<std::uint64_t>();
}

std::optional<std::int64_t> signed_at(const nlohmann::json& object, std::string_view key) {
  const auto* value = member_at(object, key);
  if (value == nullptr || !value->is_number_integer()) {
    return std::nullopt;
  }
  return value->get<std::int64_t>();
}

std::optional<std::string> text_at(const nlohmann::json& object, std::string_view key) {
  const auto* value = member_at(object, key);
  if (value == nullptr || !value->is_string()) {
    return std::nullopt;
  }
  return value->get<std::string>();
}

std::optional<bool> flag_at(const nlohmann::json& object, std::string_view key) {
  const auto* value = member_at(object, key);
  if (value == nullptr || !value->is_boolean()) {
    return std::nullopt;
  }
  return value->get<bool>();
}

}  // namespace sobelcam
