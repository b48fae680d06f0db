// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "drivers/bundle/bundle_fault.h"

namespace sobelcam {

/// A new file, written from its beginning to its end through a buffer.
///
/// Lifetime: what is still buffered at the end is lost, because the end is no place for faults: call sync()
/// Errors:   kNoSpace and kUnwritable, with the system's words; whatever fails once may be tried again
class OutputFile {
 public:
  /// The file must not exist yet.
  static std::variant<OutputFile, BundleFault> create(const std::filesystem::path& path);

  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;
  ~OutputFile();

  std::optional<BundleFault> append(std::span<const std::byte> bytes);
  /// Returns when all of it would survive a power cut.
  std::optional<BundleFault> sync();
  /// Forgets all bytes from this one on.
  std::optional<BundleFault> cut(std::uint64_t bytes);

  /// Bytes appended so far.
  std::uint64_t bytes() const { return written_ + buffer_.size(); }

 private:
  OutputFile(int descriptor, std::filesystem::path path);
  std::optional<BundleFault> flush();
  std::optional<BundleFault> write(std::span<const std::byte> bytes);
  BundleFault fault(const std::string& what) const;

  int descriptor_;
  std::filesystem::path path_;
  std::vector<std::byte> buffer_;
  std::uint64_t written_ = 0;
};

/// Makes a folder's list of names survive a power cut.
std::optional<BundleFault> sync_folder(const std::filesystem::path& folder);

/// Gives a finished file or folder its name; what lies there is replaced only where that is asked for.
std::optional<BundleFault> give_name(const std::filesystem::path& from, const std::filesystem::path& to, bool replace);

/// Whether anything is there, also what cannot be looked at.
bool something_at(const std::filesystem::path& path);

}  // namespace sobelcam
