// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// What somebody sees who opens the page of a firmware that has a USB camera.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, Viewer } from "../../browser/viewer.js";
import { Daemon } from "../daemon.js";
import { Guest } from "../guest.js";
import { UsbCamera } from "../usb_camera.js";

let guest, camera, daemon, browser, viewer;

before(async () => {
  guest = await Guest.boot("page", [...UsbCamera.programs(), ...Daemon.programs()]);
  camera = await UsbCamera.plug(guest);
  daemon = await Daemon.start(guest, "--source auto --size 640x480 --format MJPG");
  browser = await launch();
  viewer = await Viewer.open(browser, guest.url);
});

after(async () => {
  await browser?.close();
  await guest?.end();
});

test("the page is live, in the camera's size, and its picture moves", async () => {
  await viewer.situation("live", 20000);
  await viewer.moves(3, 20000);
  const { width, height } = await viewer.look();
  assert.deepEqual([width, height], [640, 480]);
  await viewer.page.screenshot({ path: `${guest.out}/live.png` });
});

test("unplugged, the page says so; plugged in again, it is live again", async () => {
  await camera.tell("unplug");
  await viewer.situation("trouble", 5000);
  await viewer.page.screenshot({ path: `${guest.out}/unplugged.png` });
  await camera.tell("plug");
  await viewer.situation("live", 10000);
  await viewer.moves(3, 20000);
});

test("the firmware ends cleanly while somebody looks", async () => {
  await daemon.end();
});
