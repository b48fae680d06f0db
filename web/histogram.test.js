// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { barHeight, countTicks, histogramWords, percent } from "./histogram.js";

test("an empty bin has no height, and ten times the pixels are about one step more", () => {
  assert.equal(barHeight(0), 0);
  assert.equal(barHeight(9), 1);
  assert.equal(barHeight(99), 2);
  assert.equal(barHeight(9999999), 7);
});

test("a bar never sinks when its count grows", () => {
  for (let count = 0; count < 1000; count += 1) assert.ok(barHeight(count + 1) > barHeight(count));
});

test("ticks are powers of ten up to the largest count, at the height of their count", () => {
  const ticks = countTicks(921600);
  assert.deepEqual(ticks.map((tick) => tick.label), ["0", "10", "100", "1k", "10k", "100k"]);
  assert.equal(ticks[3].value, barHeight(1000));
  assert.deepEqual(countTicks(0).map((tick) => tick.label), ["0", "10"]);
  assert.equal(countTicks(8294400).at(-1).label, "1M");
});

test("the words tell the total and the shares", () => {
  const bins = new Array(256).fill(0);
  bins[0] = 750;
  bins[127] = 150;
  bins[128] = 60;
  bins[255] = 40;
  assert.equal(
    histogramWords({ seq: 1, width: 40, height: 25, bins, total: 1000 }),
    "1,000 pixels: 75.0 % have edge strength 0, 10.0 % have 128 or more.",
  );
  assert.equal(histogramWords(null), "No frame yet.");
});

test("a share that is nearly nothing or nearly all is not rounded to it", () => {
  assert.equal(percent(0), "0.0 %");
  assert.equal(percent(1e-6), "less than 0.1 %");
  assert.equal(percent(0.5), "50.0 %");
  assert.equal(percent(1 - 1e-6), "more than 99.9 %");
  assert.equal(percent(1), "100.0 %");
});
