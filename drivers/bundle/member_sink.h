// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "drivers/bundle/bundle_fault.h"

namespace sobelcam {

/// Where the members of a bundle go, one behind the other: a tar or a folder.
///
/// Threads:  one thread at a time
/// Errors:   as OutputFile
class MemberSink {
 public:
  virtual ~MemberSink() = default;

  /// Begins a member of this many bytes, which append() then brings, and end() ends.
  virtual std::optional<BundleFault> begin(const std::string& name, std::uint64_t bytes) = 0;
  virtual std::optional<BundleFault> append(std::span<const std::byte> bytes) = 0;
  virtual std::optional<BundleFault> end() = 0;

  /// Returns when all members so far would survive a power cut.
  virtual std::optional<BundleFault> sync() = 0;
  /// What follows can be taken back by back_to_mark().
  virtual void mark() = 0;
  virtual std::optional<BundleFault> back_to_mark() = 0;
  /// Ends the bundle; nothing more is added.
  virtual std::optional<BundleFault> close() = 0;

  virtual std::uint64_t bytes() const = 0;
};

using OpenedSink = std::variant<std::unique_ptr<MemberSink>, BundleFault>;

/// Neither may exist yet.
OpenedSink create_tar_sink(const std::filesystem::path& path);
OpenedSink create_folder_sink(const std::filesystem::path& path);

}  // namespace sobelcam
