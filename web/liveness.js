// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// Whether the device is there, and whether the picture must be opened anew. A browser cannot say the second: Chrome
// ends a multipart picture without an event and keeps its last frame, as if the camera looked at a still scene. So
// both are concluded from the polls, by pure functions.

/**
 * @typedef {object} Link
 * @property {"connecting" | "up" | "lost"} state
 * @property {number} failures polls in a row without an answer
 * @property {number} uptimeS what the device said last; a smaller number means that it started anew
 */

/** @type {Readonly<Link>} */
export const kNotYetConnected = Object.freeze({ state: "connecting", failures: 0, uptimeS: 0 });

/** One failed poll may be a hiccup of the network; two in a row are a lost device. */
const kFailuresUntilLost = 2;

/**
 * @param {Link} link
 * @param {number} uptimeS
 * @returns {{link: Link, reopen: boolean}}
 */
export function afterAnswer(link, uptimeS) {
  const restarted = uptimeS < link.uptimeS;
  const reopen = link.state !== "up" || link.failures > 0 || restarted;
  return { link: { state: "up", failures: 0, uptimeS }, reopen };
}

/** @param {Link} link @returns {Link} */
export function afterFailure(link) {
  const failures = link.failures + 1;
  return { ...link, failures, state: failures >= kFailuresUntilLost ? "lost" : link.state };
}

/**
 * @typedef {object} Sight what was last seen of the picture
 * @property {number} print a number that differs when the picture does
 * @property {number} seq the device's frame number at that time
 * @property {number} sinceMs when the picture last changed
 */

/** A still scene sends equal pictures too, so this is patient; a needless reopening costs one repeated frame. */
export const kStuckMs = 4000;

/**
 * Judges the picture on the screen, while the device says that it has new frames.
 * @param {Sight | null} before
 * @param {{print: number | null, seq: number, nowMs: number, patienceMs: number}} look
 *   print: null when there is no picture; patienceMs: how long it may stay the same
 * @returns {{sight: Sight | null, stuck: boolean}}
 */
export function judgePicture(before, { print, seq, nowMs, patienceMs }) {
  // A picture that the browser calls broken, or that never came, is waited for with the same patience.
  const seen = print ?? Number.NaN;
  if (before === null || (print !== null && print !== before.print)) {
    return { sight: { print: seen, seq, sinceMs: nowMs }, stuck: false };
  }
  const framesMovedOn = seq !== before.seq;
  return { sight: before, stuck: framesMovedOn && nowMs - before.sinceMs >= patienceMs };
}
