// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// What we say that a camera can do, against what the drivers' own tool says.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Daemon } from "../daemon.js";
import { built, Guest } from "../guest.js";
import { UsbCamera } from "../usb_camera.js";
import { Vivid } from "../vivid.js";

let guest;

before(async () => {
  guest = await Guest.boot("compliance", [
    ...UsbCamera.programs(),
    ...Daemon.programs(),
    `${built("sobelcam")}:/bin/sobelcam`,
  ]);
});

after(() => guest?.end());

/** The formats, sizes and rates that v4l2-ctl lists, a line each. */
async function listedByTool(node) {
  const lines = [];
  let format, size;
  for (const text of (await guest.sh(`v4l2-ctl -d ${node} --list-formats-ext`)).split("\n")) {
    format = text.match(/^\s*\[\d+\]: '(.+?)'/)?.[1] ?? format;
    size = text.match(/Size: Discrete (\d+x\d+)/)?.[1] ?? size;
    const rate = text.match(/\(([\d.]+) fps\)/)?.[1];
    if (rate) lines.push(`${format.trim()} ${size} ${Number(rate).toFixed(3)}`);
  }
  return lines;
}

/** The same, of a camera in /api/state or in what the doctor says. */
function listedByUs({ formats }) {
  return formats.flatMap(({ fourcc, sizes }) => {
    return sizes.flatMap(({ width, height, fps }) => {
      return fps.map((rate) => `${fourcc.trim()} ${width}x${height} ${rate.toFixed(3)}`);
    });
  });
}

async function agree(options, node, atLeast) {
  const tool = await listedByTool(node);
  assert.ok(tool.length >= atLeast, `v4l2-ctl lists ${tool.length} modes`);
  const daemon = await Daemon.start(guest, options);
  const state = await daemon.healthy("ok", 20000);
  assert.equal(state.camera.node, node);
  assert.deepEqual(listedByUs(state.camera), tool);
  assert.match(state.camera.chosen, /\S/);
  await daemon.end();
  const { output } = await guest.attempt("sobelcam doctor --json"); // its code says what else this machine lacks
  const { cameras } = JSON.parse(output);
  assert.deepEqual(listedByUs(cameras.find((camera) => camera.node === node)), tool);
}

test("of a USB camera, which auto finds, both list the same modes", async () => {
  await UsbCamera.plug(guest);
  await agree("--source auto", "/dev/video0", 4);
});

test("of vivid, both list the same modes", async () => {
  await Vivid.load(guest, ["webcam"]);
  const node = (await guest.sh("grep -l vivid /sys/class/video4linux/video*/name | head -n 1")).split("/")[4];
  await agree(`--source v4l2:/dev/${node} --size 320x180`, `/dev/${node}`, 500);
});
