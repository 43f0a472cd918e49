// What the page says when it cannot show its list as it is: what happened, and what to do.

/** The sentence for a close code of the connection, or for another reason. `facts` has the names and times in it. */
export function sentence(reason, { session, time, cause } = {}) {
  switch (reason) {
    case 1013: return "All windows of cellctl serve are in use. Close another one; this one goes on by itself.";
    case 4401: return "This page has no access. Open the address that cellctl serve printed; each start prints another one.";
    case 4410: return "This address was used before. Press Enter in the terminal of cellctl serve, or run cellctl serve --address, and open the new one.";
    case "gateway": return `cellctl serve has not answered${since(time)}. If it has ended, start it again and open the address that it prints.`;
    case "daemon": return `The daemon is away${since(time)}, so the page may be out of date. ${cause} It goes on by itself when the daemon is back.`;
    case "silent": return `The daemon has not answered${since(time)}, so the page may be out of date. It goes on by itself when the daemon answers.`;
    case "back": return `The connection came back at ${clock(time)}. The list is up to date.`;
    case "deleted": return `The list “${session}” was deleted at ${clock(time)}. It is shown again when a program makes it again.`;
    case "missing": return `There is no list “${session}” in the daemon. It is shown when a program makes it: cellctl push.`;
    case "made": return `The list “${session}” was made again at ${clock(time)}.`;
    case "notServed": return `The list “${session}” is not shown here. Choose one of these, or add its name to cellctl serve.`;
    default: return `The connection has ended (${reason}). Load the page again.`;
  }
}

/** The time of a day, with seconds. */
function clock(time) { return (time ?? new Date()).toLocaleTimeString("en-GB"); }

function since(time) { return time ? ` since ${clock(time)}` : ""; }

/** Shows the sentence of what is wrong. A connection that is away explains why a session does not answer, so it goes first. */
export class Notice {
  #element;
  #sentences = { link: "", pulse: "", session: "", list: "" };

  constructor(element) { this.#element = element; }

  /** Sets the sentence of a source; an empty one says that all is well. */
  set(source, text) {
    this.#sentences[source] = text;
    const shown = Object.values(this.#sentences).find(Boolean) ?? "";
    if (this.#element.textContent === shown) return;
    this.#element.textContent = shown;
    this.#element.hidden = shown === "";
  }
}
