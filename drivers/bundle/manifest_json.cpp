// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/bundle/manifest_json.h"

#include <array>
#include <string_view>

#include "drivers/bundle/json_fields.h"

namespace sobelcam {
namespace {

constexpr std::string_view kKind = "sobelcam capture";

constexpr std::array<std::string_view, 3> kClockStates{"unknown", "unsynchronized", "synchronized"};

/// The texts of a manifest, each with its key.
struct TextField {
  const char* key;
  std::string Manifest::*text;
};
constexpr std::array<TextField, 8> kTexts{{
    {"program", &Manifest::program},
    {"program_version", &Manifest::program_version},
    {"spec_version", &Manifest::spec_version},
    {"pipeline", &Manifest::pipeline},
    {"device", &Manifest::device},
    {"driver", &Manifest::driver},
    {"source", &Manifest::source},
    {"system", &Manifest::system},
}};

void read_clock(const nlohmann::json& document, HostClock& clock) {
  const auto* object = member_at(document, "clock");
  if (object == nullptr) {
    return;
  }
  clock.utc_ns = signed_at(*object, "utc_ns").value_or(0);
  clock.monotonic_ns = signed_at(*object, "monotonic_ns").value_or(0);
  const auto state = text_at(*object, "state");
  for (std::size_t i = 0; i < kClockStates.size(); ++i) {
    if (state == kClockStates[i]) {
      clock.state = static_cast<ClockState>(i);
    }
  }
}

void read_lists(const nlohmann::json& document, Manifest& manifest) {
  if (const auto* planes = member_at(document, "planes"); planes != nullptr && planes->is_array()) {
    for (const auto& plane : *planes) {
      if (plane.is_string()) {
        manifest.planes.push_back(plane.get<std::string>());
      }
    }
  }
  if (const auto* options = member_at(document, "options"); options != nullptr && options->is_object()) {
    for (const auto& [key, value] : options->items()) {
      if (value.is_string()) {
        manifest.options.emplace_back(key, value.get<std::string>());
      }
    }
  }
}

}  // namespace

std::string manifest_text(const Manifest& manifest) {
  nlohmann::ordered_json document{{"kind", kKind}, {"format_version", kBundleVersion}};
  for (const TextField& field : kTexts) {
    document[field.key] = manifest.*field.text;
  }
  document["planes"] = manifest.planes;
  document["options"] = nlohmann::ordered_json::object();
  for (const auto& [key, value] : manifest.options) {
    document["options"][key] = value;
  }
  document["clock"] = {{"utc", utc_text(manifest.clock.utc_ns)},
                       {"utc_ns", manifest.clock.utc_ns},
                       {"monotonic_ns", manifest.clock.monotonic_ns},
                       {"state", kClockStates.at(static_cast<std::size_t>(manifest.clock.state))}};
  return seal(document);
}

std::variant<Manifest, std::uint64_t, std::string> read_manifest(const nlohmann::json& document) {
  if (text_at(document, "kind") != kKind) {
    return "its manifest.json is not of a sobelcam capture";
  }
  const auto version = number_at(document, "format_version");
  if (!version) {
    return "its manifest.json has no format_version";
  }
  if (*version != kBundleVersion) {
    return *version;
  }
  Manifest manifest;
  for (const TextField& field : kTexts) {
    manifest.*field.text = text_at(document, field.key).value_or("");
  }
  read_lists(document, manifest);
  read_clock(document, manifest.clock);
  return manifest;
}

std::string end_text(const EndNote& note) {
  return seal({{"frames", note.frames}, {"frames_left_out", note.left_out}});
}

std::variant<EndNote, std::string> read_end(const nlohmann::json& document) {
  const auto frames = number_at(document, "frames");
  const auto left_out = number_at(document, "frames_left_out");
  if (!frames || !left_out) {
    return "its end.json does not say how many frames there are";
  }
  return EndNote{*frames, *left_out};
}

}  // namespace sobelcam
