// The row, and the element in it, that the keyboard operates. The focus stays on the list, because rows come and go.

/** Marks the row, and tells screen readers which one it is. */
export class Cursor {
  #element;
  #list;
  #viewport;
  #session = null;
  #id = null;
  #index = 0;
  /** The rows that replace the row if it goes, when it was last in the window. */
  #heirs = [];
  #isShown = false;
  /** The position of an element in the row, or null for the row. */
  #part = null;
  /** The index that the cursor moves to while its row is fetched, and the number of moves: a later key replaces it. */
  #wanted = null;
  #moves = 0;
  /** Resolves when the cursor has moved, with whether no later key has sent it elsewhere. */
  arrived = Promise.resolve(true);

  constructor(element, list, viewport) {
    this.#element = element;
    this.#list = list;
    this.#viewport = viewport;
    list.addEventListener("change", () => {
      if (list.session !== this.#session) this.#leave();
      const wasShown = this.#isShown;
      this.#mark();
      if (wasShown && !this.view) this.#find();
      if (this.#id === null) this.#begin();
    });
    element.addEventListener("focus", () => { if (!this.view) this.#begin(); });
  }

  /** Forgets the row of another session. */
  #leave() {
    this.#session = this.#list.session;
    this.#id = this.#part = this.#wanted = null;
    this.#moves++;
    this.#isShown = false;
  }

  /** Takes the first visible row if the list has the focus. */
  #begin() { if (document.activeElement === this.#element) this.set(this.#list.views.at(this.#viewport.top)); }

  /** The view of the row; undefined if it is not in the window. */
  get view() { return this.#list.views.get(this.#id); }

  /** The element of the row that is operated, if any. */
  get part() { return this.#part === null ? undefined : this.view?.parts[this.#part]; }

  /** Moves to a row. */
  set(view, part = null) {
    this.#moves++;
    this.#wanted = null;
    if (!view) return;
    this.#id = view.id;
    this.#index = view.row.index;
    this.#part = part;
    this.#mark();
  }

  /** Moves by rows. */
  async move(rows) {
    if (this.#wanted === null && !this.view && this.#id !== null) await this.#find();
    await this.go((this.#wanted ?? this.view?.row.index ?? this.#index) + rows);
  }

  /** Moves by the height of the window. */
  async page(windows) {
    const { height, listHeight } = this.#viewport;
    const row = this.#wanted === null ? this.view?.row : null;
    const wanted = row && this.#list.views.at(row.y + windows * height);
    const count = Math.max(1, Math.floor((height / listHeight) * (this.#list.state?.count ?? 0)));
    await (wanted ? this.go(wanted.row.index) : this.move(windows * count));
  }

  /** Moves to the row at an index. */
  go(index) { return this.arrived = this.#go(index); }

  async #go(index) {
    const last = (this.#list.state?.count ?? 0) - 1;
    if (last < 0) return true;
    const move = ++this.#moves;
    this.#wanted = Math.min(Math.max(0, index), last);
    const view = await this.#list.reveal(this.#wanted);
    if (move !== this.#moves) return false;
    this.set(view);
    return true;
  }

  /** Moves between the elements of the row. Returns whether there was one. */
  step(direction) {
    const count = this.view?.parts.length ?? 0;
    const wanted = this.#part === null ? (direction > 0 ? 0 : -1) : this.#part + direction;
    if (wanted >= count || (this.#part === null && wanted < 0)) return false;
    this.#part = wanted < 0 ? null : wanted;
    this.#mark();
    return true;
  }

  /** Leaves the element for its row. Returns whether there was one. */
  leavePart() {
    if (this.#part === null) return false;
    this.#part = null;
    this.#mark();
    return true;
  }

  /** Looks for the row, which may have gone out of the window only, or for the row that replaces it. */
  async #find() {
    const id = this.#id;
    const row = await this.#list.firstShown([id, ...this.#heirs]);
    if (!row || this.#id !== id) return;
    this.#id = row.id;
    this.#index = row.index;
    this.#mark();
  }

  #mark() {
    this.#isShown = this.view !== undefined;
    for (const marked of this.#element.querySelectorAll(".active")) marked.classList.remove("active", "inner");
    const { view } = this;
    if (!view) return this.#element.removeAttribute("aria-activedescendant");
    this.#index = view.row.index;
    this.#heirs = this.#list.heirs(this.#id);
    const { part } = this;
    if (!part) this.#part = null;
    view.element.classList.add("active");
    view.element.classList.toggle("inner", Boolean(part));
    part?.classList.add("active");
    this.#element.setAttribute("aria-activedescendant", (part ?? view.element).id);
  }
}
