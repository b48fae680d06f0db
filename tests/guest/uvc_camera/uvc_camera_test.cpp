// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <span>

#include "tests/guest/uvc_camera/camera.h"

namespace sobelcam::uvc {
namespace {

/// A request as the host's kernel writes it.
Bytes request(std::array<std::uint32_t, 10> words, std::array<std::uint8_t, 8> setup = {}, const Bytes& data = {}) {
  Bytes bytes;
  for (const std::uint32_t word : words) {
    for (const unsigned shift : {24U, 16U, 8U, 0U}) {
      bytes.push_back(static_cast<std::uint8_t>(word >> shift));
    }
  }
  bytes.insert(bytes.end(), setup.begin(), setup.end());
  bytes.insert(bytes.end(), data.begin(), data.end());
  return bytes;
}

Bytes submit_in(std::uint32_t sequence, std::uint32_t endpoint, std::uint32_t room,
                std::array<std::uint8_t, 8> setup = {}) {
  return request({1, sequence, 0x10002, 1, endpoint, 0, room, 0, 0, 0}, setup);
}

std::uint32_t word(const Bytes& bytes, std::size_t index) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value = value << 8U | bytes.at(index * 4 + i);
  }
  return value;
}

/// The blocks of a list of descriptors; empty where their lengths do not add up.
std::vector<Bytes> blocks(const Bytes& list) {
  std::vector<Bytes> found;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t length = list[at];
    if (length < 2 || at + length > list.size()) {
      return {};
    }
    found.emplace_back(list.begin() + static_cast<std::ptrdiff_t>(at),
                       list.begin() + static_cast<std::ptrdiff_t>(at + length));
    at += length;
  }
  return found;
}

TEST(Descriptors, TheConfigurationIsBlocksOfTheLengthThatItSays) {
  const Bytes configuration = configuration_descriptor();
  ASSERT_FALSE(blocks(configuration).empty());
  EXPECT_EQ(configuration[2] | configuration[3] << 8, static_cast<int>(configuration.size()));
}

TEST(Descriptors, TheListsOfTheVideoClassAreAsLongAsTheySay) {
  const std::vector<Bytes> all = blocks(configuration_descriptor());
  constexpr std::uint8_t kClassInterface = 0x24;
  constexpr std::uint8_t kHeader = 1;
  int lists = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i][1] != kClassInterface || all[i][2] != kHeader) {
      continue;
    }
    ++lists;
    const bool control = all[i - 1][6] == 1;  // the subclass of the interface above
    const std::size_t said = control ? all[i].at(5) | all[i].at(6) << 8 : all[i].at(4) | all[i].at(5) << 8;
    std::size_t bytes = 0;
    for (std::size_t j = i; j < all.size() && all[j][1] == kClassInterface; ++j) {
      bytes += all[j].size();
    }
    EXPECT_EQ(said, bytes);
  }
  EXPECT_EQ(lists, 2);
}

TEST(Descriptors, EveryCodingIsThereInEverySize) {
  std::vector<PictureSize> mjpeg;
  std::vector<PictureSize> yuyv;
  for (const Bytes& block : blocks(configuration_descriptor())) {
    if (block[1] == 0x24 && block.size() == 30) {
      const PictureSize size{block[5] | std::uint32_t{block[6]} << 8U, block[7] | std::uint32_t{block[8]} << 8U};
      (block[2] == 7 ? mjpeg : yuyv).push_back(size);
    }
  }
  const std::vector<PictureSize> sizes(kSizes.begin(), kSizes.end());
  EXPECT_EQ(mjpeg, sizes);
  EXPECT_EQ(yuyv, sizes);
}

TEST(Usbip, ASubmitCarriesItsSetup) {
  const Bytes bytes = submit_in(7, 0, 18, {0x80, 6, 0, 1, 0, 0, 18, 0});
  const auto parsed = parse_usbip(std::span(bytes).first<kUsbipHeaderBytes>());
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->kind, UsbipRequest::Kind::kSubmit);
  EXPECT_EQ(parsed->sequence, 7U);
  EXPECT_TRUE(parsed->in);
  EXPECT_EQ(parsed->length, 18U);
  EXPECT_EQ(parsed->setup, (std::array<std::uint8_t, 8>{0x80, 6, 0, 1, 0, 0, 18, 0}));
}

TEST(Usbip, WhatIsNeitherSubmitNorUnlinkIsRefused) {
  const Bytes bytes = request({3, 1, 0, 0, 0, 0, 0, 0, 0, 0});
  EXPECT_FALSE(parse_usbip(std::span(bytes).first<kUsbipHeaderBytes>()));
}

TEST(Usbip, TheReplyHasItsDataBehindTheHeader) {
  const Bytes data{1, 2, 3};
  const Bytes reply = submit_reply(9, 0, 3, data);
  ASSERT_EQ(reply.size(), kUsbipHeaderBytes + 3);
  EXPECT_EQ(word(reply, 0), 3U);
  EXPECT_EQ(word(reply, 1), 9U);
  EXPECT_EQ(word(reply, 5), 0U);
  EXPECT_EQ(word(reply, 6), 3U);
  EXPECT_TRUE(std::equal(data.begin(), data.end(), reply.end() - 3));
}

TEST(ControlRequests, TheDeviceDescriptorIsCutToWhatIsWanted) {
  ControlRequests control;
  const auto answer = control.answer(std::array<std::uint8_t, 8>{0x80, 6, 0, 1, 0, 0, 8, 0}, {});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->size(), 8U);
  EXPECT_EQ(answer->front(), 18);
}

TEST(ControlRequests, TheHostSettlesOnAFormatAndASize) {
  ControlRequests control;
  Bytes probe(26);
  probe[2] = 2;
  probe[3] = 2;
  ASSERT_TRUE(control.answer(std::array<std::uint8_t, 8>{0x21, 0x01, 0, 1, kStreamInterface, 0, 26, 0}, probe));
  EXPECT_EQ(control.coding(), Coding::kYuyv);
  EXPECT_EQ(control.size(), (PictureSize{320, 240}));
  const auto read = control.answer(std::array<std::uint8_t, 8>{0xa1, 0x81, 0, 1, kStreamInterface, 0, 26, 0}, {});
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 26U);
  EXPECT_EQ((*read)[18] | (*read)[19] << 8 | (*read)[20] << 16, 320 * 240 * 2);
}

TEST(ControlRequests, BrightnessIsKept) {
  ControlRequests control;
  ASSERT_TRUE(control.answer(std::array<std::uint8_t, 8>{0x21, 0x01, 0, 2, kControlInterface, kProcessingUnit, 2, 0},
                             Bytes{200, 0}));
  EXPECT_EQ(control.brightness(), 200U);
}

TEST(ControlRequests, WhatTheCameraLacksIsRefused) {
  ControlRequests control;
  EXPECT_FALSE(
      control.answer(std::array<std::uint8_t, 8>{0xa1, 0x81, 0, 3, kControlInterface, kProcessingUnit, 2, 0}, {}));
  EXPECT_FALSE(control.answer(std::array<std::uint8_t, 8>{0x80, 6, 0, 15, 0, 0, 5, 0}, {}));
}

TEST(Payloads, TogetherAreThePicture) {
  const Bytes picture{1, 2, 3, 4, 5, 6, 7};
  Payloads payloads;
  payloads.begin(picture, false);
  Bytes joined;
  std::vector<unsigned> bits;
  while (!payloads.done()) {
    const Bytes payload = payloads.next(5);
    ASSERT_EQ(payload[0], 2);
    bits.push_back(payload[1]);
    joined.insert(joined.end(), payload.begin() + 2, payload.end());
  }
  EXPECT_EQ(joined, picture);
  EXPECT_EQ(bits, (std::vector<unsigned>{0x81, 0x81, 0x83}));
}

TEST(Payloads, TheToggleTellsPicturesApartAndTroubleIsSaid) {
  const Bytes picture{1};
  Payloads payloads;
  payloads.begin(picture, false);
  EXPECT_EQ(payloads.next(16)[1], 0x83);
  payloads.begin({}, true);
  EXPECT_EQ(payloads.next(16), (Bytes{2, 0xc2}));
}

TEST(Damage, NoTablesIsTheJpegWithoutItsTables) {
  const Bytes jpeg{0xff, 0xd8, 0xff, 0xdb, 0, 3, 9, 0xff, 0xc4, 0, 4, 1, 2, 0xff, 0xda, 0, 2, 0xff, 0xc4, 0xff, 0xd9};
  EXPECT_EQ(without_huffman_tables(jpeg),
            (Bytes{0xff, 0xd8, 0xff, 0xdb, 0, 3, 9, 0xff, 0xda, 0, 2, 0xff, 0xc4, 0xff, 0xd9}));
}

TEST(Damage, ShortIsTheFirstHalfAndGarbageKeepsTheLength) {
  const Bytes picture{1, 2, 3, 4};
  EXPECT_EQ(damaged(picture, Damage::kShort), (Bytes{1, 2}));
  const Bytes garbage = damaged(picture, Damage::kGarbage);
  EXPECT_EQ(garbage.size(), picture.size());
  EXPECT_NE(garbage, picture);
  EXPECT_TRUE(damaged(picture, Damage::kEmpty).empty());
}

/// A camera on which the host waits for pictures, in transfers of 16 KiB.
class CameraTest : public testing::Test {
 protected:
  Pictures pictures;
  Camera camera{pictures};
};

TEST_F(CameraTest, ARequestMayComeInPieces) {
  const Bytes bytes = submit_in(1, 0, 18, {0x80, 6, 0, 1, 0, 0, 18, 0});
  EXPECT_TRUE(camera.receive(std::span(bytes).first(20)).empty());
  EXPECT_EQ(camera.receive(std::span(bytes).subspan(20)).size(), kUsbipHeaderBytes + 18);
}

TEST_F(CameraTest, ARefusedRequestIsAStall) {
  const Bytes answer = camera.receive(submit_in(1, 0, 18, {0x80, 6, 0, 15, 0, 0, 5, 0}));
  ASSERT_EQ(answer.size(), kUsbipHeaderBytes);
  EXPECT_EQ(static_cast<int>(word(answer, 5)), -EPIPE);
}

TEST_F(CameraTest, APictureComesWithTheTickIntoTheTransfersThatWait) {
  EXPECT_TRUE(camera.tick().empty());
  EXPECT_TRUE(camera.receive(submit_in(1, kStreamEndpoint, kMaxPayloadBytes)).empty());
  const Bytes answer = camera.tick();
  ASSERT_GT(answer.size(), kUsbipHeaderBytes + 4);
  EXPECT_EQ(answer[kUsbipHeaderBytes + 2], 0xff);
  EXPECT_EQ(answer[kUsbipHeaderBytes + 3], 0xd8);
}

TEST_F(CameraTest, AFrozenCameraSendsNothing) {
  camera.receive(submit_in(1, kStreamEndpoint, kMaxPayloadBytes));
  camera.freeze(true);
  EXPECT_TRUE(camera.tick().empty());
  camera.freeze(false);
  EXPECT_FALSE(camera.tick().empty());
}

TEST_F(CameraTest, AWaitingTransferCanBeTakenBack) {
  camera.receive(submit_in(5, kStreamEndpoint, kMaxPayloadBytes));
  const Bytes answer = camera.receive(request({2, 6, 0x10002, 0, 0, 5, 0, 0, 0, 0}));
  EXPECT_EQ(word(answer, 0), 4U);
  EXPECT_EQ(word(answer, 1), 6U);
  EXPECT_EQ(static_cast<int>(word(answer, 5)), -ECONNRESET);
  EXPECT_TRUE(camera.tick().empty());
}

TEST_F(CameraTest, DamageEndsAfterItsPictures) {
  camera.damage(Damage::kEmpty, 1);
  camera.receive(submit_in(1, kStreamEndpoint, kMaxPayloadBytes));
  EXPECT_EQ(camera.tick().size(), kUsbipHeaderBytes + 2);
  camera.receive(submit_in(2, kStreamEndpoint, kMaxPayloadBytes));
  EXPECT_GT(camera.tick().size(), kUsbipHeaderBytes + 2);
}

}  // namespace
}  // namespace sobelcam::uvc
