// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <list>
#include <string>

#include "firmware/view.h"

namespace sobelcam {

/// One viewer of a stream.
struct Client {
  std::uint64_t id = 0;
  std::string remote;
  View view = View::kEdges;
  std::chrono::steady_clock::time_point since{};
  std::uint64_t sent = 0;     ///< parts, repeats included
  std::uint64_t skipped = 0;  ///< pictures that came and went while the part before was being sent
  std::uint64_t bytes = 0;
};

/// Who is connected, and what was served so far.
///
/// Threads:  the network thread only
struct Clients {
  std::list<Client> streaming;
  unsigned connected = 0;
  unsigned max_streaming = 0;
  std::uint64_t connections_total = 0;
  std::uint64_t refused_total = 0;
  std::uint64_t requests_total = 0;
  std::uint64_t parts_total = 0;
  std::uint64_t skipped_total = 0;
  std::uint64_t bytes_total = 0;
};

}  // namespace sobelcam
