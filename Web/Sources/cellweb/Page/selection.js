// The toolbar of the selection: how many cells are selected, and what can be done with them.

import { Count } from "./count.js";

/** Shows the number of selected cells, and the actions of the session for them. */
export class SelectionBar {
  #element;
  #actions;
  #count;

  constructor(link, element, actions) {
    this.#element = element;
    this.#actions = actions;
    this.#count = new Count(link, { field: "selected", is: true });
    this.#count.addEventListener("change", () => this.draw());
  }

  /** Follows a session. */
  async show(session) { await this.#count.show(session); }

  draw() {
    const actions = this.#actions;
    this.#element.hidden = !actions.isSelecting;
    if (this.#element.hidden) return this.#element.replaceChildren();
    const focused = this.#element.contains(document.activeElement) ? document.activeElement.dataset.name : null;
    const selected = this.#count.value ?? 0;
    const count = document.createElement("span");
    count.className = "count";
    count.setAttribute("role", "status");
    count.textContent = `${selected.toLocaleString("en")} selected`;
    const isEmpty = selected === 0;
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
