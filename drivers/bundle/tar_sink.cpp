// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <ctime>
#include <utility>

#include "drivers/bundle/member_sink.h"
#include "drivers/bundle/output_file.h"
#include "drivers/bundle/tar_header.h"

namespace sobelcam {
namespace {

constexpr std::array<std::byte, 2 * kTarBlock> kZeros{};

class TarSink final : public MemberSink {
 public:
  explicit TarSink(OutputFile file) : file_(std::move(file)) {}

  std::optional<BundleFault> begin(const std::string& name, std::uint64_t bytes) override {
    member_bytes_ = bytes;
    return file_.append(tar_header({name, bytes, TarEntryType::kFile, std::time(nullptr)}));
  }

  std::optional<BundleFault> append(std::span<const std::byte> bytes) override { return file_.append(bytes); }

  std::optional<BundleFault> end() override {
    const std::uint64_t padding = padded_tar_bytes(member_bytes_) - member_bytes_;
    return file_.append(std::span(kZeros).first(padding));
  }

  std::optional<BundleFault> sync() override { return file_.sync(); }
  void mark() override { mark_ = file_.bytes(); }
  std::optional<BundleFault> back_to_mark() override { return file_.cut(mark_); }

  std::optional<BundleFault> close() override {
    if (auto failed = file_.append(kZeros)) {
      return failed;
    }
    return file_.sync();
  }

  std::uint64_t bytes() const override { return file_.bytes(); }

 private:
  OutputFile file_;
  std::uint64_t member_bytes_ = 0;
  std::uint64_t mark_ = 0;
};

}  // namespace

OpenedSink create_tar_sink(const std::filesystem::path& path) {
  auto created = OutputFile::create(path);
  if (auto* fault = std::get_if<BundleFault>(&created)) {
    return std::move(*fault);
  }
  return std::make_unique<TarSink>(std::move(std::get<OutputFile>(created)));
}

}  // namespace sobelcam
