// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/guest/uvc_camera/control_requests.h"

#include <algorithm>

namespace sobelcam::uvc {
namespace {

// USB 2.0 chapter 9.
constexpr unsigned kGetStatus = 0;
constexpr unsigned kGetDescriptor = 6;
constexpr unsigned kTypeMask = 0x60;
constexpr unsigned kStandard = 0x00;
constexpr unsigned kClass = 0x20;
constexpr unsigned kIn = 0x80;

// USB Video Class 1.0, appendix A.
enum Request : unsigned {
  kSetCur = 0x01,
  kGetCur = 0x81,
  kGetMin = 0x82,
  kGetMax = 0x83,
  kGetRes = 0x84,
  kGetLen = 0x85,
  kGetInfo = 0x86,
  kGetDef = 0x87
};
constexpr unsigned kProbe = 1;
constexpr unsigned kCommit = 2;
constexpr unsigned kBrightness = 2;
constexpr unsigned kReadAndWrite = 3;

/// Bytes of the negotiation, in version 1.0.
constexpr unsigned kProbeBytes = 26;

Bytes two_bytes(unsigned value) {
  return UsbBytes().u16(value).bytes();
}

std::optional<Bytes> descriptor(unsigned kind, unsigned index) {
  switch (kind) {
    case 1:
      return device_descriptor();
    case 2:
      return configuration_descriptor();
    case 3:
      return string_descriptor(index);
    default:
      return std::nullopt;
  }
}

std::size_t within(std::size_t value, std::size_t count) {
  return value >= 1 && value <= count ? value : 1;
}

}  // namespace

std::optional<Bytes> ControlRequests::answer(std::span<const std::uint8_t, 8> setup,
                                             std::span<const std::uint8_t> data) {
  const unsigned type = setup[0];
  const unsigned request = setup[1];
  const unsigned value_low = setup[2];
  const unsigned value_high = setup[3];
  const unsigned interface_number = setup[4];
  const unsigned entity = setup[5];
  const std::size_t wanted = setup[6] | std::size_t{setup[7]} << 8U;

  std::optional<Bytes> answer;
  if ((type & kTypeMask) == kStandard) {
    if ((type & kIn) == 0) {
      answer = Bytes{};  // address, configuration, interface, halt: nothing here depends on them
    } else if (request == kGetDescriptor) {
      answer = descriptor(value_high, value_low);
    } else if (request == kGetStatus) {
      answer = two_bytes(0);
    }
  } else if ((type & kTypeMask) == kClass && interface_number == kStreamInterface) {
    answer = stream(request, value_high, data);
  } else if ((type & kTypeMask) == kClass && interface_number == kControlInterface && entity == kProcessingUnit) {
    answer = processing(request, value_high, data);
  }
  if (answer) {
    answer->resize(std::min(answer->size(), wanted));
  }
  return answer;
}

std::optional<Bytes> ControlRequests::stream(unsigned request, unsigned selector, std::span<const std::uint8_t> data) {
  if (selector != kProbe && selector != kCommit) {
    return std::nullopt;
  }
  switch (request) {
    case kSetCur:
      if (data.size() < 4) {
        return std::nullopt;
      }
      format_ = within(data[2], kCodings.size());
      frame_ = within(data[3], kSizes.size());
      return Bytes{};
    case kGetLen:
      return two_bytes(kProbeBytes);
    case kGetInfo:
      return Bytes{kReadAndWrite};
    case kGetCur:
    case kGetMin:
    case kGetMax:
    case kGetDef:
      return negotiated();
    default:
      return std::nullopt;
  }
}

Bytes ControlRequests::negotiated() const {
  UsbBytes probe;
  probe.u16(0).u8(static_cast<unsigned>(format_)).u8(static_cast<unsigned>(frame_)).u32(kFrameInterval100ns);
  probe.u16(0).u16(0).u16(0).u16(0).u16(0);
  probe.u32(picture_bytes(size())).u32(kMaxPayloadBytes);
  return probe.bytes();
}

std::optional<Bytes> ControlRequests::processing(unsigned request, unsigned selector,
                                                 std::span<const std::uint8_t> data) {
  if (selector != kBrightness) {
    return std::nullopt;
  }
  switch (request) {
    case kSetCur:
      if (data.size() < 2) {
        return std::nullopt;
      }
      brightness_ = std::min(data[0] | unsigned{data[1]} << 8U, 255U);
      return Bytes{};
    case kGetCur:
      return two_bytes(brightness_);
    case kGetMin:
      return two_bytes(0);
    case kGetMax:
      return two_bytes(255);
    case kGetRes:
      return two_bytes(1);
    case kGetLen:
      return two_bytes(2);
    case kGetInfo:
      return Bytes{kReadAndWrite};
    case kGetDef:
      return two_bytes(128);
    default:
      return std::nullopt;
  }
}

}  // namespace sobelcam::uvc
