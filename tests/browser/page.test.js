// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// The page while all is well.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { Device } from "./device.js";
import { launch, Viewer } from "./viewer.js";

let browser, device, viewer, page;

before(async () => {
  browser = await launch();
  device = await Device.start("pattern:640x480@30");
  viewer = await Viewer.open(browser, device.url);
  page = viewer.page;
});

after(async () => {
  await browser?.close();
  await device?.end();
});

const radio = (name) => page.getByRole("radio", { name, exact: true });
const onlyView = async () => (await device.get("/api/state")).clients.list.map((client) => client.view).join();

/** Comes back when exactly one stream is open, of this view. */
async function streams(view) {
  const end = Date.now() + 5000;
  while ((await onlyView()) !== view) {
    assert.ok(Date.now() < end, `the device streams "${await onlyView()}" instead of "${view}"`);
    await page.waitForTimeout(50);
  }
}

/** The largest difference between two color channels of a pixel: 0 in a gray picture. */
function colorfulness({ pixels }) {
  let most = 0;
  for (let i = 0; i < pixels.length; i += 4) {
    const [r, g, b] = pixels.slice(i, i + 3);
    most = Math.max(most, Math.max(r, g, b) - Math.min(r, g, b));
  }
  return most;
}

test("the picture moves, in the source's size", async () => {
  await viewer.situation("live");
  await viewer.moves(5);
  const { width, height } = await viewer.look();
  assert.deepEqual([width, height], [640, 480]);
  assert.equal(await viewer.text("badge"), "Live");
  assert.equal(await page.title(), "sobelcam");
});

test("the histogram's total is width times height", async () => {
  assert.match(await viewer.text("histogram-words"), /^307,200 pixels: [\d.]+ % have edge strength 0/);
  const plot = page.getByRole("img", { name: "Histogram of edge strength" });
  assert.equal(await plot.getAttribute("aria-describedby"), "histogram-words");
  const painted = await plot.evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return data.some((value) => value !== 0);
  });
  assert.ok(painted);
});

test("the status says that this is no camera, and what comes from it", async () => {
  assert.equal(await viewer.text("source-tag"), "Test pattern");
  assert.match(await viewer.text("source"), /not a camera/);
  assert.match(await viewer.text("size"), /^640 × 480 pixels/);
  assert.match(await viewer.text("rate"), /^\d+\.\d frames per second, [\d,]+ frames? so far$/);
  assert.match(await viewer.text("age"), /^\d+ ms$/);
  assert.match(await viewer.text("health"), /^OK for /);
  assert.match(await viewer.text("viewers"), /^1 stream, room for \d+$/);
  assert.match(await viewer.text("drops"), /^None$|^\d/);
  const { pipeline, version } = await device.get("/api/state");
  assert.match(await viewer.text("pipeline"), new RegExp(`^${pipeline.name}`));
  assert.equal(await viewer.text("version"), version);
});

test("the frame rate and the latency are plotted and told", async () => {
  const told = /^Now (\d+\.\d) (fps|ms); \d+\.\d to \d+\.\d in the last minute\.$/;
  const [, fps] = (await viewer.text("fps-words")).match(told);
  assert.ok(Number(fps) > 5 && Number(fps) < 40, fps);
  assert.match(await viewer.text("latency-words"), told);
});

test("the table shows the stages of the device, each with five times", async () => {
  await page.getByRole("rowheader", { name: "encode edges" }).waitFor();
  const { stages } = await device.get("/api/timings");
  const rows = await page.locator("#timings tbody tr").evaluateAll((all) => {
    return all.map((row) => [...row.cells].map((cell) => cell.textContent));
  });
  const names = [...stages.map((stage) => stage.name.replaceAll("_", " ")), "capture to publish"];
  assert.deepEqual(rows.map(([name]) => name), names);
  for (const [, ...times] of rows) {
    assert.equal(times.length, 5);
    for (const time of times) assert.match(time, /^\d+(\.\d\d)?$/);
  }
});

test("the pipelines are listed as the device lists them", async () => {
  const { pipelines, active } = await device.get("/api/pipelines");
  const items = await page.locator("#pipelines li").evaluateAll((all) => all.map((item) => item.textContent));
  assert.equal(items.length, pipelines.length);
  pipelines.forEach(({ name, usable }, index) => {
    const badge = name === active ? "In use" : usable ? "Usable" : "Not usable";
    assert.ok(items[index].startsWith(name + badge), items[index]);
  });
});

test("each view is another picture, and only one stream is open", async () => {
  const pictures = {};
  for (const name of ["Gray", "Blur", "Equalized", "Source", "Edges"]) {
    await page.locator("#views label", { hasText: name }).click();
    assert.ok(await radio(name).isChecked(), name);
    assert.equal(await page.getByRole("radio", { checked: true }).count(), 1);
    await streams(name.toLowerCase());
    await viewer.moves(2);
    pictures[name] = await viewer.look();
    assert.equal(await page.locator("#live").getAttribute("alt"), `Live picture, ${name.toLowerCase()}`);
  }
  assert.ok(colorfulness(pictures.Source) > 20);
  for (const name of ["Gray", "Blur", "Equalized", "Edges"]) assert.equal(colorfulness(pictures[name]), 0, name);
  const mean = ({ pixels }) => {
    const reds = pixels.filter((_, i) => i % 4 === 0);
    return reds.reduce((sum, red) => sum + red, 0) / reds.length;
  };
  assert.ok(Math.abs(mean(pictures.Gray) - mean(pictures.Edges)) > 10);
});

test("the view switch works with the keyboard", async () => {
  await radio("Edges").focus();
  await page.keyboard.press("ArrowRight");
  assert.ok(await radio("Gray").isChecked());
  assert.ok((await viewer.focus()).visible);
  await streams("gray");
  await viewer.moves(2);
  await page.keyboard.press("ArrowLeft");
  assert.ok(await radio("Edges").isChecked());
  await streams("edges");
});

test("the view survives a reload, in the address", async () => {
  await radio("Blur").check({ force: true });
  assert.match(page.url(), /#blur$/);
  await page.reload();
  await viewer.situation("live");
  assert.ok(await radio("Blur").isChecked());
  await streams("blur");
  await radio("Edges").check({ force: true });
  await streams("edges");
});

test("a snapshot is saved as a JPEG that says what it shows", async () => {
  const button = page.getByRole("button", { name: "Snapshot" });
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  assert.match(download.suggestedFilename(), /^sobelcam-edges-\d+\.jpg$/);
  const bytes = await readFile(await download.path());
  assert.deepEqual([...bytes.subarray(0, 3)], [0xff, 0xd8, 0xff]);
  assert.equal(await viewer.text("note"), `Saved ${download.suggestedFilename()}`);
});

test("the picture fills the screen and comes back", async () => {
  const button = page.getByRole("button", { name: "Full screen" });
  await button.press("Enter");
  await page.waitForFunction(() => document.fullscreenElement?.id === "picture");
  // The event that tells the page comes a moment after the element is in place.
  await page.waitForSelector('#fullscreen[aria-pressed="true"]', { state: "attached" });
  await viewer.moves(2);
  await page.evaluate(() => document.exitFullscreen());
  await page.waitForFunction(() => document.fullscreenElement === null);
  await page.waitForSelector('#fullscreen[aria-pressed="false"]');
});

test("polls do not overlap and come about twice a second", async () => {
  const from = viewer.requests.length;
  await page.waitForTimeout(3000);
  const polls = viewer.requests.slice(from).filter((url) => url.endsWith("/api/state")).length;
  assert.ok(polls >= 3 && polls <= 7, `${polls} polls in 3 s`);
});

test("no request left the host, and nothing went wrong", async () => {
  assert.ok(viewer.requests.length > 20);
  const strangers = viewer.requests.filter((url) => !url.startsWith(device.url) && !/^(data|blob):/.test(url));
  assert.deepEqual(strangers, []);
  assert.deepEqual(viewer.errors, []);
});

test("recorded pictures move too, and are called what they are", async () => {
  const replay = await Device.start("replay:tests/data/photos@5");
  const other = await Viewer.open(browser, `${replay.url}#source`);
  try {
    await other.situation("live");
    await other.moves(3);
    assert.equal(await other.text("source-tag"), "Recording");
    // The photos have several shapes: behind the live one no other may look out.
    const covers = () => getComputedStyle(document.querySelector("#picture img")).backgroundColor === "rgb(5, 8, 10)";
    assert.equal(await other.page.evaluate(covers), true);
    assert.match(await other.text("source"), /^Recorded pictures, not a camera/);
    assert.deepEqual(other.errors, []);
  } finally {
    await other.close();
    await replay.end();
  }
});
