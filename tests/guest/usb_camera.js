// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import { built } from "./guest.js";

/** The emulated USB camera, on the emulated machine's own USB and its own driver. */
export class UsbCamera {
  /** What Guest.boot() must be given. */
  static programs() {
    return [`${built("uvc_camera")}:/bin/uvc_camera`];
  }

  /** Plugs it in, and comes back when it is /dev/video0. @param {string} [parameters] of uvcvideo */
  static async plug(guest, parameters = "") {
    await guest.sh(`load uvcvideo ${parameters} && load vhci-hcd && mkfifo /tmp/uvc
      uvc_camera /tmp/uvc >/mnt/uvc_camera.log 2>&1 </dev/null &
      await 100 test -c /dev/video0`);
    return new UsbCamera(guest);
  }

  constructor(guest) {
    this.guest = guest;
  }

  /** A command of uvc_camera: unplug, plug, freeze, thaw, picture KIND [COUNT]. */
  tell(command) {
    return this.guest.sh(`echo '${command}' >/tmp/uvc`);
  }

  /** Comes back when the kernel has the camera, or has lost it. @param {boolean} there */
  async plugged(there) {
    await this.guest.sh(`await 100 test ${there ? "" : "!"} -c /dev/video0`);
  }
}
