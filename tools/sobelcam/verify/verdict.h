// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "drivers/frame/frame_view.h"
#include "kernels/first_difference.h"

namespace sobelcam::tool {

/// How far apart the values of one stage lie. Bin 0 counts equal ones, bin k those 2^(k-1) to 2^k - 1 steps apart:
/// floats in ulp, bytes and counts by one.
struct StageDistances {
  std::string stage;
  std::uint64_t total = 0;
  std::uint64_t different = 0;
  std::uint64_t largest_steps = 0;
  double largest = 0;  ///< absolute difference
  std::array<std::uint64_t, 34> bins{};
};

/// One thing that is not as it must be.
struct Finding {
  std::string check;  ///< "equality", "histogram", "black", "flip", "checksum" or "decoder"
  std::string place;  ///< the stage, or the member of the bundle
  std::string words;  ///< for a person, over several lines
  std::optional<Difference> difference;
  Difference::Neighborhood input{};  ///< the gray values that the camera's bytes are, around the difference
};

using StageTimes = std::vector<std::pair<std::string, double>>;  ///< in microseconds, in the order of the stages

/// What was found of one implementation, or of the recorded results, for one frame.
struct SubjectVerdict {
  std::string subject;  ///< a pipeline's name, or "recorded"
  StageTimes timings_us;
  std::vector<Finding> findings;
  std::vector<StageDistances> distances;  ///< of every stage; only where there is a finding of equality
};

/// PNG files in memory, for a report with pictures.
struct FramePictures {
  std::vector<std::byte> input;
  std::vector<std::byte> edges;
  std::vector<std::byte> heat;  ///< where the first subject with a difference differs; empty where none does
  std::string heat_caption;
};

struct FrameVerdict {
  std::uint64_t index = 0;  ///< in the whole set
  std::string name;         ///< input and number in it
  FrameLayout layout;
  bool equalize = false;
  std::vector<SubjectVerdict> subjects;
  std::shared_ptr<const FramePictures> pictures;  ///< null for most frames

  bool equal() const {
    for (const SubjectVerdict& subject : subjects) {
      if (!subject.findings.empty()) {
        return false;
      }
    }
    return true;
  }
};

/// A file, or a frame of it, that could not be verified.
struct InputFault {
  std::uint64_t index = 0;  ///< it takes a place in the set, too
  std::string name;
  std::string message;
};

}  // namespace sobelcam::tool
