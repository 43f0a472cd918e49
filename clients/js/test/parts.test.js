// The parts without I/O: lines, windows, long lists, addresses, errors, declarations.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";

import { candidates, problem } from "../src/address.js";
import { ProtocolError, SessionNotFound, ReplyError, replyError } from "../src/errors.js";
import { Exchange, Lines } from "../src/exchange.js";
import * as celld from "../src/index.js";
import { parts } from "../src/staging.js";
import { Rows, Subscription, Window } from "../src/window.js";

const message = (...rows) => ({ session: "jobs", view: null, clock: "c", revision: 1, count: rows.length, rows });

test("lines are put together from any parts", () => {
  const bytes = Buffer.from('{"a":"é"}\n\n{"b":1}\n');
  for (let size = 1; size <= bytes.length; size++) {
    const lines = new Lines();
    const found = [];
    for (let start = 0; start < bytes.length; start += size) found.push(...lines.feed(bytes.subarray(start, start + size)));
    assert.deepEqual(found, ['{"a":"é"}', "", '{"b":1}']);
  }
});

test("replies and notifications are told apart", () => {
  const exchange = new Exchange();
  assert.equal(exchange.request("ping", {}, "first"), '{"id":1,"method":"ping","params":{}}\n');
  exchange.request("ping", {}, "second");
  const lines = '{"id":1,"result":{}}\n{"method":"rows.changed","params":{"subscription":1}}\n';
  assert.deepEqual([...exchange.receive(Buffer.from(lines))], [
    { slot: "first", result: {}, error: undefined },
    { method: "rows.changed", params: { subscription: 1 } },
  ]);
  assert.deepEqual(exchange.abandon(), ["second"]);
  for (const line of ["no JSON\n", "3\n"]) {
    assert.throws(() => [...exchange.receive(Buffer.from(line))], ProtocolError);
  }
});

test("a window keeps the content of rows that are the same", () => {
  const window = new Window();
  const row = { id: "b", index: 1, y: 1, height: 1, lines: ["B"], unread: true };
  assert.ok(window.apply(message({ id: "a", index: 0, y: 0, height: 1, lines: ["A"] }, row)));
  assert.ok(window.apply(message({ id: "b", index: 0, y: 0, height: 1, same: true })));
  assert.deepEqual([...window.rows], [{ ...row, index: 0, y: 0 }]);
  const before = window.rows;
  assert.ok(!window.apply(message({ id: "a", index: 0, y: 0, height: 1, same: true })));
  assert.equal(window.rows, before);
});

test("parameters of one family exclude the others", () => {
  const first = new Subscription({ session: "jobs", view: "phone", start: 5, count: 10 });
  const second = first.changed({ top: 3, environment: { width: 20 }, pad: undefined });
  assert.deepEqual(second.parameters, { session: "jobs", top: 3, environment: { width: 20 } });
  const anchored = second.changed({ height: 9 }).changed({ anchor: { id: "a" } });
  assert.deepEqual(anchored.parameters, { session: "jobs", anchor: { id: "a" }, height: 9, environment: { width: 20 } });
  assert.deepEqual(first.changed({ start: 6 }).parameters, { session: "jobs", view: "phone", start: 6, count: 10 });
});

test("only a resumed subscription names its clock", () => {
  const subscription = new Subscription({ session: "jobs" });
  assert.deepEqual(subscription.opening(true), { session: "jobs" });
  subscription.window.apply(message());
  assert.deepEqual(subscription.opening(true), { session: "jobs", since: "c" });
  assert.deepEqual(subscription.opening(false), { session: "jobs" });
});

test("rows are their lines as a text", () => {
  const spans = [{ text: "A", x: 2, width: 1 }, { text: "日", x: 5, width: 2 }, { text: "B", x: 7, width: 1 }];
  const rows = new Rows(message({ id: "a", lines: ["A", "B"] }, { id: "b", lines: [spans] }));
  assert.equal(String(rows), "A\nB\n  A  日B");
  assert.deepEqual([rows.length, rows.at(-1).id, rows.missing, rows.next], [2, "b", [], undefined]);
});

test("parts keep the order and fit a line", () => {
  const cells = Array.from({ length: 100 }, (_, number) => ({ id: String(number), title: "x".repeat(50) }));
  const found = parts(cells, 1000);
  assert.deepEqual(found.flat(), cells);
  assert.ok(found.length > 1 && found.every((part) => JSON.stringify(part).length < 1000));
  assert.deepEqual(parts([], 1000), [[]]);
});

test("the candidates are in order", () => {
  assert.deepEqual(candidates("/a", { CELLD_SOCKET: "/b" }), [{ path: "/a", origin: "named" }]);
  assert.deepEqual(candidates(undefined, { CELLD_SOCKET: "/b", XDG_RUNTIME_DIR: "/r" }), [{ path: "/b", origin: "named" }]);
  assert.deepEqual(
    candidates(undefined, { XDG_RUNTIME_DIR: "/r" }).map((one) => one.path),
    ["/r/celld/celld.sock", "/run/celld/celld.sock", `/tmp/celld-${process.geteuid()}/celld.sock`],
  );
});

test("sockets that others can replace are not used", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "celld-js-"));
  const directory = path.join(folder, "celld");
  const at = (origin) => problem({ path: `${directory}/celld.sock`, origin });
  try {
    assert.equal(at("runtime"), undefined);
    fs.mkdirSync(directory);
    fs.chmodSync(directory, 0o777);
    assert.match(at("named"), /other users can replace/);
    assert.match(at("runtime"), /other users can replace/);
    assert.match(at("temporary"), /not a directory of your own/);
    fs.chmodSync(directory, 0o700);
    assert.deepEqual(["named", "runtime", "temporary"].map(at), [undefined, undefined, undefined]);
    assert.match(problem({ path: `/${"x".repeat(107)}`, origin: "named" }), /108 bytes long/);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test("errors have the class of their kind", () => {
  const error = replyError({ code: -32001, message: "No.", data: { kind: "sessionNotFound", hint: "jobs" } });
  assert.ok(error instanceof SessionNotFound);
  assert.deepEqual([error.name, error.kind, error.hint, error.path], ["SessionNotFound", "sessionNotFound", "jobs", undefined]);
  assert.equal(replyError({ code: 1, message: "", data: { kind: "later" } }).constructor, ReplyError);
});

test("everything that is exported is declared", () => {
  const declared = fs.readFileSync(new URL("../src/index.d.ts", import.meta.url), "utf8");
  const names = [...declared.matchAll(/export declare (?:class|const) (\w+)/g)].map((found) => found[1]);
  assert.deepEqual(names.sort(), Object.keys(celld).sort());
});

test("wrong arguments are named", () => {
  const wrong = [
    [() => new celld.Client({ timeout: 5 }), /Expected the path of a socket, .* got an object/],
    [() => new celld.Client(null), /got null/],
    [() => new celld.Client(""), /got ""/],
    [() => new celld.Client("/x", null), /Expected an object with options, got null/],
    [() => new celld.Client("/x", { tiemout: 5 }), /Unknown option "tiemout"; use one of timeout, reconnect, spawn, name/],
    [() => new celld.Client("/x", { timeout: "soon" }), /Expected timeout in ms, above 0, got "soon"/],
    [() => new celld.Client("/x").session(), /Expected the name of a session, got undefined/],
    [() => new celld.Client("/x").session("a").rows(40), /Expected an object with options, got 40/],
    [() => new celld.Client("/x").session("a").watch([1]), /got an array/],
    [() => new celld.Client("/x").session("a", "root"), /got "root"/],
  ];
  for (const [call, message] of wrong) assert.throws(call, { name: "TypeError", message });
});
