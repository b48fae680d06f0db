// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// Every fault that the kernel's test driver can be told to make, while somebody watches.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Daemon } from "../daemon.js";
import { Guest } from "../guest.js";
import { kBackWithinMs, kToldWithinMs, sanitized } from "../limits.js";
import { Stream } from "../stream.js";
import { Vivid } from "../vivid.js";

let guest, vivid, daemon, stream;

before(async () => {
  guest = await Guest.boot("vivid_faults", Daemon.programs());
  vivid = await Vivid.load(guest);
  daemon = await Daemon.start(guest, "--source v4l2:/dev/video0 --size 320x180 --fps 25 --format YUYV");
  stream = new Stream(guest.url);
  await stream.frame(20000);
});

after(async () => {
  stream?.end();
  await guest?.end();
});

/** Runs a test with the driver set so, and sets it back whatever happens. */
async function withSetting(setting, back, does) {
  await vivid.set(setting);
  try {
    await does();
  } finally {
    await vivid.set(back);
  }
}

/** The camera is opened again, and its stream begins anew. */
async function beginAnew() {
  await vivid.set("inject_fatal_streaming_error=1");
  await pause(300);
}

/** Frames come, health says so, and the viewer from the beginning is still there. */
async function allIsWell() {
  await stream.back();
  await daemon.healthy("ok", kBackWithinMs);
  assert.equal((await daemon.health()).status, 200);
  stream.connected();
}

/** Waits for the no-signal picture, and for a state with its reason in words. @param {string[]} states */
async function saysWhy(states, reason) {
  const told = stream.told();
  const state = await daemon.until(states.join(" or "), ({ health }) => states.includes(health.state), kToldWithinMs);
  await told;
  assert.match(state.health.reason, reason);
  const { status, reason: words } = await daemon.health();
  assert.equal(status, 503);
  assert.match(words, reason); // asked later than the state: an age in it may have grown
  assert.equal(await daemon.metric("sobelcam_up"), 0);
}

test("a buffer with the error flag is skipped and counted, and nobody notices", async () => {
  const before = await daemon.counter("flagged");
  await vivid.set("inject_v4l2_buf_flag_error=1");
  await daemon.until("a flagged buffer counted", (state) => daemon.counterOf(state, "flagged") === before + 1);
  await daemon.frames(5);
  await allIsWell();
});

test("a fatal error of the stream ends it, and it is opened again", async () => {
  const faults = await daemon.metric("sobelcam_source_faults_total");
  await vivid.set("inject_fatal_streaming_error=1");
  await daemon.until("frames after the error", (state) => state.health.ok && state.frame.age_ms < 500, kBackWithinMs);
  await daemon.frames(5);
  await allIsWell();
  assert.ok((await daemon.metric("sobelcam_source_faults_total")) >= faults);
});

for (const call of ["reqbufs", "qbuf", "streamon"]) {
  test(`${call} that fails once is tried again`, async () => {
    await vivid.set(`inject_vidioc_${call}_error=1`);
    // The others fail when the camera is opened: make it be opened.
    if (call !== "qbuf") await vivid.set("inject_fatal_streaming_error=1");
    await pause(300);
    await daemon.frames(5);
    await allIsWell();
  });
}

test("a driver that says it is gone is opened again", async () => {
  await vivid.set("disconnect=1");
  await pause(300);
  await daemon.frames(5);
  await allIsWell();
});

test("half of the frames lost are counted as lost, and the rest comes", async () => {
  const before = await daemon.counter("lost");
  await withSetting("percentage_of_dropped_buffers=50", "percentage_of_dropped_buffers=0", async () => {
    await daemon.until("lost frames counted", (state) => daemon.counterOf(state, "lost") > before + 10);
  });
  await allIsWell();
});

test("no frames at all are told to the viewers, and end when frames come", async () => {
  await withSetting("percentage_of_dropped_buffers=100", "percentage_of_dropped_buffers=0", async () => {
    await saysWhy(["starved", "stalled"], /frame|picture/);
  });
  await allIsWell();
});

test("a sequence number that wraps around is no loss", async () => {
  await withSetting("wrap_sequence_number=1", "wrap_sequence_number=0", async () => {
    await beginAnew(); // 128 frames before the wrap
    await daemon.frames(1);
    const before = await daemon.counter("lost");
    await daemon.frames(160, sanitized ? 60000 : 20000);
    assert.ok((await daemon.counter("lost")) < before + 100);
  });
  await allIsWell();
});

test("times of a clock that makes no sense are not believed", async () => {
  await withSetting("wrap_timestamp=1", "wrap_timestamp=0", async () => {
    await beginAnew();
    await daemon.until("distrust", (state) => daemon.counterOf(state, "clock_distrusted") > 0);
    await daemon.frames(3);
    const { age_ms: age } = (await daemon.state()).frame;
    assert.ok(age >= 0 && age < 2000, `a frame is ${age} ms old`);
  });
  await beginAnew();
  await daemon.frames(5);
  await allIsWell();
});

test("a driver that is taken from the device and given back is found again", async () => {
  await guest.sh("echo vivid.0 >/sys/bus/platform/drivers/vivid/unbind");
  await saysWhy(["no_device"], /\/dev\/video0/);
  await guest.sh("echo vivid.0 >/sys/bus/platform/drivers/vivid/bind");
  await allIsWell();
});

test("after all of it, the log has a line a change and the firmware ends cleanly", async () => {
  const lines = daemon.log().split("\n").length;
  assert.ok(lines < 150, `${lines} lines in the log`);
  await daemon.end();
});
