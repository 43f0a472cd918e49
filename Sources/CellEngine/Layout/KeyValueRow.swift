/// The main content of a key value cell: a key above its value, or next to it if there is room.
enum KeyValueRow {
  // MARK: Measuring

  /// Measures key and value. Returns the height of both.
  static func measure(
    _ plan: ColumnPlan, _ view: borrowing CellView, into measured: inout MeasuredRow,
    _ lines: inout TextLines
  ) -> Int32 {
    let gap = view.lengths.gap
    let value = KeyValueTexts.value(of: view)
    measured.keyWidth = value.field != nil ? keyWidth(plan, view) : 0
    let isBeside = measured.keyWidth > 0
    measured.rowCount = isBeside || value.field == nil ? 1 : 2
    let key = max(
      view.lineHeight(of: .title),
      measured.measure(
        view.cell.title, .title, view.role(.key), width: isBeside ? measured.keyWidth : plan.main,
        maximumLines: view.style.rowLines, view, into: &lines))
    let height = measured.measure(
      value.field, value.slot, view.role(.secondary),
      width: isBeside ? plan.main - measured.keyWidth - gap : plan.main,
      maximumLines: view.style.descriptionLines, view, into: &lines)
    if isBeside { return max(keyTop(view) + key, valueTop(view) + height) }
    return height > 0 ? key + view.lengths.keyGap + height : key
  }

  /// How far a key and a value next to each other are lowered to share a baseline.
  private static func keyTop(_ view: borrowing CellView) -> Int32 {
    max(0, view.lineBaseline(of: KeyValueTexts.value(of: view).slot) - view.lineBaseline(of: .title))
  }

  private static func valueTop(_ view: borrowing CellView) -> Int32 {
    max(0, view.lineBaseline(of: .title) - view.lineBaseline(of: KeyValueTexts.value(of: view).slot))
  }

  /// The width of a key next to its value: the title block's share. It is 0 if the key or the value
  /// would have less than its minimum.
  private static func keyWidth(_ plan: ColumnPlan, _ view: borrowing CellView) -> Int32 {
    guard view.style.drawsTables else { return 0 }
    if view.isUnlimited { return max(view.advance(of: view.cell.title), 1) }
    let room = plan.main - view.lengths.gap
    let width = Int32((Double(max(0, room)) * view.style.split).rounded(.down))
    return min(width, room - width) < view.lengths.leastMain ? 0 : width
  }

  // MARK: Placing

  static func place(
    _ plan: ColumnPlan, x: Int32, y: Int32, _ view: borrowing CellView, _ measured: inout MeasuredRow,
    into content: inout RowContent
  ) {
    let keyWidth = measured.keyWidth
    guard keyWidth > 0 else {
      let key = measured.texts[0].place(x: x, y: y, width: plan.main, view, into: &content)
      guard measured.texts.count > 1 else { return }
      let valueY = y + max(key, view.lineHeight(of: .title)) + view.lengths.keyGap
      measured.texts[1].place(x: x, y: valueY, width: plan.main, view, into: &content)
      return
    }
    measured.texts[0].place(x: x, y: y + keyTop(view), width: keyWidth, view, into: &content)
    guard measured.texts.count > 1 else { return }
    let offset = keyWidth + view.lengths.gap
    measured.texts[1].place(
      x: x + offset, y: y + valueTop(view), width: plan.main - offset, view, into: &content)
  }
}
