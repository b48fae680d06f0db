// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/jpeg/jpeg_errors.h"

#include <jerror.h>

#include <string>

namespace sobelcam {
namespace {

constexpr int kTooManyScans = -1;  // libjpeg's own numbers are positive

[[noreturn]] void leave(JpegErrors& errors, int reason) {
  errors.reason = reason;
  std::longjmp(errors.escape, 1);  // NOLINT(cert-err52-cpp): the only way out of a C library's callback
}

[[noreturn]] void on_error(j_common_ptr info) {
  auto& errors = static_cast<JpegErrors&>(*info->err);
  errors.format_message(info, errors.words.data());
  leave(errors, errors.msg_code);
}

void on_message(j_common_ptr info, int level) {
  constexpr int kWarning = -1;
  if (level != kWarning) {
    return;
  }
  switch (info->err->msg_code) {
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_JFIF_MAJOR:
    case JWRN_ADOBE_XFORM:
      return;
    default:
      on_error(info);
  }
}

void on_output(j_common_ptr) {}

}  // namespace

JpegErrors::JpegErrors() : jpeg_error_mgr{} {
  jpeg_std_error(this);
  error_exit = on_error;
  emit_message = on_message;
  output_message = on_output;
}

void JpegErrors::leave_for_too_many_scans() {
  leave(*this, kTooManyScans);
}

ImageFault JpegErrors::fault() const {
  const std::string in_brackets = std::string(" (") + words.data() + ")";
  switch (reason) {
    case kTooManyScans:
      return {ImageFaultKind::kBroken, "broken JPEG: it has more scans than any honest picture"};
    case JWRN_JPEG_EOF:
    case JERR_INPUT_EOF:
      return {ImageFaultKind::kTruncated, "truncated: the JPEG has no end" + in_brackets};
    case JWRN_HIT_MARKER:
      return {ImageFaultKind::kTruncated, "truncated: a part of the JPEG's pixels is missing" + in_brackets};
    case JWRN_BOGUS_PROGRESSION:
      return {ImageFaultKind::kTruncated, "incomplete progressive JPEG: a scan is missing" + in_brackets};
    case JERR_NO_SOI:
      return {ImageFaultKind::kNotAnImage, "not a JPEG" + in_brackets};
    case JERR_BAD_PRECISION:
      return {ImageFaultKind::kUnsupported, "a JPEG of more than 8 bits: save it with 8" + in_brackets};
    case JERR_SOF_UNSUPPORTED:
      return {ImageFaultKind::kUnsupported, "a lossless or hierarchical JPEG: save it as a common one" + in_brackets};
    case JERR_ARITH_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_CCIR601_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
      return {ImageFaultKind::kUnsupported, "a kind of JPEG that is not read" + in_brackets};
    case JERR_IMAGE_TOO_BIG:
    case JERR_WIDTH_OVERFLOW:
      return {ImageFaultKind::kTooLarge, "too large for a JPEG: scale it down first" + in_brackets};
    case JERR_OUT_OF_MEMORY:
      return {ImageFaultKind::kTooLarge, "the JPEG needs more memory than there is" + in_brackets};
    default:
      return {ImageFaultKind::kBroken, std::string("broken JPEG: ") + words.data()};
  }
}

}  // namespace sobelcam
