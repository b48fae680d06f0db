// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("./", import.meta.url));
const root = join(here, "../..");
const build = process.env.SOBELCAM_BUILD_DIR ?? join(root, "build");
const cache = join(root, "build/guest");
const image = join(here, "image");

/** The longest that one group of scenarios may take, on a busy machine. */
const kBootLimitS = 400;

/** @returns {Promise<number>} a port of this machine that nobody listens on */
async function freePort() {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Where the build put a program. @param {string} name */
export function built(name) {
  const path = [join(build, "bin", name), join(build, "tests/bin", name)].find((place) => existsSync(place));
  if (path === undefined) throw new Error(`${build} has no ${name}; build it first`);
  return path;
}

/** Where the program of this machine's own build is, else that of the build under test. @param {string} name */
export function ours(name) {
  const path = join(root, "build/bin", name);
  return existsSync(path) ? path : built(name);
}

/** An emulated machine that runs Debian's kernel, and does what it is told. */
export class Guest {
  /**
   * Boots a machine with these files in it. Port 8080 of it is reached at `url`.
   * @param {string} name of the folder of what it leaves behind, in build/guest/out
   * @param {string[]} files FROM:TO, as tests/guest/image takes them
   */
  static async boot(name, files = []) {
    const out = join(cache, "out", name);
    rmSync(out, { recursive: true, force: true });
    mkdirSync(join(out, "share"), { recursive: true });
    const base = readFileSync(join(cache, "base.cpio"));
    execFileSync(image, ["add", join(out, "files.cpio"), `${here}guest.sh:/guest.sh`, ...files]);
    writeFileSync(join(out, "initrd"), Buffer.concat([base, readFileSync(join(out, "files.cpio"))]));
    const guest = new Guest(name, out, await freePort());
    await guest.#start();
    return guest;
  }

  #child;
  #waiting = new Map();
  #commands = 0;
  #kill = () => this.#child.kill("SIGTERM"); // timeout passes it on

  #since = Date.now();

  constructor(name, out, port) {
    this.name = name;
    this.out = out;
    this.console = join(out, "console.log");
    this.url = `http://127.0.0.1:${port}/`;
    this.port = port;
  }

  /** Always plain emulation: this must run where there is no virtualization. */
  async #start() {
    const qemu = ["qemu-system-x86_64", "-accel", "tcg", "-cpu", "qemu64", "-smp", "2", "-m", "1024"];
    const bare = ["-nodefaults", "-no-user-config", "-nographic", "-monitor", "none", "-no-reboot"];
    const kernel = ["-kernel", join(cache, "vmlinuz"), "-initrd", join(this.out, "initrd")];
    const line = ["-append", "console=ttyS0 quiet panic=-1 rdinit=/init"];
    const serial = ["-serial", `file:${this.console}`, "-serial", "stdio"];
    const network = ["-netdev", `user,id=n,restrict=on,hostfwd=tcp:127.0.0.1:${this.port}-:8080`];
    const card = ["-device", "virtio-net-pci,netdev=n,romfile="];
    const share = ["-virtfs", `local,path=${join(this.out, "share")},mount_tag=share,security_model=none,id=s`];
    const said = openSync(join(this.out, "qemu.log"), "w");
    this.#child = spawn(
      "timeout",
      ["--foreground", "-k", "1", `${kBootLimitS}`, ...qemu, ...bare, ...kernel, ...line, ...serial, ...network, ...card, ...share],
      { stdio: ["pipe", "pipe", said] },
    );
    closeSync(said);
    process.once("exit", this.#kill);
    this.#child.stdin.on("error", () => {}); // a machine that has ended is told about below
    this.#child.once("exit", () => {
      for (const { fail } of this.#waiting.values()) fail(new Error(`the emulated machine has ended: ${this.out}`));
    });
    createInterface({ input: this.#child.stdout }).on("line", (text) => this.#answer(text));
    await this.#reply(60000, "boot");
  }

  #answer(text) {
    const [id, code, output = ""] = text.trim().split(" ");
    const asked = this.#waiting.get(Number(id));
    this.#waiting.delete(Number(id));
    asked?.found({ code: Number(code), output: Buffer.from(output, "base64").toString() });
  }

  #reply(limitMs, what) {
    const id = this.#commands;
    this.#commands += 1;
    return new Promise((found, fail) => {
      const late = () => fail(new Error(`no answer from the emulated machine within ${limitMs} ms: ${what}`));
      const timer = setTimeout(late, limitMs);
      const settled = (settle) => (value) => {
        clearTimeout(timer);
        settle(value);
      };
      this.#waiting.set(id, { found: settled(found), fail: settled(fail) });
    });
  }

  /** Runs shell commands, and gives the exit code and the output of both kinds. */
  attempt(command, limitMs = 60000) {
    const id = this.#commands;
    const reply = this.#reply(limitMs, command);
    this.#child.stdin.write(`${id} ${Buffer.from(command).toString("base64")}\n`);
    return reply;
  }

  /** Runs shell commands that must succeed, and gives their output without the last line break. */
  async sh(command, limitMs) {
    const { code, output } = await this.attempt(command, limitMs);
    if (code !== 0) throw new Error(`in the emulated machine, code ${code}: ${command}\n${output}`);
    return output.trimEnd();
  }

  /** A file that the machine has put in its /mnt. */
  shared(name) {
    return join(this.out, "share", name);
  }

  /**
   * Switches the machine off; fails when it ended in another way. The emulator's own exit code says nothing: it is 0
   * after a panic too.
   */
  async end() {
    process.removeListener("exit", this.#kill);
    if (this.#child.exitCode === null) {
      const ended = once(this.#child, "exit");
      this.#child.stdin.write(`${this.#commands} off\n`);
      const timer = setTimeout(this.#kill, 10000);
      await ended;
      clearTimeout(timer);
    }
    console.log(`guest/${this.name}: ${((Date.now() - this.#since) / 1000).toFixed(1)} s`);
    rmSync(join(this.out, "initrd"));
    rmSync(join(this.out, "files.cpio"));
    const said = readFileSync(this.console, "latin1");
    const [trouble] = said.match(/^.*(Kernel panic|BUG:|Oops:|general protection fault).*$/m) ?? [];
    if (trouble) throw new Error(`the emulated machine's kernel: ${trouble.trim()}; see ${this.console}`);
    if (!said.includes("GUEST-DONE")) throw new Error(`the emulated machine did not end as told; see ${this.console}`);
  }
}
