// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "drivers/frame/frame_view.h"

namespace sobelcam {

/// Why a file or a compressed frame is not a picture for us.
enum class ImageFaultKind : std::uint8_t {
  kMissing,      ///< no such file
  kEmpty,        ///< no bytes
  kFolder,       ///< a folder where a file was expected
  kUnreadable,   ///< the system refused to read it
  kNotAnImage,   ///< no format that we know
  kTruncated,    ///< a good start, but the end is missing
  kBroken,       ///< the bytes contradict the format
  kUnsupported,  ///< a valid file of a kind that we do not take
  kTooLarge,     ///< beyond kMaxSide or kMaxFilePixels
};

/// The message says what is wrong and, where there is one, the way out; it does not repeat the file's name.
struct ImageFault {
  ImageFaultKind kind = ImageFaultKind::kBroken;
  std::string message;
};

/// The fault of a file or a frame that holds nothing.
ImageFault no_bytes();

/// Largest width and height of any picture: the counts of a histogram then fit 32 bits.
inline constexpr std::uint32_t kMaxSide = 65535;
/// Most pixels that are taken from a file, so that a forged header cannot ask for all memory.
inline constexpr std::uint64_t kMaxFilePixels = std::uint64_t{1} << 27;

/// A fault where the size that a header claims is zero or beyond the limits.
std::optional<ImageFault> check_image_size(std::uint64_t width, std::uint64_t height);

/// What decode() will write.
struct ImageHeader {
  PixelFormat format = PixelFormat::kGrey;
  ColorRange range = ColorRange::kFull;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

/// One picture in memory whose header is understood and whose pixels are not decoded yet.
///
/// Threads:  one thread at a time
/// Lifetime: the bytes that it was opened on must outlive it
/// Errors:   faults are values; a broken picture never throws, prints or exits
class ImageDecoder {
 public:
  virtual ~ImageDecoder() = default;

  const ImageHeader& header() const { return header_; }

  /// Writes the pixels; the target has the format and size of header() and any stride that fits.
  /// Call it once. After a fault the target's pixels mean nothing.
  virtual std::optional<ImageFault> decode(MutableFrameView target) = 0;

 protected:
  explicit ImageDecoder(const ImageHeader& header) : header_(header) {}

 private:
  ImageHeader header_;
};

using OpenedImage = std::variant<std::unique_ptr<ImageDecoder>, ImageFault>;

}  // namespace sobelcam
