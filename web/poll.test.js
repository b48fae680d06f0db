// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { Poller } from "./poll.js";

/** A clock that only moves when told, and a device whose answers are given by hand. */
function bench() {
  const log = [];
  const questions = [];
  let now = 0;
  let timers = [];
  const clock = {
    now: () => now,
    set: (call, ms) => {
      const timer = { at: now + ms, call };
      timers.push(timer);
      return timer;
    },
    clear: (timer) => (timers = timers.filter((other) => other !== timer)),
  };
  const poller = new Poller({
    ask: () => new Promise((answer, fail) => questions.push({ answer, fail })),
    periodMs: 500,
    onAnswer: (answer) => log.push(answer),
    onFailure: (error, failures, waitMs) => log.push(`${error.message} ${failures} ${waitMs}`),
    clock,
  });
  const pass = (ms) => {
    now += ms;
    const due = timers.filter((timer) => timer.at <= now);
    timers = timers.filter((timer) => timer.at > now);
    due.forEach((timer) => timer.call());
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { poller, log, questions, pass, settle, timers: () => timers };
}

test("asks at once, then once a period", async () => {
  const { poller, log, questions, pass, settle } = bench();
  poller.start();
  assert.equal(questions.length, 1);
  pass(20);
  questions[0].answer("a");
  await settle();
  pass(479);
  assert.equal(questions.length, 1);
  pass(1);
  assert.equal(questions.length, 2);
  assert.deepEqual(log, ["a"]);
});

test("never asks while a question is open, however long it takes", async () => {
  const { poller, questions, pass, settle } = bench();
  poller.start();
  pass(10000);
  assert.equal(questions.length, 1);
  questions[0].answer("late");
  await settle();
  pass(0);
  assert.equal(questions.length, 2);
});

test("waits longer with each failure, and starts over after an answer", async () => {
  const { poller, log, questions, pass, settle } = bench();
  poller.start();
  for (const waitMs of [500, 1000, 2000]) {
    questions.at(-1).fail(new Error("no"));
    await settle();
    pass(waitMs);
  }
  questions.at(-1).answer("yes");
  await settle();
  pass(500);
  questions.at(-1).fail(new Error("no"));
  await settle();
  assert.deepEqual(log, ["no 1 500", "no 2 1000", "no 3 2000", "yes", "no 1 500"]);
});

test("an answer that comes after the stop is not told, and nothing is asked any more", async () => {
  const { poller, log, questions, settle, timers } = bench();
  poller.start();
  poller.stop();
  questions[0].answer("old");
  await settle();
  assert.deepEqual(log, []);
  assert.equal(timers().length, 0);
});

test("an answer from before a stop does not count for the run after it", async () => {
  const { poller, log, questions, settle } = bench();
  poller.start();
  poller.stop();
  poller.start();
  questions[0].answer("old");
  questions[1].answer("new");
  await settle();
  assert.deepEqual(log, ["new"]);
});

test("a second start changes nothing", () => {
  const { poller, questions } = bench();
  poller.start();
  poller.start();
  assert.equal(questions.length, 1);
});
