// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/json_document.h"

#include <cerrno>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <system_error>

#include "drivers/files/printable.h"

namespace sobelcam::tool {

std::ofstream open_document(const std::filesystem::path& path) {
  if (path.empty()) {
    return {};
  }
  std::ofstream file(path);
  if (!file) {
    throw std::runtime_error("cannot write " + printable(path.string()) + ": " +
                             std::generic_category().message(errno));
  }
  return file;
}

void write_document(std::ostream& document, const nlohmann::ordered_json& json) {
  document << json.dump(2) << "\n";
  if (!document.flush()) {
    throw std::runtime_error("the JSON document cannot be written");
  }
}

}  // namespace sobelcam::tool
