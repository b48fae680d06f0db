// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/bundle_media.h"

#include <cstring>
#include <utility>

#include "drivers/bundle/bundle_reader.h"

namespace sobelcam {
namespace {

SourceFault source_fault(const BundleFault& fault) {
  switch (fault.kind) {
    case BundleFaultKind::kDamaged:
    case BundleFaultKind::kTooLarge:
      return {SourceFaultKind::kBadFrame, fault.message};
    case BundleFaultKind::kForeign:
    case BundleFaultKind::kUnsupported:
      return {SourceFaultKind::kUnsupported, fault.message};
    default:
      return {SourceFaultKind::kNoDevice, fault.message};
  }
}

class BundleMedia final : public ReplayMedia {
 public:
  explicit BundleMedia(BundleReader reader) : reader_(std::move(reader)) {}

  MediaStep advance() override {
    auto step = reader_.next();
    if (const auto* fault = std::get_if<BundleFault>(&step)) {
      return source_fault(*fault);
    }
    if (auto* frame = std::get_if<RecordedFrame>(&step)) {
      frame_ = std::move(*frame);
      return frame_.view.layout;
    }
    return MediaEnd{};
  }

  std::optional<SourceFault> read_into(MutableFrameView target) override {
    std::memcpy(target.data, frame_.view.data, layout_bytes(target.layout));
    return std::nullopt;
  }

  std::span<const std::byte> jpeg() const override { return frame_.jpeg; }
  bool skip() override { return reader_.skip(); }

  std::optional<SourceFault> rewind() override {
    reader_.rewind();
    return std::nullopt;
  }

  std::string description() const override { return reader_.path().string() + " (capture bundle)"; }

 private:
  BundleReader reader_;
  RecordedFrame frame_;
};

}  // namespace

OpenedMedia open_bundle_media(const std::filesystem::path& path) {
  auto opened = BundleReader::open(path);
  if (const auto* fault = std::get_if<BundleFault>(&opened)) {
    return source_fault(*fault);
  }
  return std::make_unique<BundleMedia>(std::move(std::get<BundleReader>(opened)));
}

}  // namespace sobelcam
