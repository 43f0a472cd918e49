/// A text that is wrapped, but not placed.
struct MeasuredText {
  var field: Int32
  /// The width to which it was wrapped.
  var width: Int32
  /// The index of its first line in the row's text lines, and the number of its lines.
  var firstLine: Int32
  var lineCount: Int32
  /// The height of all its lines.
  var height: Int32
  /// The bytes of the field's display text that are not shown; `nil` if all are shown.
  var hidden: Range<Int32>?
  var slot: Slot
  var role: StyleRole

  /// The indices of its lines in the row's text lines.
  var lines: Range<Int32> { firstLine..<firstLine + lineCount }

  /// Wraps a field into lines of `texts`.
  ///
  /// - Parameter maximumLines: the maximum number of lines; 0 means no limit.
  @inline(__always)
  init(
    _ field: Int32, _ slot: Slot, _ role: StyleRole, width: Int32, maximumLines: Int,
    _ view: borrowing CellView, into texts: inout TextLines
  ) {
    self.field = field
    self.slot = slot
    self.role = role
    self.width = width
    firstLine = Int32(truncatingIfNeeded: texts.count)
    lineCount = 1
    if !view.appendWhole(field, width: width, to: &texts) {
      let wrapped = view.wrap(
        field, width: width, maximumLines: maximumLines, mode: view.cell.truncation[slot], isMeasured: true,
        into: &texts)
      lineCount = Int32(truncatingIfNeeded: texts.count) &- firstLine
      if wrapped.isTruncated { hidden = wrapped.hidden }
    }
    height = view.height(of: lineCount, slot)
  }

  /// Places the lines, at the leading edge of the row or of the text's own direction. Returns their
  /// height.
  @inline(__always)
  @discardableResult
  mutating func place(
    x: Int32, y: Int32, width: Int32, _ view: borrowing CellView, into content: inout RowContent
  ) -> Int32 {
    if view.measures.measuresLetters, hidden != nil { view.cutExactly(&self, into: &content.texts) }
    let isRightToLeft = view.isRightToLeft(field)
    let width = view.isUnlimited ? naturalWidth(upTo: width, view, in: content.texts) : width
    content.place(
      self, x: x, y: y, width: width,
      lineHeight: view.lengths.isColumns ? 1 : view.lineHeight(of: slot), isRightToLeft: isRightToLeft)
    if isRightToLeft, view.style.direction == .auto {
      content.alignTrailing(Int(lineCount), x: x, width: width)
    }
    return height
  }

  /// The width of its widest line, in a row without a width. Only messages in points are in the
  /// middle of a wider rectangle.
  @inline(never)
  private func naturalWidth(
    upTo width: Int32, _ view: borrowing CellView, in texts: borrowing TextLines
  ) -> Int32 {
    guard view.lengths.isColumns || view.cell.kind != .empty else { return width }
    var widest: Int32 = 0
    for line in lines { widest = max(widest, texts[line].advance) }
    return min(width, widest)
  }

  /// Places the lines, each in the middle of a rectangle. Returns their height.
  mutating func placeCentred(
    x: Int32, y: Int32, width: Int32, _ view: borrowing CellView, into content: inout RowContent
  ) -> Int32 {
    let height = place(x: x, y: y, width: width, view, into: &content)
    if view.isUnlimited, view.lengths.isColumns { return height }
    for index in content.lines.count - Int(lineCount)..<content.lines.count {
      content.lines[index].x = x + (width - content.lines[index].advance) / 2
    }
    return height
  }
}

extension RowContent {
  /// Places the lines of a measured text, from top to bottom, at the leading edge of the row or of
  /// the text's own direction.
  @inline(__always)
  mutating func place(
    _ text: MeasuredText, x: Int32, y: Int32, width: Int32, lineHeight: Int32, isRightToLeft: Bool
  ) {
    let count = Int(text.lineCount)
    var line = PlacedLine(
      x: x, y: y, advance: 0, element: nextElement,
      content: .text(TextPiece(field: text.field, line: text.firstLine)), isRightToLeft: isRightToLeft)
    if notesElements {
      note(
        PlacedElement(
          slot: text.slot, role: text.role, x: x, y: y, width: width, height: text.height,
          hidden: text.hidden.map { HiddenText(field: text.field, bytes: $0) }),
        lineCount: text.lineCount)
    }
    lines.reserve(count)
    let placed = lines.storage + lines.count
    for index in 0..<count {
      let textLine = text.firstLine &+ Int32(truncatingIfNeeded: index)
      line.advance = texts[textLine].advance
      line.content = .text(TextPiece(field: text.field, line: textLine))
      (placed + index).initialize(to: line)
      line.y = min(line.y &+ lineHeight, 1 << 30)
    }
    lines.count &+= count
  }
}

/// The texts at the top of the main content, from top to bottom: title, subtitle, and footnote,
/// caption or both.
enum TextRows {
  /// The number of text rows that a cell can have.
  static let count = 4

  /// A text row: its field, and the slot of the field.
  struct Entry {
    var field: Int32?
    var slot: Slot
  }

  /// The text row at an index, counted from the top.
  static func row(at index: Int, of view: borrowing CellView) -> Entry {
    switch index {
    case 0: Entry(field: view.cell.title, slot: .title)
    case 1: Entry(field: view.cell.subtitle, slot: .subtitle)
    case 2: third(of: view)
    default: Entry(field: view.style.profile.thirdRow == .both ? view.cell.caption : nil, slot: .caption)
    }
  }

  /// The third row. If the profile has one third row, it is the footnote or the caption, whichever
  /// the cell has.
  @inline(__always)
  static func third(of view: borrowing CellView) -> Entry {
    let footnote = Entry(field: view.cell.footnote, slot: .footnote)
    let caption = Entry(field: view.cell.caption, slot: .caption)
    return switch view.style.profile.thirdRow {
    case .caption: caption.field != nil ? caption : footnote
    case .footnote: footnote.field != nil ? footnote : caption
    case .both: footnote
    }
  }

  /// The number of text rows that the cell has.
  static func filledCount(of view: borrowing CellView) -> Int {
    var filled = 0
    for index in 0..<count where row(at: index, of: view).field != nil { filled += 1 }
    return filled
  }

  /// The width of the widest row on one line.
  static func naturalWidth(of view: borrowing CellView) -> Int32 {
    var width: Int32 = 0
    for index in 0..<count {
      if let field = row(at: index, of: view).field { width = max(width, view.advance(of: field)) }
    }
    return width
  }

  /// Returns the maximum lines of a title, reduced so that the rows below it fit the profile's
  /// limit.
  static func boundedTitleLines(_ lines: Int, of view: borrowing CellView) -> Int {
    let bound = view.style.textLineBound
    guard bound > 0, lines > 1 else { return lines }
    let others = (view.cell.subtitle != nil ? 1 : 0) + (third(of: view).field != nil ? 1 : 0)
    return max(1, min(lines, bound - others))
  }

  // MARK: Diagnostics

  /// Notes texts for which another one is shown.
  static func note(_ view: borrowing CellView, in notes: inout Diagnostics) {
    if view.hasMainContent {
      let hasBoth = view.cell.footnote != nil && view.cell.caption != nil
      if hasBoth, view.style.profile.thirdRow != .both { notes.insert(.thirdRow) }
    } else if view.cell.kind == .keyValue, view.cell.subtitle != nil, view.cell.description != nil {
      notes.insert(.valueDescription)
    }
  }
}
