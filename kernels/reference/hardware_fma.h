// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Before a function: std::fma in it is one instruction where the CPU has that, and a call into the C library
/// elsewhere. Both are exact, so that only the time differs. The sanitizers do not know functions that are chosen at
/// load time.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define SOBELCAM_HARDWARE_FMA __attribute__((target_clones("fma", "default")))
#else
#define SOBELCAM_HARDWARE_FMA
#endif
