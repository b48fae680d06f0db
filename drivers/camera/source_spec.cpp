// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/source_spec.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>

#include "drivers/files/image_decoder.h"

namespace sobelcam {
namespace {

std::invalid_argument wrong(std::string_view part, std::string_view text, std::string_view accepted) {
  return std::invalid_argument(std::string(part) + " '" + std::string(text) + "': " + std::string(accepted));
}

/// Plain decimals only: no exponent, no infinity, whatever the locale.
std::optional<double> decimal(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, std::chars_format::fixed);
  if (error != std::errc{} || stop != end || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

double parse_fps(std::string_view text) {
  const auto fps = decimal(text);
  if (!fps || !(*fps > 0) || *fps > kMaxFps) {
    throw wrong("frame rate", text, "a number above 0 and up to 1000 is accepted, such as 30 or 12.5");
  }
  return *fps;
}

std::uint32_t parse_side(std::string_view part, std::string_view text) {
  std::uint32_t side = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, side);
  if (error != std::errc{} || stop != end || side == 0 || side > kMaxSide) {
    throw wrong(part, text, "a whole number from 1 to " + std::to_string(kMaxSide) + " is accepted");
  }
  return side;
}

PatternSpec parse_pattern(std::string_view text) {
  const std::size_t at = text.find('@');
  const std::string_view size = text.substr(0, at);
  const std::size_t x = size.find('x');
  if (x == std::string_view::npos) {
    throw wrong("pattern size", size, "WxH is accepted, such as 1280x720");
  }
  PatternSpec spec;
  spec.width = parse_side("pattern width", size.substr(0, x));
  spec.height = parse_side("pattern height", size.substr(x + 1));
  if (std::uint64_t{spec.width} * spec.height > kMaxFilePixels) {
    throw wrong("pattern size", size, "at most " + std::to_string(kMaxFilePixels) + " pixels are accepted");
  }
  if (at != std::string_view::npos) {
    spec.fps = parse_fps(text.substr(at + 1));
  }
  return spec;
}

bool exists(std::string_view path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

ReplaySpec parse_replay(std::string_view text) {
  ReplaySpec spec;
  std::string_view path = text;
  const std::size_t at = text.rfind('@');
  if (at != std::string_view::npos && !exists(text) && decimal(text.substr(at + 1))) {
    path = text.substr(0, at);
    spec.fps = parse_fps(text.substr(at + 1));
  }
  if (path.empty()) {
    throw wrong("replay path", path, "a folder, a picture, a .y4m or an .mjpeg file is accepted");
  }
  spec.path = path;
  return spec;
}

V4l2Spec parse_v4l2(std::string_view path) {
  if (path.empty()) {
    throw wrong("camera", path, "a node such as /dev/video0 or a link to one is accepted, or the source auto");
  }
  return {std::string(path)};
}

}  // namespace

SourceSpec parse_source_spec(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view kind = text.substr(0, colon);
  if (colon != std::string_view::npos && kind == "pattern") {
    return parse_pattern(text.substr(colon + 1));
  }
  if (colon != std::string_view::npos && kind == "replay") {
    return parse_replay(text.substr(colon + 1));
  }
  if (colon != std::string_view::npos && kind == "v4l2") {
    return parse_v4l2(text.substr(colon + 1));
  }
  if (text == "auto") {
    return V4l2Spec{};
  }
  const std::string_view shown = colon == std::string_view::npos ? text : text.substr(0, colon + 1);
  throw wrong("no such source", shown, "known are auto, v4l2:PATH, pattern:WxH[@FPS], replay:PATH[@FPS]");
}

}  // namespace sobelcam
