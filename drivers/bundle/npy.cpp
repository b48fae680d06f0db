// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/bundle/npy.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <string_view>

namespace sobelcam {
namespace {

static_assert(std::endian::native == std::endian::little, "elements are written as they lie in memory");

struct TypeName {
  NpyType type;
  std::string_view name;
  std::size_t bytes;
};
constexpr std::array<TypeName, 4> kTypes{{
    {NpyType::kUint8, "|u1", 1},
    {NpyType::kUint32, "<u4", 4},
    {NpyType::kUint64, "<u8", 8},
    {NpyType::kFloat32, "<f4", 4},
}};

constexpr std::string_view kMagic("\x93NUMPY\x01\x00", 8);
constexpr std::size_t kPrologue = kMagic.size() + 2;
constexpr std::size_t kAlignment = 64;
constexpr std::size_t kMostDimensions = 2;

/// Reads Python's literals from the left, as far as numpy writes them.
class LiteralReader {
 public:
  explicit LiteralReader(std::string_view text) : text_(text) {}

  bool take(std::string_view token) {
    skip_blanks();
    if (!text_.starts_with(token)) {
      return false;
    }
    text_.remove_prefix(token.size());
    return true;
  }

  std::optional<std::string_view> quoted() {
    if (!take("'")) {
      return std::nullopt;
    }
    const std::size_t end = text_.find('\'');
    if (end == std::string_view::npos) {
      return std::nullopt;
    }
    const std::string_view word = text_.substr(0, end);
    text_.remove_prefix(end + 1);
    return word;
  }

  std::optional<std::uint64_t> number() {
    skip_blanks();
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (error != std::errc()) {
      return std::nullopt;
    }
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    return value;
  }

  bool at_end() {
    skip_blanks();
    return text_.empty() || text_ == "\n";
  }

 private:
  void skip_blanks() { text_.remove_prefix(std::min(text_.find_first_not_of(' '), text_.size())); }

  std::string_view text_;
};

bool read_type(LiteralReader& reader, NpyHeader& header) {
  const auto word = reader.quoted();
  const auto* const found =
      std::find_if(kTypes.begin(), kTypes.end(), [&](const TypeName& type) { return word == type.name; });
  if (found == kTypes.end()) {
    return false;
  }
  header.type = found->type;
  return true;
}

bool read_shape(LiteralReader& reader, NpyHeader& header) {
  if (!reader.take("(")) {
    return false;
  }
  while (!reader.take(")")) {
    const auto length = reader.number();
    if (!length || header.shape.size() == kMostDimensions) {
      return false;
    }
    header.shape.push_back(*length);
    if (!reader.take(",") && header.shape.size() < 2) {
      return false;
    }
  }
  return !header.shape.empty();
}

/// The keys may come in any order.
bool read_dictionary(std::string_view text, NpyHeader& header) {
  LiteralReader reader(text);
  bool has_type = false;
  bool has_order = false;
  if (!reader.take("{")) {
    return false;
  }
  while (!reader.take("}")) {
    const auto key = reader.quoted();
    if (!key || !reader.take(":")) {
      return false;
    }
    if (key == "descr" && !has_type) {
      has_type = read_type(reader, header);
    } else if (key == "fortran_order" && !has_order) {
      has_order = reader.take("False");
    } else if (key != "shape" || !header.shape.empty() || !read_shape(reader, header)) {
      return false;
    }
    reader.take(",");
  }
  return has_type && has_order && !header.shape.empty() && reader.at_end();
}

}  // namespace

std::size_t element_bytes(NpyType type) {
  return std::find_if(kTypes.begin(), kTypes.end(), [&](const TypeName& known) { return known.type == type; })->bytes;
}

std::string npy_header(NpyType type, std::span<const std::uint64_t> shape) {
  const auto* const known =
      std::find_if(kTypes.begin(), kTypes.end(), [&](const TypeName& candidate) { return candidate.type == type; });
  std::string text = "{'descr': '" + std::string(known->name) + "', 'fortran_order': False, 'shape': (";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    text += (i > 0 ? ", " : "") + std::to_string(shape[i]);
  }
  text += shape.size() == 1 ? ",), }" : "), }";
  const std::size_t used = kPrologue + text.size() + 1;
  text.append((kAlignment - used % kAlignment) % kAlignment, ' ');
  text += '\n';
  std::string header(kMagic);
  header += static_cast<char>(text.size() & 0xFFU);
  header += static_cast<char>(text.size() >> 8U);
  return header + text;
}

std::optional<std::uint64_t> element_bytes(const NpyHeader& header) {
  std::uint64_t bytes = element_bytes(header.type);
  for (const std::uint64_t length : header.shape) {
    if (__builtin_mul_overflow(bytes, length, &bytes)) {
      return std::nullopt;
    }
  }
  return bytes;
}

std::variant<NpyHeader, std::string> parse_npy(std::span<const std::byte> file) {
  const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  if (text.size() < kPrologue || !text.starts_with(kMagic)) {
    return "no NPY file of version 1.0";
  }
  const std::size_t length = static_cast<unsigned char>(text[8]) + 256U * static_cast<unsigned char>(text[9]);
  NpyHeader header;
  header.header_bytes = kPrologue + length;
  if (header.header_bytes > text.size() || header.header_bytes % kAlignment != 0 ||
      !read_dictionary(text.substr(kPrologue, length), header)) {
    return "an NPY header that is damaged, or of a type or order that bundles do not have";
  }
  const auto expected = element_bytes(header);
  if (expected != text.size() - header.header_bytes) {
    return "an NPY file of " + std::to_string(text.size()) + " bytes, which its shape does not explain";
  }
  return header;
}

}  // namespace sobelcam
