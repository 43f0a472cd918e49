// A menu of actions at a point of the window.

/** Shows a menu. Calls `chosen` with the item, and returns the focus when it closes. */
export function showMenu(items, { x, y }, chosen) {
  const menu = document.createElement("div");
  const before = document.activeElement;
  menu.className = "menu";
  menu.setAttribute("role", "menu");
  for (const item of items) menu.append(button(item, () => { close(); chosen(item); }));
  const close = () => {
    if (!menu.isConnected) return;
    menu.remove();
    removeEventListener("pointerdown", outside, true);
    removeEventListener("blur", close);
    before?.focus({ preventScroll: true });
  };
  const outside = (event) => { if (!menu.contains(event.target)) close(); };
  menu.addEventListener("keydown", (event) => {
    const buttons = [...menu.children];
    const at = buttons.indexOf(document.activeElement);
    const moves = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    if (event.key === "Escape" || event.key === "Tab") close();
    else if (event.key in moves) buttons.at(moves[event.key] % buttons.length).focus();
    else return;
    event.preventDefault();
  });
  document.body.append(menu);
  place(menu, x, y);
  menu.firstElementChild?.focus();
  addEventListener("pointerdown", outside, true);
  addEventListener("blur", close);
}

function button(item, action) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = item.label;
  element.disabled = item.enabled === false;
  if (item.role === "destructive") element.className = "destructive";
  const isToggle = item.state === "on" || item.state === "off";
  element.setAttribute("role", isToggle ? "menuitemcheckbox" : "menuitem");
  if (isToggle) element.setAttribute("aria-checked", String(item.state === "on"));
  element.addEventListener("click", action);
  return element;
}

/** Keeps the menu in the window. */
function place(menu, x, y) {
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(4, Math.min(x, innerWidth - width - 4))}px`;
  menu.style.top = `${Math.max(4, Math.min(y, innerHeight - height - 4))}px`;
}
