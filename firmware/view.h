// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sobelcam {

/// What a viewer may look at.
enum class View : std::uint8_t { kEdges, kGray, kBlur, kEqualized, kSource };

inline constexpr std::array kViews{View::kEdges, View::kGray, View::kBlur, View::kEqualized, View::kSource};
inline constexpr std::string_view kViewNames = "edges, gray, blur, equalized, source";

std::string_view name(View view);
std::optional<View> parse_view(std::string_view text);

}  // namespace sobelcam
