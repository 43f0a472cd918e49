// A watch of the rows around the window. celld lays them out; the page only asks for the right ones.
//
// Messages are taken when they come, and drawn once an animation frame: between two frames, only the last one counts.

import { Away } from "./link.js";
import { RowViews } from "./rows.js";

/** The height that is loaded above and below the window, in windows. */
const AHEAD = 2;

/** The minimum time between two messages with changes: two frames. The daemon leaves out what nobody would see. */
const INTERVAL = 33;

/** Dispatches `change` after rows were drawn, and `failure` with an error in `detail`. */
export class List extends EventTarget {
  #link;
  #viewport;
  #environment = null;
  /** The environment of the watch. */
  #openEnvironment = null;
  #shownEnvironment = null;
  #subscription = null;
  #isOpening = false;
  #isStale = false;
  #moving = null;
  #revealed = null;
  #reveals = 0;
  /** Whether the watch follows a row. Otherwise it follows a position, as at the top of the list. */
  #isAnchored = false;
  session = null;
  views;
  /** The last message that was drawn, without its rows. */
  state = null;
  /** What was taken since the last frame. */
  #taken = null;
  /** Resolves after the next frame. */
  #frame = null;

  constructor(link, viewport, content) {
    super();
    this.#link = link;
    this.#viewport = viewport;
    this.views = new RowViews(content);
    // These come before the animation frame that shows the new position.
    viewport.addEventListener("scroll", () => this.#drawSoon());
    link.addEventListener("notification", ({ detail }) => this.#notified(detail));
    link.addEventListener("connected", () => { this.#subscription = null; });
  }

  /** The environment that was asked for last. */
  get environment() { return this.#environment; }

  /** The environment of the rows and the state that are there. */
  get shownEnvironment() { return this.#shownEnvironment; }

  /** Shows a session in an environment. During a resize, only the newest environment is asked for. */
  async show(session, environment) {
    if (session !== this.session) this.clear();
    else if (orderOf(environment) !== orderOf(this.#environment)) this.#viewport.scrollTo(0);
    this.session = session;
    this.#environment = environment;
    this.#isStale = true;
    if (this.#isOpening) return;
    this.#isOpening = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        await this.#open();
      }
    } catch (error) {
      if (!(error instanceof Away)) this.dispatchEvent(new CustomEvent("failure", { detail: error }));
    } finally {
      this.#isOpening = false;
      this.#drawSoon();
    }
  }

  /** The ids of the rows that can replace a row of the window if it goes: the next ones, then those before it. */
  heirs(id) {
    const section = this.state?.section?.id;
    const ids = this.views.ordered.map((view) => view.id);
    const place = ids.indexOf(id);
    if (place < 0) return [];
    return [...ids.slice(place + 1), ...ids.slice(0, place).reverse(), ...(section ? [section] : [])];
  }

  /** Resolves with the first row of some ids that the list shows, or undefined. */
  async firstShown(ids) {
    const { session } = this;
    if (session === null) return undefined;
    const request = { session, environment: this.#environment, ids, format: "html" };
    const result = await this.#link.call("rows.pull", request).catch(() => null);
    if (session !== this.session) return undefined;
    const rows = new Map(result?.rows.map((row) => [row.id, row]));
    return rows.get(ids.find((id) => rows.has(id)));
  }

  /** Brings the row at an index into the window. Resolves with its view, or with undefined if another one was asked for since. */
  async reveal(index) {
    const number = ++this.#reveals;
    const isLoaded = (view) => view.row.index === index;
    const isMissing = () => number === this.#reveals && !this.views.ordered.some(isLoaded);
    while (isMissing() && this.#moving) await this.#moving;
    if (isMissing()) {
      this.#revealed = index;
      const moving = this.#move();
      this.#revealed = null;
      await moving;
    }
    if (number !== this.#reveals) return undefined;
    const view = this.views.ordered.find(isLoaded);
    if (view) this.#scrollTo(view);
    return view;
  }

  #scrollTo({ row }) {
    const { top, height } = this.#viewport;
    if (row.y < top) this.#viewport.scrollTo(row.y);
    else if (row.y + row.height > top + height) this.#viewport.scrollTo(Math.min(row.y, row.y + row.height - height));
    this.views.place(this.#viewport);
  }

  async #open() {
    const started = performance.now();
    const { session, environment } = this;
    const window = this.#window();
    const result = await this.#link.call("rows.watch", { session, environment, format: "html", interval: INTERVAL, ...window });
    const old = this.#subscription;
    if (session !== this.session) return this.#link.call("rows.unwatch", { subscription: result.subscription });
    this.#subscription = result.subscription;
    this.#isAnchored = "anchor" in window;
    this.#openEnvironment = environment;
    this.#take(result, performance.now() - started);
    if (old !== null) await this.#link.call("rows.unwatch", { subscription: old }).catch(() => {});
  }

  /** The window of a request: the visible rows and some more. It is bound to a row, so that it keeps its place. */
  #window() {
    const ahead = AHEAD * this.#viewport.height;
    const height = this.#viewport.height + 2 * ahead;
    if (this.#revealed !== null) return { anchor: { index: this.#revealed, offset: ahead }, height };
    const { top } = this.#viewport;
    const first = top > 0 ? this.views.at(top) : null;
    if (!first) return { top: Math.max(0, top - ahead), height };
    return { anchor: { id: first.id, index: first.row.index, offset: first.row.y - top + ahead }, height };
  }

  /** Draws in the next animation frame. */
  #drawSoon() {
    this.#frame ??= new Promise((resolve) => requestAnimationFrame(() => {
      this.#frame = null;
      this.#draw();
      resolve();
    }));
    return this.#frame;
  }

  /** Draws what was taken. The first visible row keeps its place, except at the top of the list. */
  #draw() {
    const taken = this.#taken;
    this.#taken = null;
    if (taken) {
      const { top } = this.#viewport;
      const kept = top > 0 ? this.views.at(top) : null;
      const offset = kept ? kept.row.y - top : 0;
      const heirs = kept ? this.heirs(kept.id) : [];
      taken.isOtherLook = taken.environment !== this.#shownEnvironment || this.state === null;
      this.state = taken.state;
      this.#shownEnvironment = taken.environment;
      this.views.draw(taken.environment.collapsed ?? []);
      this.#viewport.setListHeight(taken.state.height, taken.state.count);
      if (kept && this.views.get(kept.id)) this.#keep(kept.row, offset);
      else if (kept && taken.canMoveRows) this.#find([kept.id, ...heirs], offset);
    }
    this.views.place(this.#viewport);
    if (taken?.isOtherLook) this.#viewport.setShape(this.views.edge("image"), this.views.edge("title"));
    if (taken) this.dispatchEvent(new Event("change"));
    this.#follow();
  }

  /** Asks for other rows if the window has left those that are there. */
  #follow() {
    if (this.#moving || this.#isOpening || this.#subscription === null) return;
    const { top } = this.#viewport;
    const hasAnchor = top > 0 && this.views.at(top) !== undefined;
    if (!this.#isCovered() || hasAnchor !== this.#isAnchored) this.#move();
  }

  /** Whether there are rows for another window above and below. */
  #isCovered() {
    const { top, height, listHeight } = this.#viewport;
    const margin = (AHEAD * height) / 2;
    const [from, to] = [Math.max(0, top - margin), Math.min(listHeight, top + height + margin)];
    if (from >= to) return true;
    const { first, last } = this.views;
    return Boolean(first) && first.row.y <= from && last.bottom >= to;
  }

  /** Moves the window of the watch, one request at a time. */
  #move() {
    if (this.#subscription === null) return Promise.resolve();
    this.#moving ??= this.#requestWindow(this.#window()).finally(() => {
      this.#moving = null;
      this.#drawSoon();
    });
    return this.#moving;
  }

  async #requestWindow(window) {
    const subscription = this.#subscription;
    try {
      const started = performance.now();
      const result = await this.#link.call("rows.window", { subscription, ...window });
      if (subscription === this.#subscription) {
        this.#isAnchored = "anchor" in window;
        await this.#take(result, performance.now() - started);
      }
    } catch {
      // The watch has ended, and a new one is opened when the daemon is back.
    }
  }

  #notified({ method, params }) {
    if (params.subscription !== this.#subscription) return;
    if (method === "rows.changed") this.#take(params);
    if (method === "session.deleted") {
      this.clear();
      const error = Object.assign(new Error("The session was deleted."), { kind: "sessionNotFound" });
      this.dispatchEvent(new CustomEvent("failure", { detail: error }));
    }
  }

  /** Takes a reply or notification. Resolves when it was drawn. */
  #take({ rows, ...state }, milliseconds) {
    const missing = this.views.take(rows);
    const isChange = milliseconds === undefined;
    this.#taken = {
      state: { ...state, milliseconds: milliseconds ?? (this.#taken?.state ?? this.state)?.milliseconds },
      environment: this.#openEnvironment,
      canMoveRows: isChange || this.#isOpening || Boolean(this.#taken?.canMoveRows),
    };
    // The daemon believes that these rows are in the page.
    if (missing.length > 0) this.show(this.session, this.#environment);
    return this.#drawSoon();
  }

  /** Scrolls so that a row is again at its distance from the top of the window. */
  #keep(row, offset) {
    const wanted = row.y - offset;
    if (Math.abs(wanted - this.#viewport.top) >= 1) this.#viewport.scrollTo(wanted);
  }

  /** Looks for a row that a change has moved out of the window, and for the rows that replace it if it is gone. */
  async #find(ids, offset) {
    // Most often, the next row is there. The window does not jump while celld is asked.
    const here = ids.map((id) => this.views.get(id)).find(Boolean);
    if (here) this.#keep(here.row, offset);
    const row = await this.firstShown(ids);
    if (!row) return;
    this.#keep(row, offset);
    this.#drawSoon();
  }

  /** Shows nothing until the next `show`. */
  clear() {
    this.session = null;
    this.#subscription = null;
    this.state = this.#taken = null;
    this.views.clear();
    this.#viewport.setListHeight(0, 0);
    this.#viewport.scrollTo(0);
    this.dispatchEvent(new Event("change"));
  }
}

/** Other rows, or another order of them, begin at the top. */
function orderOf({ where, sort, group }) {
  return JSON.stringify([where, sort, group]);
}
