// A cell as a whole: its object header, its actions, its members, and its data as a tree.

import { bindLinks } from "./links.js";
import { actionsOf, members, titleOf } from "./members.js";
import { isBranchValue, Tree, written } from "./tree.js";

/** Shows cells in a dialog. What it shows follows the changes of its cell. */
export class Detail {
  #link;
  #dialog;
  #tree;
  /** What is shown: the request for its header, and how its actions are invoked. */
  #shown = null;
  /** The cell that is shown; null before the first one, undefined once it was removed. */
  #cell = null;
  #isRefreshing = false;
  #isStale = false;

  constructor(link, dialog) {
    this.#link = link;
    this.#dialog = dialog;
    this.#tree = new Tree(this.#find("tree"));
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
    this.#find("back").addEventListener("click", () => this.#turn(-1));
    this.#find("next").addEventListener("click", () => this.#turn(1));
    this.#find("close").addEventListener("click", () => dialog.close());
    addEventListener("resize", () => this.refresh());
    link.addEventListener("connected", () => this.refresh());
    link.addEventListener("notification", ({ detail: { method, params } }) => {
      // A row that is not there may have left the window or the list.
      const isSame = (row) => row.id === this.#shown.request.id && row.same;
      const isChange = () => method === "session.deleted" || (params.rows && !params.rows.some(isSame));
      if (this.isOpen && isChange()) this.refresh();
    });
  }

  #find(name) { return this.#dialog.querySelector(`.${name}`); }

  get isOpen() { return this.#dialog.open; }

  /** Shows a cell in the environment of its list. `invoke(action)` invokes an action of it. */
  async show(session, id, environment, invoke) {
    const { where, sort, group, collapsed, mode, separator, ...look } = environment;
    this.#shown = { request: { session, id, environment: look, page: 0 }, invoke };
    this.#cell = null;
    this.report("");
    await this.#draw();
    this.#find("content").scrollTop = 0;
    if (!this.isOpen) this.#dialog.showModal();
    this.#find("close").focus();
    // A scroll bar takes width.
    if (this.#width !== this.#shown.request.environment.width) this.refresh();
  }

  /** Shows a sentence in the dialog. */
  report(text, isError = false) {
    this.#find("message").textContent = text;
    this.#find("message").classList.toggle("error", isError);
  }

  /** Draws again, one time after the other. While the daemon is away, all stays as it is. */
  async refresh() {
    this.#isStale = true;
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    while (this.#isStale && this.isOpen) {
      this.#isStale = false;
      await this.#draw().catch((error) => this.#failed(error));
    }
    this.#isRefreshing = false;
  }

  /** The width of a header: that of the dialog without its border and scroll bar. */
  get #width() {
    // A dialog that is closed has a width only while it is displayed.
    this.#dialog.style.display = "flex";
    const width = this.#find("content").clientWidth;
    this.#dialog.style.display = "";
    return width;
  }

  #failed({ kind, message }) {
    if (!kind) return;
    if (kind !== "cellNotFound" && kind !== "sessionNotFound") return this.report(message, true);
    this.#cell = undefined;
    this.report(kind === "cellNotFound" ? "This cell was removed from the list." : "The list was deleted.", true);
    for (const button of this.#find("actions").children) button.disabled = true;
  }

  async #draw() {
    const shown = this.#shown;
    const { request } = shown;
    request.environment.width = this.#width;
    const [header, { cells: [cell] }] = await Promise.all([
      this.#link.call("header.pull", { ...request, format: "html" }),
      this.#link.call("cells.get", { session: request.session, ids: [request.id] }),
    ]);
    if (shown !== this.#shown || !cell) return;
    this.#drawHeader(header);
    if (JSON.stringify(cell) !== JSON.stringify(this.#cell)) this.#drawCell(cell);
  }

  #drawHeader({ picture, pages, page, id }) {
    const list = this.#find("header");
    list.innerHTML = picture;
    bindLinks(list);
    this.#dialog.setAttribute("aria-label", `Details of ${list.querySelector("[aria-label]")?.ariaLabel ?? id}`);
    this.#shown.request.page = page;
    const [back, next] = [this.#find("back"), this.#find("next")];
    back.hidden = next.hidden = pages < 2;
    back.disabled = page === 0;
    next.disabled = page === pages - 1;
  }

  #drawCell(cell) {
    const isNew = this.#cell === null;
    if (this.#cell === undefined) this.report("");
    this.#cell = cell;
    this.#drawActions(actionsOf(cell));
    this.#find("members").replaceChildren(...members(cell));
    bindLinks(this.#find("members"));
    const { data } = cell;
    const hasTree = isBranchValue(data);
    this.#find("data").hidden = data === undefined;
    this.#find("tree").hidden = !hasTree;
    this.#find("value").hidden = hasTree;
    this.#find("value").textContent = hasTree || data === undefined ? "" : written(data);
    if (isNew) this.#tree.reset(hasTree ? data : {});
    else this.#tree.show(hasTree ? data : {});
  }

  #drawActions(actions) {
    const bar = this.#find("actions");
    const focused = bar.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    bar.hidden = actions.length === 0;
    bar.replaceChildren(...actions.map((action) => this.#button(action)));
    [...bar.children].find(({ dataset }) => dataset.id === focused)?.focus();
  }

  #button(action) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.id = action.id;
    button.dir = "auto";
    button.textContent = titleOf(action);
    button.disabled = action.enabled === false;
    button.classList.toggle("destructive", action.role === "destructive");
    if (action.kind === "toggle") button.setAttribute("aria-pressed", String(Boolean(action.on)));
    button.addEventListener("click", async () => {
      await this.#shown.invoke({ id: action.id, label: titleOf(action) });
      this.refresh();
    });
    return button;
  }

  #turn(pages) {
    this.#shown.request.page += pages;
    this.refresh();
  }
}
