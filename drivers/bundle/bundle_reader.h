// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "drivers/bundle/bundle_fault.h"
#include "drivers/bundle/manifest.h"
#include "drivers/bundle/recorded_frame.h"

namespace sobelcam {

/// What is believed before memory is taken for it.
struct BundleLimits {
  std::uint64_t frame_bytes = std::uint64_t{1} << 30U;  ///< of all members of one frame together
  std::uint64_t json_bytes = std::uint64_t{1} << 20U;   ///< of one JSON document
};

/// Where the frames stopped.
struct BundleEnd {
  bool whole = false;          ///< the recording was ended properly and every frame of it was met
  std::uint64_t frames = 0;    ///< met so far, those with a fault included
  std::uint64_t left_out = 0;  ///< frames that the recorder could not keep up with; 0 where that is not known
  std::string words;           ///< why it is not whole; empty where it is
  MemberCheck check;           ///< of end.json; kMissing where the recording was cut
};

using BundleStep = std::variant<RecordedFrame, BundleEnd, BundleFault>;

/// Reads a capture bundle, a tar or a folder, frame by frame in their order.
///
/// Threads:  one thread at a time
/// Lifetime: a frame's bytes are valid until the next call of next(), skip() or rewind(), or the reader's end
/// Errors:   faults are values; what is in the file is never trusted. Memory: one frame
class BundleReader {
 public:
  /// A manifest that is damaged is a matter of manifest_check(): the frames can be read all the same.
  static std::variant<BundleReader, BundleFault> open(const std::filesystem::path& path,
                                                      const BundleLimits& limits = {});

  BundleReader(BundleReader&&) noexcept;
  BundleReader& operator=(BundleReader&&) noexcept;
  ~BundleReader();

  const std::filesystem::path& path() const;
  const Manifest& manifest() const;
  /// Of manifest.json.
  const MemberCheck& manifest_check() const;

  /// The next frame with all its members checked; a cut bundle ends behind its last whole frame.
  BundleStep next();
  /// Frees the bytes of the frame that next() gave: large frames are held no longer than they are needed.
  void forget();
  /// Passes over one frame without reading its pixels; false where none is left.
  bool skip();
  /// Begins again with the first frame.
  void rewind();

 private:
  class State;
  explicit BundleReader(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

/// Whether a path looks like a bundle: a folder with a manifest.json, or a tar that begins with one.
bool is_bundle(const std::filesystem::path& path);

}  // namespace sobelcam
