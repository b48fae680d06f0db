// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
import { run } from "node:test";
import { spec } from "node:test/reporters";

/**
 * Runs test files and prints, as the last line, "NAME: P passed, F failed, S skipped"; sets the exit code.
 * @param {string} name
 * @param {string[]} files
 */
export function verdict(name, files) {
  const count = { passed: 0, failed: 0, skipped: 0 };
  const stream = run({ files, concurrency: 1 });
  stream.on("test:pass", (event) => {
    if (isFile(event, files)) return;
    count[event.skip !== undefined || event.todo !== undefined ? "skipped" : "passed"] += 1;
  });
  // A file that does not load, or dies between its tests, fails as a file.
  stream.on("test:fail", () => (count.failed += 1));
  stream.pipe(new spec()).pipe(process.stdout);
  // At the exit and not at the stream's end: whatever ends the run, there is a verdict, and it is the last line.
  process.on("exit", () => {
    // No test at all is a mistake too.
    if (count.passed + count.failed === 0) count.failed = 1;
    console.log(`${name}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
    process.exitCode = count.failed === 0 ? 0 : 1;
  });
}

/** Some versions of the runner report a test file as a test around its tests. */
function isFile({ nesting, name }, files) {
  return nesting === 0 && files.some((file) => file.endsWith(name) && name.endsWith(".test.js"));
}
