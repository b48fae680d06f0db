// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/multipart_reader.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <stdexcept>
#include <utility>

namespace sobelcam::tool {
namespace {

constexpr std::size_t kHeaderLimit = 16 * 1024;
constexpr std::size_t kPictureLimit = 64 * 1024 * 1024;

bool same_name(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

/// The value of a field in "Name: value\r\nName: value".
std::optional<std::string_view> field(std::string_view header, std::string_view name) {
  while (!header.empty()) {
    const auto end = std::min(header.find("\r\n"), header.size());
    const std::string_view line = header.substr(0, end);
    header.remove_prefix(std::min(end + 2, header.size()));
    const auto colon = line.find(':');
    if (colon != std::string_view::npos && same_name(line.substr(0, colon), name)) {
      const auto value = line.find_first_not_of(' ', colon + 1);
      return value == std::string_view::npos ? std::string_view{} : line.substr(value);
    }
  }
  return std::nullopt;
}

template <typename Number>
Number number(std::optional<std::string_view> text, std::string_view name) {
  Number value{};
  if (!text || std::from_chars(text->data(), text->data() + text->size(), value).ec != std::errc()) {
    throw std::runtime_error("a part without a usable " + std::string(name));
  }
  return value;
}

}  // namespace

std::vector<StreamPart> MultipartReader::feed(std::string_view bytes) {
  pending_ += bytes;
  std::vector<StreamPart> parts;
  while (step(parts)) {
  }
  return parts;
}

bool MultipartReader::step(std::vector<StreamPart>& parts) {
  switch (state_) {
    case State::kHeader:
      return read_header();
    case State::kBoundary:
      return read_boundary();
    case State::kPartHeader:
      return read_part_header();
    case State::kBody:
      return read_body(parts);
  }
  return false;
}

std::optional<std::string> MultipartReader::take_until(std::string_view end, std::size_t limit) {
  const auto found = pending_.find(end);
  if (found == std::string::npos) {
    if (pending_.size() > limit) {
      throw std::runtime_error("a header of more than " + std::to_string(limit) + " bytes");
    }
    return std::nullopt;
  }
  std::string taken = pending_.substr(0, found);
  pending_.erase(0, found + end.size());
  return taken;
}

bool MultipartReader::read_header() {
  const auto header = take_until("\r\n\r\n", kHeaderLimit);
  if (!header) {
    return false;
  }
  const std::string status = header->substr(0, header->find("\r\n"));
  if (status.find(" 200") == std::string::npos) {
    throw std::runtime_error("the server answered: " + status);
  }
  const std::string type(field(*header, "Content-Type").value_or(""));
  const auto boundary = type.find("boundary=");
  if (!type.starts_with("multipart/x-mixed-replace") || boundary == std::string::npos) {
    throw std::runtime_error("not a multipart stream: Content-Type is '" + type + "'");
  }
  boundary_ = "--" + type.substr(boundary + std::string_view("boundary=").size());
  state_ = State::kBoundary;
  return true;
}

bool MultipartReader::read_boundary() {
  const auto line = take_until("\r\n", kHeaderLimit);
  if (!line) {
    return false;
  }
  if (*line != boundary_) {
    throw std::runtime_error("the boundary is missing where a part begins");
  }
  state_ = State::kPartHeader;
  return true;
}

bool MultipartReader::read_part_header() {
  const auto header = take_until("\r\n\r\n", kHeaderLimit);
  if (!header) {
    return false;
  }
  body_bytes_ = number<std::size_t>(field(*header, "Content-Length"), "Content-Length");
  if (body_bytes_ > kPictureLimit) {
    throw std::runtime_error("a picture of more than 64 MiB");
  }
  part_.sequence = number<std::uint64_t>(field(*header, "X-Sequence"), "X-Sequence");
  part_.captured_at_s = number<double>(field(*header, "X-Timestamp"), "X-Timestamp");
  part_.no_signal = field(*header, "X-No-Signal").has_value();
  state_ = State::kBody;
  return true;
}

bool MultipartReader::read_body(std::vector<StreamPart>& parts) {
  // The two bytes behind the picture end it: they belong to the boundary that follows.
  if (pending_.size() < body_bytes_ + 2) {
    return false;
  }
  if (pending_.compare(body_bytes_, 2, "\r\n") != 0) {
    throw std::runtime_error("no end of line behind a picture: its Content-Length is wrong");
  }
  part_.jpeg = pending_.substr(0, body_bytes_);
  pending_.erase(0, body_bytes_ + 2);
  parts.push_back(std::exchange(part_, {}));
  state_ = State::kBoundary;
  return true;
}

}  // namespace sobelcam::tool
