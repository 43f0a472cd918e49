// The gestures of a user as requests: rows are opened and selected, and their actions invoked.

import { Away } from "./link.js";
import { showMenu } from "./menu.js";

/** Operates the rows of a list. */
export class Actions {
  #link;
  #list;
  #settings;
  #detail;
  #report;
  /** The result of `session.info`. */
  info = {};

  /** `report(sentence, isError)` shows a sentence to the user. */
  constructor({ link, list, settings, detail, report }) {
    this.#link = link;
    this.#list = list;
    this.#settings = settings;
    this.#detail = detail;
    this.#report = report;
  }

  get #session() { return this.#list.session; }

  /** Whether rows have controls. The choice stays while a list is shown that has no selection. */
  get isSelecting() { return this.#settings.get("edit") !== "" && this.info.selection !== "none"; }

  /** Does what a click on a row means: folds a section, selects, or opens. */
  open(view) {
    if (view.isSection) return this.fold(view);
    if (this.isSelecting) return this.select(view);
    if (this.info.drillDown !== false) return this.invoke(view, { id: "open", label: "Open" });
  }

  /** Folds or unfolds the group of a section. Returns whether there is one to change. */
  fold(view, closes) {
    if (!view?.isSection || !("value" in view.row)) return false;
    const collapsed = this.#list.environment.collapsed ?? [];
    const isClosed = collapsed.includes(view.row.value);
    if (closes === isClosed) return true;
    this.#settings.collapsed = isClosed
      ? collapsed.filter((value) => value !== view.row.value) : [...collapsed, view.row.value];
    this.#settings.set({});
    return true;
  }

  /** Selects a row, or removes it from the selection. */
  select(view) {
    if (view.isSection) return this.fold(view);
    const { selection } = this.info;
    if (selection === "none") return this.#report("Nothing can be selected in this list; configure it with --selection.", true);
    const op = selection === "single" && !view.row.selected ? "replace" : "toggle";
    return this.#try(() => this.#link.call("selection.set", { session: this.#session, ids: [view.id], op }));
  }

  selectAll() {
    if (this.info.selection !== "multiple") return this.#report("This list has no selection of several rows.", true);
    const { environment } = this.#list;
    return this.#try(() => this.#link.call("selection.set", { session: this.#session, all: true, environment }));
  }

  clearSelection() {
    return this.#try(() => this.#link.call("selection.set", { session: this.#session, ids: [] }));
  }

  /** Operates a drawn element of a row. */
  operate(view, part, point = centre(part)) {
    const link = part.closest("a");
    if (link) return open(link.getAttribute("href"), "_blank", "noopener,noreferrer");
    return this.#use(view, {
      id: part.dataset.action, label: part.getAttribute("aria-label"), enabled: part.ariaDisabled !== "true",
    }, point);
  }

  /** Operates the element at a point of the window, or else the row. */
  click(view, point) {
    const place = view.pointAt(point);
    return this.#try(async () => {
      const element = (await this.#operable(view)).find(({ hit }) => contains(hit, place));
      return element ? this.#use(view, element, point) : this.open(view);
    });
  }

  /** An element without an id is the control of the selection. */
  #use(view, { id, label, enabled }, point) {
    if (!id) return this.select(view);
    if (enabled === false) return this.#report(`${label} is disabled.`, true);
    if (id === "menu") return this.#try(() => this.#showMenu(view, ["overflow"], ["menu"], point));
    return this.invoke(view, { id, label });
  }

  /** Shows the context menu of a row, with the actions that a swipe would show, or else its overflow menu. */
  menu(view, point) {
    if (!view || view.isSection) return;
    const box = view.element.getBoundingClientRect();
    const place = point ?? { x: box.x + 24, y: box.y + 24 };
    return this.#try(() => this.#showMenu(view, ["menu", "leading", "trailing"], ["overflow"], place));
  }

  /** Invokes an action of a row. */
  invoke(view, { id, label }) {
    return this.#try(async () => {
      const { delivered } = await this.#link.call("action.invoke", { session: this.#session, id: view.id, action: id });
      const hasDetail = id === "open" || id === "detail";
      if (hasDetail) await this.#showDetail(view.id);
      if (!hasDetail || delivered > 0) this.#reportDelivery(label, delivered);
    });
  }

  /** Shows a cell as a whole. Its actions are those of its row, which may have left the window. */
  #showDetail(id) {
    const session = this.#session;
    return this.#detail.show(session, id, this.#list.environment, (action) => this.#try(async () => {
      const { delivered } = await this.#link.call("action.invoke", { session, id, action: action.id });
      this.#reportDelivery(action.label, delivered);
    }));
  }

  /** Invokes an action of the session for all selected cells. */
  invokeSelected({ id, title }) {
    return this.#try(async () => {
      const { delivered } = await this.#link.call("action.invoke", { session: this.#session, selected: true, action: id });
      this.#reportDelivery(title ?? id, delivered);
    });
  }

  /** Shows the actions of some parts of a row, or of others if those have none. */
  async #showMenu(view, parts, others, point) {
    let items = await this.#revealed(view, parts);
    if (items.length === 0) items = await this.#revealed(view, others);
    if (items.length === 0) return this.#report("This row has no menu.");
    showMenu(items, point, (item) => this.invoke(view, item));
  }

  /** The actions that a gesture shows: in a menu beside the row, or in the row. Each is there once. */
  async #revealed(view, parts) {
    const rows = await Promise.all(parts.map((what) => this.#frames(view, { reveal: { id: view.id, what } })));
    const elements = rows.flatMap((row) =>
      row?.overlay?.elements ?? row?.elements.filter(({ reveal }) => reveal) ?? []);
    return [...new Map(elements.filter(({ id }) => id).map((element) => [element.id, element])).values()];
  }

  /** The elements of a row that react to a click. They are larger than what is drawn, for fingers. */
  async #operable(view) {
    if (view.isSection) return [];
    view.operable ??= ((await this.#frames(view))?.elements ?? []).filter(({ hit }) => hit);
    return view.operable;
  }

  async #frames(view, more = {}) {
    const { session, environment } = this.#list;
    const result = await this.#link.call("rows.pull", { session, environment, ids: [view.id], format: "frames", ...more });
    return result.rows[0];
  }

  #reportDelivery(label, delivered) {
    this.#report(delivered === 0
      ? `${label}: no program listens to the actions of this list.`
      : `${label}: sent to ${delivered} ${delivered === 1 ? "program" : "programs"}.`);
  }

  async #try(action) {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof Away)) this.#report(error.message, true);
    }
  }
}

function centre(part) {
  const { x, y, width, height } = part.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

function contains(box, { x, y }) {
  return box.x <= x && x < box.x + box.width && box.y <= y && y < box.y + box.height;
}
