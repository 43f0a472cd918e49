// A client.

import { optionsOf, shown } from "./arguments.js";
import { endpointOf } from "./endpoints.js";
import { ClientClosed, ConnectionLost, NoDaemon, ProtocolError, ReplyError, TimedOut, WatchEnded, reading } from "./errors.js";
import { ClientMethods } from "./generated.js";
import { Link } from "./link.js";
import { Session } from "./session.js";
import { inTime } from "./time.js";

const FIRST_PAUSE = 50; // ms between attempts to connect again
const LONGEST_PAUSE = 1000;
const OPTIONS = ["timeout", "reconnect", "spawn", "name"];

/** A connection to a daemon, which is opened again after it was lost. */
export class Client extends ClientMethods {
  #endpoint;
  #timeout;
  #reconnects;
  #spawns;
  #name;
  #server;
  #watches = new Set();
  #turns = new Map(); // the last of those who stage cells, by session
  #link; // the connection, or undefined while there is none
  #next; // while there is none: {promise, resolve, reject}
  #closed; // the reason why no connection comes any more
  #stop = new AbortController();
  #holds = 0; // the requests and watches that hold the process open
  #pause; // the timer before the next attempt to connect

  /** Connects. See index.d.ts for the options. */
  static async connect(endpoint, options) {
    const client = new Client(endpoint, options);
    return client.#holding(async () => {
      client.#adopt(await client.#greeted());
      return client;
    });
  }

  constructor(endpoint, options = {}) {
    super();
    const { timeout = 30_000, reconnect = true, spawn = true, name = "node" } = optionsOf(options, OPTIONS);
    if (typeof timeout !== "number" || !(timeout > 0)) {
      throw new TypeError(`Expected timeout in ms, above 0, got ${shown(timeout)}.`);
    }
    this.#endpoint = endpointOf(endpoint);
    this.#timeout = timeout === Infinity ? undefined : timeout;
    this.#reconnects = reconnect && this.#endpoint.canReconnect;
    this.#spawns = spawn;
    this.#name = name;
  }

  /** The result of hello: version, limits and features of the daemon. */
  get server() {
    return this.#server;
  }

  /** The path of the socket, also that of a Plugin, or the address of a Host. Undefined without a socket or a connection. */
  get address() {
    return this.#link?.address;
  }

  /** The session of this name. Nothing is sent. `owner` is as in protocol.md, §5. */
  session(name, options = {}) {
    if (typeof name !== "string") throw new TypeError(`Expected the name of a session, got ${shown(name)}.`);
    const { owner } = optionsOf(options, ["owner"]);
    return new Session(this, name, owner);
  }

  /** Calls a method by its name, and returns the result. `timeout` is in ms. */
  async call(method, params = {}, options = {}) {
    const { timeout = this.#timeout } = optionsOf(options, ["timeout"]);
    return this.#holding(async () => {
      const link = this.#link ?? (await this.#linked(method, timeout));
      return this.#sent(link, method, params, undefined, timeout);
    });
  }

  /** Ends all watches, and the connection. Closing it again does nothing. */
  async close() {
    const link = this.#link;
    this.#stop.abort();
    this.#fail(new ClientClosed("The client is closed."));
    await link?.close();
  }

  async _call(method, parameters) {
    return this.call(method, parameters);
  }

  // For sessions and watches of this package.

  /** The limit `line` of the daemon. */
  get lineLimit() {
    return reading("limits", () => this.#server.limits.line);
  }

  /**
   * Runs `work` when no other work of this session runs, with functions that call and notify on one
   * connection. If that is lost, they throw ConnectionLost.
   */
  async alone(session, work) {
    const before = this.#turns.get(session);
    const turn = this.#holding(async () => {
      await before?.catch(() => {});
      const link = this.#link ?? (await this.#linked("cells.replace", this.#timeout));
      return work(
        (method, params) => this.#sent(link, method, params, undefined, this.#timeout),
        (method, params) => link.notify(method, params),
      );
    });
    this.#turns.set(session, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(session) === turn) this.#turns.delete(session);
    }
  }

  /** Opens a subscription of a watch. */
  async openWatch(watch, parameters, opened) {
    await this.#holding(async () => {
      const link = this.#link ?? (await this.#linked("rows.watch", this.#timeout));
      const onResult = (result) => {
        if (watch.isOpen) this.#watches.add(watch);
        opened(link, result);
      };
      await this.#sent(link, "rows.watch", parameters, onResult, this.#timeout);
    });
  }

  /** Holds the process open, until `release` is called as often. */
  hold() {
    this.#holds += 1;
    if (this.#holds > 1) return;
    this.#link?.hold(true);
    this.#pause?.ref();
  }

  release() {
    this.#holds -= 1;
    if (this.#holds > 0) return;
    this.#link?.hold(false);
    this.#pause?.unref();
  }

  /** Moves the window of a subscription. Returns false if the connection does not have it. */
  async moveWatch({ number }, changes, moved) {
    return this.#holding(async () => {
      const link = this.#link ?? (await this.#linked("rows.window", this.#timeout));
      if (!link.watches.has(number)) return false;
      const parameters = { ...changes, subscription: number };
      await this.#sent(link, "rows.window", parameters, (result) => moved(link, result), this.#timeout);
      return true;
    });
  }

  /** Ends a watch in the daemon. */
  endWatch(watch, number) {
    this.#watches.delete(watch);
    if (this.#link === undefined || number === undefined) return;
    this.#link.watches.delete(number);
    this.#link.notify("rows.unwatch", { subscription: number });
  }

  /** Does not open a watch again. */
  forgetWatch(watch) {
    this.#watches.delete(watch);
  }

  /** Does work for which the process is held open. */
  async #holding(work) {
    this.hold();
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  /** Waits for a connection. */
  async #linked(method, timeout) {
    if (this.#closed) throw this.#closed;
    return inTime(
      this.#next.promise, timeout, () => new TimedOut(`${method} was not sent: no daemon answered within ${timeout} ms.`));
  }

  async #sent(link, method, params, onResult, timeout) {
    return inTime(link.send(method, params, onResult), timeout, () => late(method, timeout));
  }

  /** A new connection to a daemon of this protocol. */
  async #greeted() {
    const isFirst = this.#server === undefined;
    // One without the store would take the socket from the service that is about to start again.
    const link = new Link(await this.#endpoint.open({ isFirst, spawn: isFirst && this.#spawns }));
    link.hold(this.#holds > 0);
    try {
      const greeted = (server) => link.greeted(server);
      this.#server = await this.#sent(link, "hello", { client: this.#name }, greeted, this.#timeout);
      return link;
    } catch (error) {
      await link.close();
      throw error;
    }
  }

  /** Uses a connection for calls from now on, until it ends. */
  #adopt(link) {
    this.#link = link;
    link.hold(this.#holds > 0);
    this.#next?.resolve(link);
    this.#next = undefined;
    link.whenEnded((reason) => this.#lose(link, reason));
  }

  #lose(link, reason) {
    if (this.#link !== link) return;
    this.#link = undefined;
    if (this.#closed) return;
    if (!this.#reconnects || reason instanceof ProtocolError) {
      this.#fail(reason);
      link.close().catch(() => {});
      return;
    }
    this.#next = deferred();
    this.#regain(link).catch((error) => this.#fail(error));
  }

  async #regain(lost) {
    await lost.close();
    for (let pause = FIRST_PAUSE; !this.#closed; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      let link;
      try {
        link = await this.#greeted();
      } catch (error) {
        const isTemporary = [NoDaemon, ConnectionLost, ReplyError, TimedOut].some((one) => error instanceof one);
        if (!isTemporary) throw error;
        await this.#paused(pause);
        continue;
      }
      if (this.#closed) return link.close();
      this.#adopt(link);
      for (const watch of [...this.#watches]) watch.resume(link);
      return;
    }
  }

  /** Waits for some ms, or until the client is closed. */
  #paused(ms) {
    const { signal } = this.#stop;
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const end = () => {
        clearTimeout(this.#pause);
        this.#pause = undefined;
        signal.removeEventListener("abort", end);
        resolve();
      };
      this.#pause = setTimeout(end, ms);
      if (this.#holds === 0) this.#pause.unref();
      signal.addEventListener("abort", end);
    });
  }

  /** Ends all watches. Calls throw the reason from now on. */
  #fail(reason) {
    if (this.#closed) return;
    this.#closed = reason;
    this.#link = undefined;
    this.#next?.reject(reason);
    const end = reason instanceof ClientClosed ? new WatchEnded("The watch is closed.") : reason;
    for (const watch of this.#watches) watch.finish(end);
    this.#watches.clear();
  }
}

function late(method, timeout) {
  return new TimedOut(`${method} was not answered within ${timeout} ms.`);
}

/** A promise with its functions. If nobody waits for it, its error is no error of the process. */
function deferred() {
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  parts.promise.catch(() => {});
  return parts;
}
