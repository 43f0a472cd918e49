// The connection to the daemon: one WebSocket, which carries the lines of the protocol. cellweb adds messages of its own:
// `access`, `daemon.connected` and `daemon.away`.

import { parse } from "./numbers.js";
import { sentence } from "./sentences.js";

/** Where the token of this run is kept. An origin has its port, so servers on other ports do not see it. */
const TOKEN = "celld.token";
/** What this window has and does not count yet: a reload in between must not lose it. */
const [CODE, OFFERED] = ["celld.code", "celld.offered"];
const MAX_REQUEST = 64 * 1024;
const [USED, FULL] = [4410, 1013];
/** An error reply of the daemon. */
export class ReplyError extends Error {
  constructor(error) {
    super(error.message);
    this.kind = error.data?.kind;
    this.retryAfter = error.data?.retryAfter;
  }
}

/** The daemon or cellweb has gone; the link connects again by itself. */
export class Away extends Error {}

/** Dispatches `connected`, `away` and `notification`, with the message in `detail`. */
export class Link extends EventTarget {
  #socket = null;
  #code = null;
  #token = null;
  /** A token that the code has brought. It counts once it is confirmed. */
  #offered = null;
  #isConnected = false;
  #lastID = 0;
  #pending = new Map();
  /** The time at which the daemon or cellweb has gone. */
  #left = null;

  /** Connects with the token of this browser, or with the code of the address. */
  open() {
    this.#code = takeCode() ?? read("sessionStorage", CODE);
    this.#token = read("localStorage", TOKEN) ?? read("sessionStorage", OFFERED);
    // Another window may get access later, and an address may be opened in this window.
    addEventListener("storage", ({ key, newValue }) => {
      if (key === TOKEN && newValue) { this.#token = newValue; this.#connect(); }
    });
    addEventListener("hashchange", () => { this.#code = takeCode() ?? this.#code; this.#connect(); });
    this.#connect();
  }

  #connect() {
    if (this.#socket) return;
    const token = this.#token;
    const secret = token ? `token.${token}` : this.#code && `code.${this.#code}`;
    if (!secret) return this.#close(sentence(4401));
    const socket = new WebSocket(`ws://${location.host}/`, ["celld", `celld.${secret}`]);
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#receive(parse(data)));
    socket.addEventListener("close", ({ code }) => {
      this.#socket = null;
      this.#ended(code, token);
    });
  }

  /** A connection with a token, or else with the code, has ended. */
  #ended(code, tried) {
    const isRefused = code === 4401 || code === USED;
    // The confirmation may have arrived, although no answer came.
    if (this.#offered && !isRefused) this.#token = this.#offered;
    this.#offered = null;
    if (isRefused) {
      // Another window of this browser may have got a token that counts in the meantime.
      const known = read("localStorage", TOKEN);
      if (tried && known === tried) keep("localStorage", TOKEN, null);
      this.#token = known === tried ? null : known;
      if (!tried) {
        this.#code = null;
        keep("sessionStorage", CODE, null);
      }
      if (this.#token || this.#code) return this.#connect();
    }
    this.#close(sentence(isRefused || code === FULL ? code : "gateway", { time: this.#left ??= new Date() }));
    if (!isRefused) setTimeout(() => this.#connect(), code === FULL ? 1000 : 500);
  }

  /** Sends a request. Resolves with the result of its reply, and rejects with `ReplyError` or `Away`. */
  async call(method, params = {}) {
    for (;;) {
      try {
        return await this.#exchange(method, params);
      } catch (error) {
        if (!error.retryAfter) throw error;
        await new Promise((resolve) => setTimeout(resolve, error.retryAfter));
      }
    }
  }

  async #exchange(method, params) {
    if (!this.#isConnected) throw new Away("The daemon is away.");
    const id = ++this.#lastID;
    const text = JSON.stringify({ id, method, params });
    if (new TextEncoder().encode(text).length > MAX_REQUEST) throw new Error("The request is too long; choose less.");
    this.#socket.send(text);
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }

  #receive(message) {
    switch (message.method) {
      case undefined: return this.#settle(message);
      case "access": return this.#confirm(message.params.token);
      case "daemon.connected":
        this.#admitted();
        this.#isConnected = true;
        return this.#dispatch("connected", message.params);
      case "daemon.away":
        this.#admitted();
        return this.#close(sentence("daemon", { time: this.#left ??= new Date(), cause: message.params.message }));
      default: return this.#dispatch("notification", message);
    }
  }

  #confirm(token) {
    this.#offered = token;
    keep("sessionStorage", OFFERED, token);
    this.#socket.send(JSON.stringify({ method: "access.confirm", params: { token } }));
  }

  /** Keeps the token for reloads and other windows: the first message of the relay shows that it counts. */
  #admitted() {
    this.#code = null;
    this.#token = this.#offered ?? this.#token;
    this.#offered = null;
    keep("localStorage", TOKEN, this.#token);
    keep("sessionStorage", CODE, null);
    keep("sessionStorage", OFFERED, null);
  }

  #settle(message) {
    const waiting = this.#pending.get(message.id);
    if (!waiting) return;
    this.#pending.delete(message.id);
    // A daemon that is full ends connections before it answers.
    this.#left = null;
    if (message.error) waiting.reject(new ReplyError(message.error));
    else waiting.resolve(message.result);
  }

  #close(message) {
    this.#isConnected = false;
    for (const waiting of this.#pending.values()) waiting.reject(new Away(message));
    this.#pending.clear();
    this.#dispatch("away", { message });
  }

  #dispatch(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** Removes the code from the address, and returns it. */
function takeCode() {
  const code = /^#([\w-]+)$/.exec(location.hash)?.[1] ?? null;
  if (code) keep("sessionStorage", CODE, code);
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  return code;
}

/** A browser can forbid its pages to keep anything. A reload then needs a new address. */
function read(storage, name) { try { return window[storage].getItem(name); } catch { return null; } }

function keep(storage, name, value) {
  try {
    if (value === null) window[storage].removeItem(name);
    else window[storage].setItem(name, value);
  } catch { /* It is kept by this window. */ }
}
