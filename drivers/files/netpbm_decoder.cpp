// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "drivers/files/image_formats.h"

namespace sobelcam {
namespace {

constexpr std::uint32_t kMaxMaximum = 65535;

bool is_space(std::byte byte) {
  const char c = std::to_integer<char>(byte);
  return c == ' ' || (c >= '\t' && c <= '\r');
}

bool is_digit(std::byte byte) {
  return byte >= std::byte{'0'} && byte <= std::byte{'9'};
}

ImageFault truncated(const std::string& what) {
  return {ImageFaultKind::kTruncated, "truncated: " + what};
}

ImageFault broken(const std::string& what) {
  return {ImageFaultKind::kBroken, "broken PPM/PGM: " + what};
}

/// The numbers of a header or of a plain raster, with the white space and the comments between them.
class Scanner {
 public:
  enum class Result : std::uint8_t { kNumber, kEnd, kNotANumber };

  explicit Scanner(std::span<const std::byte> bytes) : rest_(bytes) {}

  /// A number ends with white space, also at the end of the file: without it, 25 may be what is left of 255.
  Result read_number(std::uint32_t& number) {
    skip_space_and_comments();
    constexpr std::uint32_t kSaturated = 1U << 24;
    std::uint32_t value = 0;
    std::size_t digits = 0;
    for (; digits < rest_.size() && is_digit(rest_[digits]); ++digits) {
      value = std::min(10 * value + std::to_integer<std::uint32_t>(rest_[digits]) - '0', kSaturated);
    }
    if (digits == rest_.size()) {
      return Result::kEnd;
    }
    if (digits == 0 || !(is_space(rest_[digits]) || rest_[digits] == std::byte{'#'})) {
      return Result::kNotANumber;
    }
    number = value;
    rest_ = rest_.subspan(digits);
    return Result::kNumber;
  }

  /// Behind the one white-space byte that separates a header from binary samples.
  std::span<const std::byte> samples() const { return rest_.subspan(1); }
  bool at_space() const { return !rest_.empty() && is_space(rest_.front()); }

 private:
  void skip_space_and_comments() {
    std::size_t skipped = 0;
    bool comment = false;
    for (; skipped < rest_.size(); ++skipped) {
      const std::byte byte = rest_[skipped];
      if (comment) {
        comment = byte != std::byte{'\n'} && byte != std::byte{'\r'};
      } else if (byte == std::byte{'#'}) {
        comment = true;
      } else if (!is_space(byte)) {
        break;
      }
    }
    rest_ = rest_.subspan(skipped);
  }

  std::span<const std::byte> rest_;
};

std::string of_row(std::uint32_t y, std::uint32_t height) {
  return "row " + std::to_string(y + 1) + " of " + std::to_string(height);
}

/// What plain and binary files share: samples in reading order, each at most `maximum`.
class NetpbmDecoder : public ImageDecoder {
 public:
  NetpbmDecoder(const ImageHeader& header, std::uint32_t maximum) : ImageDecoder(header), maximum_(maximum) {}

 protected:
  std::uint32_t maximum() const { return maximum_; }
  std::uint8_t scaled(std::uint32_t sample) const {
    return static_cast<std::uint8_t>((sample * 255 + maximum_ / 2) / maximum_);
  }
  ImageFault above_maximum(std::uint32_t sample, std::uint32_t y) const {
    return broken("a sample of " + of_row(y, header().height) + " is " + std::to_string(sample) +
                  ", above the maximum " + std::to_string(maximum_));
  }

 private:
  std::uint32_t maximum_;
};

class PlainDecoder final : public NetpbmDecoder {
 public:
  PlainDecoder(const ImageHeader& header, std::uint32_t maximum, Scanner scanner)
      : NetpbmDecoder(header, maximum), scanner_(scanner) {}

  std::optional<ImageFault> decode(MutableFrameView target) override {
    const std::size_t samples = row_bytes(header().format, header().width);
    for (std::uint32_t y = 0; y < header().height; ++y) {
      for (std::size_t i = 0; i < samples; ++i) {
        std::uint32_t sample = 0;
        switch (scanner_.read_number(sample)) {
          case Scanner::Result::kEnd:
            return truncated(of_row(y, header().height) +
                             " is missing (the last number of a plain file ends with a newline)");
          case Scanner::Result::kNotANumber:
            return broken(of_row(y, header().height) + " holds something that is no number");
          case Scanner::Result::kNumber:
            break;
        }
        if (sample > maximum()) {
          return above_maximum(sample, y);
        }
        target.row(y)[i] = scaled(sample);
      }
    }
    return std::nullopt;
  }

 private:
  Scanner scanner_;
};

class BinaryDecoder final : public NetpbmDecoder {
 public:
  BinaryDecoder(const ImageHeader& header, std::uint32_t maximum, std::span<const std::byte> samples)
      : NetpbmDecoder(header, maximum), samples_(samples) {}

  static std::size_t bytes_a_row(const ImageHeader& header, std::uint32_t maximum) {
    return row_bytes(header.format, header.width) * (maximum > 255 ? 2 : 1);
  }

  std::optional<ImageFault> decode(MutableFrameView target) override {
    const std::size_t row = bytes_a_row(header(), maximum());
    for (std::uint32_t y = 0; y < header().height; ++y) {
      if (auto fault = decode_row(samples_.subspan(row * y, row), target.row(y), y)) {
        return fault;
      }
    }
    return std::nullopt;
  }

 private:
  std::optional<ImageFault> decode_row(std::span<const std::byte> from, std::uint8_t* to, std::uint32_t y) const {
    const std::size_t step = maximum() > 255 ? 2 : 1;
    for (std::size_t i = 0; i < from.size() / step; ++i) {
      auto sample = std::to_integer<std::uint32_t>(from[i * step]);
      if (step == 2) {
        sample = sample << 8 | std::to_integer<std::uint32_t>(from[i * step + 1]);
      }
      if (sample > maximum()) {
        return above_maximum(sample, y);
      }
      to[i] = scaled(sample);
    }
    return std::nullopt;
  }

  std::span<const std::byte> samples_;
};

OpenedImage open_binary(const ImageHeader& header, std::uint32_t maximum, const Scanner& scanner) {
  if (!scanner.at_space()) {
    return broken("no white space between the header and the samples");
  }
  const auto samples = scanner.samples();
  const std::size_t complete_rows = samples.size() / BinaryDecoder::bytes_a_row(header, maximum);
  if (complete_rows < header.height) {
    return truncated(of_row(static_cast<std::uint32_t>(complete_rows), header.height) + " is missing");
  }
  return std::make_unique<BinaryDecoder>(header, maximum, samples);
}

std::optional<ImageFault> read_header_number(Scanner& scanner, std::uint32_t& number, const std::string& what) {
  switch (scanner.read_number(number)) {
    case Scanner::Result::kNumber:
      return std::nullopt;
    case Scanner::Result::kEnd:
      return truncated("the PPM/PGM header ends before its " + what);
    case Scanner::Result::kNotANumber:
      break;
  }
  return broken("the header's " + what + " is no number");
}

}  // namespace

OpenedImage open_netpbm(std::span<const std::byte> bytes) {
  if (bytes.size() < 2) {
    return truncated("the PPM/PGM header is missing");
  }
  const std::byte kind = bytes[1];
  if (bytes[0] != std::byte{'P'} || kind < std::byte{'1'} || kind > std::byte{'7'}) {
    return broken("it does not begin with P2, P3, P5 or P6");
  }
  if (kind == std::byte{'1'} || kind == std::byte{'4'} || kind == std::byte{'7'}) {
    return ImageFault{ImageFaultKind::kUnsupported, "a PBM or PAM file: convert it to PGM or PPM first"};
  }
  Scanner scanner(bytes.subspan(2));
  ImageHeader header;
  std::uint32_t maximum = 0;
  if (auto fault = read_header_number(scanner, header.width, "width")) {
    return std::move(*fault);
  }
  if (auto fault = read_header_number(scanner, header.height, "height")) {
    return std::move(*fault);
  }
  if (auto fault = check_image_size(header.width, header.height)) {
    return std::move(*fault);
  }
  if (auto fault = read_header_number(scanner, maximum, "maximum")) {
    return std::move(*fault);
  }
  if (maximum == 0 || maximum > kMaxMaximum) {
    return broken("the header's maximum is " + std::to_string(maximum) + "; 1 to 65535 are allowed");
  }
  const bool gray = kind == std::byte{'2'} || kind == std::byte{'5'};
  header.format = gray ? PixelFormat::kGrey : PixelFormat::kRgb24;
  if (kind == std::byte{'2'} || kind == std::byte{'3'}) {
    return std::make_unique<PlainDecoder>(header, maximum, scanner);
  }
  return open_binary(header, maximum, scanner);
}

}  // namespace sobelcam
