// Rows, and the complete window of a watch, without I/O.

import { checked, reading } from "./errors.js";

/** The rows of a reply, in order, with what the reply says of their list. */
export class Rows {
  constructor(reply) {
    this.reply = reply;
    for (const row of checked(reply.rows, "array", "rows")) checked(checked(row, "object", "a row").id, "string", "the id of a row");
    for (const name of ["session", "view", "revision", "clock", "count", "height", "width", "exact", "next", "anchor"]) {
      this[name] = reply[name];
    }
    this.missing = reply.missing ?? [];
  }

  get length() {
    return this.reply.rows.length;
  }

  /** The row at an index; of a negative one, counted from the end. */
  at(index) {
    return this.reply.rows.at(index);
  }

  [Symbol.iterator]() {
    return this.reply.rows[Symbol.iterator]();
  }

  /** The lines of all rows: texts, or lists of spans in the format spans. */
  get lines() {
    return this.reply.rows.flatMap((row) => row.lines ?? []);
  }

  toString() {
    return reading("lines", () => this.lines.map(text).join("\n"));
  }
}

/** A line as text. Spans are at their x, so gaps between them become spaces. */
function text(line) {
  if (typeof line === "string") return line;
  let end = 0;
  return line
    .map((span) => {
      const gap = " ".repeat(span.x - end);
      end = span.x + span.width;
      return gap + span.text;
    })
    .join("");
}

/** The rows that a watch shows. Messages leave out the content of rows that have not changed. */
export class Window {
  #known = new Map();
  rows = undefined;

  /**
   * Takes a reply of rows.watch, or rows.changed. Returns false if a row is `same`, but the window never
   * had it. Then nothing is taken, and the watch must be opened again without `since`.
   */
  apply(message) {
    const rows = [];
    for (const row of message.rows) {
      const known = this.#known.get(row.id);
      if (row.same && known === undefined) return false;
      const { same, ...own } = row;
      rows.push(same ? { ...known, ...own } : row);
    }
    this.#known = new Map(rows.map((row) => [row.id, row]));
    this.rows = new Rows({ ...message, rows });
    return true;
  }
}

// Parameters that choose the rows of a window, and those that choose its view. Those of one family go together.
const WINDOWS = [["start", "count"], ["top", "height"], ["anchor", "height"], ["ids"]];
const VIEWS = [["view"], ["environment"]];

/** The parameters and the window of a watch. It outlives a connection. */
export class Subscription {
  window = new Window();
  /** The number of the present connection; undefined between connections. */
  number = undefined;
  #parameters;

  constructor(parameters) {
    this.#parameters = parameters;
  }

  /** The parameters of rows.watch. A watch with an anchor follows its first row, so the anchor changes. */
  get parameters() {
    const anchor = this.window.rows?.anchor;
    return this.#parameters.anchor && anchor ? { ...this.#parameters, anchor } : this.#parameters;
  }

  /** A subscription with other parameters, and without rows. */
  changed(changes) {
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const kept = Object.entries(this.parameters).filter(([name]) => !isExcluded(name, Object.keys(given)));
    return new Subscription({ ...Object.fromEntries(kept), ...given });
  }

  /** Changes the parameters of the window, and keeps its rows until others come. */
  move(changes) {
    this.#parameters = this.changed(changes).#parameters;
  }

  /** The parameters of rows.watch. If it is resumed, only what changed in the meantime comes. */
  opening(isResumed) {
    return isResumed && this.window.rows ? { ...this.parameters, since: this.window.rows.clock } : this.parameters;
  }
}

/** Whether a parameter has no family with those that change. */
function isExcluded(name, changes) {
  const families = [WINDOWS, VIEWS].find((one) => one.flat().includes(name));
  const given = changes.filter((one) => families?.flat().includes(one));
  return given.length > 0 && !families.some((family) => [name, ...given].every((one) => family.includes(one)));
}
