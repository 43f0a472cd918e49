/// Measures, wraps and cuts the texts of the cell.
extension CellView {
  /// The lengths of the font of a field.
  @inline(__always)
  func fonts(of field: CellFields.Field) -> FontLengths {
    measures.fonts(of: field.role)
  }

  /// Calls `body` with a text that is prepared up to an advance of `budget`.
  ///
  /// - Parameters:
  ///   - cutsSegments: whether the last line can be cut inside of a segment.
  ///   - segments: memory for segments. It is used if the list did not prepare enough of the text.
  @inline(__always)
  private func withText<Result>(
    of field: CellFields.Field, budget: Int32, cutsSegments: Bool = true, further segments: inout [Segment],
    _ body: (LineBreaker) -> Result
  ) -> Result {
    switch field.analysis {
    case .prepared(let index):
      if let header = analysis.texts.baseAddress.map({ $0 + Int(index) }), header.pointee.covers(budget) {
        return body(text(field, header, in: analysis.segments, cutsSegments: cutsSegments))
      }
    case .ascii(let inkCount):
      let advance = fonts(of: field).asciiAdvance
      if advance > 0 {
        return body(LineBreaker(ascii: field.display, asciiAdvance: advance, inkCount: Int(inkCount)))
      }
    }
    return withTextPreparedFurther(
      field, budget: budget, cutsSegments: cutsSegments, into: &segments, body)
  }

  @inline(__always)
  private func text(
    _ field: CellFields.Field, _ header: UnsafePointer<PreparedText>,
    in arena: UnsafeBufferPointer<Segment>, cutsSegments: Bool
  ) -> LineBreaker {
    let fonts = fonts(of: field)
    return LineBreaker(
      field.display, prepared: header.pointee, segments: PreparedText.segments(of: header, in: arena),
      columns: (fonts.model, fonts.asciiAdvance), hyphenAdvance: fonts.hyphenAdvance,
      exactSpaceAdvance: fonts.exactSpaceAdvance, metrics: measures.metrics, role: field.role,
      cut: measures.cut, cutsSegments: cutsSegments)
  }

  /// Calls `body` with a text that is prepared again, up to `budget`, for this row only.
  @inline(never)
  private func withTextPreparedFurther<Result>(
    _ field: CellFields.Field, budget: Int32, cutsSegments: Bool, into segments: inout [Segment],
    _ body: (LineBreaker) -> Result
  ) -> Result {
    segments.removeAll(keepingCapacity: true)
    var header = measures.metrics.pointee.prepare(
      field.display, role: field.role, breaks: style.breaks, budget: budget, into: &segments)
    return segments.withUnsafeBufferPointer { arena in
      withUnsafePointer(to: &header) { body(text(field, $0, in: arena, cutsSegments: cutsSegments)) }
    }
  }

  /// The advance of a field if its lines end only at hard breaks. If a part is not prepared, the
  /// advance is larger than any view.
  @inline(__always)
  func advance(of field: Int32) -> Int32 {
    let source = UnsafePointer(cell.fields.storage + Int(field))
    let asciiAdvance = fonts(of: source.pointee).asciiAdvance
    guard case .ascii(let inkCount) = source.pointee.analysis, asciiAdvance > 0 else {
      return preparedAdvance(of: field)
    }
    let advance = Int(inkCount) &* Int(asciiAdvance)
    return Int32(truncatingIfNeeded: min(advance, Int(Lengths.longest)))
  }

  @inline(never)
  private func preparedAdvance(of field: Int32) -> Int32 {
    let source = cell.fields[Int(field)]
    if case .prepared(let index) = source.analysis {
      let line = analysis.texts[Int(index)].lineAdvance
      if line < .max { return min(line, Lengths.longest) }
    }
    // The advance of the part that is prepared.
    var further: [Segment] = []
    return min(
      withText(of: source, budget: 0, further: &further) { $0.naturalAdvance() }, Lengths.longest)
  }

  /// Appends a field as one line if all of it fits `width`. Most texts do, and then nothing is
  /// wrapped. Returns `false` if it does not fit.
  @inline(__always)
  func appendWhole(_ field: Int32, width: Int32, to texts: inout TextLines) -> Bool {
    let source = UnsafePointer(cell.fields.storage + Int(field))
    let end: Int32
    let advance: Int32
    var hasInvisibles = false
    switch source.pointee.analysis {
    case .prepared(let index):
      guard let text = analysis.texts.baseAddress.map({ $0 + Int(index) }) else { return false }
      advance = text.pointee.lineAdvance
      guard advance <= width, advance < .max else { return false }
      let segments = PreparedText.segments(of: text, in: analysis.segments)
      end = Int32(truncatingIfNeeded: text.pointee.inkEnd(of: source.pointee.display, segments).byte)
      guard end > 0 else { return false }
      hasInvisibles = text.pointee.hasInvisibles
    case .ascii(let inkCount):
      end = inkCount
      let product = Int(end) &* Int(fonts(of: source.pointee).asciiAdvance)
      guard product > 0, product <= Int(width) else { return false }
      advance = Int32(truncatingIfNeeded: product)
    }
    texts.lines.append(TextLine(of: end, advance: advance, hasInvisibles: hasInvisibles))
    return true
  }

  /// Wraps a field into at most `maximumLines` lines of the row (0: no limit), the last of which is
  /// cut.
  ///
  /// - Parameter isMeasured: whether the lines are not placed yet. If letters have different
  ///   advances, the last one is then cut between words. ``cutExactly(_:into:)`` cuts it between
  ///   clusters.
  @inline(never)
  func wrap(
    _ field: Int32, width: Int32, maximumLines: Int, mode: TruncationMode, isMeasured: Bool = false,
    into texts: inout TextLines
  ) -> WrappedText {
    let source = UnsafePointer(cell.fields.storage + Int(field))
    let maximumLines = maximumLines == 0 ? Self.lineBound : min(maximumLines, Self.lineBound)
    let truncation = measures.truncation(mode, source.pointee.role)
    return withText(
      of: source.pointee,
      budget: mode.showsEnd ? .max : LineBreaker.budget(width: width, lines: maximumLines),
      cutsSegments: !(isMeasured && measures.measuresLetters), further: &texts.segments
    ) {
      $0.wrap(width: width, maximumLines: maximumLines, truncation: truncation, into: &texts.lines)
    }
  }

  /// The maximum number of lines of a text whose lines are not limited. It bounds the memory of a
  /// layout.
  private static var lineBound: Int { 1 << 18 }

  /// Cuts the last line of a measured text again, between clusters instead of words.
  func cutExactly(_ text: inout MeasuredText, into texts: inout TextLines) {
    text.firstLine = Int32(truncatingIfNeeded: texts.count)
    let wrapped = wrap(
      text.field, width: text.width, maximumLines: Int(text.lineCount), mode: cell.truncation[text.slot],
      into: &texts)
    text.lineCount = wrapped.lineCount
    text.height = height(of: wrapped.lineCount, text.slot)
    text.hidden = wrapped.hidden
  }

  // MARK: Texts of one line

  /// A text on one line, which may be cut.
  struct CutText {
    /// The line; `nil` if `width` is too small for any part of the text.
    var piece: TextPiece?
    var advance: Int32
    var hidden: HiddenText?
  }

  /// Cuts a field to `width`, in the truncation mode of its slot.
  @inline(__always)
  func cut(_ field: Int32, width: Int32, slot: Slot, into texts: inout TextLines) -> CutText {
    if appendWhole(field, width: width, to: &texts) { return lastText(of: field, texts) }
    return cutLine(field, width: width, mode: cell.truncation[slot], into: &texts)
  }

  /// Cuts a field to `width`, without an ellipsis.
  func prefix(of field: Int32, width: Int32, into texts: inout TextLines) -> CutText {
    if appendWhole(field, width: width, to: &texts) { return lastText(of: field, texts) }
    var cut = cutLine(field, width: width, mode: .none, into: &texts)
    cut.hidden = nil
    return cut
  }

  @inline(__always)
  private func lastText(of field: Int32, _ texts: borrowing TextLines) -> CutText {
    CutText(piece: texts.lastPiece(of: field), advance: texts.lines.last.advance)
  }

  @inline(never)
  private func cutLine(
    _ field: Int32, width: Int32, mode: TruncationMode, into texts: inout TextLines
  ) -> CutText {
    let first = texts.count
    let wrapped = wrap(field, width: width, maximumLines: 1, mode: mode, into: &texts)
    let hidden = wrapped.isTruncated ? HiddenText(field: field, bytes: wrapped.hidden) : nil
    guard texts.count > first else { return CutText(piece: nil, advance: 0, hidden: hidden) }
    let line = Int32(truncatingIfNeeded: first)
    return CutText(
      piece: TextPiece(field: field, line: line), advance: texts[line].advance, hidden: hidden)
  }
}
