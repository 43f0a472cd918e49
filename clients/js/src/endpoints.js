// The ways to reach a daemon: its socket, or a process of one's own.

import { spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";

import { candidates, problem } from "./address.js";
import { NoDaemon, ProtocolError } from "./errors.js";

const MS_TO_END = 10_000; // for a daemon of one's own after its input has ended

/** The daemon at a socket: at `path`, else $CELLD_SOCKET, else the first candidate that answers. */
export class Socket {
  canReconnect = true;

  constructor(path) {
    this.path = path;
  }

  /** Connects. Throws NoDaemon with the reason for each candidate. */
  async open() {
    const reasons = [];
    for (const candidate of candidates(this.path)) {
      let reason = problem(candidate);
      if (reason === undefined) {
        try {
          return await connected(candidate.path);
        } catch (error) {
          reason = error.code ?? error.message;
        }
      }
      reasons.push(`${candidate.path}: ${reason}`);
    }
    throw new NoDaemon(`No daemon answers (${reasons.join("; ")}). Start celld, or name its socket with CELLD_SOCKET.`);
  }
}

/**
 * A daemon of one's own on standard input and output. It ends with the client. `program` is the name or
 * the path of celld, `options` are more of its options, such as `["--store", FILE]`.
 */
export class Stdio {
  canReconnect = false;

  constructor(program = "celld", options = []) {
    this.program = program;
    this.options = options;
  }

  /** Starts the daemon. Throws NoDaemon if there is no such program. */
  async open() {
    const child = await started(this.program, "--stdio", ...this.options);
    return { input: child.stdout, output: child.stdin, child, end: () => ended(child), address: undefined };
  }
}

/**
 * A daemon of one's own at a private socket, which other connections can use too. It ends with the
 * client. `program` and `options` are as for Stdio.
 */
export class Plugin {
  canReconnect = false;

  constructor(program = "celld", options = []) {
    this.program = program;
    this.options = options;
  }

  /** Starts the daemon and connects. Throws NoDaemon if there is no such program. */
  async open() {
    const child = await started(this.program, "--plugin", ...this.options);
    try {
      const line = await firstLine(child.stdout);
      const [core, protocol, network, path, encoding] = line.split("|");
      if ([core, protocol, network, encoding].join("|") !== "1|1|unix|jsonrpc") {
        throw new ProtocolError(`Expected 1|1|unix|PATH|jsonrpc from ${this.program}, got ${JSON.stringify(line)}.`);
      }
      return { ...(await connected(path)), child, end: () => ended(child) };
    } catch (error) {
      await ended(child);
      throw error;
    }
  }
}

async function connected(path) {
  const socket = net.createConnection({ path });
  await once(socket, "connect");
  return { input: socket, output: socket, end: async () => {}, address: path };
}

async function started(program, ...options) {
  const environment = { ...process.env, CELLD_PLUGIN_COOKIE: "celld" };
  const child = spawn(program, options, { stdio: ["pipe", "pipe", "inherit"], env: environment });
  try {
    await once(child, "spawn");
  } catch (error) {
    throw new NoDaemon(`Cannot start ${program}: ${error.code}. Install celld, or name its path.`);
  }
  return child;
}

async function firstLine(stream) {
  let text = "";
  for await (const part of stream.iterator({ destroyOnReturn: false })) {
    text += part.toString("utf8");
    if (text.includes("\n") || text.length > 2 ** 16) break;
  }
  return text.split("\n")[0];
}

/** Lets streams, and a daemon of one's own, hold the process open or not. */
export function hold(streams, isHeld) {
  for (const one of [streams.input, streams.output, streams.child, streams.child?.stdin, streams.child?.stdout]) {
    if (isHeld) one?.ref();
    else one?.unref();
  }
}

/** Ends a daemon of one's own by the end of its input. */
async function ended(child) {
  child.ref();
  child.stdin.end();
  child.stdout.resume();
  if (child.exitCode !== null || child.signalCode !== null) return;
  const timer = setTimeout(() => child.kill("SIGKILL"), MS_TO_END);
  await once(child, "exit");
  clearTimeout(timer);
}
