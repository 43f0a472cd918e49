// A daemon that does not keep to the protocol. Its messages are ProtocolError, and take no memory without a bound.

import assert from "node:assert/strict";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import test from "node:test";

import { replyError } from "../src/errors.js";
import { Exchange, LONGEST_GREETING, Lines, encoded, longestLine } from "../src/exchange.js";
import { Client, ProtocolError, ReplyError } from "../src/index.js";
import { LONG } from "./daemon.js";

const HELLO = { protocol: 1, limits: { line: 3000, reply: 2000, row: 1000 } };
const ROW = { id: "1", index: 0, y: 0, height: 1, lines: ["A"] };
const ROWS = {
  session: "x", view: null, revision: 1, layout: 1, clock: "a", widthClass: "compact", heightClass: "regular",
  width: 40, count: 1, height: 1, exact: true, rows: [ROW],
};

/** Plays a daemon whose lines a function returns, while `work` runs with its socket. */
async function withServer(answer, work) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "celld-js-"));
  const sockets = [];
  const server = net.createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    readline.createInterface({ input: socket }).on("line", (line) => {
      const { id, method } = JSON.parse(line);
      if (socket.writable) socket.write(answer(method, id));
    });
  });
  const address = path.join(folder, "celld.sock");
  server.listen(address);
  await once(server, "listening");
  try {
    await work(address);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
    fs.rmSync(folder, { recursive: true });
  }
}

/** Answers each method but hello with these members of a message. */
const answering = (members, hello = HELLO) => (method, id) =>
  method === "hello" ? encoded({ id, result: hello }) : `{"id":${id},${members}}\n`;

/** Calls what reads replies. */
async function readEverything(address) {
  const client = await Client.connect(address, { timeout: LONG });
  try {
    const session = client.session("x");
    const rows = await session.rows();
    assert.equal(typeof String(rows), "string");
    for await (const cell of session.eachCell()) assert.ok(cell);
    await (await session.watch()).wait({ timeout: LONG });
  } finally {
    await client.close();
  }
}

const replies = [
  '"result":3', '"result":null', '"result":[]', '"result":"x"', '"x":1', '"result":{}', '"result":{"rows":null}',
  '"result":{"rows":{}}', '"result":{"rows":[3]}', '"result":{"rows":[{}]}', '"result":{"rows":[{"id":[]}]}',
  '"result":{"rows":[{"id":"1","lines":[3]}]}', '"result":{"rows":[{"id":"1","lines":[[{"x":-9,"text":"a"}]]}]}',
  '"result":{"rows":[]}', '"error":3', '"error":{}', '"error":{"code":1}', '"error":{"code":"1","message":"m"}',
  '"error":{"code":1,"message":[]}', '"error":{"code":1,"message":"m","data":3}', `"result":${"[".repeat(100_000)}`,
  ...[
    {}, { cells: 3 }, { cells: [], next: "1" }, { cells: [{}], next: 0 }, { cells: [{}], next: -1 },
    { cells: [], subscription: [] }, { cells: [], subscription: 1, eventsLost: "1" },
  ].map((more) => `"result":${JSON.stringify({ ...ROWS, ...more })}`),
];
for (const members of replies) {
  test(`a malformed reply is an error of this package: ${members.slice(0, 60)} … ${members.slice(-60)}`, () =>
    withServer(answering(members), (address) => assert.rejects(readEverything(address), ProtocolError)));
}

const greetings = [{}, { protocol: [] }, { protocol: 1, limits: { line: "x" } }, { protocol: 1, limits: { row: null } }];
for (const hello of greetings) {
  test(`a malformed hello is an error of this package: ${JSON.stringify(hello)}`, () =>
    withServer(answering('"result":{}', hello), (address) => assert.rejects(Client.connect(address, { timeout: LONG }), ProtocolError)));
}

const notes = [
  '{"method":3}', '{"method":"rows.changed","params":3}', '{"method":"rows.changed","params":{"subscription":7}}',
  '{"method":"rows.changed","params":{"subscription":7,"rows":[{}]}}',
  '{"method":"action.invoked","params":{"subscription":7,"eventsLost":{}}}', "[]", "3", "", "é",
];
for (const note of notes) {
  test(`a malformed notification ends the watch: ${note}`, () => {
    const answer = (method, id) =>
      method === "rows.watch" ? `${encoded({ id, result: { ...ROWS, subscription: 7 } })}${note}\n` : encoded({ id, result: HELLO });
    return withServer(answer, async (address) => {
      const client = await Client.connect(address, { timeout: LONG });
      const waits = async () => {
        const watch = await client.session("x").watch();
        while (true) await watch.wait({ timeout: LONG });
      };
      await assert.rejects(waits(), ProtocolError);
      await client.close();
    });
  });
}

test("a kind that is no kind is a plain error", () => {
  for (const kind of ["constructor", "toString", "__proto__", [], {}, 3, null]) {
    assert.equal(replyError({ code: 1, message: "m", data: { kind } }).constructor, ReplyError);
  }
  assert.equal(replyError({ code: 1, message: "m", data: null }).constructor, ReplyError);
});

test("a line has a limit", () => {
  for (const size of [1, 7, 100]) {
    const lines = new Lines(10);
    const data = Buffer.from(`${"x".repeat(10)}\n\n${"y".repeat(10)}\n${"z".repeat(10)}`);
    const found = [];
    for (let start = 0; start < data.length; start += size) found.push(...lines.feed(data.subarray(start, start + size)));
    assert.deepEqual(found, ["x".repeat(10), "", "y".repeat(10)]);
    assert.throws(() => lines.feed(Buffer.from("z")), ProtocolError);
  }
  assert.throws(() => new Lines(10).feed(Buffer.from(`${"x".repeat(11)}\n`)), ProtocolError);
  assert.equal(new Exchange().lines.longest, LONGEST_GREETING);
  assert.ok(LONGEST_GREETING < 2 ** 26);
  assert.equal(longestLine({ line: 5, reply: 7, row: 2 }), 9 + 2 ** 16);
  assert.equal(longestLine({ line: 9, reply: 7, row: 2 }), 11 + 2 ** 16);
  assert.equal(longestLine({}), 20 * 2 ** 20 + 2 ** 16);
});

test("lines after hello have the limits of the daemon", async () => {
  const longest = longestLine(HELLO.limits);
  for (const size of [longest, longest + 1]) {
    const text = "x".repeat(size - '{"id":2,"result":{"a":""}}'.length);
    await withServer(answering(`"result":{"a":"${text}"}`), async (address) => {
      const client = await Client.connect(address, { timeout: LONG });
      if (size === longest) assert.deepEqual(await client.call("ping"), { a: text });
      else await assert.rejects(client.call("ping"), new RegExp(`at most ${longest} bytes`));
      await client.close();
    });
  }
});
