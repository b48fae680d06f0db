// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace sobelcam::v4l2 {

/// The first process under `proc` with an open descriptor of the node, as "cheese (pid 4711)"; empty where none can be
/// seen (other users' processes cannot).
std::string node_holder(const std::filesystem::path& proc, const std::string& node);

}  // namespace sobelcam::v4l2
