// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <variant>

namespace sobelcam {

inline constexpr double kDefaultFps = 30.0;
inline constexpr double kMaxFps = 1000.0;

/// pattern:WxH[@FPS]
struct PatternSpec {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  double fps = kDefaultFps;
};

/// replay:PATH[@FPS]; an existing path that contains an @ is taken whole.
struct ReplaySpec {
  std::filesystem::path path;
  double fps = kDefaultFps;
};

/// v4l2:PATH, or auto: the first usable camera.
struct V4l2Spec {
  std::string path;  ///< a node, or a link to one, which is followed at each opening; empty for auto
};

using SourceSpec = std::variant<PatternSpec, ReplaySpec, V4l2Spec>;

/// Errors:   std::invalid_argument that names the part that is wrong and what is accepted
SourceSpec parse_source_spec(std::string_view text);

}  // namespace sobelcam
