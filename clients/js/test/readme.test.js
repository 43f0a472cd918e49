// The examples of README.md print what the page has.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { CELLD, withDaemon } from "./daemon.js";

test("the examples of README.md", withDaemon(async (_, daemon) => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const page = fs.readFileSync(path.join(root, "README.md"), "utf8");
  const examples = [...page.matchAll(/```js\n(.*?)```\n\n```text\n(.*?)```/gs)];
  assert.equal(examples.length, page.split("```js").length - 1);
  // They follow each other, so they are one program.
  const program = path.join(daemon.folder, "readme.mjs");
  fs.mkdirSync(path.join(daemon.folder, "node_modules"));
  fs.symlinkSync(root, path.join(daemon.folder, "node_modules", "celld"));
  fs.writeFileSync(program, examples.map(([, code]) => code).join("\n"));
  const environment = { ...process.env, CELLD_SOCKET: daemon.socket, CELLD };
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env: environment });
  assert.equal(stdout, examples.map(([, , expected]) => expected).join(""));
}));
