// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

/** Programs that check themselves are slow, and look for leaks at their end. */
export const sanitized = (process.env.SOBELCAM_BUILD_DIR ?? "").match(/asan|tsan/) !== null;

/** What the product promises: the reason on the picture, frames after the camera is back, the end on a signal. */
export const kToldWithinMs = sanitized ? 10000 : 2000;
export const kBackWithinMs = sanitized ? 15000 : 2000;
export const kEndWithinMs = sanitized ? 10000 : 1000;

const longest = new Map();

/** Remembers the longest of its kind; a group says them at its end. @param {string} what @param {number} ms */
export function took(what, ms) {
  longest.set(what, Math.max(longest.get(what) ?? 0, Math.round(ms)));
}

process.once("exit", () => {
  for (const [what, ms] of longest) console.log(`longest until ${what}: ${ms} ms`);
});
