// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sobelcam::tool {

/// How fast this machine copies memory with the C library's memcpy: 128 MiB read and 128 MiB written a pass, split
/// among the threads, in three rounds of as many passes as fit into a third of the seconds, one at least.
///
/// Units:    10^9 bytes a second, bytes read plus bytes written; the median pass of the best round
/// Threads:  starts threads - 1 of its own and joins them
/// Errors:   std::bad_alloc, std::system_error where no thread can be started
double copy_gb_per_s(unsigned threads, double seconds);

}  // namespace sobelcam::tool
