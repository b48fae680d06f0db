// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "firmware/site.h"

namespace sobelcam {

/// A complete answer.
struct Reply {
  unsigned status = 200;
  std::string content_type;
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
  bool unknown_length = false;  ///< for HEAD: what GET would send is not known yet
};

/// Answers that need pictures, and so more than one moment.
struct StreamReply {
  View view = View::kEdges;
};
struct SnapshotReply {
  View view = View::kEdges;
};

using Answer = std::variant<Reply, StreamReply, SnapshotReply>;

/// From a request line to what is answered; looks at the site, changes nothing, and waits for nothing.
Answer respond(std::string_view method, std::string_view target, const Site& site);

/// Now, for the Date field of an answer.
std::string http_date();

/// A JSON body {"error": message}.
Reply error_reply(unsigned status, std::string_view message);

}  // namespace sobelcam
