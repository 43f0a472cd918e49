/// Texts of the cell: measured, wrapped and cut.
extension CellLayout {
  /// What the fonts of a field say.
  @inline(__always)
  func fonts(of field: CellFields.Field) -> FontLengths {
    workspace.pointee.fonts[Int(field.role.rawValue)]
  }

  /// Calls `body` with the text of a field, ready to be wrapped as far as `budget`.
  @inline(__always)
  private func withText<Result>(
    of field: CellFields.Field, budget: Int32, _ body: (TextRun) -> Result
  ) -> Result {
    let fonts = fonts(of: field)
    if field.isPrepared {
      let header = workspace.pointee.analysis.texts[Int(field.prepared)]
      if header.covers(budget) {
        let analysis = workspace.pointee.analysis
        let own = PreparedText.marks(of: analysis.texts, at: Int(field.prepared), in: analysis.marks)
        return body(
          TextRun(
            field.display, prepared: header, marks: own, hyphenAdvance: fonts.hyphenAdvance,
            spaceAdvance: fonts.spaceAdvance, wordModel: workspace.pointee.wordModel))
      }
    } else if fonts.asciiAdvance > 0 {
      return body(TextRun(ascii: field.display, asciiAdvance: fonts.asciiAdvance))
    }
    return withTextPreparedFurther(field, budget: budget, body)
  }

  /// Calls `body` with a text that is prepared as far as `budget`, for this one row.
  private func withTextPreparedFurther<Result>(
    _ field: CellFields.Field, budget: Int32, _ body: (TextRun) -> Result
  ) -> Result {
    workspace.pointee.furtherMarks.removeAll(keepingCapacity: true)
    let header = workspace.pointee.metrics.prepare(
      field.display, role: field.role, breaks: environment.breaks, budget: budget,
      into: &workspace.pointee.furtherMarks)
    let hyphenAdvance = fonts(of: field).hyphenAdvance
    return workspace.pointee.furtherMarks.withUnsafeBufferPointer {
      body(TextRun(field.display, prepared: header, marks: $0, hyphenAdvance: hyphenAdvance))
    }
  }

  /// The advance of a field that only hard breaks end the lines of; what is not prepared is more than any view shows.
  @inline(__always)
  func advance(of field: Int32) -> Int32 {
    let source = UnsafePointer(cell.fields.storage + Int(field))
    let asciiAdvance = fonts(of: source.pointee).asciiAdvance
    guard source.pointee.prepared < 0, asciiAdvance > 0 else { return markedAdvance(of: field) }
    let advance = Int(source.pointee.inkCount) &* Int(asciiAdvance)
    return Int32(truncatingIfNeeded: min(advance, Int(LayoutLengths.longest)))
  }

  @inline(never)
  private func markedAdvance(of field: Int32) -> Int32 {
    let source = cell.fields[Int(field)]
    if source.isPrepared {
      let line = workspace.pointee.analysis.texts[Int(source.prepared)].lineAdvance
      if line < .max { return min(line, LayoutLengths.longest) }
    }
    // As far as it is prepared.
    return min(withText(of: source, budget: 0) { $0.naturalAdvance() }, LayoutLengths.longest)
  }

  /// Wraps a field that is more than a line into one line of the row, cut exactly.
  func wrapLine(_ field: Int32, width: Int32, mode: TruncationMode) -> WrappedText {
    let first = row.textLines.count
    let wrapped = wrapCut(field, width: width, maximumLines: 1, mode: mode)
    guard wrapped.isTruncated, workspace.pointee.measuresLetters else { return wrapped }
    row.textLines.keepFirst(first)
    return wrapClusters(of: cell.fields[Int(field)], width: width, maximumLines: 1, mode: mode)
  }

  /// Appends a field as one line of the row, if all of it fits one, which most texts do: nothing but counting.
  @inline(__always)
  func appendWhole(_ field: Int32, width: Int32) -> Bool {
    let source = UnsafePointer(cell.fields.storage + Int(field))
    let end: Int32
    let advance: Int32
    var hasInvisibles = false
    if source.pointee.isPrepared {
      let analysis = workspace.pointee.analysis
      let text = analysis.texts[Int(source.pointee.prepared)]
      advance = text.lineAdvance
      guard advance <= width, advance < .max else { return false }
      let marks = PreparedText.marks(of: analysis.texts, at: Int(source.pointee.prepared), in: analysis.marks)
      end = Int32(truncatingIfNeeded: text.inkEnd(of: Int(source.pointee.count), marks).byte)
      guard end > 0 else { return false }
      hasInvisibles = text.hasInvisibles
    } else {
      end = source.pointee.inkCount
      let product = Int(end) &* Int(fonts(of: source.pointee).asciiAdvance)
      guard product > 0, product <= Int(width) else { return false }
      advance = Int32(truncatingIfNeeded: product)
    }
    row.textLines.append(TextLine(of: end, advance: advance, hasInvisibles: hasInvisibles))
    return true
  }

  /// Wraps a field that is more than a line (``appendWhole(_:width:)``) into lines of the row. Where words are joined, the
  /// last may be cut in front of a word of which some would fit (``cutExactly(textAt:)``).
  @inline(__always)
  func wrapCut(_ field: Int32, width: Int32, maximumLines: Int, mode: TruncationMode) -> WrappedText {
    let source = cell.fields[Int(field)]
    let fonts = fonts(of: source)
    guard !source.isPrepared, fonts.asciiAdvance > 0 else {
      return wrapFurther(source, width: width, maximumLines: maximumLines, mode: mode)
    }
    if maximumLines == 1, mode == .tail, rules.cutsAtClusters, width >= fonts.ellipsisAdvance,
      source.inkCount > 0
    {
      return cutASCII(source.display, fonts, width: width)
    }
    return wrapASCII(source, width: width, maximumLines: maximumLines, mode: mode)
  }

  @inline(never)
  private func wrapASCII(
    _ source: CellFields.Field, width: Int32, maximumLines: Int, mode: TruncationMode
  ) -> WrappedText {
    ASCIIText(
      bytes: source.display, advance: fonts(of: source).asciiAdvance, inkCount: Int(source.inkCount)
    ).wrap(
      width: width, maximumLines: maximumLines,
      truncation: UnsafePointer(workspace.pointee.truncation(mode, source.role)),
      into: &workspace.pointee.row.textLines)
  }

  /// One line of printable ASCII that does not fit: as much as leaves room for the ellipsis.
  @inline(__always)
  private func cutASCII(
    _ text: UnsafeBufferPointer<UInt8>, _ fonts: FontLengths, width: Int32
  ) -> WrappedText {
    let room = width &- fonts.ellipsisAdvance
    var end = Int(fonts.asciiAdvance == 1 ? room : room / fonts.asciiAdvance)
    while end > 0, text[end &- 1] == 0x20 { end &-= 1 }
    var line = TextLine(at: 0)
    line.finish(end: end, advance: end &* Int(fonts.asciiAdvance) &+ Int(fonts.ellipsisAdvance))
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
    if workspace.pointee.wordModel != nil, mode.showsEnd {
      return wrapClusters(of: source, width: width, maximumLines: maximumLines, mode: mode)
    }
    let truncation = UnsafePointer(workspace.pointee.truncation(mode, source.role))
    let needed = mode.showsEnd ? .max : TextRun.budget(width: width, lines: maximumLines)
    let first = row.textLines.count
    let wrapped = withText(of: source, budget: needed) {
      $0.wrap(
        width: width, maximumLines: maximumLines, truncation: truncation,
        into: &workspace.pointee.row.textLines)
    }
    guard wrapped.breaksMarks else { return wrapped }
    row.textLines.keepFirst(first)
    return wrapClusters(of: source, width: width, maximumLines: maximumLines, mode: mode)
  }

  /// Wraps a field by its clusters, where the analysis that is kept of it has words.
  private func wrapClusters(
    of source: CellFields.Field, width: Int32, maximumLines: Int, mode: TruncationMode
  ) -> WrappedText {
    let truncation = UnsafePointer(workspace.pointee.truncation(mode, source.role))
    let needed = mode.showsEnd ? .max : TextRun.budget(width: width, lines: maximumLines)
    return withTextPreparedFurther(source, budget: needed) {
      $0.wrap(
        width: width, maximumLines: maximumLines, truncation: truncation,
        into: &workspace.pointee.row.textLines)
    }
  }

  /// Cuts the last line of a measured text inside of a word, where words were all that was known when it was measured.
  func cutExactly(textAt index: Int) {
    let text = measured.texts[index]
    let first = Int32(truncatingIfNeeded: row.textLines.count)
    let wrapped = wrapClusters(
      of: cell.fields[Int(text.field)], width: text.width, maximumLines: Int(text.lineCount),
      mode: cell.truncation[text.slot])
    measured.texts[index].firstLine = first
    measured.texts[index].lineCount = wrapped.lineCount
    measured.texts[index].height = height(of: wrapped.lineCount, text.slot)
    measured.texts[index].hidden = wrapped.hidden
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
