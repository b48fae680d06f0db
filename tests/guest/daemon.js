// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { built } from "./guest.js";
import { kEndWithinMs, took } from "./limits.js";

/** The firmware in an emulated machine, as the host sees it. */
export class Daemon {
  /** What Guest.boot() must be given. */
  static programs() {
    return [`${built("sobelcamd")}:/bin/sobelcamd`];
  }

  /** @param {import("./guest.js").Guest} guest @param {string} options of sobelcamd, as a shell reads them */
  static async start(guest, options) {
    const daemon = new Daemon(guest);
    await guest.sh(`daemon_start ${options}`);
    await daemon.until("the first answer", () => true, 20000);
    return daemon;
  }

  constructor(guest) {
    this.guest = guest;
    this.url = guest.url;
  }

  /** @param {string} path */
  async #get(path) {
    return fetch(new URL(path, this.url), { signal: AbortSignal.timeout(5000) });
  }

  async json(path) {
    return (await this.#get(path)).json();
  }

  state() {
    return this.json("api/state");
  }

  /** The status of /health, and what it says. */
  async health() {
    const reply = await this.#get("health");
    return { status: reply.status, ...(await reply.json()) };
  }

  /** One number of /metrics. @param {string} name with its labels, as it stands there */
  async metric(name) {
    const line = (await (await this.#get("metrics")).text()).split("\n").find((text) => text.startsWith(`${name} `));
    assert.ok(line, `/metrics has no ${name}`);
    return Number(line.slice(name.length));
  }

  /**
   * Comes back with the state when it is as wanted.
   * @param {string} what for the message @param {(state: object) => boolean} wanted @param {number} limitMs
   */
  async until(what, wanted, limitMs = 10000) {
    const end = Date.now() + limitMs;
    let state = null;
    for (;;) {
      try {
        state = await this.state();
        if (wanted(state)) return state;
      } catch (error) {
        if (Date.now() > end) throw new Error(`${what}: ${error.message}\n${this.log().slice(-2000)}`);
      }
      assert.ok(Date.now() < end, `not within ${limitMs} ms: ${what}; ${JSON.stringify(state)}\n${this.log().slice(-2000)}`);
      await pause(100);
    }
  }

  /** What the camera has counted since the program began. @param {string} name such as "lost" */
  counterOf(state, name) {
    const count = { ...state.camera?.frames, ...state.camera?.events }[name];
    assert.equal(typeof count, "number", `/api/state counts no ${name}: ${JSON.stringify(state.camera)}`);
    return count;
  }

  async counter(name) {
    return this.counterOf(await this.state(), name);
  }

  /** Comes back when health is in this state. @param {string} name */
  healthy(name = "ok", limitMs = 10000) {
    return this.until(`health ${name}`, (state) => state.health.state === name, limitMs);
  }

  /** Comes back when some frames more have come. */
  async frames(more = 5, limitMs = 10000) {
    const total = () => this.metric("sobelcam_frames_total");
    const wanted = (await total()) + more;
    const end = Date.now() + limitMs;
    while ((await total()) < wanted) {
      assert.ok(Date.now() < end, `not ${more} frames within ${limitMs} ms\n${this.log().slice(-2000)}`);
      await pause(100);
    }
  }

  log() {
    return readFileSync(this.guest.shared("sobelcamd.log"), "utf8");
  }

  /** How many descriptors, mappings and kilobytes it holds. */
  async holds() {
    const [descriptors, mappings, kilobytes] = (await this.guest.sh("daemon_holds")).split(" ").map(Number);
    return { descriptors, mappings, kilobytes };
  }

  /** Ends it by a signal, which must be quick and clean. */
  async end(signal = "TERM") {
    const [code, hundredths] = (await this.guest.sh(`daemon_stop ${signal}`)).split(" ").map(Number);
    const mistakes = this.log().match(/^.*(ERROR: \w+Sanitizer|runtime error:)[^]*/m);
    assert.equal(mistakes, null, mistakes?.[0]);
    assert.equal(code, 0, `sobelcamd ended with code ${code} on SIG${signal}\n${this.log().slice(-2000)}`);
    took(`the end on SIG${signal}`, hundredths * 10);
    assert.ok(hundredths * 10 <= kEndWithinMs, `sobelcamd took ${hundredths / 100} s to end on SIG${signal}`);
  }
}
