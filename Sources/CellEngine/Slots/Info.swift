/// The status info label below the text rows.
enum Info {
  /// Whether the row shows the label. `width` is that of its main content.
  static func isShown(_ view: borrowing CellView, width: Int32) -> Bool {
    view.cell.info != nil && view.has(.info) && width > 0
  }

  /// The width of the label if it is not cut.
  static func naturalWidth(_ view: borrowing CellView) -> Int32 {
    guard let info = view.cell.info, view.has(.info) else { return 0 }
    return StatusBlock.advance(of: info, view)
  }

  static func place(
    x: Int32, y: Int32, width: Int32, _ view: borrowing CellView, into content: inout RowContent
  ) {
    guard let info = view.cell.info else { return }
    StatusBlock.place(
      info, slot: .info, x: x, y: y, width: min(StatusBlock.advance(of: info, view), width),
      isTrailing: false, view, into: &content)
  }

  static func appendWords(_ view: borrowing CellView, to parts: inout [String]) {
    guard let info = view.cell.info, view.has(.info) else { return }
    StatusBlock.appendWords(of: info, view, to: &parts)
  }

  static func note(_ view: borrowing CellView, in notes: inout Diagnostics) {
    guard view.has(.info), view.hasMainContent, let icon = view.cell.info?.icon,
      Icons.isCut(icon, to: view.lengths.statusIconLimit, view)
    else { return }
    notes.insert(.infoIconText)
  }

  static func noteUnknownIcons(_ view: borrowing CellView, in names: inout UnknownIcons) {
    if view.has(.info), view.hasMainContent { names.look(at: view.cell.info?.icon, .info, view) }
  }
}
