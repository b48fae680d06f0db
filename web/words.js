// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// What the device says, in plain sentences. Pure: the device's answers in, strings out.

/** @typedef {import("./api.js").State} State */

/**
 * @typedef {object} Situation
 * @property {"connecting" | "live" | "trouble" | "lost" | "paused"} kind decides how the page looks
 * @property {string} badge one or two words for the header and the window's title
 * @property {string} title what is wrong, as a headline over the picture; "" when nothing is
 * @property {string} reason why, in one or two sentences
 */

const kHealthTitles = {
  starting: "Starting",
  no_device: "No camera",
  busy: "Camera in use",
  starved: "No signal",
  stalled: "Picture stands still",
  unsupported: "Camera not usable",
  error: "Camera fails",
};

const kHealthReasons = {
  starting: "The device is waiting for its first frame.",
  no_device: "The camera is not plugged in.",
  busy: "Another program uses the camera.",
  starved: "The camera is there and sends no picture that can be used.",
  stalled: "The camera stopped sending frames.",
  unsupported: "The camera cannot be used as asked.",
  error: "The camera or its driver fails.",
};

/** @param {Pick<State, "health" | "source">} state @returns {Situation} */
function trouble({ health, source }) {
  const nothingRecorded = health.state === "no_device" && sourceWords(source).kind === "replay";
  const title = nothingRecorded ? "Nothing to replay" : kHealthTitles[health.state] ?? "Not well";
  const reason = sentence(health.reason || kHealthReasons[health.state] || "The device gives no reason.");
  return { kind: "trouble", badge: title, title, reason };
}

/**
 * @param {{link: import("./liveness.js").Link, hidden: boolean, error: Error | null, state: State | null}} known
 * @returns {Situation}
 */
export function situation({ link, hidden, error, state }) {
  if (hidden) return { kind: "paused", badge: "Paused", title: "Paused", reason: "This page is not in view." };
  if (link.state === "lost") {
    return { kind: "lost", ...lostWords(error) };
  }
  if (link.state === "connecting" || state === null) {
    const title = "Connecting";
    return { kind: "connecting", badge: title, title, reason: "Waiting for the device to answer." };
  }
  return state.health.ok ? { kind: "live", badge: "Live", title: "", reason: "" } : trouble(state);
}

/** @param {Error | null} error */
function lostWords(error) {
  const message = error?.message ?? "";
  if (error?.name === "WrongShape") {
    return { badge: "Not understood", title: "The device is not understood", reason: sentence(message) };
  }
  const how = error?.name === "Refused" ? "It answers with an error" : "It does not answer";
  return { badge: "Device lost", title: "The device is lost", reason: sentence(`${how}: ${message}`) };
}

/** @param {number} waitMs @param {number} failures */
export function retryWords(waitMs, failures) {
  return `The page reconnects by itself. Next try in ${(waitMs / 1000).toFixed(1)} s; ${failures} failed so far.`;
}

/** @param {State["source"]} source @returns {{kind: "pattern" | "replay" | "camera", tag: string, text: string}} */
export function sourceWords(source) {
  if (source.spec.startsWith("replay:")) {
    return { kind: "replay", tag: "Recording", text: `Recorded pictures, not a camera: ${source.description}` };
  }
  if (source.test_pattern) {
    return { kind: "pattern", tag: "Test pattern", text: `A drawn picture, not a camera: ${source.description}` };
  }
  return { kind: "camera", tag: "Camera", text: source.description || "No camera yet" };
}

/** @param {State["source"]} source */
export function pictureWords({ width, height, format, range }) {
  if (width === 0 || height === 0) return "No frame yet";
  const words = [`${width} × ${height} pixels`];
  if (format !== "") words.push(format);
  if (range !== "") words.push(`${range} range`);
  return words.join(", ");
}

/** @param {State} state */
export function rateWords({ fps, frame }) {
  if (frame === null) return "No frame yet";
  return `${fps.toFixed(1)} frames per second, ${counted(frame.seq, "frame", "frames")} so far`;
}

/** @param {State["frame"]} frame */
export function ageWords(frame) {
  if (frame === null) return "No frame yet";
  return frame.age_ms < 1000 ? `${Math.round(frame.age_ms)} ms` : duration(frame.age_ms / 1000);
}

/** @param {State["pipeline"]} pipeline */
export function pipelineWords({ name, equalize }) {
  return equalize ? `${name}, contrast equalized before the edges` : name;
}

const kDropCauses = {
  source: "missed at the source",
  pipeline: "found no free place in the pipeline",
  bad_frame: "damaged at the source",
  encoder: "overtaken by a newer one before encoding",
};

/** @param {State["drops"]} drops */
export function dropWords(drops) {
  const causes = Object.entries(kDropCauses).filter(([cause]) => drops[cause] > 0);
  if (causes.length === 0) return "None";
  return causes.map(([cause, words]) => `${grouped(drops[cause])} ${words}`).join("; ");
}

/** @param {State["clients"]} clients */
export function viewerWords({ streaming, max }) {
  return `${streaming === 0 ? "Nobody watches" : counted(streaming, "stream", "streams")}, room for ${max}`;
}

/** @param {Pick<State, "health" | "source">} state */
export function healthWords(state) {
  const { health } = state;
  const since = typeof health.since_s === "number" ? ` for ${duration(health.since_s)}` : "";
  if (health.ok) return `OK${since}`;
  const { title, reason } = trouble(state);
  return `${title}${since}. ${reason}`;
}

/** @param {number} seconds */
export function duration(seconds) {
  const s = Math.max(0, Math.floor(seconds));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  if (s < 86400) return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
  return `${Math.floor(s / 86400)} d ${Math.floor((s % 86400) / 3600)} h`;
}

/** @param {number} count "12,345" */
export function grouped(count) {
  return count.toLocaleString("en-US");
}

/** @param {number} count @param {string} one @param {string} many */
export function counted(count, one, many) {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** @param {string} text a capital in front and a full stop behind, if they are missing */
export function sentence(text) {
  if (text === "") return "";
  const capital = text[0].toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
