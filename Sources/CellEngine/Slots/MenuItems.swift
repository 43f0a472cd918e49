/// The items of a context menu or an overflow menu, next to a row.
struct MenuItems {
  private let entries: [CellFields.ActionEntry]
  private let lengths: OverlayLengths
  /// The room for check marks, and for icons with their gap; 0 if no item has one.
  private let check: Int32
  private let iconRoom: Int32
  /// The width of the widest item.
  private let width: Int32

  /// The menu of these actions.
  init(_ entries: [CellFields.ActionEntry], _ lengths: OverlayLengths, _ view: borrowing CellView) {
    self.entries = entries
    self.lengths = lengths
    var icons: Int32 = 0
    var titles: Int32 = 0
    var hasCheck = false
    for action in entries {
      if let icon = action.icon { icons = max(icons, Icons.advance(of: icon, view)) }
      if let title = action.menuTitle { titles = max(titles, view.advance(of: title)) }
      if action.hasCheck { hasCheck = true }
    }
    check = hasCheck ? view.glyphs.advance(of: .toggleMark) : 0
    iconRoom = icons > 0 ? icons + lengths.itemGap : 0
    width = 2 * lengths.itemInset + check + iconRoom + min(titles, Lengths.longest / 4)
  }

  /// Places the menu at `y`: an overflow menu at the trailing edge of the row, another one at its
  /// leading edge.
  func place(
    _ reveal: Reveal, y: Int32, rowWidth: Int32, margin: Int32, _ view: borrowing CellView,
    into content: inout RowContent
  ) {
    guard !entries.isEmpty else { return }
    let limit = view.isUnlimited ? lengths.menuLimit : min(lengths.menuLimit, rowWidth)
    let menuWidth = max(min(width, limit), min(lengths.leastMenu, limit))
    let margin = max(0, min(margin, (rowWidth - menuWidth) / 2))
    var parts = RevealedParts(reveal: reveal, firstElement: content.elements.count, actions: entries)
    parts.overlay = RevealedParts.Rectangle(
      x: reveal == .overflow ? max(0, rowWidth - margin - menuWidth) : margin, y: y, width: menuWidth,
      height: lengths.item * Int32(truncatingIfNeeded: entries.count) + 2 * lengths.menuPadding)
    var y = y + lengths.menuPadding
    for action in entries {
      place(action, in: parts.overlay, y: y, view, into: &content)
      y += lengths.item
    }
    content.revealed = parts
  }

  private func place(
    _ action: CellFields.ActionEntry, in menu: RevealedParts.Rectangle, y: Int32, _ view: borrowing CellView,
    into content: inout RowContent
  ) {
    let isTrailing = view.style.profile.overlays.iconsAreTrailing
    let textY = y + (lengths.item - view.lengths.height(of: .actions)) / 2
    let end = menu.x + menu.width - lengths.itemInset
    var x = menu.x + lengths.itemInset
    var lines: [PlacedLine] = []
    if action.hasCheck, x + check <= end {
      lines.append(content.line(.check, x: x, y: textY, advance: check))
    }
    x += check
    if let icon = action.icon {
      let fitted = Icons.fit(icon, width: max(0, end - x), view, into: &content.texts)
      if fitted.icon != nil {
        let left = isTrailing ? end - fitted.advance : x
        lines.append(content.line(PlacedContent(fitted.icon), x: left, y: textY, advance: fitted.advance))
      }
    }
    if !isTrailing { x += iconRoom }
    var hidden: HiddenText?
    if let title = action.menuTitle {
      let room = max(0, end - x - (isTrailing ? iconRoom : 0))
      let cut = view.cut(title, width: room, slot: .actions, into: &content.texts)
      hidden = cut.hidden
      if let piece = cut.piece, cut.advance > 0 {
        lines.append(content.line(.text(piece), x: x, y: textY, advance: cut.advance))
      }
    }
    content.place(
      lines,
      in: PlacedElement(
        slot: .actions, role: StyleRole(action), x: menu.x, y: y, width: menu.width, height: lengths.item,
        hidden: hidden))
  }
}
