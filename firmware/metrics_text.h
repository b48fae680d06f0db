// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "firmware/site.h"

namespace sobelcam {

/// The body of /metrics, in the Prometheus text format 0.0.4.
std::string metrics_text(const Site& site, const TelemetryReport& report);

}  // namespace sobelcam
