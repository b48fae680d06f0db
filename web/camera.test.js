// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { cameraLine, cameraReasons, controlItems, controlsTitle, skippedWords } from "./camera.js";

const none = { delivered: 9, lost: 0, passed_over: 0, flagged: 0, empty: 0, too_short: 0, too_long: 0, broken_jpeg: 0, wrong_field: 0 };
const camera = {
  open: true,
  card: "HD Webcam",
  node: "/dev/video0",
  format: "Y10 ",
  width: 1280,
  height: 720,
  promised_fps: 30,
  measured_fps: 29.94,
  chosen: "Y10 1280x720 at 30 fps: the cheapest format",
  io: "mmap",
  buffers: 4,
  notes: ["userptr: the driver refuses it"],
  frames: none,
  formats: [
    { fourcc: "Y10 ", usable: true },
    { fourcc: "H264", usable: false },
  ],
};
const control = {
  name: "brightness",
  type: "integer",
  minimum: 0,
  maximum: 255,
  default: 128,
  value: 130,
  menu: [],
  disabled: false,
  inactive: false,
};

test("the line tells camera, format, size and both rates", () => {
  assert.equal(cameraLine(camera), "HD Webcam at /dev/video0: Y10, 1280 × 720, 30 fps promised, 29.94 fps measured.");
  assert.match(cameraLine({ ...camera, promised_fps: 0 }), /, 29\.94 fps measured\.$/);
});

test("a camera that is not open is not said to be captured from", () => {
  assert.equal(cameraLine({ ...camera, open: false }), "HD Webcam at /dev/video0 is not open now.");
});

test("the reasons are sentences: the choice, the buffers, what was refused, what else there is", () => {
  assert.deepEqual(cameraReasons(camera), [
    "Y10 1280x720 at 30 fps: the cheapest format.",
    "Buffers: 4, shared as mmap.",
    "Userptr: the driver refuses it.",
    "The camera offers Y10, H264 (not usable).",
    "No frame was skipped.",
  ]);
});

test("skipped frames are told by cause", () => {
  const words = skippedWords({ ...none, lost: 1500, broken_jpeg: 2 });
  assert.equal(words, "Frames skipped: 1,500 lost before the device could take them; 2 broken JPEG pictures.");
});

test("a control shows its value and what it could be", () => {
  assert.deepEqual(controlItems([control]), [
    { name: "brightness", value: "130", text: "0 to 255, by default 128" },
  ]);
  const menu = [
    { value: 1, name: "Manual" },
    { value: 3, name: "Automatic" },
  ];
  const [chosen] = controlItems([{ ...control, type: "menu", value: 3, menu, inactive: true }]);
  assert.equal(chosen.value, "Automatic");
  assert.equal(chosen.text, "Manual, Automatic; governed by another control now");
  assert.equal(controlItems([{ ...control, type: "boolean", value: 0 }])[0].value, "off");
});

test("buttons, strings and disabled controls are left out", () => {
  const out = [
    { ...control, type: "button" },
    { ...control, type: "other" },
    { ...control, disabled: true },
  ];
  assert.deepEqual(controlItems(out), []);
});

test("the title counts the controls, or says why there are none", () => {
  assert.equal(controlsTitle(12, ""), "Controls (12)");
  assert.equal(controlsTitle(0, "HD Webcam has no controls"), "HD Webcam has no controls.");
});
