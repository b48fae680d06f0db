// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <limits>
#include <system_error>
#include <utility>

namespace sobelcam {
namespace {

static_assert(sizeof(off_t) >= 8, "recordings are larger than 2 GiB");

std::string system_words(int error) {
  return std::generic_category().message(error);
}

}  // namespace

InputFile::InputFile(int descriptor, std::filesystem::path path) : descriptor_(descriptor), path_(std::move(path)) {}

InputFile::InputFile(InputFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), path_(std::move(other.path_)) {}

InputFile::~InputFile() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

std::variant<InputFile, SourceFault> InputFile::open(const std::filesystem::path& path) {
  // O_NONBLOCK: a named pipe without a writer must not hold us here.
  InputFile file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK), path);
  struct stat status {};
  if (file.descriptor_ < 0 || ::fstat(file.descriptor_, &status) != 0) {
    return SourceFault{SourceFaultKind::kNoDevice, "cannot open " + path.string() + ": " + system_words(errno)};
  }
  if (!S_ISREG(status.st_mode)) {
    return SourceFault{
        SourceFaultKind::kUnsupported,
        path.string() +
            " is no regular file: replay reads folders, pictures, .y4m and .mjpeg files and capture bundles"};
  }
  return file;
}

std::uint64_t InputFile::size() const {
  struct stat status {};
  return ::fstat(descriptor_, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

InputFile::Read InputFile::read_at(std::uint64_t offset, std::span<std::byte> target) const {
  Read result;
  if (offset > static_cast<std::uint64_t>(std::numeric_limits<off_t>::max()) - target.size()) {
    return result;
  }
  while (result.bytes < target.size()) {
    const auto rest = target.subspan(result.bytes);
    const ssize_t got = ::pread(descriptor_, rest.data(), rest.size(), static_cast<off_t>(offset + result.bytes));
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      result.error = system_words(errno);
    }
    if (got <= 0) {
      break;
    }
    result.bytes += static_cast<std::size_t>(got);
  }
  return result;
}

}  // namespace sobelcam
