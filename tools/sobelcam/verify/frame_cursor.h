// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tools/sobelcam/verify/frame_set.h"

namespace sobelcam::tool {

/// A frame at its place in the set.
struct PlacedFrame {
  FrameToVerify frame;
  std::string name;               ///< "bundle.tar frame 12", "photos/a.png"
  std::uint64_t in_argument = 0;  ///< how many places of the same path of the user's lie before it
};

/// Behind the last place.
struct SetEnd {
  std::uint64_t places = 0;
};

using CursorStep = std::variant<PlacedFrame, InputFault, SetEnd>;

/// Goes through a set of inputs from front to back. Frames, and what should have been frames, have places that count
/// from 0; they are the same for every cursor over the same files.
///
/// Threads:  one thread at a time; any number of cursors over one set
/// Lifetime: the set must outlive the cursor; a frame lives until the next call of read()
class FrameCursor {
 public:
  FrameCursor(const std::vector<SetInput>& inputs, const std::optional<RawFormat>& raw);

  /// What lies at a place that is not before the one of the last call; passes over what lies between.
  CursorStep read(std::uint64_t place);
  /// Frees the bytes of the frame that read() gave.
  void forget() {
    if (reader_) {
      reader_->forget();
    }
  }

  /// What there is to say of inputs' ends so far, by input.
  struct Note {
    std::string name;
    std::string words;
    bool is_fault = false;
  };
  const std::map<std::size_t, Note>& notes() const { return notes_; }

 private:
  std::optional<InputFault> open_next();
  InputFault take_fault(const std::string& message);
  std::optional<InputFault> close(const FramesEnd& end);
  std::string name_of(bool is_frame) const;

  const std::vector<SetInput>& inputs_;
  std::optional<RawFormat> raw_;
  std::unique_ptr<FrameReader> reader_;
  std::size_t input_ = 0;          ///< that reader_ reads, or that is opened next
  std::uint64_t place_ = 0;        ///< of what comes next
  std::uint64_t in_input_ = 0;     ///< places of this input so far
  std::uint64_t in_argument_ = 0;  ///< likewise of the path that it came from
  std::map<std::size_t, Note> notes_;
};

}  // namespace sobelcam::tool
