// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// A USB camera on the kernel's own driver: what cameras do to people, while two of them watch.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Daemon, kBackWithinMs, kToldWithinMs } from "../daemon.js";
import { Guest } from "../guest.js";
import { jpegSize, Stream } from "../stream.js";
import { UsbCamera } from "../usb_camera.js";

const kRounds = 50;
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
  await everybody((stream) => stream.frame(kBackWithinMs));
  await daemon.healthy("ok", kBackWithinMs);
  streams.forEach((stream) => stream.connected());
}

async function unplugAndReplug() {
  const told = everybody((stream) => stream.noSignal(kToldWithinMs));
  await camera.tell("unplug");
  await told;
  await camera.plugged(false);
  await camera.tell("plug");
  await camera.plugged(true);
  await everybody((stream) => stream.frame(kBackWithinMs));
}

test("MJPG: edges and the camera's own picture, in its size", async () => {
  await begin("--size 640x480 --format MJPG");
  for (const { last } of streams) assert.deepEqual(jpegSize(last.jpeg), [640, 480]);
  await daemon.frames(10);
  await allIsWell();
});

test("unplugged, the viewers are told why; plugged in again, they see frames again", async () => {
  const told = everybody((stream) => stream.noSignal(kToldWithinMs));
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
  const told = everybody((stream) => stream.noSignal(kToldWithinMs));
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
  for (let round = 0; round < 3; round += 1) await unplugAndReplug();
  await allIsWell();
  const before = await daemon.holds();
  for (let round = 0; round < kRounds; round += 1) await unplugAndReplug();
  await allIsWell();
  const after = await daemon.holds();
  t.diagnostic(`before ${JSON.stringify(before)}, after ${JSON.stringify(after)}`);
  assert.ok(after.descriptors <= before.descriptors, `${before.descriptors} descriptors became ${after.descriptors}`);
  assert.ok(after.mappings <= before.mappings + 3, `${before.mappings} mappings became ${after.mappings}`);
  assert.ok(after.kilobytes < before.kilobytes * 1.1 + 1024, `${before.kilobytes} KB became ${after.kilobytes}`);
  await end();
});

const kStates = [
  ["ok", "", async () => daemon.healthy("ok", 20000)],
  ["no_device", "unplug", async () => daemon.healthy("no_device", 20000)],
  ["stalled", "freeze", async () => daemon.until("no frames", ({ health }) => !health.ok, 20000)],
];
for (const [name, command, reached] of kStates) {
  test(`SIGTERM ends the firmware while it is ${name}`, async () => {
    await begin("--size 320x240");
    if (command !== "") await camera.tell(command);
    await reached();
    await end();
    await camera.tell(command === "freeze" ? "thaw" : "plug");
    await camera.plugged(true);
  });
}

test("SIGTERM ends the firmware while another program holds the camera", async () => {
  await guest.sh("v4l2-ctl -d /dev/video0 --stream-mmap >/dev/null 2>&1 </dev/null & echo $! >/tmp/holder");
  await guest.sh("sleep 1");
  daemon = await Daemon.start(guest, "--source v4l2:/dev/video0 --size 320x240");
  const { health } = await daemon.healthy("busy");
  assert.match(health.reason, /v4l2-ctl/);
  await end();
  await guest.sh("kill $(cat /tmp/holder)");
});
