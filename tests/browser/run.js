// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// The page in a real browser against the real program: npm ci, then node tests/browser/run.js
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { verdict } from "../web/verdict.js";

const folder = fileURLToPath(new URL("./", import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith(".test.js"));
verdict("browser", files.map((name) => folder + name));
