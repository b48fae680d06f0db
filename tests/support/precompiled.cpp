// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// A library needs a source: what matters of this one are its precompiled headers, which all tests share.
