// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// Runs groups of scenarios, all or those that are named: node tests/guest/run.js [NAME...]; tests/guest/run prepares it.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { verdict } from "../web/verdict.js";

const folder = fileURLToPath(new URL("./scenarios/", import.meta.url));
const groups = readdirSync(folder).flatMap((name) => name.match(/^(.+)\.test\.js$/)?.[1] ?? []);
const wanted = process.argv.length > 2 ? process.argv.slice(2) : groups;
const unknown = wanted.find((name) => !groups.includes(name));
if (unknown !== undefined) {
  console.error(`tests/guest/run: no group '${unknown}'; there are ${groups.join(", ")}`);
  process.exit(2);
}
verdict("guest", wanted.map((name) => `${folder}${name}.test.js`));
