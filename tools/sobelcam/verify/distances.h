// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tools/sobelcam/verify/verdict.h"

namespace sobelcam::tool {

/// Every stage that both results hold, in the order of the chain.
std::vector<StageDistances> stage_distances(const ResultView& expected, const ResultView& actual);

}  // namespace sobelcam::tool
