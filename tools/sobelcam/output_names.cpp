// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/output_names.h"

#include <algorithm>

namespace sobelcam::tool {

std::vector<std::filesystem::path> output_prefixes(const std::string& prefix,
                                                   const std::vector<std::filesystem::path>& inputs) {
  const bool folder = prefix.ends_with('/');
  if (inputs.size() == 1 && !folder) {
    return {prefix};
  }
  std::vector<std::filesystem::path> prefixes;
  for (const auto& input : inputs) {
    const std::string wanted = prefix + (folder ? "" : "_") + input.stem().string();
    std::string name = wanted;
    for (int again = 2; std::find(prefixes.begin(), prefixes.end(), name) != prefixes.end(); ++again) {
      name = wanted + "_" + std::to_string(again);
    }
    prefixes.emplace_back(name);
  }
  return prefixes;
}

std::filesystem::path output_path(const std::filesystem::path& prefix, std::string_view view) {
  return prefix.string() + "_" + std::string(view) + ".png";
}

}  // namespace sobelcam::tool
