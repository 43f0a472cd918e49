// Signs of life of the daemon. A daemon that was stopped keeps its connections, so only an answer tells that it runs.

const PAUSE = 2000;
const PATIENCE = 3000;

/** Dispatches `silent` when the daemon does not answer, with the time of the question in `detail`, and `answers` each time it does. */
export class Pulse extends EventTarget {
  #link;
  #connection = null;

  constructor(link) {
    super();
    this.#link = link;
    link.addEventListener("connected", () => this.#follow({ isSilent: this.#connection?.isSilent }));
    link.addEventListener("away", () => { this.#connection = null; });
  }

  /** Asks as long as the connection lasts. A page that nobody sees does not ask. */
  async #follow(connection) {
    this.#connection = connection;
    while (connection === this.#connection) {
      if (!document.hidden) await this.#ask(connection);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  async #ask(connection) {
    const asked = new Date();
    const timer = setTimeout(() => {
      if (connection !== this.#connection) return;
      connection.isSilent = true;
      this.dispatchEvent(new CustomEvent("silent", { detail: asked }));
    }, PATIENCE);
    try {
      await this.#link.call("ping");
      connection.isSilent = false;
      this.dispatchEvent(new Event("answers"));
    } catch {
      // The connection has ended, which the link reports.
    } finally {
      clearTimeout(timer);
    }
  }
}
