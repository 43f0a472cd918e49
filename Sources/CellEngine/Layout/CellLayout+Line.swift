/// Lines that are composed of several pieces: marks, icons, numbers and cut texts.
extension CellLayout {
  /// A line that is being composed.
  struct OpenLine {
    var firstPiece: Int
    var field: Int32 = -1
    var isTruncated = false
    var hidden: Range<Int32> = 0..<0
  }

  func beginLine() -> OpenLine {
    OpenLine(firstPiece: row.pieces.count)
  }

  /// Appends a mark and gives its advance.
  mutating func appendGlyph(_ glyph: Glyph) -> Int32 {
    row.pieces.append(.glyph(glyph))
    return glyphs.advance(of: glyph)
  }

  /// Appends a number that is not negative and gives its advance.
  mutating func appendInteger(_ value: Int) -> Int32 {
    let value = Int32(clamping: max(0, value))
    row.pieces.append(.integer(value))
    return glyphs.advance(of: value)
  }

  /// Appends a field, cut to `width` as its slot says, and gives its advance.
  mutating func appendField(_ field: Int32, width: Int32, slot: Slot, to line: inout OpenLine) -> Int32 {
    let (advance, wrapped) = appendCut(field, width: width, mode: truncationMode(of: slot))
    line.field = field
    line.isTruncated = wrapped.isTruncated
    line.hidden = wrapped.hiddenStart..<max(wrapped.hiddenStart, wrapped.hiddenEnd)
    return advance
  }

  /// Appends as much of a field as fits `width`, without an ellipsis, and gives its advance.
  mutating func appendPrefix(of field: Int32, width: Int32) -> Int32 {
    appendCut(field, width: width, mode: .none).advance
  }

  private mutating func appendCut(
    _ field: Int32, width: Int32, mode: TruncationMode
  ) -> (advance: Int32, wrapped: WrappedText) {
    let index = row.textLines.count
    let wrapped = wrap(field, width: width, maximumLines: 1, mode: mode)
    guard row.textLines.count > index else { return (0, wrapped) }
    row.pieces.append(.text(field: field, line: Int32(index)))
    return (row.textLines[index].advance, wrapped)
  }

  /// Appends an icon that has at most `width`, and gives its advance.
  mutating func appendIcon(_ icon: CellFields.IconSource, width: Int32, slot: Slot) -> Int32 {
    switch icon {
    case .named(let index):
      let advance = glyphs.iconAdvance(at: Int(index))
      guard advance <= width else { return 0 }
      row.pieces.append(.icon(index))
      return advance
    case .field(let field), .letter(let field):
      return appendPrefix(of: field, width: width)
    }
  }

  /// The advance of an icon that nothing cuts.
  func advance(of icon: CellFields.IconSource) -> Int32 {
    switch icon {
    case .named(let index): glyphs.iconAdvance(at: Int(index))
    case .field(let field), .letter(let field): lineAdvance(of: field)
    }
  }

  /// Makes an element of the line.
  mutating func endLine(
    _ line: OpenLine, slot: Slot, role: StyleRole, state: Status.State? = nil, x: Int32, y: Int32,
    width: Int32, advance: Int32, isTrailing: Bool = false
  ) {
    var element = PlacedElement(
      slot: slot, role: role, state: state, x: x, y: y, width: width, height: lengths.line,
      lines: row.lines.count..<row.lines.count + 1)
    element.field = line.field
    element.isTruncated = line.isTruncated
    element.hidden = line.hidden
    row.lines.append(
      PlacedLine(
        x: isTrailing ? x + width - advance : x, y: y, advance: advance,
        isRightToLeft: environment.direction == .rtl, pieces: line.firstPiece..<row.pieces.count,
        element: row.elements.count))
    row.elements.append(element)
  }

  /// Places a single mark.
  mutating func placeGlyph(_ glyph: Glyph, slot: Slot, role: StyleRole, x: Int32, y: Int32, width: Int32) {
    let line = beginLine()
    let advance = appendGlyph(glyph)
    endLine(line, slot: slot, role: role, x: x, y: y, width: width, advance: advance)
  }
}
