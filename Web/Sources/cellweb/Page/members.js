// The members of a cell as people read them.

import { leadsAway } from "./links.js";
import { Digits } from "./numbers.js";
import { clipped } from "./tree.js";

const NAMES = {
  id: "ID", title: "Title", subtitle: "Subtitle", footnote: "Footnote", caption: "Caption", description: "Description",
  preview: "Preview", number: "Number", icons: "Icons", unread: "Unread", image: "Image", avatars: "Avatars", status: "Status",
  info: "Info", tags: "Tags", rating: "Rating", accessory: "Accessory", actions: "Actions", swipe: "Swipe", menu: "Menu",
  detailActions: "Actions of this page", selected: "Selected", enabled: "Enabled", href: "Link", kind: "Kind",
  columns: "Columns", count: "Count", header: "Header", truncate: "Cut texts",
  leading: "Leading", trailing: "Trailing", footnotes: "Footnotes", chart: "Chart",
};
/** The members of a value that are its text, by priority. */
const TEXTS = ["text", "title", "initials", "label", "name", "id"];
/** What is true of a value unless it says otherwise. */
const USUAL = new Set(["neutral", "square", "button", "normal", "auto"]);

/** The description list of a cell: a term and its texts for each member but `data`. */
export function members(cell) {
  const names = new Set([...Object.keys(NAMES), ...Object.keys(cell)]);
  return [...names].filter((name) => name in cell && name !== "data").flatMap((name) => {
    const term = document.createElement("dt");
    term.textContent = NAMES[name] ?? name;
    return [term, ...lines(name, cell[name]).map((line) => description(name, line))];
  });
}

function description(name, line) {
  const item = document.createElement("dd");
  item.dir = "auto";
  item.textContent = clipped(line);
  if (name !== "href" || !leadsAway(line)) return item;
  const link = document.createElement("a");
  link.href = line;
  link.textContent = item.textContent;
  item.replaceChildren(link);
  return item;
}

/** A value as lines: one for each entry of a list, or for each member of an object that has no text of its own. */
function lines(name, value) {
  if (name === "rating") return [rating(value)];
  if (Array.isArray(value)) return value.map(words);
  if (typeof value !== "object" || value === null || TEXTS.slice(0, 3).some((text) => text in value)) return [words(value)];
  return Object.entries(value).map(([part, entry]) => `${NAMES[part] ?? part}: ${words(entry)}`);
}

function rating({ value, max, count }) {
  return `${value} of ${max ?? 5}${count === undefined ? "" : ` (${count.toLocaleString("en")})`}`;
}

/** A value as words: its text, and what else it has in brackets. */
function words(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(words).join(", ");
  if (typeof value !== "object" || value === null || value instanceof Digits) return String(value);
  const main = TEXTS.find((name) => name in value);
  const others = Object.entries(value).filter(([name, entry]) =>
    name !== main && (entry !== false || name === "enabled") && !USUAL.has(entry) && !(name === "enabled" && entry) && !(name === "id" && main !== "id"));
  const more = others.map(([name, entry]) => other(name, entry)).join(", ");
  if (main === undefined) return more;
  return more === "" ? words(value[main]) : `${words(value[main])} (${more})`;
}

function other(name, value) {
  if (name === "enabled") return "disabled";
  if (value === true) return name;
  return ["state", "role", "kind", "shape"].includes(name) ? String(value) : `${name} ${words(value)}`;
}

/** The actions that a cell has anywhere, each once. Those that its page shall show come first. */
export function actionsOf({ actions = [], menu = [], swipe = {}, detailActions = [] }) {
  const entries = [...actions.flatMap((action) => action.items ?? [action]), ...menu, ...swipe.leading ?? [], ...swipe.trailing ?? []];
  const own = new Map();
  for (const entry of entries) {
    const action = typeof entry === "string" ? { id: entry } : entry;
    if (!own.has(action.id) || typeof entry !== "string") own.set(action.id, action);
  }
  const ids = new Set([...detailActions.filter((id) => own.has(id)), ...own.keys()]);
  return [...ids].map((id) => own.get(id));
}

/** What a button of an action says. */
export function titleOf(action) {
  const title = (action.on && action.titleOn) || action.title || action.icon?.label || action.icon?.text || action.icon?.name || action.id;
  if (action.kind !== "download" || action.progress === undefined) return title;
  return `${title} (${action.progress >= 1 ? "done" : `${Math.round(100 * action.progress)} %`})`;
}
