// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/jpeg/jpeg_decoder.h"

#include <jerror.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "drivers/jpeg/jpeg_errors.h"

namespace sobelcam {
namespace {

constexpr std::size_t kMaxJunk = std::size_t{64} << 10;
/// A few bytes can ask for a pass over all coefficients; encoders send about ten scans.
constexpr int kMaxScans = 500;

void count_scans(j_common_ptr info) {
  if (reinterpret_cast<j_decompress_ptr>(info)->input_scan_number > kMaxScans) {
    static_cast<JpegErrors&>(*info->err).leave_for_too_many_scans();
  }
}

/// One libjpeg decompressor, for one picture: a reused one would lend it the tables of the picture before.
/// Its functions that libjpeg may leave by longjmp() own nothing that has a destructor.
class Decompressor {
 public:
  Decompressor() { info_.err = &errors_; }
  ~Decompressor() { jpeg_destroy_decompress(&info_); }
  Decompressor(const Decompressor&) = delete;
  Decompressor& operator=(const Decompressor&) = delete;

  const jpeg_decompress_struct& info() const { return info_; }
  const JpegErrors& errors() const { return errors_; }

  bool read_header(std::span<const std::byte> bytes) {
    if (setjmp(errors_.escape) != 0) {  // NOLINT(cert-err52-cpp)
      return false;
    }
    jpeg_CreateDecompress(&info_, JPEG_LIB_VERSION, sizeof(info_));
    progress_.progress_monitor = count_scans;
    info_.progress = &progress_;
    jpeg_mem_src(&info_, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    jpeg_read_header(&info_, TRUE);
    return true;
  }

  /// Of a picture in several scans this reads all of them.
  bool start() {
    if (setjmp(errors_.escape) != 0) {  // NOLINT(cert-err52-cpp)
      return false;
    }
    info_.out_color_space = info_.jpeg_color_space == JCS_RGB ? JCS_RGB : JCS_GRAYSCALE;
    info_.dct_method = JDCT_ISLOW;
    info_.do_block_smoothing = FALSE;
    info_.do_fancy_upsampling = FALSE;  // for luma sampled less than chroma: repeated, not interpolated
    jpeg_start_decompress(&info_);
    return true;
  }

  bool read_rows(const MutableFrameView& target) {
    if (setjmp(errors_.escape) != 0) {  // NOLINT(cert-err52-cpp)
      return false;
    }
    while (info_.output_scanline < info_.output_height) {
      JSAMPROW row = target.row(info_.output_scanline);
      jpeg_read_scanlines(&info_, &row, 1);
    }
    jpeg_finish_decompress(&info_);
    return true;
  }

 private:
  JpegErrors errors_;
  jpeg_progress_mgr progress_{};
  jpeg_decompress_struct info_{};
};

/// libjpeg shows a component or a refinement that was never sent as gray or as coarse, without a word.
std::optional<ImageFault> check_scans(const jpeg_decompress_struct& info) {
  for (int c = 0; c < info.num_components; ++c) {
    if (info.comp_info[c].quant_table == nullptr) {
      return ImageFault{ImageFaultKind::kTruncated,
                        "truncated: the scan of the JPEG's component " + std::to_string(c + 1) + " is missing"};
    }
    if (info.progressive_mode == TRUE) {
      const auto& bits_to_come = info.coef_bits[c];
      if (!std::all_of(std::begin(bits_to_come), std::end(bits_to_come), [](int bits) { return bits == 0; })) {
        return ImageFault{ImageFaultKind::kTruncated,
                          "incomplete progressive JPEG: scans of component " + std::to_string(c + 1) + " are missing"};
      }
    }
  }
  return std::nullopt;
}

class JpegDecoder final : public ImageDecoder {
 public:
  JpegDecoder(const ImageHeader& header, std::unique_ptr<Decompressor> decompressor)
      : ImageDecoder(header), decompressor_(std::move(decompressor)) {}

  std::optional<ImageFault> decode(MutableFrameView target) override {
    if (!decompressor_->start()) {
      return decompressor_->errors().fault();
    }
    if (auto fault = check_scans(decompressor_->info())) {
      return fault;
    }
    if (!decompressor_->read_rows(target)) {
      return fault_in_rows();
    }
    return std::nullopt;
  }

 private:
  ImageFault fault_in_rows() const {
    ImageFault fault = decompressor_->errors().fault();
    const JDIMENSION done = decompressor_->info().output_scanline;
    if (fault.kind == ImageFaultKind::kTruncated && done < header().height) {
      fault.message = "truncated: row " + std::to_string(done + 1) + " of " + std::to_string(header().height) +
                      " is missing (" + decompressor_->errors().words.data() + ")";
    }
    return fault;
  }

  std::unique_ptr<Decompressor> decompressor_;
};

std::optional<std::size_t> start_of_image(std::span<const std::byte> bytes) {
  constexpr std::array kStart{std::byte{0xFF}, std::byte{0xD8}, std::byte{0xFF}};
  if (std::equal(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(bytes.size(), 2)),
                 kStart.begin())) {
    return 0;
  }
  const auto head = bytes.first(std::min(bytes.size(), kMaxJunk + kStart.size()));
  const auto found = std::search(head.begin(), head.end(), kStart.begin(), kStart.end());
  return found == head.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - head.begin()));
}

ImageFault fault_in_header(const Decompressor& decompressor) {
  const auto& info = decompressor.info();
  const int reason = decompressor.errors().reason;
  if (reason == JERR_EMPTY_IMAGE || reason == JERR_IMAGE_TOO_BIG) {
    if (auto fault = check_image_size(info.image_width, info.image_height)) {
      return std::move(*fault);
    }
  }
  return decompressor.errors().fault();
}

std::optional<ImageFault> check_color(J_COLOR_SPACE space) {
  switch (space) {
    case JCS_GRAYSCALE:
    case JCS_YCbCr:
    case JCS_RGB:
      return std::nullopt;
    case JCS_CMYK:
    case JCS_YCCK:
      return ImageFault{ImageFaultKind::kUnsupported, "a CMYK JPEG: convert it to RGB or gray first"};
    default:
      return ImageFault{ImageFaultKind::kUnsupported,
                        "a JPEG whose colors are unknown: convert it to RGB or gray first"};
  }
}

}  // namespace

OpenedImage open_jpeg(std::span<const std::byte> bytes) {
  if (bytes.empty()) {
    return no_bytes();
  }
  const auto start = start_of_image(bytes);
  if (!start) {
    return ImageFault{ImageFaultKind::kNotAnImage, "not a JPEG: no start-of-image marker in its first 64 KiB"};
  }
  auto decompressor = std::make_unique<Decompressor>();
  if (!decompressor->read_header(bytes.subspan(*start))) {
    return fault_in_header(*decompressor);
  }
  const auto& info = decompressor->info();
  if (auto fault = check_image_size(info.image_width, info.image_height)) {
    return std::move(*fault);
  }
  if (auto fault = check_color(info.jpeg_color_space)) {
    return std::move(*fault);
  }
  const ImageHeader header{info.jpeg_color_space == JCS_RGB ? PixelFormat::kRgb24 : PixelFormat::kGrey,
                           ColorRange::kFull, info.image_width, info.image_height};
  return std::make_unique<JpegDecoder>(header, std::move(decompressor));
}

}  // namespace sobelcam
