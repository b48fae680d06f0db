// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace sobelcam::tool {

/// Text between tags or in an attribute: what HTML would read as its own is spelled out, control bytes are shown.
std::string html_text(std::string_view text);

/// A picture as the value of an attribute src.
std::string png_data_uri(std::span<const std::byte> png);

}  // namespace sobelcam::tool
