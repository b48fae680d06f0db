// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { afterAnswer, afterFailure, judgePicture, kNotYetConnected, kStuckMs } from "./liveness.js";

const up = afterAnswer(kNotYetConnected, 10).link;

test("the first answer opens the picture, the next one leaves it alone", () => {
  const first = afterAnswer(kNotYetConnected, 10);
  assert.equal(first.link.state, "up");
  assert.equal(first.reopen, true);
  assert.equal(afterAnswer(first.link, 10.5).reopen, false);
});

test("an equal uptime is not a restart", () => {
  assert.equal(afterAnswer(up, 10).reopen, false);
});

test("one failure is not yet a loss, two are", () => {
  const once = afterFailure(up);
  assert.equal(once.state, "up");
  assert.equal(afterFailure(once).state, "lost");
});

test("a device that never answered is lost after two failures too", () => {
  assert.equal(afterFailure(kNotYetConnected).state, "connecting");
  assert.equal(afterFailure(afterFailure(kNotYetConnected)).state, "lost");
});

test("any failure reopens the picture when the answers come again", () => {
  const once = afterAnswer(afterFailure(up), 11);
  assert.deepEqual(once, { link: { state: "up", failures: 0, uptimeS: 11 }, reopen: true });
  assert.equal(afterAnswer(afterFailure(afterFailure(up)), 11).reopen, true);
});

test("an uptime that went backwards reopens the picture: the program started anew between two polls", () => {
  assert.equal(afterAnswer(up, 0.2).reopen, true);
});

/** Looks at the picture, each time as [time, print, frame number]; returns when it was called stuck. */
function stuckAt(looks) {
  let sight = null;
  const times = [];
  for (const [nowMs, print, seq] of looks) {
    const result = judgePicture(sight, { print, seq, nowMs, patienceMs: kStuckMs });
    sight = result.sight;
    if (result.stuck) times.push(nowMs);
  }
  return times;
}

test("a picture that changes is never stuck", () => {
  assert.deepEqual(stuckAt([[0, 1, 1], [3000, 2, 100], [6000, 3, 200], [9000, 2, 300]]), []);
});

test("a picture that stays while the frames go on is stuck when the patience ends", () => {
  assert.deepEqual(stuckAt([[0, 7, 1], [kStuckMs - 1, 7, 50], [kStuckMs, 7, 51]]), [kStuckMs]);
});

test("a picture that stays because there are no new frames is not stuck", () => {
  assert.deepEqual(stuckAt([[0, 7, 1], [kStuckMs, 7, 1], [60000, 7, 1]]), []);
});

test("a picture that broke, or never came, is stuck", () => {
  assert.deepEqual(stuckAt([[0, 7, 1], [1000, null, 20], [kStuckMs, null, 90]]), [kStuckMs]);
  assert.deepEqual(stuckAt([[0, null, 1], [1000, null, 20], [kStuckMs, null, 90]]), [kStuckMs]);
});

test("the first picture after none counts as a change", () => {
  assert.deepEqual(stuckAt([[0, null, 1], [kStuckMs - 100, 7, 20], [kStuckMs + 100, 7, 90]]), []);
});
