// Each example of the pages is a program of its own. It prints what the page has, and nothing else.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { CELLD, withDaemon } from "./daemon.js";

const client = fileURLToPath(new URL("..", import.meta.url));

/** The programs of a page, with what they print. */
function blocks(page) {
  const text = fs.readFileSync(page, "utf8");
  const found = [...text.matchAll(/```js\n(.*?)```\n(?:\n```text\n(.*?)```)?/gs)];
  assert.equal(found.length, text.split("```js").length - 1);
  return found.map(([, code, expected]) => ({ code, expected }));
}

/** Starts a program. `onOutput` gets all that it has printed. Resolves at its end. */
async function run(code, daemon, onOutput = () => {}) {
  const program = path.join(daemon.folder, "readme.mjs");
  fs.mkdirSync(path.join(daemon.folder, "node_modules"));
  fs.symlinkSync(client, path.join(daemon.folder, "node_modules", "celld"));
  fs.writeFileSync(program, code);
  const child = spawn(process.execPath, [program], { env: { ...process.env, CELLD_SOCKET: daemon.socket, CELLD } });
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) {
    child[name].setEncoding("utf8").on("data", (part) => {
      printed[name] += part;
      onOutput(printed.stdout);
    });
  }
  const [status] = await once(child, "close");
  return { ...printed, status };
}

for (const { code, expected } of blocks(path.join(client, "README.md"))) {
  test(`the example that prints ${JSON.stringify(expected.slice(0, 20))}`, withDaemon(async (_, daemon) => {
    assert.deepEqual(await run(code, daemon), { stdout: expected, stderr: "", status: 0 });
  }));
}

test("the watch on the front page", withDaemon(async (other, daemon) => {
  const [{ code }] = blocks(path.join(client, "..", "..", "README.md"));
  const jobs = other.session("jobs");
  const first = "Import of the orders              Failed\n";
  const second = "Export                            Failed\n";
  const result = await run(code, daemon, (text) => {
    if (text === first) jobs.patch([{ id: "1", patch: { title: "Export" } }]);
    // The loop ends with the session.
    if (text === first + second) jobs.delete();
  });
  assert.deepEqual(result, { stdout: first + second, stderr: "", status: 0 });
}));
