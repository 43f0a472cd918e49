// The number of cells of a session, or of those that meet a condition.

import { Away } from "./link.js";

/** Follows the number with a watch that has no rows. Dispatches `change`. */
export class Count extends EventTarget {
  #link;
  #where;
  #subscription = null;
  value = 0;

  /** Counts all cells of a session without a condition. */
  constructor(link, where) {
    super();
    this.#link = link;
    this.#where = where;
    link.addEventListener("notification", ({ detail: { method, params } }) => {
      if (method === "rows.changed" && params.subscription === this.#subscription) this.#take(params);
    });
    link.addEventListener("connected", () => { this.#subscription = null; });
  }

  /** Follows a session. */
  async show(session) {
    const old = this.#subscription;
    try {
      const environment = this.#where ? { where: this.#where } : {};
      const result = await this.#link.call("rows.watch", { session, environment, count: 0 });
      this.#subscription = result.subscription;
      this.#take(result);
      if (old !== null) await this.#link.call("rows.unwatch", { subscription: old });
    } catch (error) {
      if (!(error instanceof Away)) console.warn(error.message);
    }
  }

  #take({ count }) {
    this.value = count;
    this.dispatchEvent(new Event("change"));
  }
}
