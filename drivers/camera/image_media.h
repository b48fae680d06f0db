// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "drivers/camera/replay_media.h"

namespace sobelcam {

/// The PNG, JPEG, PPM/PGM and BMP files of a folder by their names' extensions, in natural order, without hidden
/// files and subfolders. Each pass lists the folder again.
///
/// Errors:   kNoDevice where the folder cannot be listed, kNoSignal where it holds no picture
OpenedMedia open_folder_media(const std::filesystem::path& folder);

/// A single picture; its file is read once.
///
/// Errors:   kNoDevice where the file cannot be read, kUnsupported where it is no picture that we take
OpenedMedia open_image_media(const std::filesystem::path& file);

}  // namespace sobelcam
