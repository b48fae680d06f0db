// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

/** The kernel's emulated cameras: real drivers in all but the picture. */
export class Vivid {
  /**
   * Loads the driver with one camera an entry: /dev/video0 and so on.
   * @param {("webcam" | "hdmi" | "multi-planar webcam")[]} cameras
   */
  static async load(guest, cameras = ["webcam"]) {
    const list = (value) => cameras.map(value).join();
    await guest.sh(
      `load vivid n_devs=${cameras.length} node_types=${list(() => "0x1")} num_inputs=${list(() => 1)}` +
        ` input_types=${list((kind) => (kind === "hdmi" ? "0x3" : "0x0"))} vid_cap_nr=${list((_, index) => index)}` +
        ` multiplanar=${list((kind) => (kind.startsWith("multi-planar") ? 2 : 1))}`,
    );
    return new Vivid(guest);
  }

  constructor(guest) {
    this.guest = guest;
  }

  /** Sets controls, by which faults are made too. @param {string} settings NAME=VALUE,... */
  async set(settings, node = "/dev/video0") {
    await this.guest.sh(`v4l2-ctl -d ${node} -c ${settings}`);
  }

  /** The fourccs that the driver lists, as they are: with trailing spaces. */
  async fourccs(node = "/dev/video0") {
    const list = await this.guest.sh(`v4l2-ctl -d ${node} --list-formats`);
    return [...list.matchAll(/^\s*\[\d+\]: '(.{4})'/gm)].map(([, fourcc]) => fourcc);
  }
}
