// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/bundle/sealed_json.h"

#include <string_view>
#include <utility>

#include "drivers/bundle/sha256.h"

namespace sobelcam {
namespace {

constexpr std::string_view kEnd = "\n}";

std::string seal_of(std::string_view lines) {
  return R"(  "sha256": ")" + sha256_hex(std::as_bytes(std::span(lines))) + "\"\n}\n";
}

}  // namespace

std::string seal(const nlohmann::ordered_json& document) {
  std::string text = document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
  text.resize(text.size() - kEnd.size());
  text += ",\n";
  return text + seal_of(text);
}

std::variant<SealedJson, std::string> open_sealed(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  SealedJson sealed;
  sealed.document = nlohmann::json::parse(text, nullptr, false);
  if (!sealed.document.is_object()) {
    return "no JSON object";
  }
  static const std::size_t seal_bytes = seal_of({}).size();
  if (text.size() > seal_bytes) {
    const std::size_t end = text.size() - seal_bytes;
    sealed.intact = text.substr(end) == seal_of(text.substr(0, end));
  }
  return sealed;
}

}  // namespace sobelcam
