// The choices of one window. They are in its address, so a reload keeps them and two windows can differ.

const DEFAULTS = {
  session: "", profile: "", widthClass: "auto", theme: "auto", textScale: "1",
  search: "", state: "", unread: "", group: "", sort: "", edit: "",
};

const OPTIONS = {
  profile: [["", "Automatic"], ["compose", "Compose"], ["android", "Android"], ["ios", "iOS"], ["ios-classic", "iOS classic"],
    ["swiftui", "SwiftUI"]],
  widthClass: [["auto", "By width"], ["compact", "Compact"], ["medium", "Medium"], ["expanded", "Expanded"]],
  theme: [["auto", "Automatic"], ["light", "Light"], ["dark", "Dark"], ["highContrastLight", "Contrast, light"],
    ["highContrastDark", "Contrast, dark"]],
  textScale: [["0.85", "85 %"], ["1", "100 %"], ["1.15", "115 %"], ["1.3", "130 %"], ["1.5", "150 %"], ["2", "200 %"],
    ["3", "300 %"]],
  state: [["", "All"], ["negative", "Negative"], ["critical", "Critical"], ["informative", "Informative"],
    ["positive", "Positive"], ["neutral", "Neutral"]],
};

/** Dispatches `change` after a choice was made. */
export class Settings extends EventTarget {
  #values = { ...DEFAULTS };

  constructor() {
    super();
    const given = new URLSearchParams(location.search);
    for (const name of Object.keys(DEFAULTS)) if (given.has(name)) this.#values[name] = given.get(name);
  }

  get(name) { return this.#values[name]; }

  set(changes) {
    this.#values = { ...this.#values, ...changes };
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(this.#values)) {
      if (value !== DEFAULTS[name]) parameters.set(name, value);
    }
    const query = parameters.toString();
    history.replaceState(null, "", query ? `?${query}` : location.pathname);
    this.dispatchEvent(new Event("change"));
  }

  /** Resets the choices of the form, but not the session. */
  reset() { this.set({ ...DEFAULTS, ...this.#kept }); }

  /** Whether there is something to reset. */
  get isChanged() {
    return Object.entries({ ...DEFAULTS, ...this.#kept }).some(([name, value]) => this.#values[name] !== value);
  }

  get #kept() { return { session: this.#values.session, edit: this.#values.edit }; }

  /** Fills the selects of the form, and follows them. */
  bind(form) {
    for (const [name, options] of Object.entries(OPTIONS)) fill(form.elements[name], options, this.get(name));
    form.elements.unread.checked = this.get("unread") !== "";
    form.addEventListener("change", ({ target }) =>
      this.set({ [target.name]: target.type === "checkbox" ? (target.checked ? "1" : "") : target.value }));
    form.addEventListener("submit", (event) => event.preventDefault());
    this.addEventListener("change", () => {
      for (const name of [...Object.keys(OPTIONS), "group", "sort"]) form.elements[name].value = this.get(name);
      form.elements.unread.checked = this.get("unread") !== "";
    });
  }
}

/** Replaces the options of a select. */
export function fill(select, options, value) {
  select.replaceChildren(...options.map(([name, title]) => new Option(title, name)));
  select.value = value;
}
