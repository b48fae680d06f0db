// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <variant>
#include <vector>

#include "drivers/files/image_decoder.h"

namespace sobelcam {

/// The whole file, or why not: missing, a folder, empty, unreadable, or beyond 1 GiB.
std::variant<std::vector<std::byte>, ImageFault> read_file(const std::filesystem::path& path);

}  // namespace sobelcam
