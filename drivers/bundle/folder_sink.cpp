// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "drivers/bundle/member_sink.h"
#include "drivers/bundle/output_file.h"

namespace sobelcam {
namespace {

namespace fs = std::filesystem;

BundleFault folder_fault(const fs::path& folder, const std::error_code& error) {
  const bool full = error == std::errc::no_space_on_device;
  return {full ? BundleFaultKind::kNoSpace : BundleFaultKind::kUnwritable, "", 0,
          "cannot create the folder " + folder.string() + ": " + error.message()};
}

class FolderSink final : public MemberSink {
 public:
  explicit FolderSink(fs::path folder) : folder_(std::move(folder)) { unsynced_.insert(folder_); }

  std::optional<BundleFault> begin(const std::string& name, std::uint64_t /*bytes*/) override {
    const fs::path path = folder_ / name;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) {
      return folder_fault(path.parent_path(), error);
    }
    auto created = OutputFile::create(path);
    if (auto* fault = std::get_if<BundleFault>(&created)) {
      return std::move(*fault);
    }
    file_ = std::move(std::get<OutputFile>(created));
    since_mark_.push_back(path);
    for (fs::path parent = path.parent_path(); parent != folder_.parent_path(); parent = parent.parent_path()) {
      unsynced_.insert(parent);
    }
    return std::nullopt;
  }

  std::optional<BundleFault> append(std::span<const std::byte> bytes) override {
    bytes_ += bytes.size();
    return file_->append(bytes);
  }

  std::optional<BundleFault> end() override {
    auto failed = file_->sync();
    file_.reset();
    return failed;
  }

  std::optional<BundleFault> sync() override {
    for (const fs::path& folder : unsynced_) {
      if (auto failed = sync_folder(folder)) {
        return failed;
      }
    }
    unsynced_.clear();
    return std::nullopt;
  }

  void mark() override {
    mark_ = bytes_;
    since_mark_.clear();
  }

  std::optional<BundleFault> back_to_mark() override {
    file_.reset();
    std::error_code error;
    for (const fs::path& path : since_mark_) {
      std::error_code last;
      fs::remove(path, last);
      error = last ? last : error;
      // The folder of a frame goes with its last member.
      if (fs::remove(path.parent_path(), last)) {
        unsynced_.erase(path.parent_path());
      }
    }
    since_mark_.clear();
    bytes_ = mark_;
    if (error) {
      return BundleFault{BundleFaultKind::kUnwritable, "", 0,
                         "cannot remove a frame from " + folder_.string() + ": " + error.message()};
    }
    return std::nullopt;
  }

  std::optional<BundleFault> close() override { return sync(); }
  std::uint64_t bytes() const override { return bytes_; }

 private:
  fs::path folder_;
  std::optional<OutputFile> file_;
  std::set<fs::path> unsynced_;
  std::vector<fs::path> since_mark_;
  std::uint64_t bytes_ = 0;
  std::uint64_t mark_ = 0;
};

}  // namespace

OpenedSink create_folder_sink(const fs::path& path) {
  std::error_code error;
  const bool created = fs::create_directory(path, error);
  if (error) {
    return folder_fault(path, error);
  }
  if (!created) {
    return BundleFault{BundleFaultKind::kExists, "", 0, path.string() + " exists"};
  }
  return std::make_unique<FolderSink>(path);
}

}  // namespace sobelcam
