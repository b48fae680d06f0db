// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// What must hold of the files themselves, so that the page works offline and under a strict content security policy.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";

const folder = new URL("./", import.meta.url);
const names = readdirSync(folder).filter((name) => /\.(js|css|html)$/.test(name));
const text = (name) => readFileSync(new URL(name, folder), "utf8");
const scripts = names.filter((name) => name.endsWith(".js") && !name.endsWith(".test.js"));

test("every file begins with its license", () => {
  for (const name of names) {
    const head = text(name).split("\n").slice(0, 4).join("\n");
    assert.match(head, /SPDX-FileCopyrightText: sobelcam contributors/, name);
    assert.match(head, /SPDX-License-Identifier: Apache-2\.0/, name);
  }
});

test("nothing comes from another host", () => {
  for (const name of [...scripts, "index.html", "style.css"]) {
    const urls = text(name).match(/https?:\/\/[^'" )]+/g) ?? [];
    // The name of the SVG language looks like an address, but nobody fetches it.
    assert.deepEqual(urls.filter((url) => url !== "http://www.w3.org/2000/svg"), [], name);
  }
});

test("no inline script or style in the page", () => {
  const page = text("index.html");
  assert.doesNotMatch(page, /<style|\sstyle=|\son[a-z]+=/);
  for (const [tag] of page.matchAll(/<script[^>]*>/g)) assert.match(tag, /src="\/[a-z]+\.js"/);
});

test("no script touches the appearance, or makes markup from strings", () => {
  const never = /\.style\b|innerHTML|insertAdjacentHTML|document\.write/;
  for (const name of scripts) assert.doesNotMatch(text(name), never, name);
});

test("only api.js knows the device's addresses", () => {
  for (const name of scripts.filter((other) => other !== "api.js")) {
    assert.doesNotMatch(text(name), /["'`]\/(api|stream|snapshot|health|metrics)|fetch\(/, name);
  }
});

test("every element that a script looks for is in the page, once", () => {
  const page = text("index.html");
  const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length);
  const asked = scripts.flatMap((name) => [...text(name).matchAll(/(?:find|say|getElementById)\("([^"]+)"/g)]);
  assert.ok(asked.length > 20);
  for (const [, id] of asked) assert.ok(ids.includes(id), id);
});

test("every module that is imported is there", () => {
  for (const name of scripts) {
    for (const [, target] of text(name).matchAll(/from "\.\/([^"]+)"/g)) {
      assert.ok(names.includes(target), `${name}: ${target}`);
    }
  }
});
