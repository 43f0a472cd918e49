// A program ends by itself if no request waits and no watch is followed.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { CELLD, LONG, withDaemon } from "./daemon.js";

const START = `
  import { Client, Plugin, Stdio } from ${JSON.stringify(new URL("../src/index.js", import.meta.url).href)};
  const client = await Client.connect();
  const lots = client.session("lots");
  await lots.create({ ifAbsent: true });
  const watch = () => lots.watch({ count: 2 });
`;

function start(code, daemon) {
  const program = path.join(daemon.folder, "program.mjs");
  fs.writeFileSync(program, START + code);
  const child = spawn(process.execPath, [program], { env: { ...process.env, CELLD_SOCKET: daemon.socket, CELLD } });
  child.printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => (child.printed += text));
  }
  return child;
}

const ending = {
  "nothing more": "",
  "a request without await": "lots.info().then(() => console.log('answered'));",
  "a loop that is left": "for await (const rows of await watch()) { console.log('answered'); break; }",
  "a loop that is left by an error": `
    try { for await (const rows of await watch()) throw new Error("wheat"); } catch { console.log("answered"); }`,
  "a loop that is left, and waited for again": `
    const one = await watch();
    for await (const rows of one) break;
    setTimeout(() => lots.push([{ id: "1", title: "answered" }]), 50);
    console.log(String(await one.wait()));`,
  "a wait that was too long": `
    const one = await watch();
    for await (const rows of one) break;
    await one.wait({ timeout: 50 }).catch(() => console.log("answered"));`,
  "a watch that is closed": "await (await watch()).close();",
  "a watch whose session is deleted": "const one = await watch(); await lots.delete(); for await (const rows of one);",
  "a daemon of its own on standard input": "const own = await Client.connect(new Stdio(process.env.CELLD)); await own.ping();",
  "a daemon of its own at a socket": "const own = await Client.connect(new Plugin(process.env.CELLD)); await own.ping();",
};
for (const [name, code] of Object.entries(ending)) {
  test(`a program ends after ${name}`, withDaemon(async (_, daemon) => {
    const child = start(code, daemon);
    const timer = setTimeout(() => child.kill("SIGKILL"), LONG);
    const [status] = await once(child, "close");
    clearTimeout(timer);
    assert.deepEqual([status, child.printed], [0, code.includes("answered") ? "answered\n" : ""]);
  }));
}

const living = {
  "a loop": "for await (const rows of await watch()) console.log(String(rows));",
  "a listener": "const one = await watch(); one.listen(() => console.log(String(one.rows)));",
  "a listener, after a loop that was left": `
    const one = await watch();
    one.listen(() => console.log(String(one.rows)));
    for await (const rows of one) break;`,
};
for (const [name, code] of Object.entries(living)) {
  test(`a program lives with ${name}, also over a restart`, withDaemon(async (_, daemon) => {
    const child = start(code, daemon);
    const ended = once(child, "close");
    const seen = async (text, change) => {
      while (!child.printed.includes(text)) {
        assert.equal(child.exitCode, null);
        await change();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const { Client } = await import("../src/index.js");
    const push = (title) => async () => {
      const other = await Client.connect(daemon.socket);
      await other.session("lots").push([{ id: "1", title: `${title} ${Date.now()}` }]);
      await other.close();
    };
    await seen("wheat", push("wheat"));
    await daemon.stop();
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(child.exitCode, null);
    await daemon.start();
    await seen("barley", push("barley"));
    child.kill();
    await ended;
  }, { store: true }));
}
