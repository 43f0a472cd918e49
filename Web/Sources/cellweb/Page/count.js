// The number of cells of a session, or of those that meet a condition.

import { Away } from "./link.js";

/** Follows the number with a watch that has no rows. Dispatches `change`. */
export class Count extends EventTarget {
  #link;
  #where;
  #session = null;
  #subscription = null;
  /** The number; null until it is known. */
  value = null;

  /** Counts all cells of a session without a condition. */
  constructor(link, where) {
    super();
    this.#link = link;
    this.#where = where;
    link.addEventListener("notification", ({ detail: { method, params } }) => {
      if (params.subscription !== this.#subscription) return;
      if (method === "rows.changed") this.#take(params);
      if (method === "session.deleted") this.#forget();
    });
    link.addEventListener("connected", () => this.#forget());
  }

  /** Follows a session. Nothing is sent if it is followed already. */
  async show(session) {
    if (session === this.#session) return;
    const old = this.#subscription;
    this.#session = session;
    this.#subscription = this.value = null;
    try {
      const environment = this.#where ? { where: this.#where } : {};
      const result = await this.#link.call("rows.watch", { session, environment, count: 0 });
      if (session !== this.#session) return this.#link.call("rows.unwatch", { subscription: result.subscription });
      this.#subscription = result.subscription;
      this.#take(result);
      if (old !== null) await this.#link.call("rows.unwatch", { subscription: old });
    } catch (error) {
      if (session === this.#session) this.#forget();
      if (!(error instanceof Away)) console.warn(error.message);
    }
  }

  #forget() { this.#session = this.#subscription = this.value = null; }

  #take({ count }) {
    this.value = count;
    this.dispatchEvent(new Event("change"));
  }
}
