// A real daemon for a test, on a socket in a temporary folder.

import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";

import { Client } from "../src/index.js";

export const CELLD = process.env.CELLD ?? "celld";
/** A limit for what must happen, in ms. A busy machine is slower than any limit that is close. */
export const LONG = 300_000;

/** celld as a process. It can be killed and started again. */
export class Daemon {
  #child;

  constructor(folder, ...options) {
    this.folder = folder;
    this.socket = path.join(folder, "celld.sock");
    this.options = options;
  }

  /** Starts it, and returns when it listens: it writes that into its log. */
  async start(socket = this.socket) {
    const options = ["--socket", socket, "--log-level", "info", ...this.options];
    this.#child = spawn(CELLD, options, { stdio: ["ignore", "ignore", "pipe"] });
    const lines = readline.createInterface({ input: this.#child.stderr });
    await new Promise((resolve, reject) => {
      lines.on("line", (line) => line.includes("serving") && resolve());
      this.#child.once("exit", (status) => reject(new Error(`celld ended with ${status}`)));
    });
  }

  signal(name) {
    this.#child.kill(name);
  }

  /** Ends it and waits for that. */
  async stop(how = "SIGTERM") {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined) return;
    const ended = once(child, "exit");
    child.kill(how);
    child.kill("SIGCONT");
    await ended;
  }

  kill() {
    return this.stop("SIGKILL");
  }
}

/** Runs a test with a daemon and a client. */
export function withDaemon(test, { store = false, options = [] } = {}) {
  return async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "celld-js-"));
    const daemon = new Daemon(folder, ...options, ...(store ? ["--store", path.join(folder, "store.db")] : []));
    let client;
    try {
      await daemon.start();
      client = await Client.connect(daemon.socket, { timeout: LONG });
      await test(client, daemon);
    } finally {
      await client?.close();
      await daemon.kill();
      fs.rmSync(folder, { recursive: true });
    }
  };
}

/** A function that returns the next message of a watch each time. */
export function messagesOf(watch) {
  const messages = [];
  const waiting = [];
  watch.listen((message) => (waiting.length ? waiting.shift()(message) : messages.push(message)));
  return () => (messages.length ? messages.shift() : new Promise((resolve) => waiting.push(resolve)));
}
