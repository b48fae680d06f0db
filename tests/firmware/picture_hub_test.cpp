// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/picture_hub.h"

#include <gtest/gtest.h>

namespace sobelcam {
namespace {

class Hub : public testing::Test {
 protected:
  void SetUp() override {
    hub_.on_publish([this] { ++wakes_; });
  }

  void publish(View view, std::uint64_t serial) {
    Picture picture;
    picture.view = view;
    picture.serial = serial;
    hub_.publish(std::make_shared<const Picture>(std::move(picture)));
  }

  PictureHub hub_;
  int wakes_ = 0;
};

TEST_F(Hub, DemandsNothingWhileNobodyWatches) {
  EXPECT_FALSE(hub_.watched());
  const EdgeRequest request = hub_.demand(false);
  EXPECT_EQ(request.planes, PlaneSet());
  EXPECT_FALSE(request.keep_frame);
}

TEST_F(Hub, DemandsTheUnionOfWhatIsWatched) {
  const PictureHub::Watch gray(hub_, View::kGray);
  const PictureHub::Watch equalized(hub_, View::kEqualized);
  const PictureHub::Watch source(hub_, View::kSource);
  const EdgeRequest request = hub_.demand(true);
  EXPECT_EQ(request.planes, (PlaneSet{Plane::kGray, Plane::kEqualized}));
  EXPECT_TRUE(request.keep_frame);
  EXPECT_TRUE(request.equalize);
}

TEST_F(Hub, EdgesNeedNoPlane) {
  const PictureHub::Watch edges(hub_, View::kEdges);
  EXPECT_TRUE(hub_.watched());
  EXPECT_EQ(hub_.demand(false).planes, PlaneSet());
}

TEST_F(Hub, HoldsOnlyTheNewest) {
  const PictureHub::Watch edges(hub_, View::kEdges);
  publish(View::kEdges, 1);
  publish(View::kEdges, 2);
  EXPECT_EQ(hub_.newest(View::kEdges)->serial, 2U);
  EXPECT_EQ(wakes_, 2);
}

TEST_F(Hub, KeepsTheViewsApart) {
  const PictureHub::Watch edges(hub_, View::kEdges);
  const PictureHub::Watch gray(hub_, View::kGray);
  publish(View::kEdges, 1);
  EXPECT_EQ(hub_.newest(View::kGray), nullptr);
}

TEST_F(Hub, DropsAPictureThatNobodyWaitsFor) {
  publish(View::kEdges, 1);
  EXPECT_EQ(hub_.newest(View::kEdges), nullptr);
  EXPECT_EQ(wakes_, 0);
}

TEST_F(Hub, ShowsNobodyAnOldPicture) {
  {
    const PictureHub::Watch first(hub_, View::kEdges);
    publish(View::kEdges, 1);
  }
  const PictureHub::Watch later(hub_, View::kEdges);
  EXPECT_EQ(hub_.newest(View::kEdges), nullptr);
}

TEST_F(Hub, APictureThatIsBeingSentOutlivesItsReplacement) {
  const PictureHub::Watch edges(hub_, View::kEdges);
  publish(View::kEdges, 1);
  const SharedPicture sending = hub_.newest(View::kEdges);
  publish(View::kEdges, 2);
  EXPECT_EQ(sending->serial, 1U);
  EXPECT_EQ(sending.use_count(), 1);
}

}  // namespace
}  // namespace sobelcam
