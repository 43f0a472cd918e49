// A daemon of another machine: a real sshd on loopback.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import test from "node:test";
import { fileURLToPath } from "node:url";

import * as celld from "../src/index.js";
import { endpointOf } from "../src/endpoints.js";
import { hostAddress } from "../src/host.js";
import { CELLD, Daemon, LONG, withDaemon } from "./daemon.js";

const SERVER = fileURLToPath(new URL("../../../Tests/Oracles/sshd.py", import.meta.url));
const PROGRAMS = CELLD.includes("/") ? path.dirname(CELLD)
  : process.env.PATH.split(":").find((folder) => fs.existsSync(path.join(folder, CELLD)));

/** The other machine. */
class Other {
  #child;
  #lines;

  async start(folder) {
    this.folder = folder;
    fs.mkdirSync(folder);
    this.#child = spawn("python3", [SERVER, folder, PROGRAMS], { stdio: ["pipe", "pipe", "inherit"] });
    this.#lines = readline.createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
    this.address = (await this.#lines.next()).value;
    assert.match(this.address, /^ssh:/);
  }

  /** drop, stop or start. */
  async do(command) {
    this.#child.stdin.write(`${command}\n`);
    assert.equal((await this.#lines.next()).value, command);
  }

  /** Lets the shell there run more before each command. */
  atLogin(commands) {
    fs.appendFileSync(path.join(this.folder, "login"), `${commands}\n`);
  }

  async end() {
    const ended = once(this.#child, "exit");
    this.#child.stdin.end();
    await ended;
  }
}

/** Runs a test with a daemon, and another machine whose ssh is the first one in PATH. */
function withHost(test, options) {
  return withDaemon(async (local, daemon) => {
    const other = new Other();
    const before = process.env.PATH;
    try {
      await other.start(path.join(daemon.folder, "ssh"));
      process.env.PATH = `${other.folder}/bin:${before}`;
      await test(other, daemon, local);
    } finally {
      process.env.PATH = before;
      await other.end();
    }
  }, options);
}

const connect = (address) => celld.Client.connect(address, { timeout: LONG });

test("a list on another machine", withHost(async (other, daemon, local) => {
  const client = await connect(other.address + daemon.socket);
  await client.session("lots").push([{ id: "1", title: "Wheat" }]);
  assert.equal(String(await local.session("lots").rows()), "Wheat");
  assert.equal(client.address, other.address + daemon.socket);
  const many = Array.from({ length: 20_000 }, (_, id) => ({ id: String(id), title: "x".repeat(500) }));
  await client.session("lots").replace(many);
  let count = 0;
  for await (const _ of client.session("lots").eachCell()) count += 1;
  assert.equal(count, 20_000);
  await client.close();
}));

for (const name of ["with a blank; and more", "50%25 'quoted'", 'ends "here"\n$(x)', "Öl%20&%3F"]) {
  test(`a path such as ${JSON.stringify(name)}`, withHost(async (other, { folder }) => {
    const inside = path.join(folder, decodeURIComponent(name));
    fs.mkdirSync(inside);
    const daemon = new Daemon(inside);
    await daemon.start();
    try {
      const client = await connect(`${other.address}${folder}/${name}/celld.sock`);
      await client.ping();
      await client.close();
    } finally {
      await daemon.kill();
    }
  }));
}

test("a watch goes on after the connection was lost", withHost(async (other, daemon, local) => {
  const client = await connect(other.address + daemon.socket);
  await local.session("lots").push([{ id: "1", title: "Wheat" }]);
  const watch = await client.session("lots").watch();
  assert.equal(String(await watch.wait({ timeout: LONG })), "Wheat");
  await other.do("drop");
  await local.session("lots").patch([{ id: "1", patch: { title: "Rye" } }]);
  while (String(await watch.wait({ timeout: LONG })) !== "Rye");
  await client.close();
}));

test("a host that goes away and comes back", withHost(async (other, daemon) => {
  const client = await connect(other.address + daemon.socket);
  await other.do("stop");
  for (let isLost = false; !isLost; ) {
    await client.call("ping", {}, { timeout: 200 }).catch((error) => (isLost = error instanceof celld.TimedOut));
  }
  await other.do("start");
  await client.ping();
  await other.do("stop");
  await assert.rejects(connect(other.address), { name: "NoDaemon", message: /cannot connect to 127.0.0.1: .*Connection refused/ });
  await client.close();
}));

test("the noise of a login shell", withHost(async (other, daemon) => {
  other.atLogin(`echo 'Welcome!'; printf '{"relay":true}\\n{"relay":1,"socket":null}\\n\\033]0;title\\007> '`);
  other.atLogin("yes welcome | head -c 60000");
  const client = await connect(other.address + daemon.socket);
  await client.ping();
  await client.close();
  for (const noise of ["yes welcome | head -c 8000", "yes | tr -d '\\n' | head -c 99999"]) {
    other.atLogin(noise);
    await assert.rejects(connect(other.address), { name: "NoDaemon", message: /more than 64 KiB/ });
  }
}));

const missing = [
  [undefined, /no program cellctl on 127.0.0.1 .*Install celld there.* forwarded socket/],
  [`echo "Error: Unexpected argument 'relay'" >&2; exit 2`, /cellctl on 127.0.0.1 is older and has no relay/],
  [`read line; echo '{"relay":2,"server":"9.0"}'`, /has relay 2, not 1/],
  [`read line; echo '{"relay":1,"error":"the socket is asleep"}'`, /127.0.0.1: the socket is asleep/],
  ['read -r line; echo "$line" >&2', /\({"relay":1,"socket":null}\)/],
  ["exit 7", /127.0.0.1 did not answer \(status 7\)/],
  ["echo 'closed on Sundays'; echo; exit 4", /127.0.0.1 did not answer \(closed on Sundays\)/],
];
for (const [program, message] of missing) {
  test(`what is missing there: ${message}`, withHost(async (other, { folder }) => {
    const programs = path.join(folder, "programs");
    fs.mkdirSync(programs);
    other.atLogin(`PATH='${programs}:/usr/bin:/bin'`);
    if (program) fs.writeFileSync(path.join(programs, "cellctl"), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
    await assert.rejects(connect(other.address), { name: "NoDaemon", message });
  }));
}

test("a lost connection asks nothing", withHost(async (other, daemon) => {
  const file = path.join(other.folder, "known_hosts");
  const known = fs.readFileSync(file);
  const host = new celld.Host(other.address + daemon.socket);
  fs.writeFileSync(file, "");
  const message = /Host key verification failed.*ssh has a question/;
  await assert.rejects(host.open({ isFirst: false }), { name: "NoDaemon", message });
  fs.writeFileSync(file, known);
  const client = await connect(host);
  await client.ping();
  await client.close();
}));

test("no ssh here", async () => {
  const before = process.env.PATH;
  process.env.PATH = "/no-such-folder";
  try {
    await assert.rejects(connect("ssh://127.0.0.1"), { name: "NoDaemon", message: /Cannot start ssh.*Install it/ });
  } finally {
    process.env.PATH = before;
  }
});

test("a program ends while ssh waits", withHost(async (other, daemon) => {
  const program = path.join(daemon.folder, "program.mjs");
  const source = JSON.stringify(new URL("../src/index.js", import.meta.url).href);
  fs.writeFileSync(program, `import { Client } from ${source}; await (await Client.connect()).ping(); console.log("done");`);
  const { CELLD_SOCKET: _, ...environment } = process.env;
  const child = spawn(process.execPath, [program], {
    stdio: ["ignore", "pipe", "inherit"], env: { ...environment, CELLD_HOST: other.address + daemon.socket } });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (printed += text));
  assert.deepEqual([await once(child, "close"), printed], [[0, null], "done\n"]);
}));

test("the default endpoint", () => {
  assert.deepEqual(endpointOf(undefined, { CELLD_HOST: "ssh://orchard" }).address, "ssh://orchard");
  assert.ok(endpointOf(undefined, { CELLD_HOST: "ssh://orchard", CELLD_SOCKET: "/x" }) instanceof celld.Socket);
  assert.ok(endpointOf(undefined, { CELLD_HOST: "" }) instanceof celld.Socket);
  assert.throws(() => endpointOf(undefined, { CELLD_HOST: "orchard" }), celld.InvalidAddress);
});

const addresses = [
  ["ssh://orchard", ["--", "orchard"], null],
  ["ssh://orchard/", ["--", "orchard"], null],
  ["ssh://ann@orchard.example:2200/run/a b;c.sock", ["-l", "ann", "-p", "2200", "--", "orchard.example"], "/run/a b;c.sock"],
  ["ssh://[fe80::1]:22/x", ["-p", "22", "--", "fe80::1"], "/x"],
  ["ssh://[::1]", ["--", "::1"], null],
  ["ssh://_a.b-c@h_1", ["-l", "_a.b-c", "--", "h_1"], null],
  ["ssh://h//%2F%c3%96%25", ["--", "h"], "///Ö%"],
];
test("addresses", () => {
  for (const [address, words, socket] of addresses) {
    const parts = hostAddress(address);
    assert.deepEqual([parts.words, parts.path], [words, socket], address);
  }
});

const refused = [
  ["ssh://-oProxyCommand=x", 'the host begins with "-"'], ["ssh://-l@h", 'the user begins with "-"'],
  ["ssh://[-x]", 'the host begins with "-"'], ["ssh://", "the host is empty"], ["ssh:///run/celld.sock", "the host is empty"],
  ["ssh://@h", "the user is empty"], ["ssh://[]", "the host is empty"], ["ssh://a b", 'the host "a b" has " "'],
  ["ssh://a;b", 'has ";"'], ["ssh://a%20b", 'has "%"'], ["ssh://h\n", 'has "\\n"'], ["ssh://höf", 'has "ö"'],
  ["ssh://a$(x)@h", "the user"], ["ssh://a@b@h", 'the user "a@b" has "@"'], ["ssh://u:secret@h", "has no password; leave it out"],
  ["ssh://::1", "write an IPv6 address as"], ["ssh://[::1", "write an IPv6 address as"], ["ssh://[::1]22", 'a port after "]"'],
  ["ssh://[fe80::1%eth0]", 'has "%"'], ["ssh://h:", 'from 1 to 65535, got ""'], ["ssh://h:0", "expected a port"],
  ["ssh://h:65536", "expected a port"], ["ssh://h:-1", "expected a port"], ["ssh://h:+22", "expected a port"],
  ["ssh://h:22\n", "expected a port"], ["ssh://h:2\u0662", "expected a port"], ["ssh://h/a?b", "write it as %3F"],
  ["ssh://h/a#b", "write it as %23"], ["ssh://h/100%", "write it as %25"], ["ssh://h/%zz", "write it as %25"],
  ["ssh://h/%00", "U+0000"], ["ssh://h/%ff", "not UTF-8"], ["ssh://h/\ud800", "not UTF-8"], ["SSH://h", "expected ssh://"],
  ["ssh:h", "expected ssh://"], ["http://h", "expected ssh://"], ["h", "expected ssh://"],
];
test("addresses that are refused", () => {
  for (const [address, part] of refused) {
    const isRefused = (error) => error instanceof celld.InvalidAddress && error.message.includes(part);
    assert.throws(() => new celld.Host(address), isRefused, address);
  }
});
