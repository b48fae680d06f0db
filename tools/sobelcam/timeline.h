// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sobelcam::tool {

enum class OperationKind : std::uint8_t { kUpload, kKernel, kDownload };

std::string_view name(OperationKind kind);

/// Something that a GPU did for one frame of a batch.
///
/// Units:    microseconds from the start of the batch
struct Operation {
  OperationKind kind{};
  std::size_t frame = 0;
  unsigned slot = 0;
  double start_us = 0;
  double end_us = 0;
};

/// When operations ran, from marks around them. The mark before an operation is passed when it may start, which is not
/// when it does: while another one of its kind runs it waits. So each is taken to start where the one of its kind that
/// ended before it ended; where the device has one copy engine, uploads and downloads are of one kind. What overlaps
/// then did overlap.
std::vector<Operation> from_marks(std::vector<Operation> marks, int copy_engines);

/// For how long kinds of operations ran, and ran at once.
struct Overlap {
  double span_us = 0;  ///< from the first start to the last end
  double upload_us = 0;
  double kernel_us = 0;
  double download_us = 0;
  double upload_and_kernel_us = 0;
  double upload_and_download_us = 0;
  double kernel_and_download_us = 0;
  double any_two_us = 0;     ///< at least two kinds at once
  bool significant = false;  ///< more than the marks can be wrong by, half a microsecond an operation
};

Overlap overlap_of(std::span<const Operation> timeline);

/// Whether uploads, kernels and downloads overlapped, and for how long.
std::string in_words(const Overlap& overlap);

/// A line for each kind, 100 columns: which frame it worked on (0 to 9, a to z, and again) over the batch's time.
std::string gantt(std::span<const Operation> timeline);

}  // namespace sobelcam::tool
