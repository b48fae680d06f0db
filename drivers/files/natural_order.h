// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace sobelcam {

/// Orders names as people count: img2 before img10. Runs of digits of any length compare by their value, all else
/// bytewise; names that differ in leading zeros only are told apart bytewise, so that the order is total.
bool natural_less(std::string_view a, std::string_view b);

}  // namespace sobelcam
