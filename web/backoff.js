// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

/** The first wait after a failure, and the longest one. */
export const kFirstWaitMs = 500;
export const kLongestWaitMs = 5000;

/**
 * How long to wait before the next try: 0.5 s, doubling to 5 s.
 * There is no random part: one page asks one device, so there is no crowd to spread out.
 * @param {number} failures failures in a row, 1 or more
 * @param {number} [longestMs]
 * @returns {number} milliseconds
 */
export function waitAfter(failures, longestMs = kLongestWaitMs) {
  const doublings = Math.min(Math.max(failures, 1) - 1, 30);
  return Math.min(kFirstWaitMs * 2 ** doublings, longestMs);
}
