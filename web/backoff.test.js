// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { waitAfter } from "./backoff.js";

test("the wait doubles from half a second to five", () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6, 1000].map((n) => waitAfter(n)), [500, 1000, 2000, 4000, 5000, 5000, 5000]);
});

test("no failure waits like one", () => {
  assert.equal(waitAfter(0), 500);
});
