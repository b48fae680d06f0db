// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/json_schema.h"

#include <algorithm>

namespace sobelcam::test {
namespace {

using Json = nlohmann::json;

bool is_of_type(const Json& value, const std::string& type) {
  return type == "object"    ? value.is_object()
         : type == "array"   ? value.is_array()
         : type == "string"  ? value.is_string()
         : type == "integer" ? value.is_number_integer()
         : type == "number"  ? value.is_number()
         : type == "boolean" ? value.is_boolean()
                             : type == "null" && value.is_null();
}

bool is_of_types(const Json& value, const Json& types) {
  return types.is_array() ? std::any_of(types.begin(), types.end(),
                                        [&](const Json& type) { return is_of_type(value, type.get<std::string>()); })
                          : is_of_type(value, types.get<std::string>());
}

std::string members_violation(const Json& root, const Json& rules, const Json& value, const std::string& place) {
  for (const Json& name : rules.value("required", Json::array())) {
    if (!value.contains(name.get<std::string>())) {
      return place + " lacks " + name.get<std::string>();
    }
  }
  const Json known = rules.value("properties", Json::object());
  const Json others = rules.value("additionalProperties", Json(true));
  for (const auto& [name, member] : value.items()) {
    const Json& rule = known.contains(name) ? known.at(name) : others;
    if (rule.is_boolean() && !rule.get<bool>()) {
      return place + " must not have " + name;
    }
    if (rule.is_object()) {
      if (auto found = schema_violation(root, rule, member, place + "." + name); !found.empty()) {
        return found;
      }
    }
  }
  return "";
}

}  // namespace

std::string schema_violation(const Json& root, const Json& rules, const Json& value, const std::string& place) {
  if (rules.contains("$ref")) {
    const auto target = rules.at("$ref").get<std::string>().substr(1);
    return schema_violation(root, root.at(Json::json_pointer(target)), value, place);
  }
  if (rules.contains("type") && !is_of_types(value, rules.at("type"))) {
    return place + " is " + value.type_name() + ", not " + rules.at("type").dump();
  }
  if (rules.contains("const") && value != rules.at("const")) {
    return place + " is not " + rules.at("const").dump();
  }
  if (rules.contains("enum") &&
      std::find(rules.at("enum").begin(), rules.at("enum").end(), value) == rules.at("enum").end()) {
    return place + " is none of " + rules.at("enum").dump();
  }
  if (rules.contains("minimum") && value.is_number() && value < rules.at("minimum")) {
    return place + " is below " + rules.at("minimum").dump();
  }
  if (value.is_array() && rules.contains("items")) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (auto found = schema_violation(root, rules.at("items"), value.at(i), place + "[" + std::to_string(i) + "]");
          !found.empty()) {
        return found;
      }
    }
  }
  return value.is_object() ? members_violation(root, rules, value, place) : "";
}

}  // namespace sobelcam::test
