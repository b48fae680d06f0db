// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "drivers/bundle/bundle_reader.h"
#include "drivers/frame/image.h"
#include "drivers/jpeg/jpeg_decoder.h"
#include "tools/sobelcam/verify/frame_reader.h"

namespace sobelcam::tool {
namespace {

Finding damaged(const MemberCheck& member) {
  Finding finding;
  finding.check = "checksum";
  finding.place = member.name;
  finding.words = std::string(name(member.state)) + ": " + member.words;
  return finding;
}

Finding decoder_finding(std::string words) {
  Finding finding;
  finding.check = "decoder";
  finding.place = "luma";
  finding.words = std::move(words);
  return finding;
}

class BundleFrameReader final : public FrameReader {
 public:
  explicit BundleFrameReader(BundleReader bundle) : bundle_(std::move(bundle)) {}

  FrameStep next() override {
    BundleStep step = bundle_.next();
    if (const auto* end = std::get_if<BundleEnd>(&step)) {
      if (takes_place(*end)) {
        FrameToVerify nothing;
        nothing.is_recorded = true;
        nothing.damage.push_back(damaged(end->check));
        return nothing;
      }
      return FramesEnd{end->whole ? "" : "not whole: " + end->words};
    }
    if (const auto* fault = std::get_if<BundleFault>(&step)) {
      return refused(*fault);
    }
    return prepared(std::get<RecordedFrame>(step));
  }

  void forget() override { bundle_.forget(); }

  bool skip() override {
    if (bundle_.skip()) {
      ++number_;
      return true;
    }
    const BundleStep step = bundle_.next();
    const auto* end = std::get_if<BundleEnd>(&step);
    return end != nullptr && takes_place(*end);
  }

 private:
  /// A damaged end.json is a difference that no frame has: it stands behind the last one, once. A missing one only says
  /// that the recording was cut.
  bool takes_place(const BundleEnd& end) {
    const MemberState state = end.check.state;
    return state != MemberState::kIntact && state != MemberState::kMissing && !std::exchange(end_was_told_, true);
  }

  FrameStep refused(const BundleFault& fault) {
    ++number_;
    if (fault.kind == BundleFaultKind::kDamaged && !fault.member.empty()) {
      // What was recorded and what is here now differ: no other kind of fault says that.
      FrameToVerify frame;
      frame.is_recorded = true;
      frame.damage.push_back(damaged({fault.member, fault.offset, 0, MemberState::kMalformed, fault.message}));
      return frame;
    }
    if (fault.kind == BundleFaultKind::kDamaged || fault.kind == BundleFaultKind::kTooLarge) {
      return FrameFault{fault.message};
    }
    return FramesEnd{fault.message, true};
  }

  FrameToVerify prepared(const RecordedFrame& recorded) {
    FrameToVerify frame;
    frame.view = recorded.view;
    frame.equalize = recorded.equalize;
    frame.is_recorded = true;
    if (recorded.histogram) {
      histogram_ = *recorded.histogram;
    }
    frame.recorded = {recorded.gray,      recorded.blur,  recorded.equalized,
                      recorded.magnitude, recorded.edges, recorded.histogram ? &histogram_ : nullptr};
    for (const RecordedTiming& timing : recorded.timings) {
      frame.recorded_timings.emplace_back(timing.stage, timing.microseconds);
    }
    if (number_ == 0 && bundle_.manifest_check().state != MemberState::kIntact) {
      frame.damage.push_back(damaged(bundle_.manifest_check()));
    }
    for (const MemberCheck& member : recorded.members) {
      if (member.state != MemberState::kIntact) {
        frame.damage.push_back(damaged(member));
      }
    }
    if (!recorded.jpeg.empty()) {
      hold_decoder_to(recorded, frame.damage);
    }
    ++number_;
    return frame;
  }

  /// Our decoder against the one of the recording machine.
  void hold_decoder_to(const RecordedFrame& recorded, std::vector<Finding>& damage) {
    auto opened = open_jpeg(recorded.jpeg);
    if (const auto* fault = std::get_if<ImageFault>(&opened)) {
      damage.push_back(decoder_finding("the recorded JPEG does not decode here: " + fault->message));
      return;
    }
    auto& decoder = *std::get<std::unique_ptr<ImageDecoder>>(opened);
    const ImageHeader& header = decoder.header();
    const FrameLayout& layout = recorded.view.layout;
    if (header.format != PixelFormat::kGrey || layout.format != PixelFormat::kGrey) {
      return;  // an RGB JPEG has no luma to compare
    }
    luma_.reshape(header.width, header.height, ordinary_memory());
    const ImageView<std::uint8_t> luma = luma_.view();
    const FrameLayout target{header.format, header.range, header.width, header.height, luma.stride};
    if (const auto fault = decoder.decode({luma.data, target})) {
      damage.push_back(decoder_finding("the recorded JPEG does not decode here: " + fault->message));
      return;
    }
    if (recorded.view.data == nullptr) {
      return;
    }
    const ImageView<const std::uint8_t> expected{recorded.view.data, layout.width, layout.height, layout.stride};
    if (const auto difference = first_difference("luma", expected, luma)) {
      damage.push_back(
          decoder_finding("the recorded JPEG decodes otherwise here than on the device: " + describe(*difference)));
      damage.back().difference = difference;
    }
  }

  BundleReader bundle_;
  std::uint64_t number_ = 0;  ///< frames so far
  bool end_was_told_ = false;
  Histogram histogram_{};
  Image<std::uint8_t> luma_;
};

}  // namespace

OpenedReader open_bundle_reader(const std::filesystem::path& path) {
  auto opened = BundleReader::open(path);
  if (const auto* fault = std::get_if<BundleFault>(&opened)) {
    return FrameFault{fault->message};
  }
  return std::make_unique<BundleFrameReader>(std::move(std::get<BundleReader>(opened)));
}

}  // namespace sobelcam::tool
