/// Texts set in the row: measured, wrapped, cut and placed.
extension CellLayout {
  /// The text of a field, ready to be wrapped.
  @inline(__always)
  func text<Result>(of field: Int32, _ body: (TextRun) -> Result) -> Result {
    let field = cell.fields[Int(field)]
    if field.isASCII { return body(TextRun(ascii: field.display, asciiAdvance: lengths.asciiAdvance)) }
    let header = workspace.pointee.texts[Int(field.prepared)]
    let first = Int(header.firstMark)
    let own = UnsafeBufferPointer(
      rebasing: workspace.pointee.marks[first..<first + Int(header.markCount)])
    return body(TextRun(field.display, prepared: header, marks: own, hyphenAdvance: lengths.asciiAdvance))
  }

  /// The direction of a field's first strong character.
  private func direction(of field: Int32) -> TextDirection {
    let field = cell.fields[Int(field)]
    return field.isASCII ? .neutral : workspace.pointee.texts[Int(field.prepared)].direction
  }

  /// The advance of a field that only hard breaks end the lines of; what is not prepared is more than any view shows.
  func advance(of field: Int32) -> Int32 {
    let source = cell.fields[Int(field)]
    if source.isASCII { return Int32(clamping: source.display.inkCount) * lengths.asciiAdvance }
    return text(of: field) { $0.naturalAdvance() }
  }

  /// The advance of a field in a slot of one line that nothing cuts: behind a hard break stands the ellipsis.
  func lineAdvance(of field: Int32) -> Int32 {
    let source = cell.fields[Int(field)]
    let first = advance(of: field)
    guard !source.isASCII, workspace.pointee.texts[Int(source.prepared)].hasHardBreak else { return first }
    return first.addingSaturating(ellipsis.advance)
  }

  /// How the cell or the view cuts a slot.
  func truncationMode(of slot: Slot) -> TruncationMode {
    for index in cell.truncation.indices where cell.truncation[index].slot == slot {
      return cell.truncation[index].mode
    }
    return environment.truncation(of: slot)
  }

  /// How a text that `rect` gives room to is set.
  struct TextPlacement {
    var slot: Slot
    var role: StyleRole
    var state: Status.State?
    var x: Int32
    var y: Int32
    var width: Int32
    /// 0 is no limit.
    var maxLines = 1
    /// Whether lines stand at the trailing edge.
    var isTrailing = false
  }

  /// Wraps a field into an element of its own.
  ///
  /// - Returns: the height of its lines.
  @discardableResult
  mutating func place(_ field: Int32, _ placement: TextPlacement) -> Int32 {
    let first = row.textLines.count
    let wrapped = wrap(
      field, width: placement.width, maximumLines: placement.maxLines,
      mode: truncationMode(of: placement.slot))
    let count = row.textLines.count - first
    let isRightToLeft = isRightToLeft(direction(of: field))
    let height = Int32(count) * lengths.line
    var element = PlacedElement(
      slot: placement.slot, role: placement.role, state: placement.state, x: placement.x, y: placement.y,
      width: placement.width, height: height, lines: row.lines.count..<row.lines.count + count)
    element.field = field
    element.isTruncated = wrapped.isTruncated
    element.hidden = wrapped.hiddenStart..<max(wrapped.hiddenStart, wrapped.hiddenEnd)
    let trailing = placement.isTrailing != (environment.direction == .auto && isRightToLeft)
    for offset in 0..<count {
      let advance = row.textLines[first + offset].advance
      row.lines.append(
        PlacedLine(
          x: trailing ? placement.x + placement.width - advance : placement.x,
          y: placement.y + Int32(offset) * lengths.line, advance: advance, isRightToLeft: isRightToLeft,
          pieces: row.pieces.count..<row.pieces.count + 1, element: row.elements.count))
      row.pieces.append(.text(field: field, line: Int32(first + offset)))
    }
    row.elements.append(element)
    return height
  }

  /// Whether a text of this direction is set from right to left in the view.
  func isRightToLeft(_ direction: TextDirection) -> Bool {
    switch environment.direction {
    case .auto: direction == .rightToLeft
    case .ltr: false
    case .rtl: true
    }
  }

  /// Wraps a field into lines of the row, without placing them.
  @inline(__always)
  mutating func wrap(
    _ field: Int32, width: Int32, maximumLines: Int, mode: TruncationMode
  ) -> WrappedText {
    let source = cell.fields[Int(field)]
    // A text of printable ASCII that fits is its own line: most titles, tags and statuses are.
    let inkCount = source.isASCII ? source.display.inkCount : 0
    if inkCount > 0, Int32(clamping: inkCount) <= width / lengths.asciiAdvance {
      var line = TextLine(at: 0)
      line.end = Int32(inkCount)
      line.advance = line.end * lengths.asciiAdvance
      row.textLines.append(line)
      return WrappedText(lineCount: 1, widestAdvance: line.advance)
    }
    // The lines are taken out of the row for as long as they grow, so that reading a text and writing its lines do not
    // overlap.
    var lines: [TextLine] = []
    swap(&lines, &row.textLines)
    defer { swap(&lines, &row.textLines) }
    let needed = mode.showsEnd ? .max : TextRun.budget(width: width, lines: maximumLines)
    if !source.isASCII, !workspace.pointee.texts[Int(source.prepared)].covers(needed) {
      return preparedFurther(source.display, budget: needed) {
        $0.wrap(
          width: width, maximumLines: maximumLines, truncation: truncations[Int(mode.code)], into: &lines)
      }
    }
    return text(of: field) {
      $0.wrap(
        width: width, maximumLines: maximumLines, truncation: truncations[Int(mode.code)], into: &lines)
    }
  }

  /// Calls `body` with a text that is prepared as far as `budget`, for this one row.
  private func preparedFurther<Result>(
    _ text: UnsafeBufferPointer<UInt8>, budget: Int32, _ body: (TextRun) -> Result
  ) -> Result {
    workspace.pointee.furtherMarks.removeAll(keepingCapacity: true)
    let header = workspace.pointee.metrics.prepare(
      text, breaks: environment.breaks, budget: budget, into: &workspace.pointee.furtherMarks)
    return workspace.pointee.furtherMarks.withUnsafeBufferPointer {
      body(TextRun(text, prepared: header, marks: $0, hyphenAdvance: lengths.asciiAdvance))
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// How many bytes of printable ASCII are left without the spaces at its end, which take no room.
  @inline(__always)
  var inkCount: Int {
    var end = count
    while end > 0, self[end &- 1] == 0x20 { end &-= 1 }
    return end
  }
}
