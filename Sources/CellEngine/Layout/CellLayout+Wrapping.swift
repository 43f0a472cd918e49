/// Texts of the cell: measured, wrapped and cut.
extension CellLayout {
  /// The text of a field, ready to be wrapped.
  @inline(__always)
  private func text(of field: CellFields.Field) -> TextRun {
    if field.isASCII { return TextRun(ascii: field.display, asciiAdvance: lengths.asciiAdvance) }
    let header = workspace.pointee.analysis.texts[Int(field.prepared)]
    let first = Int(header.firstMark)
    let own = UnsafeBufferPointer(
      rebasing: workspace.pointee.analysis.marks[first..<first + Int(header.markCount)])
    return TextRun(field.display, prepared: header, marks: own, hyphenAdvance: lengths.asciiAdvance)
  }

  /// The advance of a field that only hard breaks end the lines of; what is not prepared is more than any view shows.
  func advance(of field: Int32) -> Int32 {
    let source = cell.fields[Int(field)]
    if source.isASCII {
      let advance = source.display.inkCount &* Int(lengths.asciiAdvance)
      return Int32(truncatingIfNeeded: min(advance, Int(LayoutLengths.longest)))
    }
    let line = workspace.pointee.analysis.texts[Int(source.prepared)].lineAdvance
    return min(line < .max ? line : text(of: source).naturalAdvance(), LayoutLengths.longest)
  }

  /// The advance of a field in a slot of one line that nothing cuts: behind a hard break stands the ellipsis.
  func lineAdvance(of field: Int32) -> Int32 {
    let source = cell.fields[Int(field)]
    let first = advance(of: field)
    guard !source.isASCII, workspace.pointee.analysis.texts[Int(source.prepared)].hasHardBreak else {
      return first
    }
    return first.addingSaturating(rules.ellipsisAdvance)
  }

  /// Wraps a field into lines of the row, cut as `slot` says.
  @inline(__always)
  func wrap(_ field: Int32, width: Int32, maximumLines: Int, slot: Slot) -> WrappedText {
    wrap(field, width: width, maximumLines: maximumLines, mode: cell.truncation[slot])
  }

  /// Wraps a field into lines of the row, without placing them.
  @inline(__always)
  func wrap(_ field: Int32, width: Int32, maximumLines: Int, mode: TruncationMode) -> WrappedText {
    let source = cell.fields[Int(field)]
    if source.isASCII {
      // Most titles, tags and statuses are printable ASCII on one line: nothing but counting.
      let ink = source.display.inkCount
      let (advance, overflow) = Int32(clamping: ink).multipliedReportingOverflow(by: lengths.asciiAdvance)
      if ink > 0, !overflow {
        if advance <= width {
          var line = TextLine(at: 0)
          line.finish(end: ink, advance: Int(advance))
          row.textLines.append(line)
          return WrappedText(lineCount: 1, widestAdvance: advance)
        }
        if maximumLines == 1, mode == .tail, rules.cutsAtClusters, width >= rules.ellipsisAdvance {
          return cutASCII(source.display, ink: ink, width: width)
        }
      }
    }
    return wrapFurther(source, width: width, maximumLines: maximumLines, mode: mode)
  }

  /// One line of printable ASCII that does not fit: as much as leaves room for the ellipsis.
  @inline(__always)
  private func cutASCII(_ text: UnsafeBufferPointer<UInt8>, ink: Int, width: Int32) -> WrappedText {
    let room = width &- rules.ellipsisAdvance
    var end = Int(lengths.asciiAdvance == 1 ? room : room / lengths.asciiAdvance)
    while end > 0, text[end &- 1] == 0x20 { end &-= 1 }
    var line = TextLine(at: 0)
    line.finish(end: end, advance: end &* Int(lengths.asciiAdvance) &+ Int(rules.ellipsisAdvance))
    line.ellipsisByteCount = rules.ellipsisByteCount
    row.textLines.append(line)
    var wrapped = WrappedText(lineCount: 1, widestAdvance: line.advance)
    wrapped.hide(line.end..<Int32(truncatingIfNeeded: text.count))
    return wrapped
  }

  @inline(never)
  private func wrapFurther(
    _ source: CellFields.Field, width: Int32, maximumLines: Int, mode: TruncationMode
  ) -> WrappedText {
    let truncation = UnsafePointer(workspace.pointee.truncations.storage + Int(mode.code))
    let needed = mode.showsEnd ? .max : TextRun.budget(width: width, lines: maximumLines)
    if !source.isASCII, !workspace.pointee.analysis.texts[Int(source.prepared)].covers(needed) {
      return preparedFurther(source.display, budget: needed) {
        $0.wrap(
          width: width, maximumLines: maximumLines, truncation: truncation,
          into: &workspace.pointee.row.textLines)
      }
    }
    return text(of: source).wrap(
      width: width, maximumLines: maximumLines, truncation: truncation,
      into: &workspace.pointee.row.textLines)
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
