// The toolbar of the selection: how many cells are selected, and what can be done with them.

import { Away } from "./link.js";

/** Follows the number of selected cells with a watch that has no rows. */
export class SelectionBar {
  #link;
  #element;
  #actions;
  #subscription = null;
  #count = 0;

  constructor(link, element, actions) {
    this.#link = link;
    this.#element = element;
    this.#actions = actions;
    link.addEventListener("notification", ({ detail }) => {
      if (detail.method !== "rows.changed" || detail.params.subscription !== this.#subscription) return;
      this.#count = detail.params.count;
      this.draw();
    });
    link.addEventListener("connected", () => { this.#subscription = null; });
  }

  /** Follows a session. */
  async show(session) {
    const old = this.#subscription;
    this.#count = 0;
    try {
      const result = await this.#link.call("rows.watch",
        { session, environment: { where: { field: "selected", is: true } }, count: 0 });
      this.#subscription = result.subscription;
      this.#count = result.count;
      this.draw();
      if (old !== null) await this.#link.call("rows.unwatch", { subscription: old });
    } catch (error) {
      if (!(error instanceof Away)) console.warn(error.message);
    }
  }

  draw() {
    const actions = this.#actions;
    this.#element.hidden = !actions.isSelecting || actions.info.selection === "none";
    if (this.#element.hidden) return this.#element.replaceChildren();
    const focused = this.#element.contains(document.activeElement) ? document.activeElement.dataset.name : null;
    const count = document.createElement("span");
    count.className = "count";
    count.setAttribute("role", "status");
    count.textContent = `${this.#count.toLocaleString("en")} selected`;
    const isEmpty = this.#count === 0;
    const buttons = (actions.info.selectionActions ?? []).map((action) =>
      button(action.id, action.title ?? action.id, isEmpty || action.enabled === false, () => actions.invokeSelected(action)));
    if (actions.info.selection === "multiple") buttons.push(button(" all", "All", false, () => actions.selectAll()));
    buttons.push(button(" none", "None", isEmpty, () => actions.clearSelection()));
    this.#element.replaceChildren(count, ...buttons);
    buttons.find((item) => item.dataset.name === focused)?.focus();
  }
}

function button(name, title, isDisabled, action) {
  const element = document.createElement("button");
  element.type = "button";
  element.dataset.name = name;
  element.textContent = title;
  element.disabled = isDisabled;
  element.addEventListener("click", action);
  return element;
}
