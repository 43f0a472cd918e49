// A daemon that a client starts.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";

import * as celld from "../src/index.js";
import { CELLD, Daemon, LONG } from "./daemon.js";

/** Runs a test with the path of the default socket, where no daemon listens, and celld in PATH. */
function withoutDaemon(test) {
  return async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "celld-js-"));
    const before = { ...process.env };
    if (CELLD.includes("/")) process.env.PATH = `${path.dirname(CELLD)}:${before.PATH}`;
    process.env.CELLD_SOCKET = path.join(folder, "celld.sock");
    try {
      await test(folder, process.env.CELLD_SOCKET);
    } finally {
      process.env.PATH = before.PATH;
      if (before.CELLD_SOCKET === undefined) delete process.env.CELLD_SOCKET;
      else process.env.CELLD_SOCKET = before.CELLD_SOCKET;
      for (const daemon of daemons(folder)) process.kill(daemon, "SIGKILL");
      fs.rmSync(folder, { recursive: true });
    }
  };
}

/** The daemons that were started with a folder in their environment. */
function daemons(folder) {
  return fs.readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name)).map(Number).filter((id) => {
    try {
      const [program] = fs.readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0");
      return program.endsWith("celld") && fs.readFileSync(`/proc/${id}/environ`, "utf8").includes(folder);
    } catch {
      return false;
    }
  });
}

const connect = (options) => celld.Client.connect(undefined, { timeout: LONG, ...options });

test("a daemon is started once, and outlives the client", withoutDaemon(async (folder, socket) => {
  const client = await connect();
  assert.equal(client.address, socket);
  await client.session("lots").push([{ id: "1", title: "Wheat" }]);
  await client.close();
  const other = await connect({ spawn: false });
  assert.equal(String(await other.session("lots").rows()), "Wheat");
  const [daemon] = daemons(folder);
  assert.deepEqual(daemons(folder), [daemon]);
  const words = fs.readFileSync(`/proc/${daemon}/cmdline`, "utf8").split("\0").slice(1, -1);
  assert.deepEqual(words, ["--idle-exit", "60", "--socket", socket]);
  // It writes to a standard error that nobody reads.
  process.kill(daemon, "SIGHUP");
  await other.ping();
  await other.close();
}));

test("clients that start at the same moment find one daemon", withoutDaemon(async () => {
  const clients = await Promise.all(Array.from({ length: 8 }, () => connect()));
  assert.equal(new Set(clients.map((client) => client.server.instance)).size, 1);
  for (const client of clients) await client.close();
}));

test("a daemon cannot be started", withoutDaemon(async (folder) => {
  const none = celld.Client.connect(path.join(folder, "none/celld.sock"), { timeout: LONG });
  await assert.rejects(none, { name: "NoDaemon", message: /Cannot start celld: .*no such file or directory/ });
  await assert.rejects(connect({ spawn: false }), { name: "NoDaemon", message: /ENOENT/ });
  fs.chmodSync(folder, 0o777);
  await assert.rejects(connect(), { name: "NoDaemon", message: /other users can replace the sockets/ });
  fs.chmodSync(folder, 0o700);
  const before = process.env.PATH;
  process.env.PATH = "/no-such-folder";
  await assert.rejects(connect(), { name: "NoDaemon", message: /celld is not in PATH. Install celld/ });
  process.env.PATH = before;
  assert.deepEqual(daemons(folder), []);
}));

test("no daemon is started at a reconnection", withoutDaemon(async (folder, socket) => {
  const client = await connect();
  process.kill(daemons(folder)[0], "SIGKILL");
  for (let isLost = false; !isLost; ) {
    await client.call("ping", {}, { timeout: 1000 }).catch((error) => (isLost = error instanceof celld.TimedOut));
  }
  await assert.rejects(client.call("ping", {}, { timeout: 1000 }), celld.TimedOut);
  assert.deepEqual(daemons(folder), []);
  const daemon = new Daemon(folder);
  await daemon.start(socket);
  await client.ping();
  await client.close();
  await daemon.kill();
}));

test("a program ends, and its daemon does not", withoutDaemon(async (folder) => {
  const program = path.join(folder, "program.mjs");
  const source = JSON.stringify(new URL("../src/index.js", import.meta.url).href);
  fs.writeFileSync(program, `import { Client } from ${source}; await (await Client.connect()).ping(); console.log("done");`);
  const child = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (printed += text));
  assert.deepEqual([await once(child, "close"), printed], [[0, null], "done\n"]);
  assert.equal(daemons(folder).length, 1);
}));
