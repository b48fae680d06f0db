// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import { sentence } from "./words.js";

/**
 * @param {import("./api.js").Pipelines} pipelines
 * @returns {{name: string, state: "active" | "usable" | "unusable", badge: string, text: string}[]}
 */
export function pipelineItems({ active, pipelines }) {
  return pipelines.map(({ name, summary, usable, reason }) => {
    if (!usable) return { name, state: "unusable", badge: "Not usable", text: sentence(reason || summary) };
    const inUse = name === active;
    return { name, state: inUse ? "active" : "usable", badge: inUse ? "In use" : "Usable", text: sentence(summary) };
  });
}

/** @param {HTMLUListElement} list @param {import("./api.js").Pipelines} pipelines */
export function paintPipelines(list, pipelines) {
  list.replaceChildren(
    ...pipelineItems(pipelines).map(({ name, state, badge, text }) => {
      const item = document.createElement("li");
      item.dataset.state = state;
      item.append(part("strong", "name", name), part("span", "tag", badge), part("p", "text", text));
      return item;
    }),
  );
}

/** @param {string} tag @param {string} className @param {string} text */
function part(tag, className, text) {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}
