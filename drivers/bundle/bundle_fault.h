// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sobelcam {

/// What can go wrong with a capture bundle; each kind asks something else of the caller.
enum class BundleFaultKind : std::uint8_t {
  kUnreadable,   ///< missing, or the system refuses to read on: nothing more comes
  kForeign,      ///< not a capture bundle
  kUnsupported,  ///< a bundle of a later format than this program knows
  kDamaged,      ///< this frame cannot be used; the next call goes on with the one behind it
  kTooLarge,     ///< this frame is beyond the limits; the next call goes on
  kExists,       ///< something lies where the bundle would be written
  kNoSpace,      ///< the disk, the quota or a limit of the system is exhausted
  kUnwritable,   ///< the system refuses to write
};

std::string_view name(BundleFaultKind kind);

/// A fault as a value: what happened, where, and the way out.
struct BundleFault {
  BundleFaultKind kind = BundleFaultKind::kUnreadable;
  std::string member;        ///< its name in the bundle; empty where the fault is not of one member
  std::uint64_t offset = 0;  ///< in bytes: in the tar, or in the member's file where the bundle is a folder
  std::string message;       ///< says where, too
};

}  // namespace sobelcam
