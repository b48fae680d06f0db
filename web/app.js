// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// Wires the parts: polls in, picture and painters out. Holds what is known of the device, and nothing else.
import { fetchControls, fetchHistogram, fetchPipelines, fetchState, fetchTimings, kViews } from "./api.js";
import { paintCamera, paintControls } from "./camera.js";
import { useFontOfPage } from "./charts.js";
import { FullScreenButton, SnapshotButton } from "./buttons.js";
import { HistogramPainter } from "./histogram.js";
import { HistoryPainter } from "./history.js";
import { afterAnswer, afterFailure, kNotYetConnected } from "./liveness.js";
import { paintPipelines } from "./pipelines.js";
import { Poller } from "./poll.js";
import { paintSituation, paintState } from "./status.js";
import { LivePicture } from "./stream.js";
import { paintTimings } from "./timings.js";
import { retryWords, situation } from "./words.js";

const kPollPeriodMs = 500;

/** @param {string} id @returns {any} */
const find = (id) => document.getElementById(id);

/** What is known of the device and of the page. */
const known = {
  link: kNotYetConnected,
  hidden: document.hidden,
  left: false,
  error: null,
  state: null,
  pipelinesOf: "",
  controlsOf: "",
};

useFontOfPage();
const picture = new LivePicture(find("live"), find("still"));
const histogram = new HistogramPainter(find("histogram"), find("histogram-words"));
const history = new HistoryPainter({
  fps: { canvas: find("fps"), words: find("fps-words"), unit: "fps" },
  latencyMs: { canvas: find("latency"), words: find("latency-words"), unit: "ms" },
});
new SnapshotButton(find("snapshot"), find("note"), chosenView);
new FullScreenButton(find("fullscreen"), find("picture"));

const poller = new Poller({ ask, periodMs: kPollPeriodMs, onAnswer, onFailure });

/**
 * The state comes first and alone: it tells whether the device is there. The rest is asked for together; before the
 * first frame there is no histogram, and the browser would note each refusal as an error.
 */
async function ask() {
  const state = await fetchState();
  const [timings, counts] = await Promise.all([fetchTimings(), state.frame ? fetchHistogram() : null]);
  // The list only changes with the program, so it is fetched once for each of its runs.
  const run = `${state.version} ${state.pipeline.name}`;
  const pipelines = known.pipelinesOf === run ? null : await fetchPipelines();
  // The controls are those of the camera's opening.
  const opening = state.camera?.open ? `${run} ${state.camera.node} ${state.camera.chosen}` : "";
  const controls = opening === "" || known.controlsOf === opening ? null : await fetchControls();
  return { state, timings, counts, pipelines, run, controls, opening };
}

function onAnswer({ state, timings, counts, pipelines, run, controls, opening }) {
  const { link, reopen } = afterAnswer(known.link, state.uptime_s);
  Object.assign(known, { link, state, error: null, pipelinesOf: run, controlsOf: opening });
  if (reopen) picture.open(chosenView());
  else picture.check(state.frame?.seq ?? -1, state.health.ok);
  paintState(state);
  paintSituation(situation(known), "");
  paintCamera(find("camera"), state.camera);
  if (controls) paintControls(find("camera"), controls);
  paintTimings(find("timings"), find("timings-unit"), timings);
  histogram.paint(counts);
  const latencyMs = timings.capture_to_publish.last_us / 1000;
  history.paint({ atS: performance.now() / 1000, fps: state.fps, latencyMs });
  if (pipelines) paintPipelines(find("pipelines"), pipelines);
}

function onFailure(error, failures, waitMs) {
  // The next run of the program may be another version, so its pipelines are asked for again.
  Object.assign(known, { link: afterFailure(known.link), error, pipelinesOf: "", controlsOf: "" });
  paintSituation(situation(known), known.link.state === "lost" ? retryWords(waitMs, failures) : "");
}

/** Nobody looks at a hidden page, so it costs the device nothing: no stream, no polls. */
function onVisibility() {
  if (known.left) return;
  known.hidden = document.hidden;
  if (known.hidden) {
    poller.stop();
    picture.close();
    known.link = kNotYetConnected;
  } else {
    poller.start();
  }
  paintSituation(situation(known), "");
}

/** The browser keeps a page that is left for a while, and may show it again as it was. */
function onLeave() {
  known.left = true;
  known.link = kNotYetConnected;
  poller.stop();
  picture.leave();
}

function onReturn() {
  known.left = false;
  onVisibility();
}

function chosenView() {
  return find("views").querySelector("input:checked").value;
}

/** The view is kept in the address, so that a reload and a bookmark show it again. */
function onViewChosen() {
  const view = chosenView();
  window.history.replaceState(null, "", `#${view}`);
  find("live").alt = `Live picture, ${view}`;
  if (picture.isOpen) picture.open(view);
}

function viewFromAddress() {
  const view = location.hash.slice(1);
  if (kViews.includes(view)) find("views").querySelector(`input[value=${view}]`).checked = true;
  find("live").alt = `Live picture, ${chosenView()}`;
}

viewFromAddress();
find("views").addEventListener("change", onViewChosen);
window.addEventListener("hashchange", () => {
  viewFromAddress();
  onViewChosen();
});
document.addEventListener("visibilitychange", onVisibility);
window.addEventListener("pagehide", onLeave);
window.addEventListener("pageshow", onReturn);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  histogram.recolor();
  history.recolor();
});
// "pageshow" starts it all, at the first showing as at a later return.
