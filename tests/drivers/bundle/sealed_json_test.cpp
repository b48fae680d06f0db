// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/bundle/sealed_json.h"

#include <gtest/gtest.h>

#include "drivers/bundle/sha256.h"

namespace sobelcam {
namespace {

std::variant<SealedJson, std::string> open(const std::string& text) {
  return open_sealed(std::as_bytes(std::span(text)));
}

const std::string& sealed() {
  static const std::string text = seal({{"frames", 12}, {"source", "a \"camera\""}});
  return text;
}

TEST(Sha256, KnowsThePublishedVectors) {
  EXPECT_EQ(sha256_hex({}), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  const std::string abc = "abc";
  EXPECT_EQ(sha256_hex(std::as_bytes(std::span(abc))),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256, PiecesAreAsTheWholeAndAnObjectBeginsAnew) {
  Sha256 sha;
  const std::string abc = "abc";
  for (int round = 0; round < 2; ++round) {
    sha.add(std::as_bytes(std::span(abc)).first(1));
    sha.add(std::as_bytes(std::span(abc)).subspan(1));
    EXPECT_EQ(sha.hex(), sha256_hex(std::as_bytes(std::span(abc))));
  }
}

TEST(SealedJson, TheSealIsOfTheLinesAboveIt) {
  const std::size_t last_line = sealed().rfind("\n}");
  const std::size_t seal_line = sealed().rfind('\n', last_line - 1) + 1;
  const std::string above = sealed().substr(0, seal_line);
  EXPECT_EQ(sealed().substr(seal_line), "  \"sha256\": \"" + sha256_hex(std::as_bytes(std::span(above))) + "\"\n}\n");
}

TEST(SealedJson, AnUntouchedDocumentIsIntact) {
  const auto opened = open(sealed());
  ASSERT_TRUE(std::holds_alternative<SealedJson>(opened));
  EXPECT_TRUE(std::get<SealedJson>(opened).intact);
  EXPECT_EQ(std::get<SealedJson>(opened).document["frames"], 12);
}

TEST(SealedJson, EveryFlippedBitIsNoticed) {
  for (std::size_t bit = 0; bit < 8 * sealed().size(); ++bit) {
    std::string text = sealed();
    text[bit / 8] = static_cast<char>(text[bit / 8] ^ (1 << (bit % 8)));
    const auto opened = open(text);
    const auto* document = std::get_if<SealedJson>(&opened);
    EXPECT_TRUE(document == nullptr || !document->intact) << bit;
  }
}

TEST(SealedJson, OtherThingsThanObjectsAreRefused) {
  for (const char* text : {"", "[]", "12", "{", "null"}) {
    EXPECT_TRUE(std::holds_alternative<std::string>(open(text))) << text;
  }
}

TEST(SealedJson, NamesThatAreNoUtf8DoNotEndIt) {
  const auto opened = open(seal({{"source", "\xFF\xFE"}}));
  ASSERT_TRUE(std::holds_alternative<SealedJson>(opened));
  EXPECT_TRUE(std::get<SealedJson>(opened).intact);
}

}  // namespace
}  // namespace sobelcam
