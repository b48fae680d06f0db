// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// Recordings that are made beside a camera and verified elsewhere: here, on other CPUs and, with --build, by another
// build.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { Daemon } from "../daemon.js";
import { built, Guest, ours } from "../guest.js";
import { Vivid } from "../vivid.js";

const kFrames = 20;
const kLoopback = "http://127.0.0.1:8080/api/captures";
const kFormats = ["YUYV", "NV12", "RGGB"];

let guest, vivid;

before(async () => {
  guest = await Guest.boot("vivid_capture", [...Daemon.programs(), `${built("sobelcam")}:/bin/sobelcam`]);
  vivid = await Vivid.load(guest, ["webcam", "hdmi"]);
  for (const node of ["/dev/video0", "/dev/video1"]) await vivid.set("osd_text_mode=0", node); // counts, and moves
});

after(() => guest?.end());

/** Verifies a bundle that the machine has put in its /mnt: every frame, here, and with what was recorded there. */
async function equalHere(name, frames, format) {
  const report = guest.shared(`${name}.json`);
  await promisify(execFile)(ours("sobelcam"), ["verify", guest.shared(name), "--report", report]).catch((error) => {
    assert.fail(`verify ended with code ${error.code}\n${error.stdout}${error.stderr}`);
  });
  const said = JSON.parse(readFileSync(report, "utf8"));
  assert.deepEqual([said.summary.frames, said.summary.equal, said.summary.faults], [frames, frames, 0]);
  for (const frame of said.frames) {
    assert.equal(frame.format, format);
    const subjects = frame.subjects.map((subject) => subject.name);
    for (const subject of ["reference", "cpu", "recorded"]) assert.ok(subjects.includes(subject), `${subjects}`);
  }
}

for (const format of kFormats) {
  test(`${format}: what the appliance records verifies here`, async () => {
    const options = `--source v4l2:/dev/video0 --size 320x180 --format ${format} --capture-folder /tmp/captures`;
    await guest.sh(`listen=127.0.0.1 daemon_start ${options} && await 100 wget -q -O /dev/null ${kLoopback}`);
    const wish = JSON.stringify({ frames: kFrames, planes: ["gray", "blur", "equalized", "magnitude"] });
    const { id } = JSON.parse(await guest.sh(`wget -q -O - --post-data '${wish}' ${kLoopback}`));
    await guest.sh(`recorded() { ! wget -q -O - ${kLoopback} | grep -q '"state":"recording"'; }; await 300 recorded`);
    const list = JSON.parse(await guest.sh(`wget -q -O - ${kLoopback}`));
    const recorded = list.captures.find((capture) => capture.id === id);
    assert.deepEqual([recorded.state, recorded.frames_written], ["complete", kFrames], JSON.stringify(recorded));
    await guest.sh(`wget -q -O /mnt/${format}.tar ${kLoopback}/${id}`);
    await new Daemon(guest).end();
    await equalHere(`${format}.tar`, kFrames, format);
  });
}

test("what the tool records of a camera verifies here", async () => {
  await guest.sh("sobelcam capture --source v4l2:/dev/video0 --frames 3 --planes gray,magnitude --out /mnt/tool.tar");
  const [format] = (await guest.sh("v4l2-ctl -d /dev/video0 --get-fmt-video")).match(/(?<=')....(?=')/);
  await equalHere("tool.tar", 3, format);
});

test("what the tool records of a digital video input verifies here", async () => {
  await vivid.set("dv_timings_signal_mode=4,dv_timings=0", "/dev/video1"); // 640x480
  await guest.sh("sobelcam capture --source v4l2:/dev/video1 --frames 3 --format folder --out /tmp/hdmi");
  await guest.sh("cp -r /tmp/hdmi /mnt");
  const [format] = (await guest.sh("v4l2-ctl -d /dev/video1 --get-fmt-video")).match(/(?<=')....(?=')/);
  await equalHere("hdmi", 3, format);
});
