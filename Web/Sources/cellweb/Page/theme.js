// The colours of the page are those of the rows: the design tokens of the profile.

const DARK = matchMedia("(prefers-color-scheme: dark)");
const CONTRAST = matchMedia("(prefers-contrast: more)");

/** The theme to draw with: the chosen one, or that of the system. */
export function resolvedTheme(chosen) {
  if (chosen !== "auto") return chosen;
  if (CONTRAST.matches) return DARK.matches ? "highContrastDark" : "highContrastLight";
  return DARK.matches ? "dark" : "light";
}

/** Calls `action` when the theme of the system changes. */
export function onSystemTheme(action) {
  for (const query of [DARK, CONTRAST]) query.addEventListener("change", action);
}

/** Sets the colours of `profile.get` as variables of the page. */
export function paint(colors, theme) {
  const root = document.documentElement;
  for (const { name, values } of colors) root.style.setProperty(`--${name}`, values[theme]);
  root.toggleAttribute("data-dark", theme === "dark" || theme === "highContrastDark");
}
