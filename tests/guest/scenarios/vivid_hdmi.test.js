// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// A digital video input: 60 frames a second, and a signal that changes and goes away.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Daemon } from "../daemon.js";
import { built, Guest } from "../guest.js";
import { kBackWithinMs, kToldWithinMs } from "../limits.js";
import { jpegSize, Stream } from "../stream.js";
import { Vivid } from "../vivid.js";

/** A quarter of a second: other work on this machine may keep the reader that long. */
const kBuffers = 16;
/** The driver of an emulated machine that shares its CPUs does not make 60 frames a second. */
const kFewest = 30;

let guest, vivid, daemon, stream;

before(async () => {
  guest = await Guest.boot("vivid_hdmi", [...Daemon.programs(), `${built("rate_check")}:/bin/rate_check`]);
  vivid = await Vivid.load(guest, ["hdmi"]); // its signal begins as 1280x720 at 60 Hz
});

after(async () => {
  stream?.end();
  await guest?.end();
});

/**
 * How many numbers of the driver's did not come to v4l2-ctl, and of how many.
 * @param {string} how it shares buffers: mmap or user @param {number} frames
 */
async function lostByTool(how, frames) {
  // To a file in memory: the console and the shared folder are slow.
  await guest.sh(
    `v4l2-ctl -d /dev/video0 --stream-${how}=${kBuffers} --stream-count=${frames} --verbose >/tmp/${how} 2>&1
      mv /tmp/${how} /mnt/v4l2-ctl.${how}`,
  );
  const listed = readFileSync(guest.shared(`v4l2-ctl.${how}`), "utf8");
  const numbers = [...listed.matchAll(/ seq: +(\d+) /g)].map(([, sequence]) => Number(sequence));
  assert.equal(numbers.length, frames);
  const lost = numbers.slice(1).reduce((sum, number, index) => sum + Math.max(0, number - numbers[index] - 1), 0);
  return { lost, of: numbers.at(-1) - numbers[0] + 1 };
}

// Both lose a number in a hundred, which the driver of a machine without time of its own did not make a frame of.
// The consumer that keeps up under emulation, which no pipeline does, reads a byte of each cache line: rate_check.cpp.
for (const [io, how, seconds] of [
  ["mmap", "mmap", 10],
  ["userptr", "user", 4],
]) {
  test(`${io}: of 1280x720 at 60 frames a second, every frame that the driver made is delivered`, async (t) => {
    const tool = await lostByTool(how, 60 * seconds);
    const said = await guest.sh(`rate_check /dev/video0 ${io} ${seconds}`);
    t.diagnostic(`v4l2-ctl: ${JSON.stringify(tool)}; ours: ${said}`);
    const got = JSON.parse(said);
    assert.equal(got.buffers, kBuffers);
    assert.equal(got.delivered, got.frames);
    assert.equal(got.frames + got.lost, got.numbers);
    assert.deepEqual([got.passed_over, got.skipped], [0, 0]);
    assert.equal(got.not_made + got.refused, got.lost);
    assert.equal(got.refused, 0);
    const rate = got.frames / got.seconds;
    assert.ok(rate > kFewest && rate < 62, said);
    const all = got.numbers / got.seconds;
    assert.ok(all > 58 && all < 62, said);
  });
}

test("the appliance takes the size of the signal, and shows it", async () => {
  // No pipeline of the appliance does 60 of these a second in emulation: the newest is taken, others are passed over.
  daemon = await Daemon.start(guest, "--source v4l2:/dev/video0");
  stream = new Stream(guest.url);
  const { jpeg } = await stream.frame(20000);
  assert.deepEqual(jpegSize(jpeg), [1280, 720]);
  await daemon.healthy("ok", 20000);
});

test("another size of the signal is followed, and no viewer is dropped", async () => {
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
  const told = stream.told();
  await vivid.set("dv_timings_signal_mode=1");
  await told;
  const { status, reason } = await daemon.health();
  assert.equal(status, 503);
  assert.match(reason, /signal/);
  await vivid.set("dv_timings_signal_mode=0");
  await stream.back();
  await daemon.healthy("ok", kBackWithinMs);
  stream.connected();
});

test("the firmware ends cleanly", async () => {
  await daemon.end();
});
