// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "firmware/site.h"

namespace sobelcam {

/// The bodies of the /api routes: snake_case, units in the names, times in UTC-free ages.
nlohmann::ordered_json state_json(const Site& site, const TelemetryReport& report);
nlohmann::ordered_json timings_json(const TelemetryReport& report);
/// The report holds a frame.
nlohmann::ordered_json histogram_json(const TelemetryReport& report);
nlohmann::ordered_json pipelines_json(const Site& site);
/// The camera's controls; none, with the reason, where there is no camera.
nlohmann::ordered_json controls_json(const TelemetryReport& report);
nlohmann::ordered_json health_json(const TelemetryReport& report);

}  // namespace sobelcam
