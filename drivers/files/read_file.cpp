// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/files/read_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace sobelcam {
namespace {

constexpr std::size_t kMaxFileBytes = std::size_t{1} << 30;

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) {
      close(number_);
    }
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }

 private:
  int number_;
};

ImageFault system_fault(int error) {
  if (error == ENOENT || error == ENOTDIR) {
    return {ImageFaultKind::kMissing, "no such file"};
  }
  if (error == EISDIR) {
    return {ImageFaultKind::kFolder, "a folder, not a file"};
  }
  return {ImageFaultKind::kUnreadable, "cannot be read: " + std::generic_category().message(error)};
}

std::optional<ImageFault> check_kind(const struct stat& status) {
  if (S_ISDIR(status.st_mode)) {
    return system_fault(EISDIR);
  }
  if (!S_ISREG(status.st_mode)) {
    return ImageFault{ImageFaultKind::kUnreadable, "not a regular file"};
  }
  if (status.st_size == 0) {
    return no_bytes();
  }
  if (static_cast<std::uint64_t>(status.st_size) > kMaxFileBytes) {
    return ImageFault{ImageFaultKind::kTooLarge,
                      "it holds " + std::to_string(status.st_size) + " bytes; at most 1 GiB is read"};
  }
  return std::nullopt;
}

}  // namespace

std::variant<std::vector<std::byte>, ImageFault> read_file(const std::filesystem::path& path) {
  // Without O_NONBLOCK, opening a fifo would wait for somebody to write into it.
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (file.number() < 0) {
    return system_fault(errno);
  }
  struct stat status {};
  if (fstat(file.number(), &status) != 0) {
    return system_fault(errno);
  }
  if (auto fault = check_kind(status)) {
    return std::move(*fault);
  }
  std::vector<std::byte> bytes(static_cast<std::size_t>(status.st_size));
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t count = read(file.number(), bytes.data() + filled, bytes.size() - filled);
    if (count < 0 && errno != EINTR) {
      return system_fault(errno);
    }
    if (count == 0) {
      break;
    }
    filled += count > 0 ? static_cast<std::size_t>(count) : 0;
  }
  bytes.resize(filled);  // it may have been cut since its size was asked
  return bytes;
}

}  // namespace sobelcam
