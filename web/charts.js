// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// What all plots share. A canvas cannot be styled, so the colors are read from the style sheet, where they change with
// the system's dark or light setting.

/** @typedef {{first: string, second: string, text: string, line: string, surface: string}} ChartColors */

/** @returns {ChartColors} */
export function chartColors() {
  const style = getComputedStyle(document.documentElement);
  const color = (name) => style.getPropertyValue(name).trim();
  return {
    first: color("--plot-first"),
    second: color("--plot-second"),
    text: color("--ink-soft"),
    line: color("--line"),
    surface: color("--surface"),
  };
}

/**
 * The options of one axis.
 * @param {string} title
 */
export function axis(title) {
  return {
    title: { display: title !== "", text: title },
    grid: { drawTicks: false },
    ticks: { maxRotation: 0, padding: 6 },
  };
}

/** Gives a plot the colors of the page as it is now; the colors of its data are the caller's. @param {any} chart */
export function recolorAxes(chart, { text, line }) {
  for (const scale of Object.values(chart.options.scales)) {
    scale.title.color = text;
    scale.ticks.color = text;
    scale.grid.color = line;
    scale.grid.borderColor = line;
  }
}

/** The letters of the page, in the plots too. */
export function useFontOfPage() {
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  Chart.defaults.font.size = 12;
}
