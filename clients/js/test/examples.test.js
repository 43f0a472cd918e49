// The examples in JavaScript, each as a user runs it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import readline from "node:readline";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { withDaemon } from "./daemon.js";

const program = fileURLToPath(new URL("../../../examples/node-status", import.meta.url));

test("node-status without a session", async () => {
  const child = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "ignore"] });
  assert.deepEqual(await once(child, "exit"), [2, null]);
});

test("node-status", withDaemon(async (client, daemon) => {
  const jobs = client.session("jobs");
  await jobs.push([
    { id: "1", title: "Import\u001b[2J\n#1", status: { text: "Failed", state: "negative" } },
    { id: "2", title: "Export", status: { text: "Done", state: "positive" } },
  ]);
  const environment = { ...process.env, CELLD_SOCKET: daemon.socket };
  const child = spawn(process.execPath, [program, "jobs"], { env: environment, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    assert.equal((await lines.next()).value, "jobs: 2  ✖ 1  ✔ 1  Import\uFFFD[2J\uFFFD##1");
    await jobs.patch([{ id: "1", patch: { status: null } }]);
    assert.equal((await lines.next()).value, "jobs: 2  ✔ 1");
    const ended = once(child, "exit");
    await jobs.delete();
    assert.deepEqual(await ended, [0, null]);
  } finally {
    child.kill("SIGKILL");
  }
}));
