// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// The page while something is wrong, or nobody looks. Errors in the console are expected here: the browser notes each
// failed connection, and nothing can keep it from that.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Device, Proxy } from "./device.js";
import { launch, Viewer } from "./viewer.js";

const kSource = "pattern:640x480@30";
let browser;

before(async () => {
  browser = await launch();
});

after(() => browser?.close());

/** Runs a story with a device and a viewer, and ends both. */
async function story(source, tell) {
  const stage = { device: await Device.start(source) };
  try {
    stage.viewer = await Viewer.open(browser, stage.device.url);
    await tell(stage);
  } finally {
    await stage.viewer?.close();
    await stage.device.end();
  }
}

/** Asserts that nobody could take the picture for a live one. */
async function isStale(viewer) {
  await viewer.page.waitForTimeout(300); // the transition
  const opacity = (id) => viewer.page.locator(id).evaluate((element) => Number(getComputedStyle(element).opacity));
  assert.equal(await opacity("#live"), 0);
  assert.ok((await opacity("#still")) < 0.5);
  assert.ok(await viewer.page.locator("#veil-title").isVisible());
}

test("a killed device is lost within seconds, and found again on its own", async () => {
  await story(kSource, async (stage) => {
    const { viewer } = stage;
    await viewer.situation("live");
    await viewer.moves(3);
    await stage.device.end("SIGKILL");
    await viewer.situation("lost", 5000);
    const alert = viewer.page.getByRole("alert");
    assert.match(await alert.innerText(), /The device is lost\s+It does not answer: the connection failed\./);
    assert.match(await viewer.text("veil-retry"), /reconnects by itself. Next try in \d\.\d s; \d+ failed so far/);
    assert.equal(await viewer.text("badge"), "Device lost");
    assert.match(await viewer.page.title(), /^Device lost/);
    assert.match(await viewer.text("health"), /^Not known/);
    assert.match(await viewer.text("status-title"), /last known/);
    await isStale(viewer);
    // The last frame is still there, behind the words.
    const kept = await viewer.page.locator("#still").evaluate((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return data.some((value, i) => i % 4 < 3 && value > 0);
    });
    assert.ok(kept);

    stage.device = await Device.start(kSource, stage.device.port);
    await viewer.situation("live", 8000);
    await viewer.moves(3);
    assert.equal(await viewer.text("badge"), "Live");
    assert.equal((await alert.innerText()).trim(), "");
    assert.equal((await stage.device.get("/api/state")).clients.streaming, 1);
  });
});

test("a device that hangs is lost too", async () => {
  await story(kSource, async ({ device, viewer }) => {
    await viewer.situation("live");
    device.signal("SIGSTOP");
    await viewer.situation("lost", 8000);
    assert.match(await viewer.text("veil-reason"), /nothing came within 2 s/);
    await isStale(viewer);
    device.signal("SIGCONT");
    await viewer.situation("live", 10000);
    await viewer.moves(3);
  });
});

test("a stream that ends without a word is opened again while the device is well", async () => {
  await story(kSource, async ({ device }) => {
    const proxy = await Proxy.start(device.port);
    const viewer = await Viewer.open(browser, proxy.url);
    try {
      await viewer.situation("live");
      await viewer.moves(3);
      proxy.endStreams();
      await viewer.page.waitForTimeout(500);
      await viewer.moves(3, 15000);
      assert.equal(await viewer.page.locator("body").getAttribute("data-situation"), "live");
    } finally {
      await viewer.close();
      proxy.end();
    }
  });
});

test("a missing source is told with the device's reason, in the picture, the status and for a snapshot", async () => {
  await story("replay:/nonexistent", async ({ device, viewer }) => {
    await viewer.situation("trouble");
    const { health } = await device.get("/api/state");
    assert.equal(health.ok, false);
    assert.equal(await viewer.text("veil-title"), "Nothing to replay");
    assert.equal(await viewer.text("badge"), "Nothing to replay");
    assert.ok((await viewer.text("veil-reason")).toLowerCase().startsWith(health.reason.toLowerCase()));
    assert.match(await viewer.text("health"), /^Nothing to replay for /);
    assert.equal(await viewer.text("histogram-words"), "No frame yet.");
    assert.equal(await viewer.text("size"), "No frame yet");
    await isStale(viewer);
    assert.deepEqual(viewer.errors, []);
    await viewer.page.getByRole("button", { name: "Snapshot" }).click();
    await viewer.page.locator("#note", { hasText: /^No snapshot: \S/ }).waitFor({ timeout: 8000 });
  });
});

test("a hidden page asks for nothing and ends its stream; it goes on when it is seen again", async () => {
  await story(kSource, async ({ device, viewer }) => {
    const { page } = viewer;
    await viewer.situation("live");
    const show = (hidden) => {
      return page.evaluate((value) => {
        Object.defineProperty(document, "hidden", { value, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    };
    await show(true);
    await viewer.situation("paused");
    assert.match(await page.locator("#live").getAttribute("src"), /^data:/);
    await page.waitForTimeout(700); // for what was under way
    const asked = viewer.requests.length;
    await page.waitForTimeout(1500);
    assert.equal(viewer.requests.length, asked);
    assert.equal((await device.get("/api/state")).clients.streaming, 0);
    await show(false);
    await viewer.situation("live");
    await viewer.moves(3);
    assert.equal((await device.get("/api/state")).clients.streaming, 1);
    assert.deepEqual(viewer.errors, []);
  });
});

test("a page that is left ends its stream, and nothing goes wrong", async () => {
  await story(kSource, async ({ device, viewer }) => {
    await viewer.situation("live");
    await viewer.page.goto(`${device.url}metrics`);
    const end = Date.now() + 4000;
    while ((await device.get("/api/state")).clients.streaming > 0) {
      assert.ok(Date.now() < end, "the stream goes on");
      await viewer.page.waitForTimeout(100);
    }
    await viewer.page.goBack();
    await viewer.situation("live");
    await viewer.moves(2);
    assert.deepEqual(viewer.errors.filter((text) => !/404/.test(text)), []);
  });
});
