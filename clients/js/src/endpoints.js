// The ways to reach a daemon: its socket, another machine, or a process of one's own.

import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import tty from "node:tty";

import { candidates, fixedPath, problem } from "./address.js";
import { shown } from "./arguments.js";
import { NoDaemon, ProtocolError } from "./errors.js";
import { hostAddress } from "./host.js";

const MS_TO_END = 10_000; // for a daemon of one's own after its input has ended
const RELAY = 1; // the version of the first lines between a client and a relay
const MOST_NOISE = 64 << 10; // bytes that a login shell may print before the answer of a relay
const MOST_WORDS = 4 << 10; // bytes of the messages of ssh that are kept
const SECONDS_OF_SSH = 30; // for a connection, without the questions of ssh
const SECONDS_OF_QUESTIONS = 120; // in which a server wants them answered
const MS_TO_START = 10_000; // for a daemon that a client starts
const MS_FOR_ANOTHER = 2000; // for one that another client started at the same moment
const ABSENT = ["ENOENT", "ECONNREFUSED", "ENOTDIR"];

/** The endpoint that a client is given: itself, a path, an address of another machine, or the default one. */
export function endpointOf(given, environment = process.env) {
  const host = environment.CELLD_HOST;
  if (given === undefined && host && !environment.CELLD_SOCKET) return new Host(host);
  if (typeof given === "string" && (given.startsWith("ssh:") || given.includes("://"))) return new Host(given);
  if (given === undefined || (typeof given === "string" && given !== "")) return new Socket(given);
  if (typeof given?.open === "function") return given;
  throw new TypeError(`Expected the path of a socket, an address such as "ssh://host", a Socket, Host, Plugin or Stdio, got ${shown(given)}.`);
}

/**
 * The daemon at a socket: at `path`, else $CELLD_SOCKET, else the first candidate that answers. A client starts celld if no
 * daemon answers, unless it has `spawn: false`.
 */
export class Socket {
  canReconnect = true;

  constructor(path) {
    this.path = path;
  }

  /** Connects. With `spawn`, starts a daemon if there is none. Throws NoDaemon with the reason for each candidate. */
  async open({ spawn: spawns = false } = {}) {
    const fixed = fixedPath(this.path);
    let { streams, tried, isAbsent } = await this.#find();
    // Without a fixed path, a socket that refuses the connection is that of another user.
    if (!streams && spawns && (isAbsent || fixed === undefined)) streams = await this.#spawned(fixed);
    if (!streams) throw new NoDaemon(`No daemon answers (${tried}). Start celld, or name its socket with CELLD_SOCKET.`);
    return streams;
  }

  async #find() {
    const reasons = [];
    let isAbsent = true;
    for (const candidate of candidates(this.path)) {
      let reason = problem(candidate);
      if (reason === undefined) {
        try {
          return { streams: await connected(candidate.path) };
        } catch (error) {
          reason = error.code ?? error.message;
        }
      }
      isAbsent &&= ABSENT.includes(reason);
      reasons.push(`${candidate.path}: ${reason}`);
    }
    return { tried: reasons.join("; "), isAbsent };
  }

  /** Starts a daemon in a session of its own, which ends after a minute without clients and sessions. */
  async #spawned(fixed) {
    const program = inPath("celld");
    if (program === undefined) {
      throw new NoDaemon("No daemon answers, and celld is not in PATH. Install celld, or name the socket of a daemon with CELLD_SOCKET.");
    }
    const options = ["--idle-exit", "60", ...(fixed === undefined ? [] : ["--socket", fixed])];
    const daemon = spawn(program, options, { stdio: ["ignore", "ignore", "pipe"], detached: true });
    let words = "";
    let hasEnded = false;
    daemon.on("error", (error) => (words = error.message));
    daemon.stderr.on("data", (bytes) => (words = (words + bytes.toString("utf8")).slice(-MOST_WORDS)));
    daemon.on("close", () => (hasEnded = true));
    try {
      let end = Date.now() + MS_TO_START;
      for (let isKnown = false; ; ) {
        const { streams, tried } = await this.#find();
        if (streams) return streams;
        if (hasEnded && !isKnown) {
          isKnown = true;
          end = Date.now() + (words.includes("another daemon listens") ? MS_FOR_ANOTHER : 0);
        } else if (Date.now() > end) {
          const last = words.trim().split("\n").at(-1).replace(/^celld: /, "").replace(/\.$/, "");
          throw new NoDaemon(`Cannot start celld: ${hasEnded ? last : `it does not answer (${tried})`}.`);
        }
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    } finally {
      daemon.unref();
      daemon.stderr.destroy();
    }
  }
}

/** The path of a program in PATH. */
function inPath(name) {
  for (const folder of (process.env.PATH ?? "").split(":")) {
    const file = path.join(folder || ".", name);
    try {
      fs.accessSync(file, fs.constants.X_OK);
      if (fs.statSync(file).isFile()) return file;
    } catch {
      // The next folder can have it.
    }
  }
  return undefined;
}

/**
 * The daemon of another machine, at `address`: ssh://[user@]host[:port][/path/of/socket].
 *
 * `ssh` joins it, so the identity and the rights are those of ssh and of the socket there. The first connection
 * may ask for a password on the terminal, later ones never ask. Throws InvalidAddress.
 */
export class Host {
  canReconnect = true;
  #parts;

  constructor(address) {
    this.#parts = hostAddress(address);
    this.address = address;
  }

  /** Starts ssh, and greets the relay there. Throws NoDaemon with what is missing. */
  async open({ isFirst = true, spawn: spawns = false } = {}) {
    // The configuration of a person may have a command and forwardings for this host.
    const settings = [`ConnectTimeout=${SECONDS_OF_SSH}`, "ServerAliveInterval=15", "RemoteCommand=none", "ClearAllForwardings=yes"];
    if (!isFirst) settings.push("BatchMode=yes");
    const words = ["-T", ...settings.flatMap((setting) => ["-o", setting]), ...this.#parts.words, "cellctl", "relay"];
    const child = spawn("ssh", words, { stdio: "pipe", detached: !isFirst });
    try {
      await once(child, "spawn");
    } catch (error) {
      throw new NoDaemon(`Cannot start ssh: ${error.code}. Install it, or name the socket of a daemon of this machine.`);
    }
    const seconds = SECONDS_OF_SSH + (isFirst ? SECONDS_OF_QUESTIONS : 0);
    const timer = setTimeout(() => child.kill(), seconds * 1000);
    const messages = wordsOf(child, isFirst && tty.isatty(2));
    try {
      await greet(child, this.#parts, { isFirst, spawns }, messages);
    } catch (error) {
      await endOfSSH(child);
      throw error;
    } finally {
      clearTimeout(timer);
      messages.isDropped = true;
    }
    return { input: child.stdout, output: child.stdin, child, end: () => endOfSSH(child), address: this.address };
  }
}

/** Names the socket, and reads the answer of the relay. Throws NoDaemon. */
async function greet(child, { host, path: socket, words }, { isFirst, spawns }, messages) {
  const request = { relay: RELAY, socket, ...(spawns ? {} : { spawn: false }) };
  child.stdin.on("error", () => {}); // the end of its output tells more
  child.stdin.write(`${JSON.stringify(request)}\n`);
  const there = words.filter((word) => word !== "--").join(" ");
  const rest = `A forwarded socket still works: ssh -N -L ./celld.sock:PATH ${there}, and ./celld.sock as the socket.`;
  let noise = 0;
  let answer;
  for await (const line of linesOf(child.stdout)) {
    answer = answerIn(line);
    if (answer) break;
    noise += line.length;
    messages.noise = line.toString("utf8").trim() || messages.noise;
    if (noise >= MOST_NOISE) {
      throw new NoDaemon(`The login shell of ${host} prints more than 64 KiB before cellctl; let it print nothing if its input is \
not a terminal.`);
    }
  }
  if (answer === undefined) throw new NoDaemon(await failure(child, host, isFirst, messages, rest));
  if (answer.relay !== RELAY) {
    throw new NoDaemon(`cellctl on ${host} has relay ${answer.relay}, not ${RELAY}; install the same version of celld on both \
machines. ${rest}`);
  }
  if (answer.error !== undefined) throw new NoDaemon(`${host}: ${answer.error}`);
}

/** The lines of a stream, as bytes. What comes after the last one that is taken stays in it. */
async function* linesOf(stream) {
  let bytes = Buffer.alloc(0);
  try {
    for await (const part of stream.iterator({ destroyOnReturn: false })) {
      bytes = Buffer.concat([bytes, part]);
      for (let end; (end = bytes.indexOf("\n")) >= 0; ) {
        const line = bytes.subarray(0, end + 1);
        bytes = bytes.subarray(end + 1);
        yield line;
      }
      if (bytes.length >= MOST_NOISE) yield bytes;
    }
  } finally {
    if (bytes.length > 0 && !stream.readableEnded) stream.unshift(bytes);
  }
}

/** The answer of a relay. A login shell may have printed something before it, also on its line. */
function answerIn(line) {
  const start = line.lastIndexOf('{"relay":');
  if (start < 0) return undefined;
  try {
    const answer = JSON.parse(line.subarray(start).toString("utf8"));
    const isAnswer = Number.isInteger(answer.relay) && ("server" in answer || "error" in answer);
    return isAnswer ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** The messages of ssh. Before the answer, they are for the person who answers its questions. */
function wordsOf(child, isShown) {
  const messages = { text: "", noise: "", isDropped: false };
  child.stderr.on("data", (bytes) => {
    if (messages.isDropped) return;
    messages.text = (messages.text + bytes.toString("utf8")).slice(-MOST_WORDS);
    if (isShown) process.stderr.write(bytes);
  });
  return messages;
}

/** The reason why there was no answer. */
async function failure(child, host, isFirst, messages, rest) {
  if (child.exitCode === null && child.signalCode === null) await once(child, "close");
  const status = child.exitCode;
  if (status === null) return `${host} did not answer in time.`;
  // Without a message of ssh, what the login shell printed is the reason.
  const last = `${messages.noise}\n${messages.text}`.split("\n").map((line) => line.trim()).filter((line) => line).at(-1);
  const said = (last ?? `status ${status}`).replace(/\.$/, "");
  if (status === 255) {
    const isQuestion = !isFirst && /Permission denied|Host key verification failed/.test(said);
    const cure = isQuestion ? ` ssh has a question, which a new connection does not ask; answer it once with: ssh ${host}` : "";
    return `ssh cannot connect to ${host}: ${said}.${cure}`;
  }
  if (status === 126 || status === 127) return `There is no program cellctl on ${host} (${said}). Install celld there. ${rest}`;
  if (status === 2 || status === 64) {
    return `cellctl on ${host} is older and has no relay. Install the same version of celld there. ${rest}`;
  }
  return `${host} did not answer (${said}).`;
}

/** Ends ssh, which ends the relay. */
async function endOfSSH(child) {
  child.stdin.destroy();
  child.stdout.resume();
  child.ref();
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill();
  await ended;
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
  const { input, output, child } = streams;
  for (const one of [input, output, child, child?.stdin, child?.stdout, child?.stderr]) {
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
