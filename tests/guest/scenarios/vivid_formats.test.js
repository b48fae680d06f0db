// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// Every raw format that the kernel's test driver has and we list: captured whole, and turned into the edges that the
// reference makes of it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { built, Guest } from "../guest.js";
import { Vivid } from "../vivid.js";

const kSize = [320, 180];
/** What the formats of one picture may differ in gray, on average: they round color in different places. */
const kGrayTolerance = 3;
/** A mosaic has a third of the colors, and none of them at the edges of the bars. */
const kBayerTolerance = 10;

let guest, vivid, ours, mosaics;

before(async () => {
  guest = await Guest.boot("vivid_formats", [`${built("frame_check")}:/bin/frame_check`]);
  vivid = await Vivid.load(guest, ["webcam", "multi-planar webcam"]);
  const lines = (await guest.sh("frame_check formats")).split("\n");
  ours = lines.map((line) => line.padEnd(4).slice(0, 4));
  mosaics = lines.filter((line) => line.endsWith(" bayer")).map((line) => line.slice(0, 4));
});

after(() => guest?.end());

/** Captures a still picture in each format by the driver's own tool. */
async function captureRaw(node, fourccs, folder) {
  await guest.sh(`mkdir -p ${folder}`);
  await vivid.set("osd_text_mode=2", node);
  const [width, height] = kSize;
  for (const fourcc of fourccs) {
    const format = `width=${width},height=${height},pixelformat='${fourcc}'`;
    const target = `'${folder}/${fourcc}.raw'`;
    await guest.sh(`v4l2-ctl -d ${node} --set-fmt-video=${format} --stream-mmap --stream-count=1 --stream-to=${target}`);
  }
}

for (const [kind, node] of [
  ["single-planar", "/dev/video0"],
  ["multi-planar", "/dev/video1"],
]) {
  test(`${kind}: every format, by mmap and by userptr`, async (t) => {
    const offered = await vivid.fourccs(node);
    const fourccs = ours.filter((fourcc) => offered.includes(fourcc));
    assert.equal(fourccs.length, 36, `of ${ours.length} formats, vivid has ${fourccs.join(" ")}`);
    const folder = `/tmp/${kind}`;
    await captureRaw(node, fourccs, folder);
    for (const io of ["mmap", "userptr"]) {
      const names = fourccs.map((fourcc) => `'${fourcc}'`).join(" ");
      const { output } = await guest.attempt(`frame_check ${node} ${io} ${kSize.join("x")} ${folder} ${names}`, 200000);
      for (const fourcc of fourccs) {
        await t.test(`${kind} ${fourcc} ${io}`, () => {
          const line = output.split("\n").find((text) => text.startsWith(`${fourcc} `)) ?? output;
          const [, off] = line.match(/ equal, gray off by ([\d.]+)$/) ?? [];
          assert.ok(off !== undefined, line);
          assert.ok(Number(off) < (mosaics.includes(fourcc) ? kBayerTolerance : kGrayTolerance), line);
        });
      }
    }
    await guest.sh(`rm -r ${folder}`);
  });
}
