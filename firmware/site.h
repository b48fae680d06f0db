// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "firmware/captures.h"
#include "firmware/clients.h"
#include "firmware/picture_hub.h"
#include "firmware/telemetry.h"

namespace sobelcam {

/// What the routes can see.
struct Site {
  std::string source_spec;
  std::string pipeline;
  bool equalize = false;
  PictureHub& hub;
  const Telemetry& telemetry;
  Clients& clients;
  Captures* captures = nullptr;      ///< null where nothing is recorded
  bool listens_on_loopback = false;  ///< only this machine can ask
};

}  // namespace sobelcam
