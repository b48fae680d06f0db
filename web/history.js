// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import { axis, chartColors, recolorAxes } from "./charts.js";

/** How far back the plots look. */
export const kSpanS = 60;

/** Samples further apart than this are not joined: the page was hidden or the device was lost in between. */
const kGapS = 2.5;

/** @typedef {{atS: number, fps: number, latencyMs: number}} Sample */

/**
 * @param {Sample[]} samples oldest first
 * @param {Sample} sample
 * @returns {Sample[]} the last minute, the new one included
 */
export function withSample(samples, sample) {
  return [...samples, sample].filter(({ atS }) => atS > sample.atS - kSpanS);
}

/**
 * The points of one plot: seconds ago (negative) and a value, with a NaN where the line is to break.
 * @param {Sample[]} samples @param {"fps" | "latencyMs"} what @param {number} nowS
 * @returns {{x: number, y: number}[]}
 */
export function points(samples, what, nowS) {
  const line = [];
  samples.forEach((sample, index) => {
    const x = sample.atS - nowS;
    if (index > 0 && sample.atS - samples[index - 1].atS > kGapS) line.push({ x, y: Number.NaN });
    line.push({ x, y: sample[what] });
  });
  return line;
}

/**
 * A plot in words.
 * @param {Sample[]} samples @param {"fps" | "latencyMs"} what @param {string} unit
 */
export function historyWords(samples, what, unit) {
  if (samples.length === 0) return "No values yet.";
  const values = samples.map((sample) => sample[what]);
  const text = (value) => value.toFixed(1);
  const range = `${text(Math.min(...values))} to ${text(Math.max(...values))}`;
  return `Now ${text(values.at(-1))} ${unit}; ${range} in the last minute.`;
}

/** The last minute of the frame rate and of the latency, as two plots with the same time axis. */
export class HistoryPainter {
  /** @param {Record<"fps" | "latencyMs", {canvas: HTMLCanvasElement, words: HTMLElement, unit: string}>} plots */
  constructor(plots) {
    this.samples = [];
    this.plots = Object.entries(plots).map(([what, { canvas, words, unit }]) => ({
      what,
      words,
      unit,
      chart: new Chart(canvas, { type: "line", data: { datasets: [{ data: [] }] }, options: options(unit) }),
    }));
    this.recolor();
  }

  /** @param {Sample} sample */
  paint(sample) {
    this.samples = withSample(this.samples, sample);
    for (const { what, words, unit, chart } of this.plots) {
      words.textContent = historyWords(this.samples, what, unit);
      chart.data.datasets[0].data = points(this.samples, what, sample.atS);
      chart.update();
    }
  }

  /** To be called when the page turns dark or light. */
  recolor() {
    const colors = chartColors();
    for (const { what, chart } of this.plots) {
      chart.data.datasets[0].borderColor = what === "fps" ? colors.first : colors.second;
      recolorAxes(chart, colors);
      chart.update();
    }
  }
}

/** @param {string} unit */
function options(unit) {
  const x = { ...axis(""), type: "linear", min: -kSpanS, max: 0 };
  x.grid = { ...x.grid, display: false };
  x.ticks = { ...x.ticks, stepSize: 20, callback: (seconds) => (seconds === 0 ? "now" : `−${-seconds} s`) };
  const y = { ...axis(unit), beginAtZero: true, grace: "10%" };
  y.ticks = { ...y.ticks, maxTicksLimit: 4 };
  const title = ([item]) => `${Math.round(-item.parsed.x)} s ago`;
  const label = (item) => `${item.parsed.y.toFixed(1)} ${unit}`;
  return {
    animation: false,
    maintainAspectRatio: false,
    spanGaps: false,
    interaction: { mode: "nearest", axis: "x", intersect: false },
    elements: { point: { radius: 0, hitRadius: 8 }, line: { borderWidth: 2, tension: 0, borderJoinStyle: "round" } },
    plugins: { legend: { display: false }, tooltip: { displayColors: false, callbacks: { title, label } } },
    scales: { x, y },
  };
}
