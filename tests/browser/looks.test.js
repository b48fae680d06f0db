// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// What everybody must be able to see and reach: small and large screens, dark and light, with and without a mouse.
// Leaves its screenshots in tests/browser/out.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Device } from "./device.js";
import { launch, Viewer } from "./viewer.js";

const out = fileURLToPath(new URL("./out/", import.meta.url));
let browser, device;

before(async () => {
  mkdirSync(out, { recursive: true });
  browser = await launch();
  device = await Device.start("pattern:640x480@30");
});

after(async () => {
  await browser?.close();
  await device?.end();
});

/** Opens a live page with these settings of the browser, and closes it behind the tale. */
async function look(settings, tell) {
  const viewer = await Viewer.open(browser, device.url, settings);
  try {
    await viewer.situation("live");
    await viewer.page.locator("#pipelines li").first().waitFor();
    await tell(viewer, viewer.page);
    assert.deepEqual(viewer.errors, []);
  } finally {
    await viewer.close();
  }
}

/** Texts with less contrast than WCAG AA asks for. Runs in the browser. */
function faintTexts() {
  const channel = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const parse = (color) => color.match(/[\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => {
    return 0.2126 * channel(r / 255) + 0.7152 * channel(g / 255) + 0.0722 * channel(b / 255);
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const faint = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "");
    if (!own || element.closest(".unseen, noscript, .veil") || !element.checkVisibility()) continue;
    const [a, b] = [luminance(parse(getComputedStyle(element).color)), luminance(behind(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) faint.push(`${element.id || element.className || element.tagName}: ${ratio.toFixed(2)}`);
  }
  return faint;
}

for (const colorScheme of ["light", "dark"]) {
  test(`${colorScheme}: every text has the contrast of WCAG AA`, async () => {
    await look({ colorScheme }, async (viewer, page) => {
      await viewer.moves(2);
      assert.deepEqual(await page.evaluate(faintTexts), []);
      await page.evaluate(() => (document.body.dataset.situation = "lost"));
      assert.deepEqual(await page.evaluate(faintTexts), []);
      await page.evaluate(() => (document.body.dataset.situation = "trouble"));
      assert.deepEqual(await page.evaluate(faintTexts), []);
    });
  });
}

test("dark and light differ, and the plots follow", async () => {
  await look({ colorScheme: "light" }, async (viewer, page) => {
    await viewer.moves(2);
    const surface = () => page.locator(".card").first().evaluate((card) => getComputedStyle(card).backgroundColor);
    const bar = () => {
      return page.locator("#histogram").evaluate((canvas) => {
        const { backgroundColor } = Chart.getChart(canvas).data.datasets[0];
        const { color } = Chart.getChart(canvas).options.scales.x.ticks;
        return `${backgroundColor} ${color}`;
      });
    };
    const light = [await surface(), await bar()];
    await page.screenshot({ path: `${out}light.png`, fullPage: true });
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = [await surface(), await bar()];
    await page.screenshot({ path: `${out}dark.png`, fullPage: true });
    assert.notEqual(light[0], dark[0]);
    assert.notEqual(light[1], dark[1]);
  });
});

/** What is wider than the window. Runs in the browser. */
function tooWide() {
  const right = document.documentElement.clientWidth;
  const sticksOut = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 1 && !element.closest(".unseen, .skip") && (box.right > right + 0.5 || box.left < -0.5);
  };
  const who = [...document.querySelectorAll("body *")].filter(sticksOut).map((element) => element.id || element.tagName);
  return { scrolls: document.documentElement.scrollWidth - right, who };
}

test("nothing sticks out and nothing scrolls sideways, from 320 pixels wide to 2560", async () => {
  await look({ viewport: { width: 360, height: 740 } }, async (viewer, page) => {
    await viewer.moves(2);
    for (const width of [360, 320, 768, 1280, 2560]) {
      await page.setViewportSize({ width, height: 740 });
      await page.waitForTimeout(600); // one poll: the plots are painted in the new size
      assert.deepEqual(await page.evaluate(tooWide), { scrolls: 0, who: [] }, `${width} pixels`);
      await page.screenshot({ path: `${out}${width}.png`, fullPage: width < 1000 });
    }
    // The longest words, in the narrowest window: a lost device.
    await page.setViewportSize({ width: 320, height: 740 });
    await page.route("**/api/state", (route) => route.abort());
    await viewer.situation("lost");
    assert.deepEqual(await page.evaluate(tooWide), { scrolls: 0, who: [] });
    await page.screenshot({ path: `${out}lost.png` });
    viewer.errors = viewer.errors.filter((text) => !text.includes("ERR_FAILED"));
  });
});

test("the keyboard reaches every control, and shows where it is", async () => {
  await look({}, async (viewer, page) => {
    const reached = [];
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press("Tab");
      const { name, visible } = await viewer.focus();
      if (reached.includes(name) || name === "") break;
      assert.ok(visible, `the focus on ${name} is not seen`);
      reached.push(name);
    }
    const controls = ["Skip to the picture", "edges", "snapshot", "fullscreen", "State", "Health", "Metrics"];
    assert.deepEqual(reached.slice(0, controls.length), controls);
  });
});

test("landmarks, headings and names are there for those who do not see the page", async () => {
  await look({}, async (viewer, page) => {
    for (const role of ["banner", "main", "contentinfo", "navigation"]) {
      assert.equal(await page.getByRole(role).count(), 1, role);
    }
    for (const name of ["Live picture", "Status", "Edge strength", "Last minute", "Time per stage", "Pipelines"]) {
      assert.equal(await page.getByRole("region", { name }).count(), 1, name);
      assert.equal(await page.getByRole("heading", { name, level: 2 }).count(), 1, name);
    }
    assert.equal(await page.getByRole("group", { name: "View" }).getByRole("radio").count(), 5);
    for (const name of ["Live picture, edges", "Frame rate", "Latency, capture to publish"]) {
      assert.equal(await page.getByRole("img", { name }).count(), 1, name);
    }
    assert.equal(await page.locator("html").getAttribute("lang"), "en");
  });
});

test("nothing moves but the picture for those who ask for less motion", async () => {
  await look({ reducedMotion: "reduce" }, async (viewer, page) => {
    const moving = await page.evaluate(() => {
      const durations = (element) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element);
        return parseFloat(transitionDuration) + parseFloat(animationDuration);
      };
      return [...document.querySelectorAll("*")].filter((element) => durations(element) > 0).length;
    });
    assert.equal(moving, 0);
  });
});
