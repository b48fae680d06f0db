// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <variant>

namespace sobelcam {

/// A JSON object whose last line but one holds the SHA-256 of all lines above it, so that a document vouches for
/// itself: `head -n -2 FILE | sha256sum` gives the value of its last key, "sha256".
struct SealedJson {
  nlohmann::json document;
  bool intact = false;  ///< it is as it was written
};

/// The text of a document, sealed; it has one key at least. Text that is no UTF-8 is mended.
std::string seal(const nlohmann::ordered_json& document);

/// Reads a document, also one whose seal is broken; words where it is no JSON object.
std::variant<SealedJson, std::string> open_sealed(std::span<const std::byte> bytes);

}  // namespace sobelcam
