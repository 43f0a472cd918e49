/// The selection control in edit mode. Either all rows of a list have one, or none.
enum ControlSlot {
  /// The form of the list's control. To select one cell it is a radio button, to select many a
  /// checkbox. Some profiles have a circle for both.
  static func form(_ view: borrowing CellView) -> SelectionControl? {
    switch view.style.selection {
    case .none: nil
    case .single: view.style.profile.control == .circle ? .circle : .radio
    case .multiple: view.style.profile.control == .circle ? .circle : .checkbox
    }
  }

  static func place(
    x: Int32, y: Int32, width: Int32, _ view: borrowing CellView, into content: inout RowContent
  ) {
    guard view.style.mode == .edit, let form = form(view) else { return }
    let advance = view.glyphs.advance(of: form.glyph(isOn: view.isSelected))
    content.place(
      .control(form, isOn: view.isSelected), x: x &+ view.markInset(advance, in: width), y: y,
      advance: advance,
      in: PlacedElement(
        slot: .control, role: view.role(.control), x: x, y: y, width: width,
        height: view.lengths.height(of: .control)))
  }

  static func appendWords(_ view: borrowing CellView, to parts: inout [String]) {
    guard view.style.mode == .edit, view.style.selection != .none else { return }
    parts.append(view.isSelected ? "selected" : "not selected")
  }
}

/// The mark of an unread cell, in a column of its own or in the icon column.
enum Unread {
  /// The width of the mark's own column; 0 if the row has no such column.
  static func width(_ view: borrowing CellView) -> Int32 {
    view.columns.keepsUnread || (view.isUnread && !view.style.profile.icons.holdsUnread)
      ? view.glyphs.advance(of: .unread) : 0
  }

  static func place(
    x: Int32, y: Int32, width: Int32, height: Int32, _ view: borrowing CellView,
    into content: inout RowContent
  ) {
    let advance = view.glyphs.advance(of: .unread)
    // In the icon column it is centred over the icons, also in a terminal.
    content.place(
      .unread, x: x &+ max(0, (width &- advance) / 2), y: y, advance: advance,
      in: PlacedElement(
        slot: .unread, role: view.role(.unread), x: x, y: y, width: width, height: height))
  }
}
