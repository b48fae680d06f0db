// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import { waitAfter } from "./backoff.js";

/**
 * Asks again and again, one question at a time: the next one starts after the answer to the last one, so a slow device
 * is never asked more than it can answer.
 *
 * @template Answer
 */
export class Poller {
  /**
   * @param {object} parts
   * @param {() => Promise<Answer>} parts.ask must end by itself: this class has no time-out
   * @param {number} parts.periodMs from question to question while the answers come
   * @param {(answer: Answer) => void} parts.onAnswer
   * @param {(error: Error, failures: number, waitMs: number) => void} parts.onFailure
   * @param {{now: () => number, set: (call: () => void, ms: number) => any, clear: (timer: any) => void}} [parts.clock]
   */
  constructor({ ask, periodMs, onAnswer, onFailure, clock = kBrowserClock }) {
    this.ask = ask;
    this.periodMs = periodMs;
    this.onAnswer = onAnswer;
    this.onFailure = onFailure;
    this.clock = clock;
    this.failures = 0;
    this.timer = undefined;
    /** Counts starts and stops, so that an answer to a question from before the last stop is known as old. */
    this.run = 0;
    this.running = false;
  }

  /** Asks now. Does nothing when already running. */
  start() {
    if (this.running) return;
    this.running = true;
    this.failures = 0;
    this.run += 1;
    this.round(this.run);
  }

  /** No call-back comes after this returns. */
  stop() {
    this.running = false;
    this.run += 1;
    this.clock.clear(this.timer);
  }

  /** @param {number} run */
  async round(run) {
    const began = this.clock.now();
    let answer, failure;
    try {
      answer = await this.ask();
    } catch (error) {
      failure = error;
    }
    if (run !== this.run) return;
    // The next round is arranged before anybody is told: a fault in a painter must not end the polling.
    if (failure) {
      this.failures += 1;
      const waitMs = waitAfter(this.failures);
      this.again(run, waitMs);
      this.onFailure(failure, this.failures, waitMs);
    } else {
      this.failures = 0;
      this.again(run, Math.max(0, this.periodMs - (this.clock.now() - began)));
      this.onAnswer(answer);
    }
  }

  /** @param {number} run @param {number} ms */
  again(run, ms) {
    this.timer = this.clock.set(() => this.round(run), ms);
  }
}

const kBrowserClock = {
  now: () => performance.now(),
  set: (call, ms) => setTimeout(call, ms),
  clear: (timer) => clearTimeout(timer),
};
