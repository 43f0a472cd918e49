// The page: one list of a session, laid out by celld for the width of the window.

import { Actions } from "./actions.js";
import { Count } from "./count.js";
import { Cursor } from "./cursor.js";
import { Detail } from "./detail.js";
import { Hits } from "./hits.js";
import { bindKeys } from "./keyboard.js";
import { Away, Link } from "./link.js";
import { List } from "./list.js";
import { choices, searchWords, where } from "./query.js";
import { Pulse } from "./pulse.js";
import { SelectionBar } from "./selection.js";
import { Notice, sentence } from "./sentences.js";
import { fill, Settings } from "./settings.js";
import { onSystemTheme, paint, resolvedTheme } from "./theme.js";
import { Viewport } from "./viewport.js";

const find = (id) => document.getElementById(id);
const form = find("settings");

const settings = new Settings();
const link = new Link();
const viewport = new Viewport(find("list"), find("rows"));
const list = new List(link, viewport, find("rows"));
const cursor = new Cursor(find("list"), list, viewport);
const detail = new Detail(link, find("detail"));
const actions = new Actions({ link, list, settings, detail, report });
const notice = new Notice(find("notice"));
const pulse = new Pulse(link);
const total = new Count(link);
const hits = new Hits();
const selection = new SelectionBar(link, find("selection"), actions);
let sessions = [];
let isAway = true;
let colors = null;
/** The session that was shown last, and whether the connection was lost since. */
let shown = { session: null, wasAway: false };
/** The session that does not exist, since when, and the timer that asks for it again. */
let lost = null;

settings.collapsed = [];
settings.bind(form);
bindKeys(find("list"), { cursor, actions, search: find("search") });
bindPointer(find("list"));
bindBar();

link.addEventListener("connected", ({ detail: connected }) => start(connected.sessions));
link.addEventListener("away", ({ detail: { message } }) => {
  isAway = shown.wasAway = true;
  notice.set("pulse", "");
  notice.set("link", message);
});
pulse.addEventListener("silent", ({ detail: time }) => notice.set("pulse", sentence("silent", { time })));
pulse.addEventListener("answers", () => { notice.set("pulse", ""); notice.set("link", ""); });
list.addEventListener("change", () => { hits.mark(searchWords(settings), list.views.ordered); showFacts(); });
total.addEventListener("change", showFacts);
list.addEventListener("failure", ({ detail: error }) => failed(error));
viewport.addEventListener("resize", layOut);
settings.addEventListener("change", () => { layOut(); selection.draw(); showReset(); });
onSystemTheme(layOut);
showReset();
find("list").focus({ preventScroll: true });
link.open();

/** Begins on a new connection to the daemon. */
async function start(served) {
  isAway = false;
  sessions = [...new Set(served)];
  if (settings.get("session") === "") settings.set({ session: sessions[0] });
  const select = find("session");
  fill(select, sessions.map((name) => [name, name]), settings.get("session"));
  await load();
}

/** Shows the session of the settings. */
async function load() {
  const session = settings.get("session");
  document.title = `${session} · celld`;
  find("title").textContent = session;
  find("list").setAttribute("aria-label", session);
  clearTimeout(lost?.timer);
  if (lost?.session !== session) lost = null;
  notice.set("list", "");
  const isServed = sessions.includes(session);
  find("session").hidden = !isServed || sessions.length === 1;
  find("title").hidden = !find("session").hidden;
  showOthers(!isServed);
  if (!isServed) {
    find("edit").hidden = true;
    list.clear();
    return notice.set("session", sentence("notServed", { session }));
  }
  try {
    const info = await link.call("session.info", { session });
    const profile = await link.call("profile.get", { profile: info.profile });
    const { cells } = await link.call("cells.get", { session, start: 0, count: 50 });
    if (session !== settings.get("session")) return;
    actions.info = info;
    ({ colors } = profile);
    const offered = choices(cells);
    for (const name of ["group", "sort"]) fill(form.elements[name], offered[name], settings.get(name));
  } catch (error) {
    return failed(error);
  }
  found(session);
  find("edit").hidden = actions.info.selection === "none";
  find("list").setAttribute("aria-multiselectable", String(actions.info.selection === "multiple"));
  layOut();
  if (actions.info.selection !== "none") await selection.show(session);
  selection.draw();
}

/** Says what has happened to a session before it was found. */
function found(session) {
  if (lost) report(sentence("made", { session }));
  else if (shown.session === session) report(shown.wasAway ? sentence("back") : "");
  else report("");
  notice.set("session", "");
  if (lost) detail.refresh();
  lost = null;
  shown = { session, wasAway: false };
}

/** A session that does not exist yet, or not any more, is asked for again. */
function failed(error) {
  if (error instanceof Away || isAway) return;
  const session = settings.get("session");
  if (error.kind !== "sessionNotFound") return notice.set("list", error.message);
  if (lost === null) {
    lost = { session, time: new Date() };
    report("");
    list.clear();
    notice.set("session", sentence(shown.session === session ? "deleted" : "missing", lost));
  }
  clearTimeout(lost.timer);
  lost.timer = setTimeout(() => { if (!isAway) load(); }, 1000);
}

/** Offers the served sessions if the address names another one. */
function showOthers(isNeeded) {
  const buttons = sessions.map((name) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.addEventListener("click", () => { choose(name); find("list").focus(); });
    return button;
  });
  find("others").replaceChildren(...(isNeeded ? buttons : []));
  find("others").hidden = !isNeeded;
  find("others").firstElementChild?.focus();
}

/** Shows another session. */
function choose(session) {
  settings.set({ session, group: "", sort: "", search: "" });
  find("search").value = "";
  find("session").value = session;
  load();
}

function layOut() {
  const theme = resolvedTheme(settings.get("theme"));
  if (colors) paint(colors, theme);
  document.documentElement.style.setProperty("--scale", Number(settings.get("textScale")));
  find("edit").setAttribute("aria-pressed", String(actions.isSelecting));
  if (isAway || lost || actions.info.session !== settings.get("session") || viewport.width === 0) return;
  const isGrouped = settings.get("group") !== "";
  if (where(settings)) total.show(settings.get("session"));
  if (settings.get("group") !== list.environment?.group) settings.collapsed = [];
  list.show(settings.get("session"), {
    unit: "point",
    width: viewport.width,
    widthClass: settings.get("widthClass"),
    theme,
    textScale: Number(settings.get("textScale")),
    mode: actions.isSelecting ? "edit" : "browse",
    separator: "line",
    ...(settings.get("profile") && { profile: settings.get("profile") }),
    ...(where(settings) && { where: where(settings) }),
    ...(settings.get("sort") && { sort: settings.get("sort") }),
    ...(isGrouped && { group: settings.get("group"), collapsed: settings.collapsed }),
  });
}

function showFacts() {
  const { state } = list;
  if (list.shownEnvironment === list.environment) notice.set("list", "");
  if (!state) {
    find("empty").hidden = true;
    return void (find("facts").textContent = find("found").textContent = "");
  }
  find("list").setAttribute("aria-rowcount", state.count);
  const shown = list.shownEnvironment;
  const isFiltered = Boolean(shown.where);
  find("empty").hidden = state.count > 0;
  find("empty").textContent = isFiltered ? "No rows match. Change the search or the filter." : "This list is empty.";
  // A grouped list also counts its sections.
  const isPart = isFiltered && !shown.group && total.value !== null;
  const rows = isPart ? `${counted(state.count)} of ${rowsOf(total.value)}` : rowsOf(state.count);
  find("found").textContent = isPart ? rows : "";
  const facts = [rows, state.widthClass, `${state.width} pt`];
  if (state.milliseconds !== undefined) facts.push(`${Math.max(1, Math.round(state.milliseconds))} ms`);
  find("facts").textContent = facts.join(" · ");
}

function counted(number) { return number.toLocaleString("en"); }

function rowsOf(count) { return `${counted(count)} ${count === 1 ? "row" : "rows"}`; }

function showReset() { find("reset").hidden = !settings.isChanged; }

function report(text, isError = false) {
  // What is behind the dialog is neither seen nor read.
  if (detail.isOpen) return detail.report(text, isError);
  find("message").textContent = text;
  find("message").classList.toggle("error", isError);
}

function bindPointer(element) {
  const viewOf = (target) => list.views.ordered.find((view) => view.element.contains(target));
  element.addEventListener("click", (event) => {
    const view = viewOf(event.target);
    // Text that was marked stays marked, and a link leads where it leads.
    if (!view || event.target.closest("a") || !getSelection().isCollapsed) return;
    cursor.set(view);
    if (event.ctrlKey || event.metaKey) actions.select(view);
    else click(view, event.target, { x: event.clientX, y: event.clientY });
  });
  element.addEventListener("contextmenu", (event) => {
    const view = viewOf(event.target);
    if (!view || view.isSection || event.target.closest("a") || !getSelection().isCollapsed) return;
    event.preventDefault();
    cursor.set(view);
    actions.menu(view, event.button === 2 ? { x: event.clientX, y: event.clientY } : undefined);
  });
}

function click(view, target, point) {
  const part = view.part(target);
  return part ? actions.operate(view, part, point) : actions.click(view, point);
}

function bindBar() {
  const search = find("search");
  search.value = settings.get("search");
  search.addEventListener("input", () => settings.set({ search: search.value }));
  search.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "Enter") { find("list").focus(); event.preventDefault(); }
  });
  find("session").addEventListener("change", ({ target }) => choose(target.value));
  find("skip").addEventListener("click", (event) => {
    // The address stays: it is what a reload opens.
    event.preventDefault();
    find("list").focus();
  });
  find("edit").addEventListener("click", () => settings.set({ edit: actions.isSelecting ? "" : "1" }));
  find("more").addEventListener("click", ({ target }) => {
    const isOpen = form.classList.toggle("open");
    target.setAttribute("aria-expanded", String(isOpen));
  });
  find("reset").addEventListener("click", () => { settings.reset(); search.value = settings.get("search"); });
}
