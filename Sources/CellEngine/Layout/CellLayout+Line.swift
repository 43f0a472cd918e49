/// Lines that are composed of several pieces: marks, icons, numbers and cut texts.
extension CellLayout {
  /// A line that is being composed.
  struct OpenLine {
    var firstPiece: Int32
    var field: Int32 = -1
    var isTruncated = false
    var hidden: Range<Int32> = 0..<0
  }

  func beginLine() -> OpenLine {
    OpenLine(firstPiece: Int32(truncatingIfNeeded: row.pieces.count))
  }

  /// Appends a mark and gives its advance.
  func appendGlyph(_ glyph: Glyph) -> Int32 {
    row.append(.glyph(glyph))
    return glyphs.advance(of: glyph)
  }

  /// Appends a number that is not negative and gives its advance.
  func appendInteger(_ value: Int) -> Int32 {
    let value = Int32(clamping: max(0, value))
    row.append(.integer(value))
    return glyphs.advance(of: value)
  }

  /// Appends a field, cut to `width` as its slot says, and gives its advance.
  func appendField(_ field: Int32, width: Int32, slot: Slot, to line: inout OpenLine) -> Int32 {
    let index = row.textLines.count
    let wrapped = wrapLine(field, width: width, mode: cell.truncation[slot])
    line.field = field
    line.isTruncated = wrapped.isTruncated
    line.hidden = wrapped.hidden
    return appendPiece(field, line: index)
  }

  /// Appends as much of a field as fits `width`, without an ellipsis, and gives its advance.
  func appendPrefix(of field: Int32, width: Int32) -> Int32 {
    let index = row.textLines.count
    _ = wrapLine(field, width: width, mode: .none)
    return appendPiece(field, line: index)
  }

  private func appendPiece(_ field: Int32, line index: Int) -> Int32 {
    guard row.textLines.count > index else { return 0 }
    row.append(textLine: Int32(truncatingIfNeeded: index), of: field)
    return row.textLines[index].advance
  }

  /// Appends an icon that has at most `width`, and gives its advance.
  func appendIcon(_ icon: CellFields.IconSource, width: Int32, slot: Slot) -> Int32 {
    switch icon {
    case .named(let index):
      let advance = glyphs.iconAdvance(at: Int(index))
      guard advance <= width else { return 0 }
      row.append(.icon(index))
      return advance
    case .field(let field), .letter(let field):
      return appendPrefix(of: field, width: width)
    }
  }

  /// The advance of an icon that nothing cuts.
  func advance(of icon: CellFields.IconSource) -> Int32 {
    switch icon {
    case .named(let index): glyphs.iconAdvance(at: Int(index))
    case .field(let field), .letter(let field): advance(of: field)
    }
  }

  /// Makes an element of the line.
  func endLine(
    _ line: OpenLine, slot: Slot, role: StyleRole, state: Status.State? = nil, x: Int32, y: Int32,
    width: Int32, advance: Int32, height: Int32? = nil, inset: Int32 = 0, isTrailing: Bool = false
  ) {
    let index = Int32(truncatingIfNeeded: row.lines.count)
    var placed = PlacedLine(
      x: isTrailing ? x &+ width &- advance : x &+ inset, y: y, advance: advance,
      element: Int32(truncatingIfNeeded: row.elements.count), field: -1, first: line.firstPiece,
      pieceCount: Int32(truncatingIfNeeded: row.pieces.count) &- line.firstPiece,
      isRightToLeft: rules.direction == .rtl)
    if placed.pieceCount == 1 {
      let piece = row.pieces[Int(line.firstPiece)]
      if case .text(let field, let first) = piece {
        placed.field = field
        placed.first = first
        placed.pieceCount = 0
      }
    }
    row.lines.append(placed)
    row.elements.append(
      PlacedElement(
        slot: slot, role: role, state: state, isTruncated: line.isTruncated, x: x, y: y, width: width,
        height: height ?? lengths.height(of: slot), lines: index..<index + 1, field: line.field,
        hidden: line.hidden))
  }

  /// Places a single mark.
  func placeGlyph(
    _ glyph: Glyph, slot: Slot, role: StyleRole, x: Int32, y: Int32, width: Int32, height: Int32? = nil
  ) {
    let line = beginLine()
    let advance = appendGlyph(glyph)
    endLine(
      line, slot: slot, role: role, x: x, y: y, width: width, advance: advance, height: height,
      inset: markInset(advance, in: width))
  }

  /// How far a mark is moved to stand in the middle of its room; in a terminal it stands at the leading edge.
  func markInset(_ advance: Int32, in width: Int32) -> Int32 {
    lengths.isColumns ? 0 : max(0, (width - advance) / 2)
  }
}
