// A tree of a JSON value, whose branches open when they are asked for: values can be large and deep.

import { Digits } from "./numbers.js";

/** The number of entries that a branch shows at a time. */
const PART = 100;
/** The number of characters that a text shows. */
const MAX_LENGTH = 10_000;

/** Shows values in an element. An entry that was open stays open when its value changes. */
export class Tree {
  #element;
  /** The paths of the open branches, and how many entries they show. */
  #open = new Map();

  constructor(element) {
    this.#element = element;
    element.setAttribute("role", "tree");
    element.addEventListener("click", ({ target }) => {
      const item = target.closest('[role="treeitem"]');
      if (item) { this.#focus(item); this.#operate(item); }
    });
    element.addEventListener("keydown", (event) => this.#pressed(event));
  }

  /** Shows another value; its branches are closed. */
  reset(value) {
    this.#open.clear();
    this.show(value);
  }

  show(value) {
    const focused = this.#element.contains(document.activeElement) ? document.activeElement.dataset.path : null;
    const current = focused ?? this.#items.find((item) => item.tabIndex === 0)?.dataset.path;
    this.#element.replaceChildren(...this.#entries(value, "", 1));
    const items = this.#items;
    const item = items.find(({ dataset }) => dataset.path === current) ?? items[0];
    if (item) item.tabIndex = 0;
    if (focused !== null) item?.focus({ preventScroll: true });
  }

  get #items() { return [...this.#element.querySelectorAll('[role="treeitem"]')]; }

  /** The entries of a branch, as far as it shows them. */
  #entries(value, path, level) {
    const entries = Object.entries(value);
    const count = this.#open.get(path) ?? PART;
    const shown = entries.slice(0, count).map(([name, entry]) =>
      this.#item(name, entry, `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, level, Array.isArray(value)));
    if (entries.length > count) shown.push(this.#more(entries.length - count, path, level, value));
    return shown;
  }

  #item(name, value, path, level, isNumbered) {
    const label = isNumbered ? `${Number(name) + 1}` : name;
    const item = element("li", { role: "treeitem", tabindex: "-1", "aria-level": level });
    const isBranch = isBranchValue(value);
    const text = isBranch ? summary(value) : written(value);
    item.dataset.path = path;
    item.setAttribute("aria-label", `${label}: ${text}`);
    const line = element("div", { class: "line" });
    line.append(bdi("name", label), bdi(isBranch ? "summary" : typeof value, text));
    item.append(line);
    if (isBranch) {
      item.setAttribute("aria-expanded", "false");
      item.entries = () => this.#entries(value, path, level + 1);
      if (this.#open.has(path)) unfold(item);
    }
    return item;
  }

  /** The entry that shows further ones of its branch. */
  #more(count, path, level, value) {
    const item = element("li", { role: "treeitem", tabindex: "-1", "aria-level": level, class: "more" });
    item.dataset.path = `${path}/`;
    item.textContent = `${count.toLocaleString("en")} more`;
    item.showMore = () => {
      const before = [...item.parentElement.children].indexOf(item);
      this.#open.set(path, (this.#open.get(path) ?? PART) + PART);
      const further = this.#entries(value, path, level).slice(before);
      item.replaceWith(...further);
      this.#focus(further[0]);
    };
    return item;
  }

  #operate(item) {
    if (item.showMore) item.showMore();
    else if (item.ariaExpanded === "true") this.#close(item);
    else this.#unfold(item);
  }

  #unfold(item) {
    this.#open.set(item.dataset.path, this.#open.get(item.dataset.path) ?? PART);
    unfold(item);
  }

  #close(item) {
    this.#open.delete(item.dataset.path);
    item.setAttribute("aria-expanded", "false");
    item.querySelector('[role="group"]')?.remove();
  }

  #pressed(event) {
    const item = event.target.closest('[role="treeitem"]');
    if (!item || event.altKey || event.ctrlKey || event.metaKey) return;
    const items = this.#items;
    const at = items.indexOf(item);
    const isOpen = item.ariaExpanded === "true";
    const keys = {
      ArrowDown: () => this.#focus(items[at + 1]),
      ArrowUp: () => this.#focus(items[at - 1]),
      Home: () => this.#focus(items[0]),
      End: () => this.#focus(items.at(-1)),
      ArrowRight: () => (isOpen ? this.#focus(items[at + 1]) : item.ariaExpanded && this.#unfold(item)),
      ArrowLeft: () => (isOpen ? this.#close(item) : this.#focus(item.parentElement.closest('[role="treeitem"]'))),
      "*": () => [...item.parentElement.children].filter(({ ariaExpanded }) => ariaExpanded === "false")
        .forEach((sibling) => this.#unfold(sibling)),
      Enter: () => this.#operate(item),
      " ": () => this.#operate(item),
    };
    if (!(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  }

  #focus(item) {
    if (!item) return;
    for (const other of this.#element.querySelectorAll('[tabindex="0"]')) other.tabIndex = -1;
    item.tabIndex = 0;
    item.focus();
    item.scrollIntoView({ block: "nearest" });
  }
}

function unfold(item) {
  if (!item.entries) return;
  item.setAttribute("aria-expanded", "true");
  const group = element("ul", { role: "group" });
  group.append(...item.entries());
  item.append(group);
}

/** Whether a value has entries. */
export function isBranchValue(value) { return typeof value === "object" && value !== null && Object.keys(value).length > 0; }

function summary(value) {
  const count = Object.keys(value).length;
  const [one, many] = Array.isArray(value) ? ["item", "items"] : ["member", "members"];
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** A value without entries as text. */
export function written(value) {
  if (value instanceof Digits) return String(value);
  if (typeof value === "string") return value === "" ? "(empty text)" : clipped(value);
  if (Array.isArray(value)) return "(no items)";
  return value !== null && typeof value === "object" ? "(no members)" : String(value);
}

/** The beginning of a text that is too long to be read here. */
export function clipped(text) {
  if (text.length <= MAX_LENGTH) return text;
  return `${text.slice(0, MAX_LENGTH)}… (${(text.length - MAX_LENGTH).toLocaleString("en")} more characters)`;
}

function bdi(name, text) {
  const item = element("bdi", { class: name });
  item.textContent = text;
  return item;
}

function element(name, attributes) {
  const item = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) item.setAttribute(key, value);
  return item;
}
