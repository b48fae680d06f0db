// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { pipelineItems } from "./pipelines.js";

test("one item each: in use, usable, or why not", () => {
  const items = pipelineItems({
    active: "reference",
    pipelines: [
      { name: "cuda-fused", summary: "one pass", usable: false, reason: "no CUDA device" },
      { name: "simd", summary: "many lanes", usable: true, reason: "" },
      { name: "reference", summary: "plain loops", usable: true, reason: "" },
    ],
  });
  assert.deepEqual(items, [
    { name: "cuda-fused", state: "unusable", badge: "Not usable", text: "No CUDA device." },
    { name: "simd", state: "usable", badge: "Usable", text: "Many lanes." },
    { name: "reference", state: "active", badge: "In use", text: "Plain loops." },
  ]);
});
