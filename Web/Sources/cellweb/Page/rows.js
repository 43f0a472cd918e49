// The rows that are in the page. Each has the picture that celld drew: real text, at the positions that celld measured.

import { bindLinks } from "./links.js";

const PARTS = 'a,[role="button"],[role="checkbox"],[role="radio"]';

let lastNumber = 0;

/** One row of the list. */
export class RowView {
  element = document.createElement("div");
  #cell = document.createElement("div");
  /** The elements that a user can operate, as celld describes them; null until they are asked for. */
  operable = null;
  row = null;
  #y = null;

  constructor() {
    this.element.id = `row${++lastNumber}`;
    this.element.setAttribute("role", "row");
    this.element.className = "row";
    this.#cell.setAttribute("role", "gridcell");
    this.element.append(this.#cell);
  }

  get id() { return this.row.id; }
  get isSection() { return this.row.kind === "section"; }
  get bottom() { return this.row.y + this.row.height; }

  /** Draws a row. Pictures that are the same stay. */
  update(row, isCollapsed) {
    const { index, picture } = this.row ?? {};
    this.row = row;
    if (index !== row.index) this.element.setAttribute("aria-rowindex", row.index + 1);
    if (picture === row.picture) return;
    this.operable = null;
    this.#draw(row);
    if (this.isSection && "value" in row) this.element.setAttribute("aria-expanded", String(!isCollapsed));
    const control = this.#cell.querySelector('[data-slot="control"]');
    if (control || row.selected) this.element.setAttribute("aria-selected", String(Boolean(row.selected)));
    else this.element.removeAttribute("aria-selected");
  }

  move(y) {
    if (y === this.#y) return;
    this.#y = y;
    this.element.style.transform = `translateY(${y}px)`;
  }

  /** The drawn elements that a user can operate, in reading order. */
  get parts() { return [...this.#cell.querySelectorAll(PARTS)]; }

  /** The drawn element that has an element of the document, or null. */
  part(target) { return target.closest(PARTS); }

  /** The position of a point of the window in the row. */
  pointAt({ x, y }) {
    const { left, top } = this.element.getBoundingClientRect();
    return { x: x - left, y: y - top };
  }

  #draw({ picture }) {
    const template = document.createElement("template");
    template.innerHTML = picture;
    const item = template.content.firstElementChild;
    const label = item?.getAttribute("aria-label");
    if (label) this.#cell.setAttribute("aria-label", label);
    else this.#cell.removeAttribute("aria-label");
    this.#cell.replaceChildren(...(item?.childNodes ?? []));
    bindLinks(this.#cell);
    this.parts.forEach((part, index) => { part.id = `${this.element.id}-${index}`; });
    // The focus stays on the list.
    for (const link of this.#cell.querySelectorAll("a")) link.setAttribute("tabindex", "-1");
  }
}

/** The rows of the window, in order. Messages are taken at once, and drawn later: `get`, `at` and `ordered` have what is drawn. */
export class RowViews {
  #content;
  #views = new Map();
  /** The rows of the last message by their ids. */
  #taken = new Map();
  /** The views in the order of the list. */
  ordered = [];

  constructor(content) { this.#content = content; }

  get(id) { return this.#views.get(id); }

  get first() { return this.ordered[0]; }
  get last() { return this.ordered.at(-1); }

  /** The row at a position of the list. */
  at(y) { return this.ordered.find((view) => view.row.y <= y && y < view.bottom); }

  /** Takes the rows of a message. Returns the ids of rows that are the same as ones that are not here. */
  take(rows) {
    const taken = new Map();
    const missing = [];
    for (const row of rows) {
      const before = this.#taken.get(row.id);
      if (row.same && !before) missing.push(row.id);
      else taken.set(row.id, row.same ? { ...before, ...row } : row);
    }
    this.#taken = taken;
    return missing;
  }

  /** Draws the rows that were taken last. */
  draw(collapsed) {
    const drawn = new Map();
    for (const [id, row] of this.#taken) {
      const view = this.#views.get(id) ?? new RowView();
      view.update(row, collapsed.includes(row.value ?? null));
      drawn.set(id, view);
    }
    for (const [id, view] of this.#views) if (!drawn.has(id)) view.element.remove();
    this.#views = drawn;
    this.ordered = [...drawn.values()];
    // Screen readers read the order of the document.
    let next = this.#content.firstElementChild;
    for (const view of this.ordered) {
      if (view.element === next) next = next.nextElementSibling;
      else this.#content.insertBefore(view.element, next);
    }
  }

  /** The leading edge of what the rows draw in a slot; null if no row has it. */
  edge(slot) {
    const drawn = [...this.#content.querySelectorAll(`.row [data-slot="${slot}"]`)].map((item) => item.getBBox().x);
    return drawn.length > 0 ? Math.min(...drawn) : null;
  }

  /** Puts each row at its position. */
  place(viewport) {
    for (const view of this.ordered) view.move(viewport.drawn(view.row.y));
  }

  clear() {
    for (const view of this.#views.values()) view.element.remove();
    this.#views = new Map();
    this.#taken = new Map();
    this.ordered = [];
  }
}
