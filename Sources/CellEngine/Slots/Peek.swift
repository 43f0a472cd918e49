/// The preview of a cell next to its row: the title, and the preview or else the description.
enum Peek {
  /// Places the texts in full, at `y`.
  static func place(
    y top: Int32, rowWidth: Int32, margin: Int32, _ lengths: OverlayLengths, _ view: borrowing CellView,
    into content: inout RowContent
  ) {
    guard let text = view.cell.preview ?? view.cell.description else { return }
    let margin = view.isUnlimited ? 0 : max(0, min(margin, rowWidth / 4))
    let width = view.isUnlimited ? max(rowWidth, lengths.leastPeek) : rowWidth - 2 * margin
    let room = width - 2 * lengths.peekInset
    guard room > 0 else { return }
    var parts = RevealedParts(reveal: .peek, firstElement: content.elements.count)
    var y = top + lengths.peekPadding
    for (field, slot, role) in [(view.cell.title, Slot.title, StyleRole.title), (text, .description, .body)] {
      var text = MeasuredText(
        field, slot, view.role(role), width: room, maximumLines: 0, view, into: &content.texts)
      text.place(x: margin + lengths.peekInset, y: y, width: room, view, into: &content)
      y += text.height + (slot == .title ? lengths.peekGap : 0)
    }
    parts.overlay = RevealedParts.Rectangle(
      x: margin, y: top, width: width, height: y + lengths.peekPadding - top)
    content.revealed = parts
  }
}
