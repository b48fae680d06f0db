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
#include <string_view>
#include <variant>
#include <vector>

#include "drivers/bundle/bundle_fault.h"

namespace sobelcam {

/// A member of a bundle, before it is read.
struct LocatedMember {
  std::string name;
  std::uint64_t offset = 0;  ///< of its first byte: in the tar, or 0 in a folder
  std::uint64_t bytes = 0;
  bool zeros_behind = true;  ///< what fills up its last block of a tar; behind end.json all that follows
};

/// The members of one frame; its record, frame.json, is the last one.
struct LocatedFrame {
  std::uint64_t index = 0;
  std::vector<LocatedMember> members;
};

struct LocatedEnd {
  LocatedMember member;  ///< end.json
};
struct CutEnd {
  std::string words;  ///< where it was cut
};

using LocatedStep = std::variant<LocatedFrame, LocatedEnd, CutEnd, BundleFault>;

/// Where the members of a bundle lie: a tar or a folder. Finds them without reading them.
///
/// Threads:  one thread at a time
/// Errors:   faults are values: kDamaged uses one frame up, kUnreadable is the end
class MemberSource {
 public:
  virtual ~MemberSource() = default;

  virtual const LocatedMember& manifest() const = 0;
  virtual LocatedStep next() = 0;
  /// Begins again with the first frame.
  virtual void rewind() = 0;
  /// All bytes of a member; the target has its size.
  virtual std::optional<BundleFault> read(const LocatedMember& member, std::span<std::byte> target) = 0;
};

using OpenedMembers = std::variant<std::unique_ptr<MemberSource>, BundleFault>;

OpenedMembers open_tar_members(const std::filesystem::path& path);
OpenedMembers open_folder_members(const std::filesystem::path& path);

/// The number in "frames/000012/edges.npy"; nothing where a name is not of that form.
std::optional<std::uint64_t> frame_of(std::string_view member);
/// Whether a member is a frame's record.
bool is_frame_record(std::string_view member);

}  // namespace sobelcam
