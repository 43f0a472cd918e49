// The client with a real daemon.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";

import * as celld from "../src/index.js";
import { CELLD, LONG, messagesOf, withDaemon } from "./daemon.js";

const narrow = { width: 30 };
const cells = (count, title = "Job") => Array.from({ length: count }, (_, number) => ({ id: String(number), title: `${title} ${number}` }));

/** Connects, also if the daemon takes longer than the timeout. */
async function connected(socket, options) {
  while (true) {
    try {
      return await celld.Client.connect(socket, options);
    } catch (error) {
      if (!(error instanceof celld.TimedOut)) throw error;
    }
  }
}

async function all(iterable) {
  const found = [];
  for await (const one of iterable) found.push(one);
  return found;
}

test("cells become rows", withDaemon(async (client) => {
  const jobs = client.session("jobs");
  assert.equal((await jobs.push([{ id: "1", title: "Import" }, { id: "2", title: "Export" }])).inserted, 2);
  await jobs.patch([{ id: "2", patch: { status: { text: "Late", state: "negative" } } }]);
  await jobs.move(["2"], "start");
  const rows = await jobs.rows({ environment: narrow, ids: ["2", "9"], include: ["cell"] });
  assert.equal(String(rows), "Export                    Late");
  assert.deepEqual([rows.missing, rows.count, rows.view, rows.at(0).cell.id], [["9"], 2, null, "2"]);
  assert.equal((await jobs.remove({ ids: ["2"] })).removed, 1);
  assert.deepEqual((await all(jobs.eachCell(1))).map((cell) => cell.title), ["Import"]);
  await jobs.delete();
  assert.deepEqual((await client.sessions()).sessions, []);
}));

test("methods of views, of interaction, and of the daemon", withDaemon(async (client) => {
  const jobs = client.session("jobs");
  await jobs.create({ selection: "multiple" });
  await jobs.push([{ id: "1", title: "A", unread: true }]);
  assert.deepEqual((await jobs.setView({ view: "phone", width: null, separator: "line" })).set, { width: null, separator: "line" });
  assert.deepEqual((await jobs.setView({ view: "phone", separator: null })).set, { width: null });
  await jobs.deleteView("phone");
  assert.equal((await jobs.select({ ids: ["1"] })).selected, 1);
  assert.equal((await jobs.header("1", { environment: narrow })).lines[0].startsWith("A"), true);
  assert.deepEqual((await jobs.lint()).findings, []);
  assert.equal((await client.hello()).protocol, 1);
  assert.deepEqual((await client.layout({ id: "1", title: "Alone" })).row.lines, ["Alone"]);
  assert.equal((await client.profile("ios")).font, "Inter");
  assert.deepEqual(new Set(Object.keys((await client.discover()).components.errors)), new Set(Object.keys(celld.KINDS)));
  await client.ping();
}));

test("errors of the daemon", withDaemon(async (client) => {
  const jobs = client.session("jobs");
  await assert.rejects(jobs.info(), celld.SessionNotFound);
  await assert.rejects(jobs.push([{ id: "1", tilte: "A" }]), { name: "InvalidParams", path: "/cells/0/tilte", hint: "title", code: -32602 });
  await assert.rejects(client.call("cells.psuh"), celld.MethodNotFound);
}));

test("a watch has the complete window", withDaemon(async (client) => {
  const jobs = client.session("jobs");
  await jobs.push(cells(10));
  const watch = await jobs.watch({ environment: narrow, start: 1, count: 3 });
  assert.equal(String(await watch.wait({ timeout: LONG })), "Job 1\nJob 2\nJob 3");
  await jobs.patch([{ id: "2", patch: { title: "Changed" } }]);
  assert.equal(String(await watch.wait()), "Job 1\nChanged\nJob 3");
  await jobs.remove({ ids: ["1"] });
  assert.equal(String(await watch.wait()), "Changed\nJob 3\nJob 4");
  await assert.rejects(watch.wait({ timeout: 1 }), celld.TimedOut);
  await watch.change({ top: 8, height: 1 });
  assert.equal(String(await watch.wait()), "Job 9");
  await assert.rejects(watch.change({ environment: { width: -1 } }), celld.InvalidParams);
  await jobs.patch([{ id: "9", patch: { title: "Last" } }]);
  assert.equal(String(await watch.wait()), "Last");
  await watch.close();
  await assert.rejects(watch.wait(), celld.WatchEnded);
  assert.equal((await client.stats()).caller.subscriptions, 0);
}));

test("a window moves and keeps its place", withDaemon(async (client) => {
  const jobs = client.session("jobs");
  await jobs.push(cells(10));
  const watch = await jobs.watch({ environment: narrow, top: 0, height: 2 });
  assert.equal(String(await watch.window({ top: 1, height: 2 })), "Job 1\nJob 2");
  await watch.window({ anchor: watch.rows.anchor, height: 2 });
  await jobs.remove({ ids: ["0"] });
  await jobs.patch([{ id: "1", patch: { title: "Changed" } }]);
  while (String(await watch.wait()) !== "Changed\nJob 2");
  await watch.change({ environment: { width: 5 } });
  assert.equal(String(watch.rows), "Chan…\nJob 2");
  await assert.rejects(watch.window({ top: -1, height: 2 }), celld.InvalidParams);
}));

test("a watch ends with its session or view", withDaemon(async (client) => {
  const jobs = client.session("jobs");
  await jobs.push([{ id: "1", title: "A" }]);
  await jobs.setView({ view: "side", width: 20 });
  const [watch, side] = [await jobs.watch({ events: true }), await jobs.watch({ view: "side" })];
  const next = messagesOf(watch);
  await jobs.act("open", { id: "1" });
  assert.equal((await next()).method, "action.invoked");
  assert.equal((await watch.nextAction()).action, "open");
  await jobs.deleteView("side");
  await jobs.delete();
  assert.equal((await next()).method, "session.deleted");
  assert.deepEqual((await all(side)).map(String), ["A"]);
  assert.deepEqual((await all(watch)).map(String), ["A"]);
  assert.deepEqual(await all(watch.actions()), []);
}));

test("requests are sent in order without waiting", withDaemon(async (client) => {
  const jobs = client.session("jobs");
  const pushes = cells(500).map((cell) => jobs.push([cell]));
  assert.deepEqual((await Promise.all(pushes)).map((one) => one.revision), cells(500).map((_, index) => index + 1));
}));

test("a long list is sent in parts", withDaemon(async (client) => {
  const jobs = client.session("jobs");
  await jobs.create();
  assert.equal((await jobs.replace(cells(2000))).inserted, 2000);
  assert.deepEqual(await all(jobs.eachCell()), (await jobs.cells({ count: 2000 })).cells);
  const wrong = cells(2000);
  wrong[1000].rating = -1;
  await assert.rejects(jobs.replace(wrong), celld.InvalidParams);
  assert.equal((await jobs.replace(cells(2))).removed, 1998);

  const lists = ["A", "B", "C"].map((title) => cells(1500, title));
  await Promise.all(lists.map((list) => jobs.replace(list)));
  const titles = (await all(jobs.eachCell())).map((cell) => cell.title);
  assert.deepEqual(titles, lists[2].map((cell) => cell.title));
}, { options: ["--limit", "line=16384"] }));

test("a list that is not answered in time leaves nothing staged", withDaemon(async (client, daemon) => {
  const jobs = client.session("jobs");
  await jobs.create();
  const impatient = await connected(daemon.socket, { timeout: 100 });
  try {
    daemon.signal("SIGSTOP");
    await assert.rejects(impatient.session("jobs").replace(cells(2000)), celld.TimedOut);
    daemon.signal("SIGCONT");
    await client.ping();
    const { inserted } = await impatient.call("cells.replace", { session: "jobs", cells: cells(2) }, { timeout: LONG });
    assert.equal(inserted, 2);
  } finally {
    await impatient.close();
  }
}, { options: ["--limit", "line=16384"] }));

test("a reply that does not come in time", withDaemon(async (client, daemon) => {
  daemon.signal("SIGSTOP");
  await assert.rejects(client.call("ping", {}, { timeout: 1 }), celld.TimedOut);
  daemon.signal("SIGCONT");
  await client.ping();
}));

test("a closed client", withDaemon(async (client) => {
  await client.session("jobs").push([{ id: "1", title: "A" }]);
  const watch = await client.session("jobs").watch();
  await client.close();
  await client.close();
  assert.equal(watch.isOpen, false);
  await assert.rejects(client.ping(), celld.ClientClosed);
}));

test("a daemon of one's own", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "celld-js-"));
  try {
    const client = await celld.Client.connect(new celld.Stdio(CELLD, ["--store", path.join(folder, "store.db")]));
    assert.ok(client.server.features.includes("durable"));
    await client.close();
    assert.ok(!fs.existsSync(`/proc/${client.server.pid}`));

    const plugin = await celld.Client.connect(new celld.Plugin(CELLD), { timeout: LONG });
    const { address } = plugin;
    await plugin.session("jobs").push([{ id: "1", title: "A" }]);
    const other = await celld.Client.connect(address, { timeout: LONG });
    assert.equal(String(await other.session("jobs").rows()), "A");
    await other.close();
    process.kill(plugin.server.pid, "SIGKILL");
    await assert.rejects(async () => {
      while (true) await plugin.ping();
    }, celld.ConnectionLost);
    await plugin.close();
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test("no daemon is an error with all reasons", async () => {
  await assert.rejects(celld.Client.connect("/no-such-folder/celld.sock", { spawn: false }), { name: "NoDaemon", message: /celld.sock: ENOENT/ });
  await assert.rejects(celld.Client.connect(new celld.Stdio("no-such-program")), { name: "NoDaemon", message: /Cannot start/ });
});
