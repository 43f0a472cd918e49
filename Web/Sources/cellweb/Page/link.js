// The connection to the daemon: requests by POST, and all its lines in one stream of server-sent events.

import { parse } from "./numbers.js";
import { sentence } from "./sentences.js";

/** An error reply of the daemon. */
export class ReplyError extends Error {
  constructor(error) {
    super(error.message);
    this.kind = error.data?.kind;
    this.retryAfter = error.data?.retryAfter;
  }
}

/** The daemon or the gateway has gone; the link connects again by itself. */
export class Away extends Error {}

/** Dispatches `connected`, `away` and `notification`, with the message in `detail`. */
export class Link extends EventTarget {
  #stream = null;
  #lastID = 0;
  /** The time at which the daemon or the gateway has gone. */
  #left = null;
  #pending = new Map();

  open() {
    const source = new EventSource("events");
    source.addEventListener("message", (event) => this.#receive(parse(event.data)));
    source.addEventListener("connected", (event) => {
      const detail = JSON.parse(event.data);
      this.#stream = detail.stream;
      this.#left = null;
      this.#dispatch("connected", detail);
    });
    source.addEventListener("away", (event) => {
      const cause = JSON.parse(event.data).message;
      this.#close(sentence("daemon", { time: this.#left ??= new Date(), cause }));
    });
    source.addEventListener("error", () => {
      const hasEnded = source.readyState === EventSource.CLOSED;
      this.#close(sentence(hasEnded ? 4401 : "gateway", { time: this.#left ??= new Date() }));
    });
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
    if (!this.#stream) throw new Away("The daemon is away.");
    const id = ++this.#lastID;
    const reply = new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    reply.catch(() => {});
    try {
      const response = await fetch(`requests?stream=${this.#stream}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ id, method, params }),
      });
      if (response.status === 410) throw new Away("The daemon is away.");
      if (!response.ok) throw new Error((await response.text()).trim());
    } catch (error) {
      this.#pending.delete(id);
      throw error instanceof TypeError ? new Away("The gateway is away.") : error;
    }
    return reply;
  }

  #receive(message) {
    if (message.method) return this.#dispatch("notification", message);
    const waiting = this.#pending.get(message.id);
    if (!waiting) return;
    this.#pending.delete(message.id);
    if (message.error) waiting.reject(new ReplyError(message.error));
    else waiting.resolve(message.result);
  }

  #close(message) {
    this.#stream = null;
    for (const waiting of this.#pending.values()) waiting.reject(new Away(message));
    this.#pending.clear();
    this.#dispatch("away", { message });
  }

  #dispatch(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
