// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sobelcam::tool {

/// One picture of a multipart stream, as its part header tells.
struct StreamPart {
  std::string jpeg;
  std::uint64_t sequence = 0;
  double captured_at_s = 0;  ///< seconds since 1970
  bool no_signal = false;
};

/// Takes a multipart/x-mixed-replace answer apart, strictly: status line, header, boundary before the first part, a
/// Content-Length in each part and the next boundary right behind it.
///
/// Errors:   std::runtime_error that says what is wrong with the stream
class MultipartReader {
 public:
  /// Takes the bytes that just came, and returns the parts that they complete.
  std::vector<StreamPart> feed(std::string_view bytes);

 private:
  enum class State : std::uint8_t { kHeader, kBoundary, kPartHeader, kBody };

  /// One step on; false where more bytes are needed.
  bool step(std::vector<StreamPart>& parts);
  bool read_header();
  bool read_boundary();
  bool read_part_header();
  bool read_body(std::vector<StreamPart>& parts);
  std::optional<std::string> take_until(std::string_view end, std::size_t limit);

  State state_ = State::kHeader;
  std::string pending_;
  std::string boundary_;
  StreamPart part_;
  std::size_t body_bytes_ = 0;
};

}  // namespace sobelcam::tool
