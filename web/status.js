// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import * as words from "./words.js";

/** @param {string} id @param {string} text untouched when equal, so that live regions speak once */
function say(id, text) {
  const element = document.getElementById(id);
  if (element.textContent !== text) element.textContent = text;
}

/**
 * The header's badge, the words over the picture, the window's title. How they look follows from data-situation.
 * @param {words.Situation} now @param {string} retry
 */
export function paintSituation({ kind, badge, title, reason }, retry) {
  document.body.dataset.situation = kind;
  document.title = kind === "live" ? "sobelcam" : `${badge}: sobelcam`;
  say("badge", badge);
  say("veil-title", title);
  say("veil-reason", reason);
  say("veil-retry", retry);
  if (kind === "lost") say("health", "Not known: the device does not answer");
}

/** @param {import("./api.js").State} state */
export function paintState(state) {
  const source = words.sourceWords(state.source);
  const tag = document.getElementById("source-tag");
  tag.hidden = source.kind === "camera";
  tag.dataset.kind = source.kind;
  say("source-tag", source.tag);
  say("source", source.text);
  say("size", words.pictureWords(state.source));
  say("rate", words.rateWords(state));
  say("age", words.ageWords(state.frame));
  say("drops", words.dropWords(state.drops));
  say("pipeline", words.pipelineWords(state.pipeline));
  say("viewers", words.viewerWords(state.clients));
  say("health", words.healthWords(state));
  say("uptime", words.duration(state.uptime_s));
  say("version", state.version);
}
