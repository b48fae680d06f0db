// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "drivers/frame/buffer_provider.h"
#include "tools/sobelcam/verify/frame_reader.h"

namespace sobelcam::tool {
namespace {

class MediaReader final : public FrameReader {
 public:
  explicit MediaReader(std::unique_ptr<ReplayMedia> media) : media_(std::move(media)) {}

  FrameStep next() override {
    const MediaStep step = media_->advance();
    if (std::holds_alternative<MediaEnd>(step)) {
      return FramesEnd{};
    }
    if (const auto* fault = std::get_if<SourceFault>(&step)) {
      return refused(*fault);
    }
    const auto& layout = std::get<FrameLayout>(step);
    if (layout_bytes(layout) > pixels_.size()) {
      pixels_ = ordinary_memory().allocate(layout_bytes(layout));
    }
    const MutableFrameView target{reinterpret_cast<std::uint8_t*>(pixels_.data()), layout};
    if (const auto fault = media_->read_into(target)) {
      return refused(*fault);
    }
    FrameToVerify frame;
    frame.view = target;
    return frame;
  }

  bool skip() override { return media_->skip(); }

 private:
  static FrameStep refused(const SourceFault& fault) {
    if (fault.kind == SourceFaultKind::kBadFrame) {
      return FrameFault{fault.message};
    }
    return FramesEnd{fault.message, true};
  }

  std::unique_ptr<ReplayMedia> media_;
  Buffer pixels_;
};

}  // namespace

std::unique_ptr<FrameReader> make_media_reader(std::unique_ptr<ReplayMedia> media) {
  return std::make_unique<MediaReader>(std::move(media));
}

}  // namespace sobelcam::tool
