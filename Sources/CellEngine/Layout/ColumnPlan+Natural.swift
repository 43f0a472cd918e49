/// Widths at unlimited width.
extension ColumnPlan {
  /// Makes every slot as wide as its content.
  mutating func takeNaturalWidths(_ view: borrowing CellView) {
    if description == .column, let field = view.cell.description {
      // Next to others, its lines would begin with blanks.
      let hasLines = view.cell.fields[Int(field)].display.contains(0x0A)
      if hasLines { description = .below } else { descriptionColumn = view.advance(of: field) }
    }
    main = naturalMainWidth(view)
  }

  /// The width of the main block with every text on one line.
  ///
  /// A description below does not push the statuses away. But it does so with marks in points,
  /// which are in the middle of the row's height.
  private func naturalMainWidth(_ view: borrowing CellView) -> Int32 {
    if view.cell.kind == .keyValue { return KeyValueTexts.naturalWidth(of: view) }
    if view.isTableRow { return TableRow.naturalWidth(view, self) }
    var width = TextRows.naturalWidth(of: view)
    if let rating = view.cell.rating, view.has(.rating) {
      width = max(width, ShownRating(rating, view).advance(view))
    }
    if showsAvatars { width = max(width, AvatarRow.naturalWidth(view)) }
    width = max(width, Info.naturalWidth(view))
    if !view.cell.tags.isEmpty, view.has(.tags) { width = max(width, TagFlow.naturalWidth(view)) }
    let hasMarks = actions.width > 0 || accessory.width > 0
    if description == .below, hasMarks, !view.lengths.isColumns, let description = view.cell.description {
      width = max(width, view.advance(of: description))
    }
    return width
  }
}
