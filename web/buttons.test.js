// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { snapshotName } from "./buttons.js";

test("a snapshot's file says what it shows", () => {
  assert.equal(snapshotName("edges", "42"), "sobelcam-edges-42.jpg");
});
