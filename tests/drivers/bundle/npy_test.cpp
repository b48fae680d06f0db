// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/bundle/npy.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace sobelcam {
namespace {

std::variant<NpyHeader, std::string> parse(const std::string& file) {
  return parse_npy(std::as_bytes(std::span(file)));
}

std::string header_of(NpyType type, const std::vector<std::uint64_t>& shape) {
  return npy_header(type, shape);
}

std::string with_dictionary(std::string text) {
  text.resize(117, ' ');
  return std::string("\x93NUMPY\x01\x00\x76\x00", 10) + text + "\n";
}

TEST(Npy, IsWrittenAsNumpyWritesIt) {
  // numpy.save of zeros((2, 3), float32), its first bytes.
  const std::string expected = with_dictionary("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }");
  EXPECT_EQ(header_of(NpyType::kFloat32, {2, 3}).substr(0, 70), expected.substr(0, 70));
  EXPECT_EQ(header_of(NpyType::kFloat32, {2, 3}).size() % 64, 0U);
}

TEST(Npy, EveryTypeAndShapeComesBack) {
  for (const NpyType type : {NpyType::kUint8, NpyType::kUint32, NpyType::kUint64, NpyType::kFloat32}) {
    for (const std::vector<std::uint64_t>& shape : std::vector<std::vector<std::uint64_t>>{{256}, {3, 5}, {1, 1}}) {
      std::string file = header_of(type, shape);
      const NpyHeader expected{type, shape, file.size()};
      file.append(*element_bytes(expected), 'x');
      const auto parsed = parse(file);
      ASSERT_TRUE(std::holds_alternative<NpyHeader>(parsed)) << std::get<std::string>(parsed);
      EXPECT_EQ(std::get<NpyHeader>(parsed), expected);
    }
  }
}

TEST(Npy, KeysMayComeInAnyOrder) {
  const auto parsed = parse(with_dictionary("{'shape': (2,), 'fortran_order': False, 'descr': '|u1'}") + "ab");
  ASSERT_TRUE(std::holds_alternative<NpyHeader>(parsed)) << std::get<std::string>(parsed);
  EXPECT_EQ(std::get<NpyHeader>(parsed).shape, std::vector<std::uint64_t>{2});
}

TEST(Npy, OtherOrdersTypesAndShapesAreRefused) {
  for (const char* dictionary :
       {"{'descr': '|u1', 'fortran_order': True, 'shape': (2,), }",
        "{'descr': '>u4', 'fortran_order': False, 'shape': (2,)}", "{'descr': '|u1', 'fortran_order': False}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': ()}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (1, 2, 1)}", "{'descr': '|u1', 'shape': (2,)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (2,)} 1", "{'descr'", "{'descr': '|u1', 'x': 1}", ""}) {
    EXPECT_TRUE(std::holds_alternative<std::string>(parse(with_dictionary(dictionary) + "ab"))) << dictionary;
  }
}

TEST(Npy, MoreOrFewerBytesThanTheShapeAreRefused) {
  const std::string header = header_of(NpyType::kUint8, {2, 2});
  EXPECT_TRUE(std::holds_alternative<NpyHeader>(parse(header + "abcd")));
  EXPECT_TRUE(std::holds_alternative<std::string>(parse(header + "abc")));
  EXPECT_TRUE(std::holds_alternative<std::string>(parse(header + "abcde")));
}

TEST(Npy, AShapeBeyond64BitsIsRefused) {
  const std::string header = header_of(NpyType::kFloat32, {std::uint64_t{1} << 40U, std::uint64_t{1} << 40U});
  EXPECT_TRUE(std::holds_alternative<std::string>(parse(header)));
}

TEST(Npy, EveryCutIsRefused) {
  const std::string file = header_of(NpyType::kUint8, {2, 2}) + "abcd";
  for (std::size_t bytes = 0; bytes < file.size(); ++bytes) {
    EXPECT_TRUE(std::holds_alternative<std::string>(parse(file.substr(0, bytes)))) << bytes;
  }
}

}  // namespace
}  // namespace sobelcam
