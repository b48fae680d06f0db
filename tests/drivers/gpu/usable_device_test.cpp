// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/gpu/usable_device.h"

#include "tests/drivers/gpu/gpu_test.h"

namespace sobelcam::gpu {
namespace {

using test::says;

class UsableDeviceTest : public test::GpuTest {
 protected:
  std::string reason(const std::string& script, int ordinal = 0) {
    fake_.restart(script);
    const UsableDevice found = usable_device(test::kFakeLibrary, ordinal);
    EXPECT_FALSE(found.device.has_value());
    return found.reason;
  }
};

TEST_F(UsableDeviceTest, IsCurrentAndHasNoReason) {
  const UsableDevice found = usable_device(test::kFakeLibrary);
  ASSERT_TRUE(found.device.has_value());
  EXPECT_EQ(found.reason, "");
  EXPECT_EQ(found.device->properties().name, "Fake GPU 0");
  EXPECT_EQ(fake_.calls("cuCtxSetCurrent"), 1);
}

TEST_F(UsableDeviceTest, HasItsMemoryTriedAndNothingLeftBehind) {
  const UsableDevice found = usable_device(test::kFakeLibrary);
  EXPECT_EQ(fake_.calls("cuMemsetD8Async"), 1);
  EXPECT_EQ(fake_.calls("cuMemcpyDtoH_v2"), 1);
  EXPECT_EQ(fake_.leftovers(), "1 context");
}

TEST_F(UsableDeviceTest, IsAnyThatIsAskedFor) {
  fake_.restart("devices=2");
  EXPECT_EQ(usable_device(test::kFakeLibrary, 1).device->properties().ordinal, 1);
}

TEST_F(UsableDeviceTest, IsNoneWithoutADriver) {
  const UsableDevice found = usable_device("/nowhere/libcuda.so.1");
  EXPECT_FALSE(found.device.has_value());
  EXPECT_TRUE(says(found.reason, "Install NVIDIA's driver"));
}

TEST_F(UsableDeviceTest, IsNoneWhereTheDriverIsTooOld) {
  EXPECT_TRUE(says(reason("version=11040"), "CUDA 11.4, and at least CUDA 12.0"));
}

TEST_F(UsableDeviceTest, IsNoneWhereRightsAreMissing) {
  EXPECT_TRUE(says(reason("cuInit=999"), "groups video and render"));
}

TEST_F(UsableDeviceTest, IsNoneWhereTheDriverListsNone) {
  EXPECT_TRUE(says(reason("devices=0"), "the driver lists no device. There is no GPU that this driver can use"));
}

TEST_F(UsableDeviceTest, IsNoneBeyondTheLast) {
  EXPECT_TRUE(says(reason("devices=2", 2), "device 2 of 2, counted from 0"));
}

TEST_F(UsableDeviceTest, IsNoneWhereItFailsAtWork) {
  EXPECT_TRUE(says(reason("cuStreamSynchronize=700"), "cuStreamSynchronize failed with error 700"));
}

TEST_F(UsableDeviceTest, IsNoneWhereItsMemoryDoesNotKeepWhatWasWritten) {
  EXPECT_TRUE(says(reason("cuMemsetD8Async=0"), "Fake GPU 0 does not give back what was written"));
}

}  // namespace
}  // namespace sobelcam::gpu
