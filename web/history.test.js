// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { historyWords, kSpanS, points, withSample } from "./history.js";

const sample = (atS, fps = 30, latencyMs = 5) => ({ atS, fps, latencyMs });

test("keeps one minute", () => {
  let samples = [];
  for (let atS = 0; atS <= 200; atS += 0.5) samples = withSample(samples, sample(atS));
  assert.equal(samples.length, kSpanS * 2);
  assert.equal(samples[0].atS, 140.5);
  assert.equal(samples.at(-1).atS, 200);
});

test("after a long pause only the new sample is left", () => {
  assert.deepEqual(withSample([sample(1), sample(2)], sample(100)), [sample(100)]);
});

test("points are seconds ago", () => {
  assert.deepEqual(points([sample(9, 29), sample(10, 31)], "fps", 10), [{ x: -1, y: 29 }, { x: 0, y: 31 }]);
});

test("the line breaks where no answer came", () => {
  const line = points([sample(1), sample(2), sample(8)], "latencyMs", 8);
  assert.deepEqual(line.map(({ y }) => y), [5, 5, Number.NaN, 5]);
  assert.deepEqual(line.map(({ x }) => x), [-7, -6, 0, 0]);
});

test("the words tell the newest value and the range", () => {
  assert.equal(historyWords([], "fps", "fps"), "No values yet.");
  const samples = [sample(1, 28.04), sample(2, 31), sample(3, 30)];
  assert.equal(historyWords(samples, "fps", "fps"), "Now 30.0 fps; 28.0 to 31.0 in the last minute.");
});
