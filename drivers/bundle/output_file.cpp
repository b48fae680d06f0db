// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/bundle/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

namespace sobelcam {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBuffer = std::size_t{256} << 10U;
constexpr mode_t kFileMode = 0644;

/// Takes errno as it is now.
BundleFault system_fault(const std::string& what, const fs::path& path) {
  const int error = errno;
  const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  return {full ? BundleFaultKind::kNoSpace : BundleFaultKind::kUnwritable, "", 0,
          "cannot " + what + " " + path.string() + ": " + std::generic_category().message(error)};
}

BundleFault exists_fault(const fs::path& path) {
  return {BundleFaultKind::kExists, "", 0, path.string() + " exists"};
}

}  // namespace

OutputFile::OutputFile(int descriptor, fs::path path) : descriptor_(descriptor), path_(std::move(path)) {
  buffer_.reserve(kBuffer);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      path_(std::move(other.path_)),
      buffer_(std::move(other.buffer_)),
      written_(other.written_) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(path_, other.path_);
  std::swap(buffer_, other.buffer_);
  std::swap(written_, other.written_);
  return *this;
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

std::variant<OutputFile, BundleFault> OutputFile::create(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kFileMode);
  if (descriptor < 0) {
    return errno == EEXIST ? exists_fault(path) : system_fault("create", path);
  }
  return OutputFile(descriptor, path);
}

std::optional<BundleFault> OutputFile::append(std::span<const std::byte> bytes) {
  if (buffer_.size() + bytes.size() > kBuffer) {
    if (auto failed = flush()) {
      return failed;
    }
  }
  if (bytes.size() >= kBuffer) {
    return write(bytes);
  }
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  return std::nullopt;
}

std::optional<BundleFault> OutputFile::flush() {
  auto failed = write(buffer_);
  buffer_.clear();
  return failed;
}

std::optional<BundleFault> OutputFile::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(descriptor_, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) {
      continue;
    }
    if (wrote < 0) {
      return fault("write to");
    }
    written_ += static_cast<std::uint64_t>(wrote);
    bytes = bytes.subspan(static_cast<std::size_t>(wrote));
  }
  return std::nullopt;
}

std::optional<BundleFault> OutputFile::sync() {
  if (auto failed = flush()) {
    return failed;
  }
  // EINVAL: a kind of file that cannot be synced, and needs no syncing.
  if (::fdatasync(descriptor_) != 0 && errno != EINVAL) {
    return fault("write to");
  }
  return std::nullopt;
}

std::optional<BundleFault> OutputFile::cut(std::uint64_t bytes) {
  if (bytes >= written_) {
    buffer_.resize(std::min<std::uint64_t>(bytes - written_, buffer_.size()));
    return std::nullopt;
  }
  buffer_.clear();
  const auto end = static_cast<off_t>(bytes);
  if (::ftruncate(descriptor_, end) != 0 || ::lseek(descriptor_, end, SEEK_SET) != end) {
    return fault("shorten");
  }
  written_ = bytes;
  return std::nullopt;
}

BundleFault OutputFile::fault(const std::string& what) const {
  return system_fault(what, path_);
}

std::optional<BundleFault> sync_folder(const fs::path& folder) {
  const fs::path path = folder.empty() ? fs::path(".") : folder;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) {
    return system_fault("open", path);
  }
  std::optional<BundleFault> failed;
  if (::fsync(descriptor) != 0 && errno != EINVAL) {
    failed = system_fault("write to", path);
  }
  ::close(descriptor);
  return failed;
}

std::optional<BundleFault> give_name(const fs::path& from, const fs::path& to, bool replace) {
  std::error_code ignored;
  if (replace) {
    // A folder cannot be renamed over one that has files.
    if (fs::is_directory(to, ignored) || fs::is_directory(from, ignored)) {
      fs::remove_all(to, ignored);
    }
    if (std::rename(from.c_str(), to.c_str()) != 0) {
      return system_fault("name", to);
    }
    return sync_folder(to.parent_path());
  }
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) != 0) {
    const bool unsupported = errno == EINVAL || errno == ENOSYS;
    if (errno == EEXIST || (unsupported && something_at(to))) {
      return exists_fault(to);
    }
    if (!unsupported || std::rename(from.c_str(), to.c_str()) != 0) {
      return system_fault("name", to);
    }
  }
  return sync_folder(to.parent_path());
}

bool something_at(const fs::path& path) {
  std::error_code error;
  return fs::symlink_status(path, error).type() != fs::file_type::not_found;
}

}  // namespace sobelcam
