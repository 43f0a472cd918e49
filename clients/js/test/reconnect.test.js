// A daemon that is killed and started again.

import assert from "node:assert/strict";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import test from "node:test";

import { encoded } from "../src/exchange.js";
import * as celld from "../src/index.js";
import { Daemon, LONG, messagesOf, withDaemon } from "./daemon.js";

const narrow = { width: 30 };
const shapes = ({ params }) => params.rows.map((row) => (row.same ? `${row.id} same` : row.id));
const letters = [..."abcd"].map((id) => ({ id, title: id }));

/** Kills the daemon while a call waits, and returns when the client has noticed. */
async function lose(client, daemon) {
  daemon.signal("SIGSTOP");
  const waiting = assert.rejects(client.ping(), celld.ConnectionLost);
  await daemon.kill();
  await waiting;
}

/** Changes the store of a daemon that does not run, so that its clients do not see it. */
async function changeBehind(daemon, method, params) {
  const other = new Daemon(daemon.folder, ...daemon.options);
  const socket = path.join(daemon.folder, "other.sock");
  await other.start(socket);
  const client = await celld.Client.connect(socket, { timeout: LONG });
  await client.call(method, { session: "jobs", ...params });
  await client.close();
  await other.stop();
}

test("only what changed comes after a restart", withDaemon(async (client, daemon) => {
  const jobs = client.session("jobs");
  await jobs.push(letters);
  const watch = await jobs.watch({ environment: narrow, count: 3 });
  assert.equal(String(await watch.wait()), "a\nb\nc");
  const next = messagesOf(watch);

  await lose(client, daemon);
  await changeBehind(daemon, "cells.patch", { patches: [{ id: "b", patch: { title: "B" } }] });
  await daemon.start();
  assert.deepEqual(shapes(await next()), ["a same", "b", "c same"]);
  assert.equal(String(await watch.wait()), "a\nB\nc");

  await jobs.patch([{ id: "c", patch: { title: "C" } }]);
  assert.deepEqual(shapes(await next()), ["a same", "b same", "c"]);
  assert.equal(String(await watch.wait()), "a\nB\nC");
}, { store: true }));

test("a row that the window never had comes whole", withDaemon(async (client, daemon) => {
  const jobs = client.session("jobs");
  await jobs.push(letters);
  const watch = await jobs.watch({ environment: narrow, count: 2 });
  assert.equal(String(await watch.wait()), "a\nb");
  await lose(client, daemon);
  await changeBehind(daemon, "cells.remove", { ids: ["a"] });
  await daemon.start();
  assert.equal(String(await watch.wait()), "b\nc");
  assert.equal((await client.stats()).caller.subscriptions, 1);
}, { store: true }));

test("calls wait for the next daemon", withDaemon(async (client, daemon) => {
  await client.session("jobs").push(letters);
  await lose(client, daemon);
  const waiting = client.session("jobs").rows();
  await assert.rejects(client.call("ping", {}, { timeout: 1 }), celld.TimedOut);
  await daemon.start();
  assert.equal((await waiting).count, 4);
}, { store: true }));

test("a session that is gone ends its watch", withDaemon(async (client, daemon) => {
  await client.session("jobs").push(letters);
  const watch = await client.session("jobs").watch();
  await watch.wait();
  await lose(client, daemon);
  await daemon.start();
  await assert.rejects(watch.wait(), celld.SessionNotFound);
}));

test("a client that does not reconnect", withDaemon(async (_, daemon) => {
  const client = await celld.Client.connect(daemon.socket, { reconnect: false });
  await client.session("jobs").push(letters);
  const watch = await client.session("jobs").watch();
  await watch.wait();
  await lose(client, daemon);
  await assert.rejects(client.ping(), celld.ConnectionLost);
  await assert.rejects(watch.wait(), celld.ConnectionLost);
  await client.close();
}));

test("a client can be closed while there is no daemon", withDaemon(async (client, daemon) => {
  await lose(client, daemon);
  const waiting = assert.rejects(client.ping(), celld.ClientClosed);
  await client.close();
  await waiting;
}));

test("connections that end at once", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "celld-js-"));
  const hello = { protocol: 1, limits: { line: 1 << 24 } };
  let connections = 0;
  const server = net.createServer((socket) => {
    const isLast = ++connections === 5;
    readline.createInterface({ input: socket }).on("line", (line) => {
      if (socket.writable) socket.write(encoded({ id: JSON.parse(line).id, result: hello }));
      if (!isLast) socket.end();
    });
  });
  server.listen(path.join(folder, "celld.sock"));
  try {
    await once(server, "listening");
    const client = await celld.Client.connect(path.join(folder, "celld.sock"), { timeout: LONG });
    for (let isAnswered = false; !isAnswered; ) {
      isAnswered = await client.ping().then(
        () => connections === 5,
        (error) => assert.ok(error instanceof celld.ConnectionLost),
      );
    }
    assert.deepEqual(await client.call("ping"), hello);
    await client.close();
  } finally {
    server.close();
    fs.rmSync(folder, { recursive: true });
  }
});

test("a daemon that refuses a connection", withDaemon(async (client, daemon) => {
  // If the connection is closed before the first request is written, the reason cannot be read any more.
  const isRefused = (error) => error instanceof celld.LimitExceeded || error instanceof celld.ConnectionLost;
  await assert.rejects(celld.Client.connect(daemon.socket), isRefused);
  await client.ping();
}, { options: ["--limit", "connections=1"] }));
