// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "drivers/bundle/bundle_fault.h"
#include "drivers/bundle/bundle_reader.h"
#include "drivers/bundle/frame_record.h"
#include "drivers/bundle/member_source.h"
#include "drivers/bundle/recorded_frame.h"
#include "drivers/frame/buffer_provider.h"

namespace sobelcam {

/// Reads the members of one frame, checks them against the frame's record, and says what they are.
///
/// Threads:  one thread at a time
/// Lifetime: a frame's bytes are valid until the next call of load()
class FrameLoader {
 public:
  explicit FrameLoader(const BundleLimits& limits) : limits_(limits) {}

  std::variant<RecordedFrame, BundleFault> load(MemberSource& source, const LocatedFrame& located);
  /// Frees the bytes of the frame.
  void forget() {
    members_.clear();
    memory_ = Buffer();
  }

 private:
  /// A member in memory, with what was found of it.
  struct Loaded {
    std::string name;  ///< in the frame's folder
    std::span<std::byte> bytes;
    MemberCheck check;
  };

  std::optional<BundleFault> read_record(MemberSource& source, const LocatedFrame& located);
  std::optional<BundleFault> read_members(MemberSource& source, const LocatedFrame& located);
  void check(Loaded& member) const;
  void note_missing(const std::string& folder);
  std::optional<BundleFault> interpret(RecordedFrame& frame);
  template <typename Pixel>
  ImageView<const Pixel> plane(Loaded& member) const;
  void read_histogram(Loaded& member, RecordedFrame& frame) const;

  BundleLimits limits_;
  Buffer memory_;
  std::vector<Loaded> members_;
  FrameRecord record_;
  MemberCheck record_check_;
};

/// A JSON document of a bundle, with its check; words in the check where its seal is broken.
struct CheckedJson {
  nlohmann::json document;  ///< null where it is no JSON object
  MemberCheck check;
};
std::variant<CheckedJson, BundleFault> read_json(MemberSource& source, const LocatedMember& member,
                                                 const BundleLimits& limits);

}  // namespace sobelcam
