// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tools/sobelcam/verify/frame_reader.h"

namespace sobelcam::tool {

/// What the files are that do not say it themselves.
struct RawFormat {
  PixelFormat format = PixelFormat::kGrey;
  ColorRange range = ColorRange::kFull;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::size_t stride = 0;

  FrameLayout layout() const { return contiguous_layout(format, range, width, height, stride); }
};

/// From the words of the options; a stride of 0 is that of rows without padding, an empty range the format's usual one
/// (luma with chroma limited, all else full).
///
/// Errors:   std::invalid_argument that names the option
RawFormat parse_raw_format(const std::string& fourcc, const std::string& size, std::size_t stride,
                           const std::string& range);

/// One file, or one folder that is a bundle.
struct SetInput {
  std::filesystem::path path;
  std::string name;             ///< from the argument's own name on, so that it is the same on every machine
  std::string fault;            ///< why there is nothing to read; empty where there is
  bool leads_argument = false;  ///< the first input of a path that the user gave
};

/// The inputs that paths lead to: folders are walked to their bottom in natural order, without hidden files. Everything
/// in them counts, so that a file that cannot be read is said.
std::vector<SetInput> list_inputs(const std::vector<std::filesystem::path>& paths);

/// 16 hexadecimal digits over names, sizes and first bytes: two machines with the same digits have the same set.
std::string fingerprint(const std::vector<SetInput>& inputs);

/// Where a path leads: a bundle, what the replay reads, else raw frames where their format is given.
OpenedReader open_input(const SetInput& input, const std::optional<RawFormat>& raw);

}  // namespace sobelcam::tool
