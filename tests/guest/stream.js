// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { kBackWithinMs, kToldWithinMs, took } from "./limits.js";

const kBoundary = Buffer.from("--sobelcam-picture\r\n");
const kBlank = Buffer.from("\r\n\r\n");

/** Somebody who watches the stream with curl, and must never lose it. */
export class Stream {
  #child;
  #rest = Buffer.alloc(0);
  #waiting = [];
  #kill = () => this.#child.kill();

  /** @param {string} url of the firmware @param {string} [view] */
  constructor(url, view = "edges") {
    this.pictures = 0;
    this.ended = null;
    this.#child = spawn("curl", ["-sSN", "--max-time", "600", `${url}stream?view=${view}`], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    process.once("exit", this.#kill);
    let said = "";
    this.#child.stderr.on("data", (text) => (said += text));
    this.#child.stdout.on("data", (bytes) => this.#take(bytes));
    this.#child.once("exit", (code) => {
      this.ended = `curl ended with code ${code}: ${said}`;
      for (const { fail } of this.#waiting) fail(new Error(this.ended));
    });
  }

  #take(bytes) {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const begin = this.#rest.indexOf(kBoundary);
      const blank = begin < 0 ? -1 : this.#rest.indexOf(kBlank, begin);
      if (blank < 0) return;
      const header = this.#rest.subarray(begin, blank).toString("latin1");
      const length = Number(header.match(/Content-Length: (\d+)/)[1]);
      const first = blank + kBlank.length;
      if (this.#rest.length < first + length) return;
      this.#see({
        noSignal: /X-No-Signal: 1/.test(header),
        sequence: Number(header.match(/X-Sequence: (\d+)/)?.[1]),
        jpeg: Buffer.from(this.#rest.subarray(first, first + length)),
      });
      this.#rest = this.#rest.subarray(first + length);
    }
  }

  #see(picture) {
    this.pictures += 1;
    this.last = picture;
    for (const waiting of this.#waiting) if (waiting.wanted(picture)) waiting.found(picture);
  }

  /** The next picture that is as wanted. @param {(picture: object) => boolean} wanted */
  next(what, wanted = () => true, limitMs = 10000) {
    this.connected();
    return new Promise((found, fail) => {
      const waiting = { wanted };
      const settled = (settle) => (value) => {
        clearTimeout(timer);
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        settle(value);
      };
      const late = () => waiting.fail(new Error(`not within ${limitMs} ms: ${what}; ${this.pictures} pictures so far`));
      const timer = setTimeout(late, limitMs);
      Object.assign(waiting, { found: settled(found), fail: settled(fail) });
      this.#waiting.push(waiting);
    });
  }

  /** The next picture that is a frame of the camera. */
  frame(limitMs) {
    return this.next("a frame on the stream", (picture) => !picture.noSignal, limitMs);
  }

  /** A frame, soon after the camera has come back. */
  async back() {
    const since = Date.now();
    await this.frame(kBackWithinMs);
    took("a frame of a camera that is back", Date.now() - since);
  }

  /** The picture that says why there is none, soon after what is done now. */
  async told() {
    const since = Date.now();
    await this.next("a no-signal picture on the stream", (picture) => picture.noSignal, kToldWithinMs);
    took("the reason on the picture", Date.now() - since);
  }

  /** Fails where the stream has ended. */
  connected() {
    assert.equal(this.ended, null);
  }

  end() {
    process.removeListener("exit", this.#kill);
    this.#kill();
  }
}

/** Width and height of a JPEG, from its frame header. @param {Buffer} jpeg */
export function jpegSize(jpeg) {
  for (let at = 2; at + 9 < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    if (jpeg[at + 1] >= 0xc0 && jpeg[at + 1] <= 0xc3) return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)];
  }
  return [0, 0];
}
