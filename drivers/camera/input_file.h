// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <variant>

#include "drivers/frame/frame_source.h"

namespace sobelcam {

/// A regular file, read at any offset and never as a whole.
///
/// Errors:   what the system says is kept in words; a read that hits the end is short
class InputFile {
 public:
  static std::variant<InputFile, SourceFault> open(const std::filesystem::path& path);

  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&&) = delete;
  ~InputFile();

  const std::filesystem::path& path() const { return path_; }
  /// As it is now: a recording may still grow.
  std::uint64_t size() const;

  struct Read {
    std::size_t bytes = 0;  ///< fewer than asked for at the end of the file or after an error
    std::string error;      ///< empty where the system had none
  };
  Read read_at(std::uint64_t offset, std::span<std::byte> target) const;

 private:
  InputFile(int descriptor, std::filesystem::path path);

  int descriptor_;
  std::filesystem::path path_;
};

}  // namespace sobelcam
