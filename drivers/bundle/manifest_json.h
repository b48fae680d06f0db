// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "drivers/bundle/manifest.h"
#include "drivers/bundle/sealed_json.h"

namespace sobelcam {

inline constexpr std::uint64_t kBundleVersion = 1;

/// The text of manifest.json.
std::string manifest_text(const Manifest& manifest);

/// What a manifest.json says; of what it lacks, the defaults. Words where it is none, and the version where that is
/// one that this program does not know.
std::variant<Manifest, std::uint64_t, std::string> read_manifest(const nlohmann::json& document);

/// What end.json says.
struct EndNote {
  std::uint64_t frames = 0;
  std::uint64_t left_out = 0;
};

std::string end_text(const EndNote& note);
std::variant<EndNote, std::string> read_end(const nlohmann::json& document);

}  // namespace sobelcam
