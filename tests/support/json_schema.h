// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace sobelcam::test {

/// The first place where a document breaks a schema, or nothing. Knows type, const, enum, required, properties,
/// additionalProperties, items, minimum and $ref into $defs, which is all that our schemas use.
std::string schema_violation(const nlohmann::json& root, const nlohmann::json& rules, const nlohmann::json& value,
                             const std::string& place);

}  // namespace sobelcam::test
