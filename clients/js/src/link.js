// One connection of a client.

import { ConnectionLost, ProtocolError, reading, replyError } from "./errors.js";
import { hold } from "./endpoints.js";
import { Exchange, encoded, longestLine } from "./exchange.js";

/** Sends requests, and routes what comes. It ends with its connection. */
export class Link {
  /** The watches of this connection, by the numbers of their subscriptions. */
  watches = new Map();
  #exchange = new Exchange();
  #streams;
  #end = undefined;
  #onEnd = () => {};

  constructor(streams) {
    this.#streams = streams;
    this.address = streams.address;
    streams.input.on("data", (bytes) => this.#receive(bytes));
    const lost = (error) => this.#finish(new ConnectionLost(`The connection was lost before the reply came: ${error.code}.`));
    streams.input.on("error", lost);
    streams.output.on("error", lost);
    const closed = () => this.#finish(new ConnectionLost("celld closed the connection before the reply came; see its log."));
    streams.input.on("end", closed);
    streams.input.on("close", closed);
  }

  /** Holds the process open from now on, or does not. */
  hold(isHeld) {
    if (!this.#end) hold(this.#streams, isHeld);
  }

  /**
   * Takes the result of hello. Lines have the limits of the daemon from now on. Throws ProtocolError if
   * the daemon has another version of the protocol.
   */
  greeted(server) {
    if (server.protocol !== 1) throw new ProtocolError(`celld has protocol ${server.protocol}, not 1; install a newer client.`);
    this.#exchange.lines.longest = longestLine(server.limits);
  }

  /**
   * Sends a request at once, so requests keep the order of the calls. `onResult` is called before any
   * later message is routed. So a watch is known before its first notification comes.
   */
  send(method, params, onResult) {
    return new Promise((resolve, reject) => {
      if (this.#end) return reject(this.#end);
      this.#streams.output.write(this.#exchange.request(method, params, { resolve, reject, onResult }));
    });
  }

  /** Sends a request that is not answered. */
  notify(method, params) {
    if (!this.#end) this.#streams.output.write(encoded({ method, params }));
  }

  /** Calls back with the reason in the moment in which the connection ends: at once if it has ended. */
  whenEnded(callback) {
    this.#onEnd = callback;
    if (this.#end) callback(this.#end);
  }

  /** Ends the connection, and a daemon of one's own. */
  async close() {
    this.#finish(new ConnectionLost("The connection was closed before the reply came."));
    this.#streams.output.destroy();
    await this.#streams.end();
  }

  #receive(bytes) {
    if (this.#end) return;
    try {
      reading("a message", () => this.#route(bytes));
    } catch (error) {
      this.#finish(error);
    }
  }

  #route(bytes) {
    for (const { method, params, slot, result, error } of this.#exchange.receive(bytes)) {
      if (this.#end) return;
      if (method !== undefined) {
        this.watches.get(params.subscription)?.notified(this, { method, params });
      } else if (slot === undefined) {
        // The daemon refuses the connection, or cannot read a line.
        if (error) this.#finish(replyError(error));
      } else if (error) {
        slot.reject(replyError(error));
      } else {
        try {
          reading("a result", () => slot.onResult?.(result));
        } catch (problem) {
          slot.reject(problem);
          throw problem;
        }
        slot.resolve(result);
      }
    }
  }

  /** Fails all requests that wait. The first reason counts. */
  #finish(reason) {
    if (this.#end) return;
    this.#end = reason;
    this.#onEnd(reason);
    for (const slot of this.#exchange.abandon()) slot.reject(reason);
  }
}
