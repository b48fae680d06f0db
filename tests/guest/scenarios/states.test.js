// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// The firmware ends within a second of SIGTERM, whatever its camera is doing, while somebody watches.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Daemon } from "../daemon.js";
import { Guest } from "../guest.js";
import { Stream } from "../stream.js";
import { UsbCamera } from "../usb_camera.js";
import { Vivid } from "../vivid.js";

const kUsb = "--source v4l2:/dev/video0 --size 320x240";

let guest, camera, vivid, nodes;

before(async () => {
  guest = await Guest.boot("states", [...UsbCamera.programs(), ...Daemon.programs()]);
  camera = await UsbCamera.plug(guest);
  vivid = await Vivid.load(guest, ["webcam", "hdmi"]);
  const names = (await guest.sh("grep -l vivid /sys/class/video4linux/video*/name")).split("\n");
  nodes = names.map((name) => `/dev/${name.split("/")[4]}`);
});

after(() => guest?.end());

/** Starts the firmware, brings it into a state, and ends it there. @returns {Promise<object>} the state it was in */
async function endsWhile(state, options, provoke = async () => {}) {
  const daemon = await Daemon.start(guest, options);
  const stream = new Stream(guest.url);
  try {
    await provoke(daemon);
    return (await daemon.healthy(state, 20000)).health;
  } finally {
    await daemon.end();
    stream.end();
  }
}

/** Runs something in the machine until it is called again. @param {string} command */
async function meanwhile(command) {
  await guest.sh(`(${command}) >/dev/null 2>&1 </dev/null & echo $! >/tmp/meanwhile`);
  return () => guest.sh("kill $(cat /tmp/meanwhile)");
}

test("SIGTERM while it is starting", async () => {
  await camera.tell("freeze");
  await endsWhile("starting", kUsb);
  await camera.tell("thaw");
});

test("SIGTERM while it is ok", () => endsWhile("ok", kUsb));

test("SIGTERM while there is no signal", async () => {
  await vivid.set("dv_timings_signal_mode=1", nodes[1]);
  await endsWhile("starved", `--source v4l2:${nodes[1]}`);
});

test("SIGTERM while the camera is stuck", async () => {
  await endsWhile("stalled", kUsb, async (daemon) => {
    await daemon.healthy("ok", 20000);
    await camera.tell("freeze");
  });
  await camera.tell("thaw");
});

test("SIGTERM while it has no device", async () => {
  await endsWhile("no_device", kUsb, () => camera.tell("unplug"));
  await camera.tell("plug");
  await camera.plugged(true);
});

test("SIGTERM while another program holds the camera, which is named", async () => {
  const stop = await meanwhile("exec v4l2-ctl -d /dev/video0 --stream-mmap");
  await guest.sh("sleep 1");
  const { reason } = await endsWhile("busy", kUsb);
  assert.match(reason, /v4l2-ctl/);
  await stop();
});

test("SIGTERM while what is asked for is unsupported", async () => {
  const { reason } = await endsWhile("unsupported", `--source v4l2:${nodes[0]} --format MJPG`);
  assert.match(reason, /MJPG/);
});

test("SIGTERM while the driver fails again and again", async () => {
  const stop = await meanwhile(`while :; do v4l2-ctl -d ${nodes[0]} -c inject_fatal_streaming_error=1; done`);
  await endsWhile("error", `--source v4l2:${nodes[0]} --size 320x180`);
  await stop();
});
