// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/picture_file.h"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>

#include "drivers/files/png_writer.h"

namespace sobelcam::tool {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

std::system_error last_error() {
  return {errno, std::generic_category()};
}

void write_through(const std::filesystem::path& path, ImageView<const std::uint8_t> picture) {
  File file(std::fopen(path.c_str(), "wb"));
  if (!file) {
    throw last_error();
  }
  write_gray_png(file.get(), picture);
  // A full disk may show only when the last bytes are flushed.
  if (std::fclose(file.release()) != 0) {
    throw last_error();
  }
}

}  // namespace

void save_png(const std::filesystem::path& path, ImageView<const std::uint8_t> picture) {
  const std::filesystem::path unfinished = path.string() + ".tmp";
  try {
    if (path.has_parent_path()) {
      std::filesystem::create_directories(path.parent_path());
    }
    write_through(unfinished, picture);
    std::filesystem::rename(unfinished, path);
  } catch (const std::filesystem::filesystem_error& error) {
    std::error_code ignored;
    std::filesystem::remove(unfinished, ignored);
    throw std::runtime_error("cannot write " + path.string() + ": " + error.code().message());
  } catch (const std::exception& error) {
    std::error_code ignored;
    std::filesystem::remove(unfinished, ignored);
    throw std::runtime_error("cannot write " + path.string() + ": " + error.what());
  }
}

}  // namespace sobelcam::tool
