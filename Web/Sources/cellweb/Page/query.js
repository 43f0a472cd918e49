// The part of a session that the view shows, and its order: the members where, sort, group and collapsed.

import { Digits } from "./numbers.js";

const FIELDS = [["title", "Title"], ["subtitle", "Subtitle"], ["number", "Number"], ["status/state", "Severity"],
  ["status", "Status"], ["tags", "Tag"], ["rating", "Rating"], ["kind", "Kind"]];
const GROUPED = new Set(["status/state", "status", "tags", "kind", "subtitle"]);
const MAX_WORDS = 16;

/** The words of the search. */
export function searchWords(settings) {
  return settings.get("search").toWellFormed().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS).map(clip);
}

/** The condition of the settings, or undefined. */
export function where(settings) {
  const conditions = searchWords(settings).map((word) => ({ field: "text", contains: word }));
  if (settings.get("state")) conditions.push({ field: "status/state", is: settings.get("state") });
  if (settings.get("unread")) conditions.push({ field: "unread", is: true });
  return conditions.length > 1 ? { all: conditions } : conditions[0];
}

/** A text has at most 256 bytes, and a character at most 4. */
function clip(word) { return [...word].slice(0, 64).join(""); }

/** The options for groups and for sorting that some cells of a list can answer. */
export function choices(cells) {
  const has = (field) => cells.some((cell) => valueAt(cell, field) !== undefined);
  const data = new Set(cells.flatMap((cell) => dataPaths(cell.data)));
  const fields = [...FIELDS.filter(([field]) => has(field)), ...[...data].slice(0, 12).map((name) =>
    [`data/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, title(name)])];
  const groups = fields.filter(([field]) => GROUPED.has(field) || field.startsWith("data/"));
  return {
    group: [["", "None"], ...groups],
    sort: [["", "As pushed"], ...fields.flatMap(([field, name]) => [[field, name], [`-${field}`, `${name}, descending`]])],
  };
}

function valueAt(cell, field) {
  const [member, part] = field.split("/");
  const value = member === "kind" && cell.kind === "object" ? undefined : cell[member];
  return part && value ? value[0]?.[part] : value;
}

function dataPaths(data) {
  if (!data || typeof data !== "object" || Array.isArray(data)) return [];
  return Object.entries(data).filter(([name, value]) => name !== "" && isField(value)).map(([name]) => name);
}

function isField(value) { return ["string", "number", "boolean"].includes(typeof value) || value instanceof Digits; }

function title(name) { return name.charAt(0).toUpperCase() + name.slice(1); }
