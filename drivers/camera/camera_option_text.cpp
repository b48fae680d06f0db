// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/camera_option_text.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <system_error>

#include "drivers/camera/source_spec.h"
#include "drivers/camera/v4l2/known_formats.h"
#include "drivers/files/image_decoder.h"

namespace sobelcam {
namespace {

std::invalid_argument wrong(std::string_view text, std::string_view accepted) {
  return std::invalid_argument("'" + std::string(text) + "': " + std::string(accepted));
}

template <typename Number>
bool whole_text_is(std::string_view text, Number& number) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && stop == end && !text.empty();
}

bool is_known(std::string_view name) {
  return v4l2::known_format(v4l2::fourcc_code(name)).decoding != v4l2::Decoding::kNone;
}

std::string in_capitals(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return text;
}

}  // namespace

v4l2::FrameSize parse_frame_size(std::string_view text) {
  const std::size_t x = text.find('x');
  v4l2::FrameSize size;
  if (x == std::string_view::npos || !whole_text_is(text.substr(0, x), size.width) ||
      !whole_text_is(text.substr(x + 1), size.height) || size.width == 0 || size.height == 0 || size.width > kMaxSide ||
      size.height > kMaxSide) {
    throw wrong(text, "a size is WxH, such as 1280x720, each side from 1 to " + std::to_string(kMaxSide));
  }
  return size;
}

double parse_frame_rate(std::string_view text) {
  double fps = 0;
  if (!whole_text_is(text, fps) || !(fps > 0) || fps > kMaxFps) {
    throw wrong(text, "a frame rate is a number of fps above 0 and up to 1000, such as 30 or 12.5");
  }
  return fps;
}

std::string parse_fourcc(std::string_view text) {
  std::string name(text);
  constexpr std::size_t kLetters = 4;
  const bool printable = std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c <= '~'; });
  const bool big_endian = name.size() == kLetters + 3 && name.ends_with("-BE");
  if (name.size() < 2 || (name.size() > kLetters && !big_endian) || !printable) {
    throw wrong(text, "a fourcc is the four characters of a format, such as MJPG, YUYV or NV12");
  }
  if (!big_endian) {
    name.resize(kLetters, ' ');
  }
  return !is_known(name) && is_known(in_capitals(name)) ? in_capitals(name) : name;
}

ControlSetting parse_control(std::string_view text) {
  const std::size_t equals = text.find('=');
  ControlSetting setting{std::string(text.substr(0, equals)), 0};
  if (equals == std::string_view::npos || setting.name.empty() ||
      !whole_text_is(text.substr(equals + 1), setting.value)) {
    throw wrong(text,
                "a control is NAME=VALUE with a whole number, such as brightness=128; 'sobelcam doctor' lists names");
  }
  return setting;
}

std::chrono::milliseconds parse_timeout(std::string_view text) {
  constexpr double kShortest = 0.1;
  constexpr double kLongest = 3600;
  double seconds = 0;
  if (!whole_text_is(text, seconds) || !(seconds >= kShortest) || seconds > kLongest) {
    throw wrong(text, "a time-out is a number of seconds from 0.1 to 3600");
  }
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::duration<double>(seconds));
}

}  // namespace sobelcam
