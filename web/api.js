// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// The only file that knows the device's URLs and the shape of its answers. Whatever passes the checks here can be
// painted without further questions; whatever does not becomes one sentence.

/** The pictures that the device can send. */
export const kViews = Object.freeze(["edges", "gray", "blur", "equalized", "source"]);

/** A request that takes longer than this counts as no answer. */
export const kTimeoutMs = 2000;

/** The device itself waits up to 3 s for a fresh picture, and then gives a reason worth reading. */
const kSnapshotTimeoutMs = 5000;

/**
 * @typedef {object} Source
 * @property {string} spec what was asked for: "pattern:640x480@30"
 * @property {string} description the same for people
 * @property {boolean} test_pattern
 * @property {number} width 0 before the first frame, like height
 * @property {number} height
 * @property {string} format "" before the first frame
 * @property {string} range
 *
 * @typedef {object} Camera
 * @property {boolean} open false: what it was when it was last open
 * @property {string} node
 * @property {string} card
 * @property {string} format a fourcc, with its trailing spaces
 * @property {number} width
 * @property {number} height
 * @property {number} promised_fps 0 where the driver names none
 * @property {number} measured_fps
 * @property {string} chosen what was chosen, and why
 * @property {string} io
 * @property {number} buffers
 * @property {string[]} notes
 * @property {Record<string, number>} frames by what became of them
 * @property {{fourcc: string, usable: boolean}[]} formats
 *
 * @typedef {object} Control
 * @property {string} name
 * @property {string} type
 * @property {number} minimum
 * @property {number} maximum
 * @property {number} default
 * @property {number} value
 * @property {boolean} disabled
 * @property {boolean} inactive
 * @property {{value: number, name: string}[]} menu
 * @typedef {{reason: string, controls: Control[]}} Controls
 *
 * @typedef {{source: number, pipeline: number, bad_frame: number, encoder: number}} Drops
 * @typedef {{connected: number, streaming: number, max: number}} Clients
 * @typedef {{ok: boolean, state: string, reason: string, since_s: number}} Health
 *
 * @typedef {object} State
 * @property {string} version
 * @property {number} uptime_s
 * @property {Source} source
 * @property {Camera | null} camera null where none was open yet
 * @property {{name: string, equalize: boolean}} pipeline
 * @property {{seq: number, age_ms: number} | null} frame null before the first frame
 * @property {number} fps
 * @property {Drops} drops by cause, since the start
 * @property {Clients} clients
 * @property {Health} health
 *
 * @typedef {{last_us: number, p50_us: number, p95_us: number, p99_us: number, max_us: number}} Times
 * @typedef {Times & {name: string}} Stage
 * @typedef {{stages: Stage[], capture_to_publish: Times}} Timings
 * @typedef {{seq: number, width: number, height: number, bins: number[], total: number}} Histogram
 * @typedef {{name: string, summary: string, usable: boolean, reason: string}} Pipeline
 * @typedef {{active: string, pipelines: Pipeline[]}} Pipelines
 */

/** No answer at all: refused, unreachable, or too slow. */
export class NoAnswer extends Error {
  name = "NoAnswer";
}

/** The device answered and said no; the message is its reason. */
export class Refused extends Error {
  name = "Refused";

  /** @param {number} status @param {string} reason */
  constructor(status, reason) {
    super(reason);
    this.status = status;
  }
}

/** The device answered something this page does not understand, so one of the two is too old. */
export class WrongShape extends Error {
  name = "WrongShape";
}

/** @param {string} view @param {string} nonce makes the browser open a new stream instead of an old one */
export function streamUrl(view, nonce) {
  return `/stream?view=${encodeURIComponent(view)}&n=${encodeURIComponent(nonce)}`;
}

/** @returns {Promise<State>} */
export async function fetchState() {
  return checkState(await json("/api/state"));
}

/** @returns {Promise<Timings>} */
export async function fetchTimings() {
  return checkTimings(await json("/api/timings"));
}

/** @returns {Promise<Histogram | null>} null before the first frame */
export async function fetchHistogram() {
  try {
    return checkHistogram(await json("/api/histogram"));
  } catch (error) {
    if (error instanceof Refused && error.status === 503) return null;
    throw error;
  }
}

/** @returns {Promise<Pipelines>} */
export async function fetchPipelines() {
  return checkPipelines(await json("/api/pipelines"));
}

/** @returns {Promise<Controls>} */
export async function fetchControls() {
  return checkControls(await json("/api/controls"));
}

/**
 * One picture that is newer than this question.
 * @param {string} view
 * @returns {Promise<{picture: Blob, seq: string}>} seq: its frame number
 */
export function fetchSnapshot(view) {
  const read = async (response) => {
    return { picture: await response.blob(), seq: response.headers.get("X-Sequence") ?? "latest" };
  };
  return get(`/snapshot?view=${encodeURIComponent(view)}`, read, kSnapshotTimeoutMs);
}

/** @param {string} url */
function json(url) {
  return get(url, (response) => response.json());
}

/**
 * The time-out covers the body too: a device that dies in the middle of an answer must not hang the page.
 * @template Body
 * @param {string} url
 * @param {(response: Response) => Promise<Body>} read
 * @param {number} [timeoutMs]
 * @returns {Promise<Body>}
 */
async function get(url, read, timeoutMs = kTimeoutMs) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  try {
    const response = await fetch(url, { signal: abort.signal, cache: "no-store" });
    if (!response.ok) throw new Refused(response.status, await reasonOf(response));
    return await read(response);
  } catch (error) {
    if (error instanceof Refused) throw error;
    if (error instanceof SyntaxError) throw new WrongShape(`The answer to ${url} is not JSON.`);
    throw new NoAnswer(abort.signal.aborted ? `nothing came within ${timeoutMs / 1000} s` : "the connection failed");
  } finally {
    clearTimeout(timer);
  }
}

/** @param {Response} response */
async function reasonOf(response) {
  try {
    const { error } = await response.json();
    if (typeof error === "string" && error !== "") return error;
  } catch {
    // Not JSON: something between the page and the device answered, and its status is all there is to say.
  }
  return `HTTP status ${response.status}`;
}

/** @param {any} json @returns {State} */
export function checkState(json) {
  const state = fields("state", json, { version: "string", uptime_s: "number", fps: "number" });
  fields("state.source", state.source, { spec: "string", description: "string", test_pattern: "boolean" });
  fields("state.pipeline", state.pipeline, { name: "string", equalize: "boolean" });
  if (state.frame != null) fields("state.frame", state.frame, { seq: "number", age_ms: "number" });
  fields("state.drops", state.drops, { source: "number", pipeline: "number", bad_frame: "number", encoder: "number" });
  fields("state.clients", state.clients, { connected: "number", streaming: "number", max: "number" });
  fields("state.health", state.health, { ok: "boolean", state: "string", reason: "string" });
  const { width, height, format, range } = state.source;
  const source = { ...state.source, width: width ?? 0, height: height ?? 0, format: format ?? "", range: range ?? "" };
  fields("state.source", source, { width: "number", height: "number", format: "string", range: "string" });
  if (state.camera != null) checkCamera(state.camera);
  return { ...state, source, camera: state.camera ?? null, frame: state.frame ?? null };
}

const kTimes = { last_us: "number", p50_us: "number", p95_us: "number", p99_us: "number", max_us: "number" };

/** @param {any} json @returns {Timings} */
export function checkTimings(json) {
  const timings = fields("timings", json, {});
  for (const stage of list("timings.stages", timings.stages)) {
    fields("timings.stages", stage, { name: "string", ...kTimes });
  }
  fields("timings.capture_to_publish", timings.capture_to_publish, kTimes);
  return timings;
}

/** @param {any} json @returns {Histogram} */
export function checkHistogram(json) {
  const histogram = fields("histogram", json, { seq: "number", width: "number", height: "number", total: "number" });
  const bins = list("histogram.bins", histogram.bins);
  if (bins.length !== 256 || !bins.every((count) => Number.isFinite(count) && count >= 0)) {
    throw new WrongShape("The device's histogram does not have 256 counts.");
  }
  return histogram;
}

/** @param {any} json */
function checkCamera(json) {
  const strings = { node: "string", card: "string", format: "string", chosen: "string", io: "string" };
  const numbers = { width: "number", height: "number", promised_fps: "number", measured_fps: "number", buffers: "number" };
  const camera = fields("state.camera", json, { open: "boolean", frames: "object", ...strings, ...numbers });
  list("state.camera.notes", camera.notes);
  for (const format of list("state.camera.formats", camera.formats)) {
    fields("state.camera.formats", format, { fourcc: "string", usable: "boolean" });
  }
}

/** @param {any} json @returns {Controls} */
export function checkControls(json) {
  const controls = fields("controls", json, { reason: "string" });
  for (const control of list("controls.controls", controls.controls)) {
    const numbers = { minimum: "number", maximum: "number", default: "number", value: "number" };
    const flags = { disabled: "boolean", inactive: "boolean" };
    fields("controls.controls", control, { name: "string", type: "string", ...numbers, ...flags });
    for (const item of list("controls.controls.menu", control.menu)) {
      fields("controls.controls.menu", item, { value: "number", name: "string" });
    }
  }
  return controls;
}

/** @param {any} json @returns {Pipelines} */
export function checkPipelines(json) {
  const pipelines = fields("pipelines", json, { active: "string" });
  for (const pipeline of list("pipelines.pipelines", pipelines.pipelines)) {
    fields("pipelines.pipelines", pipeline, { name: "string", summary: "string", usable: "boolean", reason: "string" });
  }
  return pipelines;
}

/** @param {string} where @param {any} value @param {Record<string, string>} types */
function fields(where, value, types) {
  if (value === null || typeof value !== "object") throw new WrongShape(`The device's answer has no ${where}.`);
  for (const [name, type] of Object.entries(types)) {
    if (typeof value[name] !== type || (type === "number" && !Number.isFinite(value[name]))) {
      throw new WrongShape(`The device's answer has no ${type} ${where}.${name}.`);
    }
  }
  return value;
}

/** @param {string} where @param {any} value @returns {any[]} */
function list(where, value) {
  if (!Array.isArray(value)) throw new WrongShape(`The device's answer has no list ${where}.`);
  return value;
}
