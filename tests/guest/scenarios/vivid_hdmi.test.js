// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// A digital video input: 60 frames a second, and a signal that changes and goes away.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Daemon, kBackWithinMs, kToldWithinMs } from "../daemon.js";
import { Guest } from "../guest.js";
import { jpegSize, Stream } from "../stream.js";
import { Vivid } from "../vivid.js";

const kSeconds = 20;

let guest, vivid, daemon, stream;

before(async () => {
  guest = await Guest.boot("vivid_hdmi", Daemon.programs());
  vivid = await Vivid.load(guest, ["hdmi"]);
  // 720p60, which is where vivid's signal begins.
  daemon = await Daemon.start(guest, "--source v4l2:/dev/video0 --pipeline cpu --threads 2");
});

after(async () => {
  stream?.end();
  await guest?.end();
});

test(`1280x720 at 60 frames a second for ${kSeconds} s, with every frame delivered or told why not`, async (t) => {
  await daemon.healthy("ok", 20000);
  const state = await daemon.state();
  assert.deepEqual([state.source.width, state.source.height], [1280, 720]);
  const count = async (name) => daemon.counter(name);
  const uptime = async () => Number((await guest.sh("cat /proc/uptime")).split(" ")[0]);
  const names = ["delivered", "lost", "passed_over", "flagged", "empty", "too_short"];
  const begin = await uptime();
  const before = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await count(name)])));
  await pause(kSeconds * 1000);
  const seconds = (await uptime()) - begin;
  const after = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await count(name)])));
  const got = Object.fromEntries(names.map((name) => [name, after[name] - before[name]]));
  t.diagnostic(`${seconds.toFixed(1)} s of the machine: ${JSON.stringify(got)}`);
  const explained = got.delivered + got.passed_over + got.lost + got.flagged + got.empty + got.too_short;
  assert.ok(explained > 55 * seconds, `${explained} frames in ${seconds} s`);
  assert.equal(got.flagged + got.empty + got.too_short, 0);
});

test("another size of the signal is followed, and no viewer is dropped", async () => {
  stream = new Stream(guest.url);
  await stream.frame(20000);
  await vivid.set("dv_timings_signal_mode=4,dv_timings=0"); // 640x480
  const small = ({ noSignal, jpeg }) => !noSignal && jpegSize(jpeg).join() === "640,480";
  await stream.next("frames of 640x480", small, kBackWithinMs);
  await daemon.healthy("ok", kBackWithinMs);
  assert.equal((await daemon.state()).source.width, 640);
  await vivid.set("dv_timings_signal_mode=4,dv_timings=9"); // 1280x720
  const large = ({ noSignal, jpeg }) => !noSignal && jpegSize(jpeg).join() === "1280,720";
  await stream.next("frames of 1280x720", large, kBackWithinMs);
  stream.connected();
});

test("a signal that goes away is told, and found again", async () => {
  const told = stream.noSignal(kToldWithinMs);
  await vivid.set("dv_timings_signal_mode=1");
  await told;
  const { status, reason } = await daemon.health();
  assert.equal(status, 503);
  assert.match(reason, /signal/);
  await vivid.set("dv_timings_signal_mode=0");
  await daemon.healthy("ok", kBackWithinMs);
  await stream.frame(kBackWithinMs);
  stream.connected();
});

test("the firmware ends cleanly", async () => {
  await daemon.end();
});
