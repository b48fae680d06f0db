// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string_view>

#include "kernels/edge_result.h"

namespace sobelcam::tool {

/// Prints what each stage took, and their sum, for a person.
void print_stages(std::ostream& out, std::string_view pipeline, const EdgeResult& result);

}  // namespace sobelcam::tool
