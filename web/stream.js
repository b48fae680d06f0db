// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import { streamUrl } from "./api.js";
import { waitAfter } from "./backoff.js";
import { judgePicture, kStuckMs } from "./liveness.js";

/**
 * Removing the element, or its attribute, leaves the connection open in some browsers; another picture in its place
 * closes it in all of them. One transparent pixel.
 */
const kEmptyPicture = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

/** Doubles with each needless reopening, so that a still scene is not reopened for ever. */
const kLongestPatienceMs = 60000;

/**
 * The live picture: at most one stream, in an <img>, with a canvas behind it that keeps the last frame while there is
 * no stream. Says in the attribute data-stream of the picture's frame whether it is "open" or "closed".
 */
export class LivePicture {
  /** @param {HTMLImageElement} img @param {HTMLCanvasElement} still */
  constructor(img, still) {
    this.img = img;
    this.still = still;
    this.print = document.createElement("canvas");
    this.print.width = 64;
    this.print.height = 36;
    this.view = "";
    this.opened = 0;
    this.errors = 0;
    this.needless = 0;
    this.sight = null;
    this.healthy = true;
    this.timer = undefined;
    img.addEventListener("load", () => this.loaded());
    img.addEventListener("error", () => this.failed());
  }

  get isOpen() {
    return this.img.dataset.stream === "open";
  }

  /** Opens the stream of a view, in place of the one that is open. @param {string} view */
  open(view) {
    this.close();
    this.view = view;
    this.sight = null;
    this.opened += 1;
    this.img.dataset.stream = "open";
    delete this.img.dataset.shown;
    this.img.src = streamUrl(view, `${Date.now()}-${this.opened}`);
  }

  /** Ends the stream, so that the device sees the connection end. The last frame stays visible. */
  close() {
    clearTimeout(this.timer);
    this.keepFrame();
    this.img.dataset.stream = "closed";
    this.img.src = kEmptyPicture;
  }

  /**
   * The end for a page that is left. Chrome lets a page that unloads load nothing more, not even the empty picture, but
   * ends its stream for it.
   */
  leave() {
    clearTimeout(this.timer);
    this.img.dataset.stream = "closed";
    this.img.removeAttribute("src");
  }

  /**
   * To be called with each answer of the device: keeps the last frame, and reopens a stream that died in silence.
   * @param {number} seq the device's newest frame
   * @param {boolean} healthy false while the stream carries a drawn picture without news, which is not worth keeping
   */
  check(seq, healthy) {
    this.healthy = healthy;
    if (!healthy) this.sight = null;
    if (!this.isOpen || !healthy) return;
    this.keepFrame();
    const patienceMs = Math.min(kStuckMs * 2 ** this.needless, kLongestPatienceMs);
    const look = { print: this.fingerprint(), seq, nowMs: performance.now(), patienceMs };
    const before = this.sight;
    const { sight, stuck } = judgePicture(before, look);
    if (before !== null && sight !== before) this.needless = 0;
    this.sight = sight;
    if (stuck) {
      this.needless += 1;
      this.open(this.view);
    }
  }

  loaded() {
    if (!this.isOpen) return;
    this.errors = 0;
    this.img.dataset.shown = "";
  }

  failed() {
    if (!this.isOpen) return;
    this.errors += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(this.view), waitAfter(this.errors));
  }

  /** After a reset of the connection Chrome drops the picture; so the copy is made while there still is one. */
  keepFrame() {
    const { naturalWidth: width, naturalHeight: height } = this.img;
    if (!this.isOpen || !this.healthy || width === 0) return;
    if (this.still.width !== width) this.still.width = width;
    if (this.still.height !== height) this.still.height = height;
    this.still.getContext("2d").drawImage(this.img, 0, 0);
  }

  /** @returns {number | null} null when there is no picture */
  fingerprint() {
    if (this.img.naturalWidth === 0 || !this.img.complete) return null;
    const { width, height } = this.print;
    const context = this.print.getContext("2d", { willReadFrequently: true });
    context.drawImage(this.img, 0, 0, width, height);
    let sum = 0;
    for (const value of context.getImageData(0, 0, width, height).data) sum = (Math.imul(sum, 31) + value) | 0;
    return sum;
  }
}
