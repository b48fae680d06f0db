// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import * as api from "./api.js";

const state = () => ({
  version: "0.1.0",
  uptime_s: 12.3,
  source: {
    spec: "pattern:640x480@30",
    description: "test pattern",
    test_pattern: true,
    width: 640,
    height: 480,
    format: "RGB3",
    range: "full",
    format_changes: 0,
  },
  camera: null,
  pipeline: { name: "reference", equalize: false },
  frame: { seq: 123, age_ms: 12.3 },
  fps: 29.9,
  drops: { source: 0, pipeline: 0, bad_frame: 0, encoder: 0 },
  clients: { connected: 1, streaming: 0, max: 64, list: [] },
  health: { ok: true, state: "ok", reason: "", since_s: 12 },
});
const camera = () => ({
  open: true,
  node: "/dev/video0",
  card: "HD Webcam",
  format: "YUYV",
  width: 640,
  height: 480,
  promised_fps: 30,
  measured_fps: 29.9,
  chosen: "YUYV 640x480 at 30 fps",
  io: "mmap",
  buffers: 4,
  notes: [],
  frames: { delivered: 1, lost: 0 },
  formats: [{ fourcc: "YUYV", usable: true, sizes: [] }],
});
const control = () => ({
  name: "gain",
  type: "menu",
  minimum: 0,
  maximum: 1,
  default: 0,
  value: 1,
  disabled: false,
  inactive: false,
  menu: [{ value: 0, name: "low" }],
});
const times = { last_us: 1, p50_us: 1, p95_us: 2, p99_us: 3, max_us: 4 };
const histogram = () => ({ seq: 1, width: 16, height: 16, bins: new Array(256).fill(1), total: 256 });

/** Lets the browser's fetch answer with this, for one test. */
function answering(t, answer) {
  const asked = [];
  t.mock.method(globalThis, "fetch", async (url, options) => {
    asked.push(url);
    return answer(url, options);
  });
  return asked;
}

test("a state as in the contract passes, also before the first frame", () => {
  assert.deepEqual(api.checkState(state()), state());
  const early = state();
  early.frame = null;
  delete early.source.width;
  delete early.source.height;
  early.source.format = null;
  const { frame, source } = api.checkState(early);
  assert.equal(frame, null);
  assert.deepEqual([source.width, source.height, source.format], [0, 0, ""]);
});

test("a camera in the state is checked too, and its absence is null", () => {
  assert.deepEqual(api.checkState({ ...state(), camera: camera() }).camera, camera());
  const { camera: none, ...without } = state();
  assert.equal(api.checkState(without).camera, null);
  assert.throws(() => api.checkState({ ...state(), camera: { ...camera(), notes: "?" } }), /state\.camera\.notes/);
  assert.throws(() => api.checkState({ ...state(), camera: { ...camera(), open: 1 } }), /state\.camera\.open/);
});

test("controls are checked down to their menus", () => {
  const controls = { camera: "/dev/video0", reason: "", controls: [control()] };
  assert.deepEqual(api.checkControls(controls), controls);
  assert.throws(() => api.checkControls({ reason: "" }), /controls\.controls/);
  assert.throws(() => api.checkControls({ reason: "", controls: [{ ...control(), value: "1" }] }), /value/);
  assert.throws(() => api.checkControls({ reason: "", controls: [{ ...control(), menu: [{ value: 0 }] }] }), /name/);
});

test("a state that lacks something, or has it in another type, is named", () => {
  const broken = [
    [(s) => delete s.fps, /state\.fps/],
    [(s) => (s.fps = "30"), /state\.fps/],
    [(s) => (s.uptime_s = null), /state\.uptime_s/],
    [(s) => delete s.source, /state\.source/],
    [(s) => (s.source.test_pattern = 1), /test_pattern/],
    [(s) => (s.frame = { seq: 1 }), /age_ms/],
    [(s) => delete s.drops.encoder, /encoder/],
    [(s) => (s.clients = []), /clients/],
    [(s) => (s.health = null), /health/],
  ];
  for (const [spoil, name] of broken) {
    const spoiled = state();
    spoil(spoiled);
    assert.throws(() => api.checkState(spoiled), { name: "WrongShape", message: name });
  }
  for (const nothing of [null, 5, "state"]) assert.throws(() => api.checkState(nothing), api.WrongShape);
});

test("timings with any stages pass; a stage without a number does not", () => {
  const stages = [{ name: "anything", count: 1, ...times }];
  const timings = { seq: 1, stages, capture_to_publish: { count: 1, ...times } };
  assert.equal(api.checkTimings(timings), timings);
  assert.throws(() => api.checkTimings({ ...timings, stages: [{ name: "gray" }] }), api.WrongShape);
  assert.throws(() => api.checkTimings({ ...timings, stages: {} }), api.WrongShape);
  assert.throws(() => api.checkTimings({ stages: [] }), api.WrongShape);
});

test("a histogram has 256 counts", () => {
  assert.equal(api.checkHistogram(histogram()).total, 256);
  assert.throws(() => api.checkHistogram({ ...histogram(), bins: [1, 2] }), api.WrongShape);
  assert.throws(() => api.checkHistogram({ ...histogram(), bins: new Array(256).fill(-1) }), api.WrongShape);
  assert.throws(() => api.checkHistogram({ ...histogram(), bins: new Array(256).fill("1") }), api.WrongShape);
});

test("pipelines need a name, and a reason even when it is empty", () => {
  const row = { name: "reference", summary: "loops", usable: true, reason: "" };
  assert.equal(api.checkPipelines({ active: "reference", pipelines: [row] }).pipelines.length, 1);
  const spoiled = { active: "reference", pipelines: [{ ...row, usable: "yes" }] };
  assert.throws(() => api.checkPipelines(spoiled), api.WrongShape);
});

test("each question goes to its URL", async (t) => {
  const answers = {
    "/api/state": state(),
    "/api/timings": { seq: 1, stages: [], capture_to_publish: times },
    "/api/histogram": histogram(),
    "/api/pipelines": { active: "", pipelines: [] },
  };
  const asked = answering(t, (url) => Response.json(answers[url]));
  await Promise.all([api.fetchState(), api.fetchTimings(), api.fetchHistogram(), api.fetchPipelines()]);
  assert.deepEqual(asked.sort(), Object.keys(answers).sort());
});

test("stream addresses differ with each opening", () => {
  assert.equal(api.streamUrl("edges", "7-1"), "/stream?view=edges&n=7-1");
  assert.notEqual(api.streamUrl("edges", "7-1"), api.streamUrl("edges", "7-2"));
});

test("a snapshot comes with its frame number", async (t) => {
  const asked = answering(t, () => new Response("jpeg", { headers: { "X-Sequence": "42" } }));
  const { picture, seq } = await api.fetchSnapshot("blur");
  assert.deepEqual([asked, picture.size, seq], [["/snapshot?view=blur"], 4, "42"]);
});

test("a refusal carries the device's reason", async (t) => {
  answering(t, () => Response.json({ error: "no signal" }, { status: 503 }));
  await assert.rejects(api.fetchSnapshot("edges"), { name: "Refused", status: 503, message: "no signal" });
});

test("a refusal without a reason carries its status", async (t) => {
  answering(t, () => new Response("<h1>Bad Gateway</h1>", { status: 502 }));
  await assert.rejects(api.fetchState(), { name: "Refused", message: "HTTP status 502" });
});

test("no histogram before the first frame is not a failure; another refusal is", async (t) => {
  let status = 503;
  answering(t, () => Response.json({ error: "no frame yet" }, { status }));
  assert.equal(await api.fetchHistogram(), null);
  status = 500;
  await assert.rejects(api.fetchHistogram(), { name: "Refused" });
});

test("a failed connection and an answer that is not JSON are told apart", async (t) => {
  answering(t, (url) => {
    if (url === "/api/state") throw new TypeError("Failed to fetch");
    return new Response("<html>");
  });
  await assert.rejects(api.fetchState(), { name: "NoAnswer", message: "the connection failed" });
  await assert.rejects(api.fetchTimings(), { name: "WrongShape" });
});

test("a device that does not answer in time is given up", async (t) => {
  const impatient = { setTimeout: globalThis.setTimeout };
  t.mock.method(globalThis, "setTimeout", (call, ms) => impatient.setTimeout(call, ms / 100));
  answering(t, (_, { signal }) => {
    return new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)));
  });
  await assert.rejects(api.fetchState(), { name: "NoAnswer", message: "nothing came within 2 s" });
});
