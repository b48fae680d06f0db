// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <variant>

#include "drivers/bundle/bundle_fault.h"
#include "drivers/bundle/manifest.h"
#include "drivers/bundle/recorded_frame.h"

namespace sobelcam {

enum class BundleFormat : std::uint8_t { kTar, kFolder };

struct BundleWriteOptions {
  BundleFormat format = BundleFormat::kTar;
  bool overwrite = false;  ///< of a bundle at the same path, and of what was left of a recording that was cut
  std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max();  ///< of the whole bundle; beyond it: kNoSpace
};

/// Writes a capture bundle under its name with ".partial" behind it, and gives it its name when it is whole.
///
/// Threads:  one thread at a time
/// Lifetime: a writer that ends before finish() leaves the .partial, whose whole frames can be read
/// Errors:   faults are values; after one in add() the .partial ends behind its last whole frame
class BundleWriter {
 public:
  static std::variant<BundleWriter, BundleFault> create(const std::filesystem::path& path, const Manifest& manifest,
                                                        const BundleWriteOptions& options = {});

  BundleWriter(BundleWriter&&) noexcept;
  BundleWriter& operator=(BundleWriter&&) noexcept;
  ~BundleWriter();

  /// Returns when the frame would survive a power cut.
  std::optional<BundleFault> add(const RecordedFrame& frame);
  /// Counts frames that were not added because the disk was too slow.
  void left_out(std::uint64_t frames);
  /// Ends the bundle and gives it its name.
  std::optional<BundleFault> finish();
  /// Removes what was written.
  void discard() noexcept;

  std::uint64_t frames() const;
  std::uint64_t bytes() const;
  const std::filesystem::path& partial_path() const;

 private:
  class State;
  explicit BundleWriter(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace sobelcam
