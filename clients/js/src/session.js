// A session.

import { ConnectionLost, ReplyError } from "./errors.js";
import { nextStart } from "./exchange.js";
import { SessionMethods } from "./generated.js";
import * as staging from "./staging.js";
import { Watch } from "./watch.js";
import { Rows } from "./window.js";

/** A named list of the daemon. Its methods are those of protocol.md, §5, with the session filled in. */
export class Session extends SessionMethods {
  #client;
  #names;

  /** For clients. */
  constructor(client, name, owner) {
    super();
    this.#client = client;
    this.#names = { session: name, owner };
    this.name = String(name);
    this.owner = owner;
  }

  /** Iterates over all cells, `count` at a time. If the list changes meanwhile, cells can be left out or repeated. */
  async *eachCell(count = 1000) {
    for (let start = 0; start !== undefined; ) {
      const reply = await this.cells({ start, count });
      start = nextStart(reply, "cells", start, count);
      yield* reply.cells;
    }
  }

  _call(method, parameters) {
    return this.#client.call(method, { ...this.#names, ...parameters });
  }

  async _rows(parameters) {
    return new Rows(await this._call("rows.pull", parameters));
  }

  _watch(parameters) {
    return new Watch(this.#client, { ...this.#names, ...parameters }).open();
  }

  /** Sends a long list in parts. They belong to one connection, and to one list at a time. */
  async _replace({ cells, ...parameters }) {
    const parts = staging.parts(cells, this.#client.lineLimit);
    const last = parts.pop();
    return this.#client.alone(this.name, async (call, notify) => {
      try {
        for (const part of parts) {
          await call("cells.replace", { ...this.#names, ...parameters, cells: part, more: true });
        }
        return await call("cells.replace", { ...this.#names, ...parameters, cells: last });
      } catch (error) {
        // After these two the daemon has dropped the parts.
        if (!(error instanceof ReplyError || error instanceof ConnectionLost)) {
          notify("cells.replace", staging.dropping(this.#names));
        }
        throw error;
      }
    });
  }
}
