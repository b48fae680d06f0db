// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace sobelcam {

/// Looks into documents that are not trusted: nothing where a key is absent or holds another type.
std::optional<std::uint64_t> number_at(const nlohmann::json& object, std::string_view key);
std::optional<std::int64_t> signed_at(const nlohmann::json& object, std::string_view key);
std::optional<std::string> text_at(const nlohmann::json& object, std::string_view key);
std::optional<bool> flag_at(const nlohmann::json& object, std::string_view key);
/// Null where there is none of this key.
const nlohmann::json* member_at(const nlohmann::json& object, std::string_view key);

}  // namespace sobelcam
