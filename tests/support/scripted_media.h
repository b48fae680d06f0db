// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "drivers/camera/replay_media.h"

namespace sobelcam::test {

inline constexpr int kBadHeader = -1;
inline constexpr int kBadPixels = -2;

/// What a test and its media share: the pictures, and what the source did with them.
struct Script {
  std::vector<int> levels;  ///< one picture each, of that level, or kBad...
  std::uint32_t width = 8;
  bool vanished = false;
  std::size_t skipped = 0;
  std::size_t decoded = 0;
  std::size_t rewound = 0;
};

/// Gray pictures of two rows that a test makes up as it goes.
class ScriptedMedia final : public ReplayMedia {
 public:
  explicit ScriptedMedia(Script& script) : script_(script) {}

  MediaStep advance() override {
    if (next_ == script_.levels.size()) {
      return MediaEnd{};
    }
    level_ = script_.levels[next_++];
    if (level_ == kBadHeader) {
      return SourceFault{SourceFaultKind::kBadFrame, "bad header"};
    }
    return aligned_layout(PixelFormat::kGrey, ColorRange::kFull, script_.width, 2);
  }

  std::optional<SourceFault> read_into(MutableFrameView target) override {
    ++script_.decoded;
    if (level_ == kBadPixels) {
      return SourceFault{SourceFaultKind::kBadFrame, "bad pixels"};
    }
    target.row(0)[0] = static_cast<std::uint8_t>(level_);
    return std::nullopt;
  }

  std::span<const std::byte> jpeg() const override { return kJpeg; }

  bool skip() override {
    if (next_ == script_.levels.size()) {
      return false;
    }
    ++next_;
    ++script_.skipped;
    return true;
  }

  std::optional<SourceFault> rewind() override {
    ++script_.rewound;
    if (script_.vanished) {
      return SourceFault{SourceFaultKind::kNoDevice, "vanished"};
    }
    next_ = 0;
    return std::nullopt;
  }

  std::string description() const override { return "a script"; }

 private:
  static constexpr std::array<std::byte, 2> kJpeg{std::byte{7}, std::byte{8}};
  Script& script_;
  std::size_t next_ = 0;
  int level_ = 0;
};

}  // namespace sobelcam::test
