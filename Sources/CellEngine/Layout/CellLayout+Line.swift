/// Lines that are composed of several pieces: marks, icons, numbers and cut texts.
extension CellLayout {
  /// A line that is being composed.
  struct OpenLine {
    var firstPiece: Int32
    var field: Int32 = -1
    var isTruncated = false
    var hidden: Range<Int32> = 0..<0
  }

  @inline(__always)
  func beginLine() -> OpenLine {
    OpenLine(firstPiece: Int32(truncatingIfNeeded: row.pieces.count))
  }

  /// Appends a mark and gives its advance.
  @inline(__always)
  func appendGlyph(_ glyph: Glyph) -> Int32 {
    row.pieces.append(.glyph(glyph))
    return glyphs.advance(of: glyph)
  }

  /// Appends a number that is not negative and gives its advance.
  func appendInteger(_ value: Int) -> Int32 {
    let value = Int32(clamping: max(0, value))
    row.pieces.append(.integer(value))
    return glyphs.advance(of: value)
  }

  /// Appends a field, cut to `width` as its slot says, and gives its advance.
  @inline(__always)
  func appendField(_ field: Int32, width: Int32, slot: Slot, to line: inout OpenLine) -> Int32 {
    line.field = field
    return appendWhole(field, width: width)
      ? appendPiece(field, line: row.textLines.count &- 1)
      : appendCut(field, width: width, slot: slot, to: &line)
  }

  @inline(never)
  private func appendCut(_ field: Int32, width: Int32, slot: Slot, to line: inout OpenLine) -> Int32 {
    let index = row.textLines.count
    let wrapped = wrapLine(field, width: width, mode: cell.truncation[slot])
    line.isTruncated = wrapped.isTruncated
    line.hidden = wrapped.hidden
    return appendPiece(field, line: index)
  }

  /// Appends as much of a field as fits `width`, without an ellipsis, and gives its advance.
  @inline(__always)
  func appendPrefix(of field: Int32, width: Int32) -> Int32 {
    if appendWhole(field, width: width) { return appendPiece(field, line: row.textLines.count &- 1) }
    let index = row.textLines.count
    _ = wrapLine(field, width: width, mode: .none)
    return appendPiece(field, line: index)
  }

  @inline(__always)
  private func appendPiece(_ field: Int32, line index: Int) -> Int32 {
    guard row.textLines.count > index else { return 0 }
    row.pieces.append(.text(field: field, line: Int32(truncatingIfNeeded: index)))
    return row.textLines[index].advance
  }

  /// Appends an icon that has at most `width`, and gives its advance.
  func appendIcon(_ icon: CellFields.IconSource, width: Int32, slot: Slot) -> Int32 {
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
    case .field(let field), .letter(let field): advance(of: field)
    }
  }

  /// Makes an element of the line.
  @inline(__always)
  func endLine(
    _ line: OpenLine, slot: Slot, role: StyleRole, state: Status.State? = nil, x: Int32, y: Int32,
    width: Int32, advance: Int32, height: Int32? = nil, inset: Int32 = 0, isTrailing: Bool = false
  ) {
    let count = Int32(truncatingIfNeeded: row.pieces.count) &- line.firstPiece
    var placed = placedLine(
      x: isTrailing ? x &+ width &- advance : x &+ inset, y: y, advance: advance, first: line.firstPiece,
      .pieces(count: count))
    // A line that is one text is held as those of wrapped texts are.
    if count == 1, case .text(let field, let textLine) = row.pieces[Int(line.firstPiece)] {
      placed.content = .text(field: field)
      placed.first = textLine
    }
    if row.notesElements {
      note(
        PlacedElement(
          slot: slot, role: role, state: state, isTruncated: line.isTruncated, x: x, y: y, width: width,
          height: height ?? lengths.height(of: slot), firstLine: row.nextLine, lineCount: 1,
          field: line.field, hidden: line.hidden))
    }
    row.lines.append(placed)
  }

  /// Makes an element of the text line that was appended last, which is all of a field.
  ///
  /// - Parameter brackets: what the marks of a tag take around it; 0 where it has none.
  @inline(__always)
  func endWhole(
    _ field: Int32, slot: Slot, role: StyleRole, state: Status.State? = nil, x: Int32, y: Int32,
    width: Int32, isTrailing: Bool = false, isCentred: Bool = false, brackets: Int32 = 0
  ) {
    let textLine = row.textLines.count &- 1
    let advance = row.textLines[textLine].advance &+ brackets
    var placed = placedLine(
      x: x, y: y, advance: advance, first: Int32(truncatingIfNeeded: textLine),
      brackets > 0 ? .tag(field: field) : .text(field: field))
    if isTrailing { placed.x &+= width &- advance }
    if isCentred { placed.x &+= markInset(advance, in: width) }
    if row.notesElements {
      note(
        PlacedElement(
          slot: slot, role: role, state: state, x: x, y: y, width: width, height: lengths.height(of: slot),
          firstLine: row.nextLine, lineCount: 1, field: field))
    }
    row.lines.append(placed)
  }

  /// Notes an element. Called, so that placing without elements stays short.
  @inline(never)
  func note(_ element: PlacedElement) { row.elements.append(element) }

  /// A line of the element that comes next.
  @inline(__always)
  private func placedLine(
    x: Int32, y: Int32, advance: Int32, first: Int32, _ content: PlacedLine.Content
  ) -> PlacedLine {
    PlacedLine(
      x: x, y: y, advance: advance, element: row.nextElement, first: first, content: content,
      isRightToLeft: rules.direction == .rtl)
  }

  /// Places a single mark.
  @inline(never)
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
