// The keys of the list.

/** Binds the keys. The list has the focus; the cursor has the row. A key that nothing else takes is for the list, too. */
export function bindKeys(element, { cursor, actions, search }) {
  // The row that a key before has asked for may still be on its way.
  const atRow = (action) => async () => { if (await cursor.arrived) action(); };
  const keys = {
    ArrowDown: () => cursor.move(1),
    ArrowUp: () => cursor.move(-1),
    PageDown: () => cursor.page(1),
    PageUp: () => cursor.page(-1),
    Home: () => cursor.go(0),
    End: () => cursor.go(Infinity),
    ArrowRight: atRow(() => actions.fold(cursor.view, false) || cursor.step(1)),
    ArrowLeft: atRow(() => actions.fold(cursor.view, true) || cursor.step(-1)),
    Enter: atRow(() => operate(cursor, actions, () => actions.open(cursor.view))),
    " ": atRow(() => operate(cursor, actions, () => actions.select(cursor.view))),
    ContextMenu: atRow(() => actions.menu(cursor.view)),
    Escape: () => cursor.leavePart(),
    "/": () => search.focus(),
  };
  document.addEventListener("keydown", (event) => {
    const isFree = event.target === document.body && !document.querySelector("dialog[open]");
    if (event.target !== element && !isFree) return;
    const key = event.key === "F10" && event.shiftKey ? "ContextMenu" : event.key;
    const isAll = (event.ctrlKey || event.metaKey) && key === "a";
    const action = isAll ? () => actions.selectAll() : keys[key];
    if (!action || event.altKey || (!isAll && (event.ctrlKey || event.metaKey))) return;
    event.preventDefault();
    element.focus();
    action();
  });
}

function operate(cursor, actions, whole) {
  if (cursor.part) return actions.operate(cursor.view, cursor.part);
  if (cursor.view) return whole();
}
