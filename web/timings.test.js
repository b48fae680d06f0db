// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { inUnit, timingTable, unitFor } from "./timings.js";

/** Times that grow from column to column, starting with the last one. */
const times = (us) => ({ last_us: us, p50_us: us + 1, p95_us: us + 2, p99_us: us + 3, max_us: us + 4 });
const timings = (whole, ...stages) => ({
  stages: stages.map(([name, us]) => ({ name, ...times(us) })),
  capture_to_publish: times(whole),
});

test("short times are in microseconds, long ones in milliseconds", () => {
  assert.equal(unitFor(timings(1900, ["gray", 100])), "µs");
  assert.equal(unitFor(timings(12000, ["gray", 100])), "ms");
});

test("a table has one unit and one number of decimals", () => {
  assert.equal(inUnit(123.4, "µs"), "123");
  assert.equal(inUnit(123.4, "ms"), "0.12");
  assert.equal(inUnit(12345.6, "ms"), "12.35");
});

test("rows come in the pipeline's order, then the whole way; cells are last, p50, p95, p99, max", () => {
  const { unit, rows } = timingTable(timings(1000, ["gray", 100], ["encode_edges", 500]));
  assert.equal(unit, "µs");
  assert.deepEqual(rows.map((row) => row.name), ["gray", "encode edges", "capture to publish"]);
  assert.deepEqual(rows.map((row) => row.whole), [false, false, true]);
  assert.deepEqual(rows[0].cells, ["100", "101", "102", "103", "104"]);
});

test("the share is a part of the whole way, and never more than all of it", () => {
  const { rows } = timingTable(timings(999, ["blur", 499], ["encode_edges", 5000]));
  assert.equal(rows[0].share, 0.5);
  assert.equal(rows[1].share, 1);
  assert.equal(timingTable(timings(-1, ["blur", 5])).rows[0].share, 0);
});

test("no stages yet: only the whole way", () => {
  assert.equal(timingTable(timings(0)).rows.length, 1);
});
