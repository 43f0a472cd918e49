/// The size of a row, in layout units. `contentHeight` is without the separator.
struct RowExtent {
  let width: Int32
  let height: Int32
  let contentHeight: Int32

  init(_ width: Int32, _ height: Int32, _ contentHeight: Int32) {
    self.width = width
    self.height = height
    self.contentHeight = contentHeight
  }
}

extension Reveal {
  /// Places the parts of a row with this plan. Nothing changes if the cell does not have them.
  func place(
    _ plan: ColumnPlan, in row: RowExtent, _ view: borrowing CellView, into content: inout RowContent
  ) {
    let lengths = OverlayLengths(view.style, width: row.width)
    let y = row.height + lengths.gap
    switch self {
    case .leading, .trailing:
      let entries = GestureActions.entries(of: self == .leading ? .leading : .trailing, view)
      SwipeButtons(entries, rowHeight: row.contentHeight, lengths, view)
        .place(self, rowWidth: row.width, view, into: &content)
    case .menu, .overflow:
      let entries =
        self == .menu
        ? GestureActions.entries(of: .menu, view)
        : GestureActions.overflow(of: plan.actions, plan.accessory, view)
      MenuItems(entries, lengths, view)
        .place(self, y: y, rowWidth: row.width, margin: plan.margin, view, into: &content)
    case .peek: Peek.place(y: y, rowWidth: row.width, margin: plan.margin, lengths, view, into: &content)
    }
  }
}
