// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import { spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const program = join(process.env.SOBELCAM_BIN_DIR ?? join(root, "build/bin"), "sobelcamd");

/** The program under test, on a port of its own. */
export class Device {
  /** @param {string} source @param {number} [port] 0: any free one */
  static async start(source, port = 0) {
    const listen = ["--listen", `127.0.0.1:${port}`];
    const child = spawn(program, ["--source", source, ...listen], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    const said = [];
    const kill = () => child.kill("SIGKILL");
    process.once("exit", kill);
    child.stderr.on("data", (text) => said.push(text));
    const url = await new Promise((found, fail) => {
      const why = (text) => fail(new Error(`${program}: ${text}\n${said.join("")}`));
      const timer = setTimeout(() => why("says no address within 10 s"), 10000);
      child.once("error", (error) => why(error.message));
      child.once("exit", (code) => why(`ended with code ${code}`));
      createInterface({ input: child.stdout }).on("line", (line) => {
        const [address] = line.match(/http:\/\/127\.0\.0\.1:\d+\//) ?? [];
        if (address) found(address);
        if (address) clearTimeout(timer);
      });
    });
    return new Device(child, url, kill);
  }

  constructor(child, url, kill) {
    this.child = child;
    this.url = url;
    this.port = Number(new URL(url).port);
    this.kill = kill;
  }

  /** @param {NodeJS.Signals} name */
  signal(name) {
    this.child.kill(name);
  }

  /** Ends the program, and comes back when it has ended. @param {NodeJS.Signals} [signal] */
  async end(signal = "SIGKILL") {
    process.removeListener("exit", this.kill);
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, "exit");
    this.child.kill(signal);
    await ended;
  }

  /** @param {string} path */
  async get(path) {
    return (await fetch(new URL(path, this.url))).json();
  }
}

/** Stands between the browser and the device, to end streams as an access point or a proxy does: without a word. */
export class Proxy {
  /** @param {number} devicePort */
  static async start(devicePort) {
    const proxy = new Proxy();
    proxy.streams = new Set();
    proxy.all = new Set();
    proxy.server = net.createServer((browser) => {
      const device = net.connect(devicePort, "127.0.0.1");
      for (const socket of [browser, device]) {
        proxy.all.add(socket);
        socket.on("error", () => {});
        socket.on("close", () => proxy.all.delete(socket));
      }
      browser.on("data", (bytes) => bytes.includes("GET /stream") && proxy.streams.add({ browser, device }));
      browser.pipe(device).pipe(browser);
    });
    proxy.server.listen(0, "127.0.0.1");
    await once(proxy.server, "listening");
    proxy.url = `http://127.0.0.1:${proxy.server.address().port}/`;
    return proxy;
  }

  endStreams() {
    for (const { browser, device } of this.streams) {
      device.unpipe(browser);
      browser.end();
      device.destroy();
    }
    this.streams.clear();
  }

  end() {
    this.server.close();
    for (const socket of this.all) socket.destroy();
  }
}
