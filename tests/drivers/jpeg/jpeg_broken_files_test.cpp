// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "drivers/jpeg/jpeg_decoder.h"
#include "tests/support/bytes.h"
#include "tests/support/decoding.h"

namespace sobelcam {
namespace {

using Verdict = std::optional<ImageFaultKind>;  // nothing: a picture

/// What each file of tests/data/jpeg-broken is: files that once crashed a decoder.
const std::map<std::string, Verdict> kVerdicts{
    {"194531363df5b73f59c4c0517422f917.jpg", ImageFaultKind::kBroken},
    {"2183d39878e734cf79b62428b02fafb5.jpg", ImageFaultKind::kBroken},
    {"21ad703b38e2c350215bb92a849486f3.jpg", ImageFaultKind::kBroken},
    {"28968137f4fc75fbf56f16d7a7a8551a.jpg", ImageFaultKind::kBroken},
    {"3ba6af611cc5467cfdbd5566561b8478.jpg", ImageFaultKind::kBroken},
    {"3ea649db8e81a46ca4f92fb3238f78ff.jpg", ImageFaultKind::kBroken},
    {"4085c929e00c446d3fee18b5b20a27f9.jpg", ImageFaultKind::kBroken},
    {"46f5d9c1b0fe352353688f736e5617b6.jpg", ImageFaultKind::kBroken},
    {"551c2656a4f6f9f5ea7e9945b9081202.jpg", ImageFaultKind::kBroken},
    {"5a43fa2cf9c1e47f0331ef71b928ee55.jpg", ImageFaultKind::kBroken},
    {"5dc71b1d868ef137394d3cc23abea65a.jpg", ImageFaultKind::kBroken},
    {"72d091e08c93c9e590360130fa35221b.jpg", ImageFaultKind::kBroken},
    {"75e4bd7544a85af6438497980b62fba5.jpg", ImageFaultKind::kBroken},
    {"897b8b6d8feb466aa6cad5f512c3fce2.jpg", ImageFaultKind::kBroken},
    {"9efd60f04cd971daa83d3131e6d6f389.jpg", ImageFaultKind::kBroken},
    {"adcb34b94f4c839bdd29037419a0ee53.jpg", ImageFaultKind::kBroken},
    {"bd8cf05698aee36b82b4caf58edea442.jpg", ImageFaultKind::kBroken},
    {"c4ced510f44a9bfe85c696c05a7f791d.jpg", ImageFaultKind::kBroken},
    {"c8bc97335529d069a753c67475b8c82c.jpg", ImageFaultKind::kBroken},
    {"ce380515a534e8226209daae00e7b4e8.jpg", ImageFaultKind::kBroken},
    {"de4ae285a275bcfe2ac87c0126742552.jpg", ImageFaultKind::kBroken},
    {"eddea4ef9629be031f750a8ff0b7497c.jpg", ImageFaultKind::kBroken},
    {"f1fad47f213bb64c99f714652f30e49e.jpg", ImageFaultKind::kBroken},
    {"fddcfc778ada60229380c2493fc4c243.jpg", ImageFaultKind::kBroken},
    {"missing-frame-image-1410.jpg", ImageFaultKind::kBroken},
    {"missing-sos.jpg", ImageFaultKind::kBroken},
    {"null_height.jpg", ImageFaultKind::kBroken},
    {"empty.jpg", ImageFaultKind::kEmpty},
    {"6903d4538fd33c8fd0ded32cb30d618e.jpg", ImageFaultKind::kTooLarge},
    {"2c9e7a1805f8b47630bbb83d21bf8222.jpg", ImageFaultKind::kTruncated},
    {"5315c35bbcc28d8eee419028ac9f38e0.jpg", ImageFaultKind::kTruncated},
    {"56d4a1bb53241f7c5ed6ab531320a542.jpg", ImageFaultKind::kTruncated},
    {"5bc61724b33e34a6188a817f9f2f8138.jpg", ImageFaultKind::kTruncated},
    {"7997b6b229f25315d33f5c7085e37500.jpg", ImageFaultKind::kTruncated},
    {"7acc832f70b2ca62e58a953f3b90fd82.jpg", ImageFaultKind::kTruncated},
    {"7e7cdf7f4ee50b308531313bbf43e0c3.jpg", ImageFaultKind::kTruncated},
    {"8546907dbe574744d7fea6ca9de1de6b.jpg", ImageFaultKind::kTruncated},
    {"8e330afbd99ba01b66570ed62fcdc6ab.jpg", ImageFaultKind::kTruncated},
    {"a54f8c866cbef6e6cda858c85d72dfc8.jpg", ImageFaultKind::kTruncated},
    {"acb1fac4e618f636d415f62496e8b70e.jpg", ImageFaultKind::kTruncated},
    {"b4103df93880fc5677c2a081e4bfc712.jpg", ImageFaultKind::kTruncated},
    {"b55977028a3a574336966b6536640fc9.jpg", ImageFaultKind::kTruncated},
    {"cc23dd79637b606cf5ba234a037e17ba.jpg", ImageFaultKind::kTruncated},
    {"d15b71b8cebe35a57cc6e996cc09218b.jpg", ImageFaultKind::kTruncated},
    {"dc-predictor-overflow.jpg", ImageFaultKind::kTruncated},
    {"e18bb52107598f65b81b02be2c6c5124.jpg", ImageFaultKind::kTruncated},
    {"f006e96f3b27fdfaa075322d759ea2e8.jpg", ImageFaultKind::kTruncated},
    {"f6b4389c3cf0f5997b2e5a4b905aea8d.jpg", ImageFaultKind::kTruncated},
    {"f8e19feecd246156b5d7e79efc455e99.jpg", ImageFaultKind::kTruncated},
    {"90e46387f562ca8fa106b51dfcda1dc6.jpg", ImageFaultKind::kUnsupported},
    {"ef1f8a057bb6056674fad92f6b8c0acd.jpg", ImageFaultKind::kUnsupported},
    {"invalid-prediction-shift.jpg", ImageFaultKind::kUnsupported},
    {"3976a754ef0aca80e84e2c403d714579.jpg", std::nullopt},
};

std::string words(const Verdict& verdict) {
  return verdict ? "fault " + std::to_string(static_cast<int>(*verdict)) : "picture";
}

class JpegBrokenFiles : public testing::Test {
 protected:
  static Verdict verdict(const std::filesystem::path& file) {
    const auto decoded = test::decode_guarded(open_jpeg, test::test_data(file), kMaxFilePixels);
    const auto* fault = std::get_if<ImageFault>(&decoded);
    return fault != nullptr ? Verdict(fault->kind) : std::nullopt;
  }
};

TEST_F(JpegBrokenFiles, GiveTheirFaultEach) {
  std::size_t seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SOBELCAM_TEST_DATA "/jpeg-broken")) {
    const auto name = entry.path().filename().string();
    const auto expected = kVerdicts.find(name);
    ASSERT_NE(expected, kVerdicts.end()) << name;
    EXPECT_EQ(words(verdict(std::filesystem::path("jpeg-broken") / name)), words(expected->second)) << name;
    ++seen;
  }
  EXPECT_EQ(seen, kVerdicts.size());
}

// It has its end marker, but three scans stop early, one of them of the luma, and the last component has
// refinements of a scan that was never sent.
TEST_F(JpegBrokenFiles, IncludeAProgressivePictureWithHolesInItsScans) {
  EXPECT_EQ(verdict("jpeg-real/partial_progressive.jpg"), ImageFaultKind::kTruncated);
}

}  // namespace
}  // namespace sobelcam
