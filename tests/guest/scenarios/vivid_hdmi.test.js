// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// A digital video input: 60 frames a second, and a signal that changes and goes away.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Daemon, kBackWithinMs, kToldWithinMs } from "../daemon.js";
import { built, Guest } from "../guest.js";
import { jpegSize, Stream } from "../stream.js";
import { Vivid } from "../vivid.js";

const kSeconds = 20;
/**
 * A frame is missed where the emulated machine does not get its CPUs in time: 3 in 100 were on a machine busy with other
 * work. A reader that is itself too slow misses every third and more.
 */
const kMissed = 0.1;
/** The driver of an emulated machine that shares its CPUs does not make 60 frames a second. */
const kFewest = 30;
/** The frame in work, which takes half a second here, is finished first. */
const kEndWithinS = 4;

let guest, vivid, daemon, stream;

before(async () => {
  guest = await Guest.boot("vivid_hdmi", [...Daemon.programs(), `${built("rate_check")}:/bin/rate_check`]);
  vivid = await Vivid.load(guest, ["hdmi"]); // its signal begins as 1280x720 at 60 Hz
});

after(async () => {
  stream?.end();
  await guest?.end();
});

for (const [io, seconds] of [["mmap", kSeconds], ["userptr", 5]]) {
  test(`${io}: 1280x720 at 60 frames a second for ${seconds} s, and the reader keeps up`, async (t) => {
    const said = await guest.sh(`rate_check /dev/video0 ${io} ${seconds}`);
    t.diagnostic(said);
    const got = JSON.parse(said);
    const rate = got.frames / got.seconds;
    assert.ok(rate > kFewest && rate < 62, said);
    const all = (got.frames + got.missed + got.never_made - got.repeats) / got.seconds;
    assert.ok(all > 58 && all < 62, said);
    assert.ok(got.missed <= kMissed * got.frames, said);
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
  await daemon.end("TERM", kEndWithinS);
});
