// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// The tests of the page's modules, without a browser: node tests/web/run.js
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { verdict } from "./verdict.js";

const folder = fileURLToPath(new URL("../../web/", import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith(".test.js"));
verdict("web-modules", files.map((name) => folder + name));
