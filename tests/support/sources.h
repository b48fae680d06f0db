// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "drivers/camera/open_source.h"

namespace sobelcam::test {

/// Every picture, once and at once: what most tests want of a source.
SourceOptions every_picture_unpaced();

/// Throws with the fault's words where the source cannot be opened.
std::unique_ptr<FrameSource> open_or_throw(const SourceSpec& spec, const SourceOptions& options);

/// Throws where the path can be opened.
SourceFault open_fault(const std::filesystem::path& path);

/// Throws where the next event is another; waits for 10 s at most.
Frame next_frame(FrameSource& source);
SourceFault next_fault(FrameSource& source);
bool ends(FrameSource& source);

/// The brightness of pixel 0, 0 of the next picture.
int next_level(FrameSource& source);

/// A gray picture of one level, as the bytes of a PGM file.
std::string pgm(std::uint32_t width, std::uint32_t height, int level);

/// A JPEG whose upper left block has one level and whose other blocks are noise, so that there is data to cut.
std::string jpeg(std::uint32_t width, std::uint32_t height, int level);

void write_text(const std::filesystem::path& path, const std::string& bytes);

}  // namespace sobelcam::test
