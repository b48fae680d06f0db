// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const kArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function launch() {
  const executablePath = process.env.SOBELCAM_CHROMIUM ?? "/usr/bin/chromium";
  if (!existsSync(executablePath)) throw new Error(`no browser at ${executablePath}; SOBELCAM_CHROMIUM names another`);
  return chromium.launch({ executablePath, headless: true, args: kArguments });
}

/** Somebody who looks at the page, and writes down what it asks for and what goes wrong. */
export class Viewer {
  /**
   * @param {import("playwright-core").Browser} browser
   * @param {string} url
   * @param {object} [settings] of the browser
   */
  static async open(browser, url, settings = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...settings });
    const viewer = new Viewer(context, await context.newPage());
    await viewer.page.goto(url);
    return viewer;
  }

  constructor(context, page) {
    this.context = context;
    this.page = page;
    this.requests = [];
    this.errors = [];
    page.on("request", (request) => this.requests.push(request.url()));
    page.on("pageerror", (error) => this.errors.push(error.message));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) this.errors.push(message.text());
    });
  }

  close() {
    return this.context.close();
  }

  /** @param {string} kind live, trouble, lost, paused or connecting */
  async situation(kind, timeout = 10000) {
    await this.page.waitForSelector(`body[data-situation="${kind}"]`, { timeout });
  }

  /** The picture as numbers: its size, and the mean of its colors at 64 x 48 places. */
  look() {
    return this.page.evaluate(() => {
      const img = document.getElementById("live");
      if (img.naturalWidth === 0) return { width: 0, height: 0, pixels: [] };
      const canvas = new OffscreenCanvas(64, 48);
      const context = canvas.getContext("2d");
      context.drawImage(img, 0, 0, 64, 48);
      const pixels = [...context.getImageData(0, 0, 64, 48).data];
      return { width: img.naturalWidth, height: img.naturalHeight, pixels };
    });
  }

  /** Comes back when the live picture has changed several times; fails when it does not. */
  async moves(changes = 3, timeout = 10000) {
    const end = Date.now() + timeout;
    let before = null;
    let seen = -1;
    while (seen < changes) {
      if (Date.now() > end) throw new Error(`the picture changed ${Math.max(seen, 0)} times in ${timeout} ms`);
      const { width, pixels } = await this.look();
      const now = width > 1 ? pixels.join() : null;
      if (now !== null && now !== before) seen += 1;
      if (now !== null) before = now;
      await this.page.waitForTimeout(40);
    }
  }

  /** @param {string} id */
  text(id) {
    return this.page.locator(`#${id}`).innerText();
  }

  /** The id or the text of what has the keyboard's focus, and how that is shown. */
  focus() {
    return this.page.evaluate(() => {
      const at = document.activeElement;
      const shown = at.type === "radio" ? at.nextElementSibling : at;
      const { outlineStyle, outlineWidth } = getComputedStyle(shown);
      const name = at === document.body ? "" : at.value || at.id || at.textContent.trim();
      return { name, visible: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 };
    });
  }
}
