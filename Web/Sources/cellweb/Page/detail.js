// The object header of a cell: the top of the page that its drill-down opens.

const MAX_WIDTH = 760;

/** Shows headers in a dialog. */
export class Detail {
  #link;
  #dialog;
  #request = null;

  constructor(link, dialog) {
    this.#link = link;
    this.#dialog = dialog;
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
    // If the daemon is away, the header keeps its width.
    addEventListener("resize", () => { if (dialog.open) this.#draw().catch(() => {}); });
  }

  /** Shows the header of a cell in the environment of its list. */
  async show(session, id, environment) {
    const { where, sort, group, collapsed, mode, separator, ...look } = environment;
    this.#request = { session, id, environment: look, page: 0 };
    await this.#draw();
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  async #draw() {
    const request = this.#request;
    request.environment.width = Math.min(MAX_WIDTH, innerWidth - 32) - 2;
    const header = await this.#link.call("header.pull", { ...request, format: "html" });
    const list = document.createElement("ol");
    list.innerHTML = header.picture;
    for (const link of list.querySelectorAll("a")) {
      link.setAttribute("target", "_blank");
      link.setAttribute("rel", "noopener noreferrer");
    }
    const buttons = document.createElement("div");
    buttons.className = "buttons";
    if (header.pages > 1) {
      buttons.append(
        button("Back", () => this.#turn(-1), header.page === 0),
        button("Next", () => this.#turn(1), header.page === header.pages - 1));
    }
    buttons.append(button("Close", () => this.#dialog.close(), false));
    this.#dialog.replaceChildren(list, buttons);
    buttons.lastElementChild.focus();
  }

  async #turn(pages) {
    this.#request.page += pages;
    await this.#draw();
  }
}

function button(title, action, isDisabled) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = title;
  element.disabled = isDisabled;
  element.addEventListener("click", action);
  return element;
}
