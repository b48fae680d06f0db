// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import { axis, chartColors, recolorAxes } from "./charts.js";
import { counted, grouped } from "./words.js";

/** @typedef {import("./api.js").Histogram} Histogram */

/**
 * The height of a bar. Most pixels of most pictures are flat, so bin 0 is thousands of times the others; on a linear
 * scale nothing else would be seen. log10(1 + count) keeps an empty bin at height 0.
 * @param {number} count
 */
export function barHeight(count) {
  return Math.log10(1 + count);
}

/**
 * The powers of ten up to the largest count, at the heights where they belong. 1 is left out: its label would lie on
 * that of 0.
 * @param {number} largest
 * @returns {{value: number, label: string}[]}
 */
export function countTicks(largest) {
  const ticks = [{ value: 0, label: "0" }];
  for (let count = 10; count <= Math.max(largest, 10); count *= 10) {
    ticks.push({ value: barHeight(count), label: short(count) });
  }
  return ticks;
}

/** @param {number} count a power of ten: 10, 100, 1k ... */
function short(count) {
  if (count >= 1e6) return `${count / 1e6}M`;
  return count >= 1e3 ? `${count / 1e3}k` : `${count}`;
}

/**
 * The plot in words.
 * @param {Histogram | null} histogram
 */
export function histogramWords(histogram) {
  if (histogram === null) return "No frame yet.";
  const { total, bins } = histogram;
  const flat = total > 0 ? bins[0] / total : 0;
  const strong = total > 0 ? bins.slice(128).reduce((sum, count) => sum + count, 0) / total : 0;
  const pixels = counted(total, "pixel", "pixels");
  return `${pixels}: ${percent(flat)} have edge strength 0, ${percent(strong)} have 128 or more.`;
}

/** @param {number} share 0 to 1 */
export function percent(share) {
  const value = share * 100;
  // "100.0 %" for a share that is not quite all, or "0.0 %" for one that is not quite none, would be a lie.
  if (value > 0 && value < 0.05) return "less than 0.1 %";
  if (value < 100 && value > 99.95) return "more than 99.9 %";
  return `${value.toFixed(1)} %`;
}

/** Paints the plot with Chart.js and the words below it. */
export class HistogramPainter {
  /** @param {HTMLCanvasElement} canvas @param {HTMLElement} words */
  constructor(canvas, words) {
    this.words = words;
    this.largest = 1;
    this.counts = new Array(256).fill(0);
    const bars = { data: [], barPercentage: 1, categoryPercentage: 1 };
    this.chart = new Chart(canvas, {
      type: "bar",
      data: { labels: this.counts.map((_, bin) => bin), datasets: [bars] },
      options: this.options(),
    });
    this.recolor();
  }

  options() {
    const x = axis("edge strength");
    const y = axis("pixels, logarithmic");
    x.grid = { display: false };
    x.ticks = { ...x.ticks, autoSkip: false, callback: (bin) => (bin % 64 === 0 || bin === 255 ? bin : null) };
    y.min = 0;
    y.afterBuildTicks = (scale) => (scale.ticks = countTicks(this.largest));
    y.ticks = { ...y.ticks, callback: (value, index, ticks) => ticks[index].label ?? "" };
    const label = (item) => `${grouped(this.counts[item.dataIndex])} pixels`;
    const title = ([item]) => `edge strength ${item.label}`;
    return {
      animation: false,
      maintainAspectRatio: false,
      interaction: { mode: "index", intersect: false },
      plugins: { legend: { display: false }, tooltip: { displayColors: false, callbacks: { label, title } } },
      scales: { x, y },
    };
  }

  /** @param {Histogram | null} histogram */
  paint(histogram) {
    this.words.textContent = histogramWords(histogram);
    this.counts = histogram?.bins ?? this.counts.fill(0);
    this.largest = Math.max(...this.counts);
    this.chart.data.datasets[0].data = this.counts.map(barHeight);
    this.chart.options.scales.y.max = barHeight(10 ** Math.ceil(Math.log10(Math.max(this.largest, 10))));
    this.chart.update();
  }

  /** To be called when the page turns dark or light. */
  recolor() {
    const colors = chartColors();
    this.chart.data.datasets[0].backgroundColor = colors.first;
    recolorAxes(this.chart, colors);
    this.chart.update();
  }
}
