// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// The camera and its controls: what is captured, why, and how the camera is set.
import { grouped, sentence } from "./words.js";

/** @typedef {import("./api.js").Camera} Camera */
/** @typedef {import("./api.js").Control} Control */

/** @param {number} fps "30", "29.97" */
function rate(fps) {
  return `${Number(fps.toFixed(2))} fps`;
}

/** What is captured, in one line. @param {Camera} camera */
export function cameraLine({ open, card, node, format, width, height, promised_fps: promised, measured_fps: measured }) {
  if (!open) return `${card} at ${node} is not open now.`;
  const rates = promised > 0 ? `${rate(promised)} promised, ${rate(measured)} measured` : `${rate(measured)} measured`;
  return `${card} at ${node}: ${format.trim()}, ${width} × ${height}, ${rates}.`;
}

const kSkipped = {
  lost: "lost before the device could take them",
  passed_over: "passed over for newer ones",
  flagged: "marked as broken by the driver",
  empty: "empty",
  too_short: "too short",
  too_long: "longer than their buffer",
  broken_jpeg: "broken JPEG pictures",
  wrong_field: "half pictures",
};

/** @param {Camera["frames"]} frames */
export function skippedWords(frames) {
  const causes = Object.entries(kSkipped).filter(([cause]) => frames[cause] > 0);
  if (causes.length === 0) return "No frame was skipped.";
  return `Frames skipped: ${causes.map(([cause, words]) => `${grouped(frames[cause])} ${words}`).join("; ")}.`;
}

/** Why this is captured and not something else: sentences. @param {Camera} camera */
export function cameraReasons({ chosen, io, buffers, notes, frames, formats }) {
  const offered = formats.map(({ fourcc, usable }) => fourcc.trim() + (usable ? "" : " (not usable)")).join(", ");
  return [
    chosen,
    `Buffers: ${buffers}, shared as ${io}`,
    ...notes,
    ...(offered === "" ? [] : [`The camera offers ${offered}`]),
    skippedWords(frames),
  ]
    .filter((words) => words !== "")
    .map(sentence);
}

/** @param {Control} control */
function valueOf({ type, value, menu }) {
  if (type === "boolean") return value === 0 ? "off" : "on";
  return menu.find((item) => item.value === value)?.name ?? grouped(value);
}

/** @param {Control} control */
function rangeOf({ type, minimum, maximum, menu, default: usual }) {
  if (menu.length > 0) return menu.map(({ name }) => name).join(", ");
  if (type === "boolean") return "on or off";
  return `${grouped(minimum)} to ${grouped(maximum)}, by default ${grouped(usual)}`;
}

/**
 * The controls that have a value to show; buttons and what is switched off have none.
 * @param {Control[]} controls
 */
export function controlItems(controls) {
  return controls
    .filter(({ type, disabled }) => type !== "button" && type !== "other" && !disabled)
    .map((control) => ({
      name: control.name,
      value: valueOf(control),
      text: rangeOf(control) + (control.inactive ? "; governed by another control now" : ""),
    }));
}

/** @param {number} count @param {string} reason */
export function controlsTitle(count, reason) {
  return count === 0 ? sentence(reason || "The camera has no controls") : `Controls (${count})`;
}

/** @param {HTMLElement} card @param {Camera | null} camera */
export function paintCamera(card, camera) {
  card.hidden = camera === null;
  if (camera === null) return;
  say(card.querySelector("#camera-line"), cameraLine(camera));
  paintList(card.querySelector("#camera-reasons"), cameraReasons(camera).map((text) => [text]));
}

/** @param {HTMLElement} card @param {import("./api.js").Controls} controls */
export function paintControls(card, { controls, reason }) {
  const items = controlItems(controls);
  say(card.querySelector("#controls-title"), controlsTitle(items.length, reason));
  paintList(
    card.querySelector("#controls"),
    items.map(({ name, value, text }) => [`${name}: ${value}`, text]),
  );
}

/** @param {Element} element @param {string} text */
function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Items of one or two lines; untouched when equal, so that a reader's selection stays.
 * @param {Element} list @param {string[][]} items
 */
function paintList(list, items) {
  const shown = JSON.stringify(items);
  if (list.dataset.shown === shown) return;
  list.dataset.shown = shown;
  list.replaceChildren(
    ...items.map((lines) => {
      const item = document.createElement("li");
      item.append(
        ...lines.map((text, i) => {
          const line = document.createElement("span");
          line.className = i === 0 ? "line" : "text";
          line.textContent = text;
          return line;
        }),
      );
      return item;
    }),
  );
}
