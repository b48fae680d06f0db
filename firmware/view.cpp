// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/view.h"

namespace sobelcam {

std::string_view name(View view) {
  switch (view) {
    case View::kEdges:
      return "edges";
    case View::kGray:
      return "gray";
    case View::kBlur:
      return "blur";
    case View::kEqualized:
      return "equalized";
    case View::kSource:
      return "source";
  }
  return "unknown";
}

std::optional<View> parse_view(std::string_view text) {
  for (const View view : kViews) {
    if (text == name(view)) {
      return view;
    }
  }
  return std::nullopt;
}

}  // namespace sobelcam
