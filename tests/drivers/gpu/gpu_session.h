// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace sobelcam::test {

/// PTX of one kernel, as far as the fake driver reads it.
inline const std::string kPtx = R"(
.version 7.4
.target sm_75
.address_size 64
.visible .entry invert(.param .u64 target, .param .u32 count, .param .f32 scale)
{ ret; }
)";

/// Makes one of everything with the driver of that name, lets it work, and ends it: every function is called.
void run_everything(const std::string& library);

}  // namespace sobelcam::test
