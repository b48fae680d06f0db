// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { NoAnswer, Refused, WrongShape } from "./api.js";
import { afterAnswer, afterFailure, kNotYetConnected } from "./liveness.js";
import * as words from "./words.js";

const up = afterAnswer(kNotYetConnected, 1).link;
const lost = afterFailure(afterFailure(up));
const well = { ok: true, state: "ok", reason: "", since_s: 12 };
const camera = { spec: "v4l2:/dev/video0", description: "D", test_pattern: false };
const known = { link: up, hidden: false, error: null, state: { health: well, source: camera } };
const withHealth = (health) => words.situation({ ...known, state: { health, source: camera } });

test("a healthy device is live and needs no words", () => {
  assert.deepEqual(words.situation(known), { kind: "live", badge: "Live", title: "", reason: "" });
});

test("each state of health has its headline, and the device's own reason", () => {
  const states = ["starting", "no_device", "busy", "starved", "stalled", "unsupported", "error"];
  const titles = states.map((state) => withHealth({ ok: false, state, reason: "the cable is out" }).title);
  assert.equal(new Set(titles).size, states.length);
  for (const state of states) {
    const { kind, badge, reason } = withHealth({ ok: false, state, reason: "the cable is out" });
    assert.deepEqual({ kind, reason }, { kind: "trouble", reason: "The cable is out." });
    assert.notEqual(badge, "");
    assert.match(withHealth({ ok: false, state, reason: "" }).reason, /^[A-Z].*\.$/);
  }
});

test("a state of health that this page does not know is still trouble", () => {
  const { kind, title, reason } = withHealth({ ok: false, state: "on_fire", reason: "smoke" });
  assert.deepEqual({ kind, title, reason }, { kind: "trouble", title: "Not well", reason: "Smoke." });
});

test("a missing recording is not called a missing camera", () => {
  const health = { ok: false, state: "no_device", reason: "no such folder" };
  const state = { health, source: { ...camera, spec: "replay:photos@5" } };
  assert.equal(words.situation({ ...known, state }).title, "Nothing to replay");
  assert.equal(withHealth(health).title, "No camera");
});

test("a lost device is lost whatever it said last, with the reason", () => {
  const error = new NoAnswer("the connection failed");
  const { kind, title, reason } = words.situation({ ...known, link: lost, error });
  assert.equal(kind, "lost");
  assert.equal(title, "The device is lost");
  assert.equal(reason, "It does not answer: the connection failed.");
});

test("an error and an answer that is not understood are told apart from silence", () => {
  const refused = words.situation({ ...known, link: lost, error: new Refused(500, "HTTP status 500") });
  assert.equal(refused.reason, "It answers with an error: HTTP status 500.");
  const strange = words.situation({ ...known, link: lost, error: new WrongShape("no fps") });
  assert.deepEqual([strange.kind, strange.reason], ["lost", "No fps."]);
});

test("before the first answer the page connects; a hidden page is paused", () => {
  assert.equal(words.situation({ ...known, link: kNotYetConnected, state: null }).kind, "connecting");
  assert.equal(words.situation({ ...known, link: kNotYetConnected }).kind, "connecting");
  assert.equal(words.situation({ ...known, link: lost, hidden: true }).kind, "paused");
});

test("the retry tells when and how often", () => {
  assert.match(words.retryWords(500, 1), /by itself.*0\.5 s; 1 failed/);
});

test("a source that is no camera says so", () => {
  const source = (spec, test_pattern) => words.sourceWords({ spec, test_pattern, description: "D" });
  assert.deepEqual(source("pattern:640x480@30", true), {
    kind: "pattern",
    tag: "Test pattern",
    text: "A drawn picture, not a camera: D",
  });
  assert.equal(source("replay:photos@5", false).text, "Recorded pictures, not a camera: D");
  assert.deepEqual(source("v4l2:/dev/video0", false), { kind: "camera", tag: "Camera", text: "D" });
  assert.equal(words.sourceWords({ spec: "auto", test_pattern: false, description: "" }).text, "No camera yet");
});

test("size, format, rate and age, and their absence before the first frame", () => {
  const source = { width: 1280, height: 720, format: "YUYV", range: "limited" };
  assert.equal(words.pictureWords(source), "1280 × 720 pixels, YUYV, limited range");
  assert.equal(words.pictureWords({ width: 0, height: 0, format: "", range: "" }), "No frame yet");
  const rate = { fps: 29.94, frame: { seq: 12345, age_ms: 4 } };
  assert.equal(words.rateWords(rate), "29.9 frames per second, 12,345 frames so far");
  assert.equal(words.rateWords({ fps: 0, frame: null }), "No frame yet");
  assert.equal(words.ageWords({ seq: 1, age_ms: 12.6 }), "13 ms");
  assert.equal(words.ageWords({ seq: 1, age_ms: 65000 }), "1 min 5 s");
  assert.equal(words.ageWords(null), "No frame yet");
});

test("drops are told by cause", () => {
  const none = { source: 0, pipeline: 0, bad_frame: 0, encoder: 0 };
  assert.equal(words.dropWords(none), "None");
  const some = { ...none, source: 2, bad_frame: 1500 };
  assert.equal(words.dropWords(some), "2 missed at the source; 1,500 damaged at the source");
});

test("viewers, pipeline and health", () => {
  assert.equal(words.viewerWords({ connected: 0, streaming: 0, max: 64 }), "Nobody watches, room for 64");
  assert.equal(words.viewerWords({ connected: 3, streaming: 1, max: 64 }), "1 stream, room for 64");
  assert.equal(words.pipelineWords({ name: "simd", equalize: false }), "simd");
  assert.match(words.pipelineWords({ name: "simd", equalize: true }), /equalized/);
  assert.equal(words.healthWords({ health: well, source: camera }), "OK for 12 s");
  const dark = { ok: false, state: "starved", reason: "HDMI is dark", since_s: 61 };
  assert.equal(words.healthWords({ health: dark, source: camera }), "No signal for 1 min 1 s. HDMI is dark.");
});

test("durations", () => {
  const texts = [-1, 0.9, 59.9, 60, 3600, 86400, 90061].map(words.duration);
  assert.deepEqual(texts, ["0 s", "0 s", "59 s", "1 min 0 s", "1 h 0 min", "1 d 0 h", "1 d 1 h"]);
});

test("a sentence has a capital and an end", () => {
  assert.equal(words.sentence("no camera"), "No camera.");
  assert.equal(words.sentence("Is it on?"), "Is it on?");
  assert.equal(words.sentence(""), "");
});
