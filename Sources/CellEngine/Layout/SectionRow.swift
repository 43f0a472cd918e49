/// The header of a section: a title, a count, and a chevron if its cells are hidden.
///
/// In columns the count follows the title, in parentheses. In points it is at the trailing edge.
/// The chevron is after the count.
enum SectionRow {
  // MARK: Measuring

  /// Measures the title. Returns the height of the row without its separator.
  static func measure(
    _ view: borrowing CellView, margin: Int32, into measured: inout MeasuredRow, _ lines: inout TextLines
  ) -> Int32 {
    measured.measure(
      view.cell.title, .title, view.role(.section), width: titleRoom(view, margin: margin),
      maximumLines: view.style.rowLines, view, into: &lines)
    measured.mainHeight = max(view.lineHeight(of: .title), measured.texts[0].height)
    return max(view.lengths.leastSection, measured.mainHeight + 2 * view.lengths.sectionPadding)
  }

  /// The advance of the count; 0 if the title would have less than its minimum next to it.
  private static func countAdvance(_ view: borrowing CellView, margin: Int32) -> Int32 {
    guard let count = view.cell.count else { return 0 }
    var advance = view.glyphs.advance(of: count)
    if view.lengths.isColumns {
      advance += view.glyphs.advance(of: .parenthesisOpen) + view.glyphs.advance(of: .parenthesisClose)
    }
    let room = view.style.width.addingSaturating(
      -2 * margin - view.lengths.gap - advance - markRoom(view, margin: margin))
    return room >= view.lengths.leastMain ? advance : 0
  }

  /// The chevron of a section whose cells are hidden.
  private static func mark(_ view: borrowing CellView) -> Glyph? {
    guard view.cell.accessory == .disclosure else { return nil }
    return AccessoryMark.chevron.glyph(isMirrored: view.style.direction == .rtl)
  }

  /// The advance of the chevron and the gap before it; 0 if the title would have less than its
  /// minimum next to it.
  private static func markRoom(_ view: borrowing CellView, margin: Int32) -> Int32 {
    guard let mark = mark(view) else { return 0 }
    let room = view.glyphs.advance(of: mark) + gap(view)
    return view.style.width.addingSaturating(-2 * margin - room) >= view.lengths.leastMain ? room : 0
  }

  /// The width that the title may have.
  private static func titleRoom(_ view: borrowing CellView, margin: Int32) -> Int32 {
    if view.isUnlimited { return max(1, view.advance(of: view.cell.title)) }
    let count = countAdvance(view, margin: margin)
    return max(
      0, view.style.width - 2 * margin - (count > 0 ? count + gap(view) : 0) - markRoom(view, margin: margin))
  }

  /// Between the title and the count.
  private static func gap(_ view: borrowing CellView) -> Int32 {
    view.lengths.isColumns ? view.glyphs.advance(of: .space) : view.lengths.gap
  }

  // MARK: Placing

  static func place(
    margin: Int32, height: Int32, _ view: borrowing CellView, _ measured: inout MeasuredRow,
    into content: inout RowContent
  ) {
    let y = (height - measured.mainHeight) / 2
    let room = titleRoom(view, margin: margin)
    var width = room
    if view.lengths.isColumns {
      // The count follows the ink, so the title has no room beyond it.
      width = 0
      for index in measured.texts[0].lines { width = max(width, content.texts[index].advance) }
    }
    measured.texts[0].place(x: margin, y: y, width: width, view, into: &content)
    let advance = countAdvance(view, margin: margin)
    guard let count = view.cell.count, advance > 0 else {
      return placeMark(after: margin + width, margin: margin, y: y, view, into: &content)
    }
    let baseline = view.lineBaseline(of: .title) - view.lineBaseline(of: .count)
    let x = margin + (width > 0 ? width + gap(view) : 0)
    // In points the gap belongs to the element, at whose end the digits are.
    let inset = view.lengths.isColumns ? 0 : x - margin - width
    content.place(
      .count(count), x: x, y: y + max(0, baseline), advance: advance,
      in: PlacedElement(
        slot: .count, role: view.role(.secondary), x: x - inset, y: y + max(0, baseline),
        width: advance + inset, height: view.lengths.height(of: .count)))
    placeMark(after: x + advance, margin: margin, y: y, view, into: &content)
  }

  /// Places the chevron after the title and the count, which end at `x`.
  private static func placeMark(
    after x: Int32, margin: Int32, y: Int32, _ view: borrowing CellView, into content: inout RowContent
  ) {
    guard let mark = mark(view), markRoom(view, margin: margin) > 0 else { return }
    let height = view.lengths.height(of: .accessory)
    content.placeMark(
      .accessory(.chevron), mark, slot: .accessory, x: x > margin ? x + gap(view) : x,
      y: y + (view.lineHeight(of: .title) - height) / 2, width: view.glyphs.advance(of: mark), view)
  }

  // MARK: Words

  /// Appends the title, the number of objects, and whether they are hidden.
  static func appendWords(_ view: borrowing CellView, to parts: inout [String]) {
    parts.append(field: view.cell.title, view)
    if let count = view.cell.count { parts.append(count == 1 ? "1 item" : "\(count) items") }
    if view.cell.accessory == .disclosure { parts.append("collapsed") }
  }
}
