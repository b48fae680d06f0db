// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/node_holder.h"

#include <algorithm>
#include <fstream>
#include <string_view>

namespace sobelcam::v4l2 {
namespace {

namespace fs = std::filesystem;

bool is_number(const std::string& name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool holds(const fs::path& process, const std::string& node) {
  std::error_code error;
  for (fs::directory_iterator entry(process / "fd", error), end; !error && entry != end; entry.increment(error)) {
    std::error_code unreadable;
    if (fs::read_symlink(entry->path(), unreadable) == node && !unreadable) {
      return true;
    }
  }
  return false;
}

std::string process_name(const fs::path& process) {
  std::ifstream file(process / "comm");
  std::string name;
  std::getline(file, name);
  return name.empty() ? "a process" : name;
}

}  // namespace

std::string node_holder(const fs::path& proc, const std::string& node) {
  std::error_code error;
  for (fs::directory_iterator entry(proc, error), end; !error && entry != end; entry.increment(error)) {
    const std::string pid = entry->path().filename().string();
    if (is_number(pid) && holds(entry->path(), node)) {
      return process_name(entry->path()) + " (pid " + pid + ")";
    }
  }
  return {};
}

}  // namespace sobelcam::v4l2
