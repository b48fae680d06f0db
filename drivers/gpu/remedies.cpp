// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/gpu/remedies.h"

namespace sobelcam::gpu {
namespace {

bool is_start_up(std::string_view call) {
  return call == "cuInit" || call == "cuDeviceGetCount" || call == "cuDevicePrimaryCtxRetain";
}

/// Jetson answers a missing right with numbers that elsewhere mean something else.
std::string_view start_up_remedy(CUresult result) {
  switch (result) {
    case CUresult::kNoDevice:
      return "There is no GPU that this driver can use. If the machine has one: is its kernel driver loaded, does "
             "CUDA_VISIBLE_DEVICES hide it, does the service or container pass the device nodes on "
             "(PrivateDevices=no, a DeviceAllow= for each)? On Jetson also: is the user in the groups video and "
             "render?";
    case CUresult::kUnknown:
      return "The driver may not open its device nodes (on Jetson /dev/nvmap): add the user to the groups video and "
             "render, log in again, and run the service with PrivateDevices=no and a DeviceAllow= for each node. "
             "Otherwise the kernel's log says more: dmesg.";
    case CUresult::kNotSupported:
      return "The driver cannot reach /dev/dri/renderD* or /sys: add the user to the groups render and video, allow "
             "the nodes by DeviceAllow=, and do not hide /sys from the service.";
    case CUresult::kOperatingSystem:
      return "The operating system refused the driver something: /proc or /sys is hidden. Run the service without "
             "ProcSubset=, ProtectProc= and InaccessiblePaths=/sys, with PrivateDevices=no, as a user in the groups "
             "video and render.";
    default:
      return {};
  }
}

std::string_view module_remedy(CUresult result) {
  switch (result) {
    case CUresult::kInvalidImage:
    case CUresult::kNoBinaryForGpu:
      return "This build has no device code for this GPU: build with its compute capability, or load the PTX, which "
             "the driver translates.";
    case CUresult::kInvalidPtx:
      return "The driver's compiler refused the PTX text: a defect of the build, please report it with this log.";
    case CUresult::kUnsupportedPtxVersion:
      return "The PTX text is newer than the driver: update the driver, or build with an older CUDA toolkit.";
    case CUresult::kJitCompilerNotFound:
      return "The driver's PTX compiler is missing: install libnvidia-ptxjitcompiler of the driver's version, or build "
             "device code for this GPU's compute capability.";
    default:
      return {};
  }
}

std::string_view memory_remedy(std::string_view call, CUresult result) {
  if (call == "cuMemHostRegister_v2" && result == CUresult::kNotSupported) {
    return "This device cannot read memory that it did not allocate: use pinned buffers.";
  }
  if (call == "cuMemHostRegister_v2" && result == CUresult::kInvalidValue) {
    return "This mapping cannot be registered: its pages belong to a driver, or it ends within a page. Use pinned "
           "buffers.";
  }
  return {};
}

std::string_view general_remedy(CUresult result) {
  switch (result) {
    case CUresult::kOutOfMemory:
      return "The memory is not there: take smaller pictures or fewer slots, or end other programs that use the GPU "
             "(on Jetson they share the machine's memory).";
    case CUresult::kDeinitialized:
      return "The driver has shut down: the program is ending.";
    case CUresult::kStubLibrary:
      return "This libcuda is the CUDA toolkit's stub, which is for the linker: take its folder out of the library "
             "path.";
    case CUresult::kCallRequiresNewerDriver:
      return "The kernel's driver is older than libcuda: install both from one release, and restart.";
    case CUresult::kDeviceUnavailable:
      return "Another program holds the GPU in exclusive mode: end it, or set the compute mode to default.";
    case CUresult::kInvalidContext:
      return "The calling thread has not made the device current: a defect of the program, please report it.";
    case CUresult::kNotReady:
      return "Work on the GPU has not ended yet: wait for its stream or event first.";
    case CUresult::kIllegalAddress:
      return "A kernel touched memory that is not its own; the GPU's context is lost. Restart the program, and report "
             "this with the picture's size and format.";
    case CUresult::kNoDevice:
      return "The GPU is gone: was it detached or reset? Restart the program.";
    case CUresult::kNotSupported:
      return "This GPU or driver cannot do that.";
    case CUresult::kSystemDriverMismatch:
      return "libcuda and the kernel's driver are of different releases: restart the machine after a driver update; "
             "in a container, mount the host's libcuda.";
    case CUresult::kOperatingSystem:
      return "The operating system refused the driver something: look at the kernel's log, dmesg.";
    case CUresult::kUnknown:
      return "The driver does not say why: look at the kernel's log, dmesg.";
    default:
      return {};
  }
}

}  // namespace

std::string_view remedy_for(std::string_view call, CUresult result) {
  if (const auto remedy = is_start_up(call) ? start_up_remedy(result) : std::string_view(); !remedy.empty()) {
    return remedy;
  }
  if (const auto remedy = module_remedy(result); !remedy.empty()) {
    return remedy;
  }
  if (const auto remedy = memory_remedy(call, result); !remedy.empty()) {
    return remedy;
  }
  return general_remedy(result);
}

}  // namespace sobelcam::gpu
