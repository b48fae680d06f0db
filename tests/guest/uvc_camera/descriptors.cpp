// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/guest/uvc_camera/descriptors.h"

#include <string_view>

namespace sobelcam::uvc {
namespace {

// Kinds of descriptors, from USB 2.0 chapter 9 and from USB Video Class 1.0 appendix A.
enum Kind : std::uint8_t {
  kDevice = 1,
  kConfiguration = 2,
  kString = 3,
  kInterface = 4,
  kEndpoint = 5,
  kAssociation = 11,
  kClassInterface = 0x24
};
enum ControlKind : std::uint8_t { kHeader = 1, kInputTerminal = 2, kOutputTerminal = 3, kProcessing = 5 };
enum StreamKind : std::uint8_t {
  kInputHeader = 1,
  kFormatUncompressed = 4,
  kFrameUncompressed = 5,
  kFormatMjpeg = 6,
  kFrameMjpeg = 7,
  kColorFormat = 13
};
constexpr std::uint8_t kVideoClass = 0x0e;
constexpr std::uint8_t kCameraTerminal = 1;
constexpr std::uint8_t kOutput = 3;

/// The GUID of YUY2, which follows the fourcc.
constexpr std::string_view kYuy2Tail("\x00\x00\x10\x00\x80\x00\x00\xaa\x00\x38\x9b\x71", 12);

UsbBytes frame(Coding coding, unsigned index, PictureSize size) {
  const std::uint32_t bytes = picture_bytes(size);
  UsbBytes frame;
  frame.u8(kClassInterface).u8(coding == Coding::kMjpeg ? kFrameMjpeg : kFrameUncompressed).u8(index).u8(0);
  frame.u16(size.width).u16(size.height).u32(bytes * 8).u32(bytes * 8 * kFps).u32(bytes);
  frame.u32(kFrameInterval100ns).u8(1).u32(kFrameInterval100ns);
  return frame;
}

UsbBytes format(Coding coding, unsigned index) {
  UsbBytes format;
  if (coding == Coding::kMjpeg) {
    format.u8(kClassInterface).u8(kFormatMjpeg).u8(index).u8(kSizes.size()).u8(1).u8(1).u8(0).u8(0).u8(0).u8(0);
  } else {
    format.u8(kClassInterface).u8(kFormatUncompressed).u8(index).u8(kSizes.size()).text("YUY2").text(kYuy2Tail);
    format.u8(16).u8(1).u8(0).u8(0).u8(0).u8(0);
  }
  return format;
}

/// BT.709 primaries and transfer, and the matrix of BT.601, which is what webcams mean.
UsbBytes color_format() {
  return UsbBytes().u8(kClassInterface).u8(kColorFormat).u8(1).u8(1).u8(4);
}

Bytes formats() {
  UsbBytes all;
  unsigned format_index = 1;
  for (const Coding coding : kCodings) {
    all.block(format(coding, format_index++));
    unsigned frame_index = 1;
    for (const PictureSize size : kSizes) {
      all.block(frame(coding, frame_index++, size));
    }
    all.block(color_format());
  }
  return all.bytes();
}

Bytes control_interface() {
  UsbBytes units;
  units.block(UsbBytes()
                  .u8(kClassInterface)
                  .u8(kInputTerminal)
                  .u8(kCameraTerminal)
                  .u16(0x0201)
                  .u8(0)
                  .u8(0)
                  .u16(0)
                  .u16(0)
                  .u16(0)
                  .u8(3)
                  .u8(0)
                  .u8(0)
                  .u8(0));
  units.block(UsbBytes()
                  .u8(kClassInterface)
                  .u8(kProcessing)
                  .u8(kProcessingUnit)
                  .u8(kCameraTerminal)
                  .u16(0)
                  .u8(2)
                  .u8(1)
                  .u8(0)
                  .u8(0));
  units.block(
      UsbBytes().u8(kClassInterface).u8(kOutputTerminal).u8(kOutput).u16(0x0101).u8(0).u8(kProcessingUnit).u8(0));

  constexpr unsigned kHeaderBytes = 13;
  UsbBytes all;
  all.block(UsbBytes().u8(kInterface).u8(kControlInterface).u8(0).u8(0).u8(kVideoClass).u8(1).u8(0).u8(0));
  all.block(UsbBytes()
                .u8(kClassInterface)
                .u8(kHeader)
                .u16(0x0100)
                .u16(static_cast<unsigned>(units.size()) + kHeaderBytes)
                .u32(6000000)
                .u8(1)
                .u8(kStreamInterface));
  return all.append(units.bytes()).bytes();
}

Bytes stream_interface() {
  const Bytes list = formats();
  constexpr unsigned kHeaderBytes = 13 + kCodings.size();
  UsbBytes header;
  header.u8(kClassInterface).u8(kInputHeader).u8(kCodings.size());
  header.u16(static_cast<unsigned>(list.size()) + kHeaderBytes).u8(0x80U | kStreamEndpoint);
  header.u8(0).u8(kOutput).u8(0).u8(0).u8(0).u8(1);
  for (std::size_t i = 0; i < kCodings.size(); ++i) {
    header.u8(0);
  }

  UsbBytes all;
  all.block(UsbBytes().u8(kInterface).u8(kStreamInterface).u8(0).u8(1).u8(kVideoClass).u8(2).u8(0).u8(0));
  all.block(header).append(list);
  constexpr unsigned kBulk = 2;
  return all.block(UsbBytes().u8(kEndpoint).u8(0x80U | kStreamEndpoint).u8(kBulk).u16(512).u8(0)).bytes();
}

}  // namespace

Bytes device_descriptor() {
  UsbBytes content;
  content.u8(kDevice).u16(0x0200).u8(0xef).u8(2).u8(1).u8(64);  // high speed, with an interface association
  content.u16(0x1209).u16(0x0001).u16(0x0100).u8(1).u8(2).u8(0).u8(1);
  return UsbBytes().block(content).bytes();
}

Bytes configuration_descriptor() {
  UsbBytes interfaces;
  interfaces.block(UsbBytes().u8(kAssociation).u8(kControlInterface).u8(2).u8(kVideoClass).u8(3).u8(0).u8(2));
  interfaces.append(control_interface()).append(stream_interface());

  constexpr unsigned kOwnBytes = 9;
  UsbBytes content;
  content.u8(kConfiguration).u16(static_cast<unsigned>(interfaces.size()) + kOwnBytes);
  content.u8(2).u8(1).u8(0).u8(0x80).u8(250);  // bus powered, 500 mA
  return UsbBytes().block(content).append(interfaces.bytes()).bytes();
}

std::optional<Bytes> string_descriptor(unsigned index) {
  constexpr std::array<std::string_view, 3> kTexts{"", "sobelcam tests", "Emulated UVC camera"};
  if (index >= kTexts.size()) {
    return std::nullopt;
  }
  UsbBytes content;
  content.u8(kString);
  if (index == 0) {
    content.u16(0x0409);  // the languages: US English
  }
  for (const char letter : kTexts[index]) {
    content.u16(static_cast<unsigned char>(letter));
  }
  return UsbBytes().block(content).bytes();
}

}  // namespace sobelcam::uvc
