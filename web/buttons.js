// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import { fetchSnapshot } from "./api.js";
import { sentence } from "./words.js";

/** @param {string} view @param {string} seq */
export function snapshotName(view, seq) {
  return `sobelcam-${view}-${seq}.jpg`;
}

/** Saves one picture as a file, or says why there is none. */
export class SnapshotButton {
  /**
   * @param {HTMLButtonElement} button @param {HTMLElement} note
   * @param {() => string} currentView
   */
  constructor(button, note, currentView) {
    this.button = button;
    this.note = note;
    this.currentView = currentView;
    button.addEventListener("click", () => this.save());
  }

  async save() {
    if (this.button.getAttribute("aria-disabled") === "true") return;
    // Not "disabled": that would take the keyboard's focus away.
    this.button.setAttribute("aria-disabled", "true");
    const view = this.currentView();
    try {
      const { picture, seq } = await fetchSnapshot(view);
      const name = snapshotName(view, seq);
      download(picture, name);
      this.note.textContent = `Saved ${name}`;
    } catch (error) {
      this.note.textContent = `No snapshot: ${sentence(error.message)}`;
    } finally {
      this.button.removeAttribute("aria-disabled");
    }
  }
}

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The click only starts the download; a minute is enough for it to read the blob.
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/** Shows the picture on the whole screen; away where the browser cannot (iPhone). */
export class FullScreenButton {
  /** @param {HTMLButtonElement} button @param {HTMLElement} target */
  constructor(button, target) {
    button.hidden = !document.fullscreenEnabled;
    button.addEventListener("click", () => {
      if (document.fullscreenElement) document.exitFullscreen();
      else target.requestFullscreen();
    });
    document.addEventListener("fullscreenchange", () => {
      button.setAttribute("aria-pressed", String(document.fullscreenElement === target));
    });
  }
}
