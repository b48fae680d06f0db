// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

/** @typedef {import("./api.js").Timings} Timings */
/** @typedef {import("./api.js").Times} Times */

const kColumns = /** @type {const} */ (["last_us", "p50_us", "p95_us", "p99_us", "max_us"]);

/**
 * One unit for the whole table, so that the numbers can be compared by eye.
 * @param {Timings} timings
 * @returns {"µs" | "ms"}
 */
export function unitFor({ stages, capture_to_publish: whole }) {
  const longest = Math.max(whole.p50_us, ...stages.map((stage) => stage.p50_us));
  return longest >= 2000 ? "ms" : "µs";
}

/**
 * The same number of decimals in each row, so that the decimal points stand below each other.
 * @param {number} us @param {"µs" | "ms"} unit
 */
export function inUnit(us, unit) {
  return unit === "ms" ? (us / 1000).toFixed(2) : us.toFixed(0);
}

/**
 * The table: whatever stages the pipeline names, in its order, then the whole way of a frame.
 * @param {Timings} timings
 * @returns {{unit: "µs" | "ms", rows: {name: string, share: number, cells: string[], whole: boolean}[]}}
 *   share: the median as a part of the whole way's median, 0 to 1
 */
export function timingTable(timings) {
  const unit = unitFor(timings);
  const whole = timings.capture_to_publish;
  const row = (name, times) => ({
    name,
    share: whole.p50_us > 0 ? Math.min(1, times.p50_us / whole.p50_us) : 0,
    cells: kColumns.map((column) => inUnit(times[column], unit)),
    whole: times === whole,
  });
  const rows = timings.stages.map((stage) => row(stage.name.replaceAll("_", " "), stage));
  return { unit, rows: [...rows, row("capture to publish", whole)] };
}

/**
 * Rows are changed in place while the names stay the same: a table that is rebuilt twice a second cannot be read aloud
 * or selected.
 * @param {HTMLTableElement} table with one tbody
 * @param {HTMLElement} unitWords
 * @param {Timings} timings
 */
export function paintTimings(table, unitWords, timings) {
  const { unit, rows } = timingTable(timings);
  setText(unitWords, unit === "ms" ? "milliseconds" : "microseconds");
  const body = table.tBodies[0];
  const names = rows.map((row) => row.name).join("\n");
  if (table.dataset.names !== names) {
    table.dataset.names = names;
    body.replaceChildren(...rows.map(emptyRow));
  }
  rows.forEach(({ share, cells }, index) => {
    const row = body.rows[index];
    row.querySelector("meter").value = share;
    cells.forEach((text, column) => setText(row.cells[column + 1], text));
  });
}

/** @param {{name: string, whole: boolean}} row */
function emptyRow({ name, whole }) {
  const row = document.createElement("tr");
  if (whole) row.dataset.whole = "";
  const head = document.createElement("th");
  head.scope = "row";
  const meter = document.createElement("meter");
  meter.setAttribute("aria-hidden", "true"); // it repeats the p50 column
  head.append(name, meter);
  row.append(head, ...kColumns.map(() => document.createElement("td")));
  return row;
}

/** @param {Element} element @param {string} text */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
