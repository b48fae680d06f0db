// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// A USB camera on the kernel's own driver: what cameras do to people, while two of them watch.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Daemon } from "../daemon.js";
import { Guest } from "../guest.js";
import { kBackWithinMs, kToldWithinMs } from "../limits.js";
import { jpegSize, Stream } from "../stream.js";
import { UsbCamera } from "../usb_camera.js";

const kRounds = Number(process.env.SOBELCAM_GUEST_ROUNDS ?? 50);
const kRoundsBetween = 25;
/**
 * Between the last two looks: memory that is taken once has been taken by then. Of 150 rounds, the
 * 25th to the 125th added 4 KB, and the last 25 added 248 KB at once.
 */
const kGrowthKb = 400;
/** Of 30 a second, of which an emulated machine decodes a few and passes over the others. */
const kBadPictures = 90;

let guest, camera, daemon;
let streams = [];

before(async () => {
  guest = await Guest.boot("uvc", [...UsbCamera.programs(), ...Daemon.programs()]);
  // nodrop: pictures with mistakes reach the firmware, as they do on newer kernels.
  camera = await UsbCamera.plug(guest, "nodrop=1");
});

after(async () => {
  streams.forEach((stream) => stream.end());
  await guest?.end();
});

/** Starts the firmware anew, with a viewer of the edges and one of the camera's own picture. */
async function begin(options) {
  daemon = await Daemon.start(guest, `--source v4l2:/dev/video0 ${options}`);
  streams = [new Stream(guest.url, "edges"), new Stream(guest.url, "source")];
  await everybody((stream) => stream.frame(20000));
}

function everybody(does) {
  return Promise.all(streams.map(does));
}

async function end() {
  streams.forEach((stream) => stream.end());
  streams = [];
  await daemon.end();
}

/** The viewers see frames again, and never lost the stream. */
async function allIsWell() {
  await everybody((stream) => stream.back());
  await daemon.healthy("ok", kBackWithinMs);
  streams.forEach((stream) => stream.connected());
}

async function unplugAndReplug() {
  const told = everybody((stream) => stream.told());
  await camera.tell("unplug");
  await told;
  await camera.plugged(false);
  await camera.tell("plug");
  await camera.plugged(true);
  await everybody((stream) => stream.back());
}

test("MJPG: edges and the camera's own picture, in its size", async () => {
  await begin("--size 640x480 --format MJPG");
  for (const { last } of streams) assert.deepEqual(jpegSize(last.jpeg), [640, 480]);
  await daemon.frames(10);
  await allIsWell();
});

test("unplugged, the viewers are told why; plugged in again, they see frames again", async () => {
  const told = everybody((stream) => stream.told());
  await camera.tell("unplug");
  await told;
  const { health } = await daemon.healthy("no_device", kToldWithinMs);
  assert.match(health.reason, /\/dev\/video0.*plug/);
  assert.equal((await daemon.health()).status, 503);
  await camera.plugged(false);
  await camera.tell("plug");
  await camera.plugged(true);
  await allIsWell();
});

test("a camera that freezes is told to the viewers, and awaited", async () => {
  const told = everybody((stream) => stream.told());
  await camera.tell("freeze");
  await told;
  const { health } = await daemon.state();
  assert.ok(["starved", "stalled"].includes(health.state), health.state);
  await camera.tell("thaw");
  await allIsWell();
});

for (const kind of ["garbage", "short"]) {
  test(`pictures that are ${kind} are skipped and counted`, async () => {
    const before = await daemon.counter("broken_jpeg");
    await camera.tell(`picture ${kind} ${kBadPictures}`);
    await daemon.until("broken pictures counted", (state) => daemon.counterOf(state, "broken_jpeg") > before);
    await camera.tell("picture good");
    await allIsWell();
  });
}

test("pictures without Huffman tables are decoded, and shown with them", async () => {
  await camera.tell("picture no-tables 100000");
  await daemon.frames(10);
  const { jpeg } = await streams[1].frame();
  assert.ok(jpeg.includes(Buffer.from([0xff, 0xc4])));
  await camera.tell("picture good");
  await allIsWell();
});

test("YUYV: pictures with the driver's error flag are skipped and counted", async () => {
  await end();
  await begin("--size 320x240 --format YUYV");
  for (const kind of ["short", "trouble"]) {
    const before = (await daemon.counter("flagged")) + (await daemon.counter("too_short"));
    await camera.tell(`picture ${kind} ${kBadPictures}`);
    const counted = (state) => daemon.counterOf(state, "flagged") + daemon.counterOf(state, "too_short") > before;
    await daemon.until(`${kind} pictures counted`, counted);
    await camera.tell("picture good");
    await allIsWell();
  }
  await camera.tell("picture empty 20");
  await daemon.frames(5);
  await allIsWell();
});

test(`${kRounds} rounds of unplugging and plugging in leave nothing behind`, async (t) => {
  const held = [];
  for (let round = 1; round <= kRounds; round += 1) {
    await unplugAndReplug();
    if (round % kRoundsBetween === 0) {
      await allIsWell();
      held.push(await daemon.holds());
    }
  }
  t.diagnostic(`every ${kRoundsBetween} rounds: ${JSON.stringify(held)}`);
  const [before, after] = held.slice(-2);
  assert.ok(after.descriptors <= before.descriptors, `${before.descriptors} descriptors became ${after.descriptors}`);
  assert.ok(after.mappings <= before.mappings + 3, `${before.mappings} mappings became ${after.mappings}`);
  assert.ok(after.kilobytes <= before.kilobytes + kGrowthKb, `${before.kilobytes} KB became ${after.kilobytes}`);
  await end();
});
