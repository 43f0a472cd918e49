/// Texts of the cell: measured, wrapped and cut.
extension CellView {
  /// The lengths of the font of a field.
  @inline(__always)
  func fonts(of field: CellFields.Field) -> FontLengths {
    style.fonts(of: field.role)
  }

  /// Calls `body` with the text of a field, prepared as far as `budget`.
  ///
  /// - Parameters:
  ///   - cutsSegments: whether its last line may be cut inside of a segment.
  ///   - segments: room to prepare it further than its list did.
  @inline(__always)
  private func withText<Result>(
    of field: CellFields.Field, budget: Int32, cutsSegments: Bool = true, further segments: inout [Segment],
    _ body: (LineBreaker) -> Result
  ) -> Result {
    if field.isPrepared {
      if let header = analysis.texts.baseAddress.map({ $0 + Int(field.prepared) }),
        header.pointee.covers(budget)
      {
        return body(text(field, header, in: analysis.segments, cutsSegments: cutsSegments))
      }
    } else if case let advance = fonts(of: field).asciiAdvance, advance > 0 {
      return body(
        LineBreaker(ascii: field.display, asciiAdvance: advance, inkCount: Int(field.inkCount)))
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
      exactSpaceAdvance: fonts.exactSpaceAdvance, metrics: style.metrics, role: field.role,
      cutsSegments: cutsSegments)
  }

  /// Calls `body` with a text that is prepared as far as `budget` for this row alone.
  @inline(never)
  private func withTextPreparedFurther<Result>(
    _ field: CellFields.Field, budget: Int32, cutsSegments: Bool, into segments: inout [Segment],
    _ body: (LineBreaker) -> Result
  ) -> Result {
    segments.removeAll(keepingCapacity: true)
    var header = style.metrics.pointee.prepare(
      field.display, role: field.role, breaks: environment.breaks, budget: budget, into: &segments)
    return segments.withUnsafeBufferPointer { arena in
      withUnsafePointer(to: &header) { body(text(field, $0, in: arena, cutsSegments: cutsSegments)) }
    }
  }

  /// The advance of a field that only hard breaks end the lines of; what is not prepared is more
  /// than any view shows.
  @inline(__always)
  func advance(of field: Int32) -> Int32 {
    let source = UnsafePointer(cell.fields.storage + Int(field))
    let asciiAdvance = fonts(of: source.pointee).asciiAdvance
    guard source.pointee.prepared < 0, asciiAdvance > 0 else { return preparedAdvance(of: field) }
    let advance = Int(source.pointee.inkCount) &* Int(asciiAdvance)
    return Int32(truncatingIfNeeded: min(advance, Int(LayoutLengths.longest)))
  }

  @inline(never)
  private func preparedAdvance(of field: Int32) -> Int32 {
    let source = cell.fields[Int(field)]
    if source.isPrepared {
      let line = analysis.texts[Int(source.prepared)].lineAdvance
      if line < .max { return min(line, LayoutLengths.longest) }
    }
    // As far as it is prepared.
    var further: [Segment] = []
    return min(
      withText(of: source, budget: 0, further: &further) { $0.naturalAdvance() }, LayoutLengths.longest)
  }

  /// Wraps a field that is more than a line into one line of the row, cut exactly.
  func wrapLine(
    _ field: Int32, width: Int32, mode: TruncationMode, into texts: inout TextLines
  ) -> WrappedText {
    wrap(
      cell.fields[Int(field)], width: width, maximumLines: 1, mode: mode, cutsSegments: true,
      into: &texts)
  }

  /// Appends a field as one line of the row, if all of it fits one, which most texts do: nothing
  /// but counting.
  @inline(__always)
  func appendWhole(_ field: Int32, width: Int32, to texts: inout TextLines) -> Bool {
    let source = UnsafePointer(cell.fields.storage + Int(field))
    let end: Int32
    let advance: Int32
    var hasInvisibles = false
    if source.pointee.isPrepared {
      guard let text = analysis.texts.baseAddress.map({ $0 + Int(source.pointee.prepared) }) else {
        return false
      }
      advance = text.pointee.lineAdvance
      guard advance <= width, advance < .max else { return false }
      let segments = PreparedText.segments(of: text, in: analysis.segments)
      end = Int32(truncatingIfNeeded: text.pointee.inkEnd(of: source.pointee.display, segments).byte)
      guard end > 0 else { return false }
      hasInvisibles = text.pointee.hasInvisibles
    } else {
      end = source.pointee.inkCount
      let product = Int(end) &* Int(fonts(of: source.pointee).asciiAdvance)
      guard product > 0, product <= Int(width) else { return false }
      advance = Int32(truncatingIfNeeded: product)
    }
    texts.lines.append(TextLine(of: end, advance: advance, hasInvisibles: hasInvisibles))
    return true
  }

  /// Wraps a field that is more than a line (``appendWhole(_:width:to:)``) into lines of the row.
  /// If letters are measured, the last line is cut between words, and cut exactly when it is placed
  /// (``cutExactly(_:into:)``).
  @inline(__always)
  func wrapCut(
    _ field: Int32, width: Int32, maximumLines: Int, mode: TruncationMode, into texts: inout TextLines
  ) -> WrappedText {
    // No text is uniform then.
    if style.measuresLetters {
      return wrapSegments(
        of: cell.fields[Int(field)], width: width, maximumLines: maximumLines, mode: mode,
        cutsSegments: false, into: &texts)
    }
    return wrap(
      cell.fields[Int(field)], width: width, maximumLines: maximumLines, mode: mode,
      cutsSegments: true, into: &texts)
  }

  @inline(never)
  private func wrap(
    _ source: CellFields.Field, width: Int32, maximumLines: Int, mode: TruncationMode,
    cutsSegments: Bool, into texts: inout TextLines
  ) -> WrappedText {
    // Most texts are uniform, and are cut at their tail.
    let ellipsis = (advance: fonts(of: source).ellipsisAdvance, byteCount: Int(rules.ellipsisByteCount))
    if mode == .tail, rules.cutsAtClusters, width >= ellipsis.advance, let text = uniformText(of: source) {
      return text.wrap(width: width, maximumLines: maximumLines, ellipsis: ellipsis, into: &texts.lines)
    }
    return wrapSegments(
      of: source, width: width, maximumLines: maximumLines, mode: mode, cutsSegments: cutsSegments,
      into: &texts)
  }

  @inline(never)
  private func wrapSegments(
    of source: CellFields.Field, width: Int32, maximumLines: Int, mode: TruncationMode,
    cutsSegments: Bool, into texts: inout TextLines
  ) -> WrappedText {
    let truncation = style.truncation(mode, source.role)
    let needed = mode.showsEnd ? .max : LineBreaker.budget(width: width, lines: maximumLines)
    return withText(
      of: source, budget: needed, cutsSegments: cutsSegments, further: &texts.segments
    ) {
      $0.wrap(
        width: width, maximumLines: maximumLines, truncation: truncation, into: &texts.lines)
    }
  }

  /// The text of a field if it needs no segments.
  @inline(__always)
  private func uniformText(of field: CellFields.Field) -> UniformText? {
    let advance = fonts(of: field).asciiAdvance
    if field.isPrepared {
      guard let header = analysis.texts.baseAddress.map({ $0 + Int(field.prepared) }),
        header.pointee.isUniform
      else { return nil }
      let bytes = field.display
      return UniformText(bytes: bytes, scalarAdvance: advance, isASCII: false, end: bytes.inkCount)
    }
    guard advance > 0 else { return nil }
    return UniformText(
      bytes: field.display, scalarAdvance: advance, isASCII: true, end: Int(field.inkCount))
  }

  /// Cuts the last line of a measured text between clusters, which was cut between words when it
  /// was measured.
  func cutExactly(_ text: inout MeasuredText, into texts: inout TextLines) {
    text.firstLine = Int32(truncatingIfNeeded: texts.count)
    let wrapped = wrap(
      cell.fields[Int(text.field)], width: text.width, maximumLines: Int(text.lineCount),
      mode: cell.truncation[text.slot], cutsSegments: true, into: &texts)
    text.lineCount = wrapped.lineCount
    text.height = height(of: wrapped.lineCount, text.slot)
    text.hidden = wrapped.hidden
  }

  // MARK: Texts of one line

  /// A text on one line, cut if it must be.
  struct CutText {
    /// `nil` if the width has no room for any of it.
    var piece: TextPiece?
    var advance: Int32
    var hidden: HiddenText?
  }

  /// Cuts a field to `width` as its slot is cut.
  @inline(__always)
  func cut(_ field: Int32, width: Int32, slot: Slot, into texts: inout TextLines) -> CutText {
    if appendWhole(field, width: width, to: &texts) { return lastText(of: field, texts) }
    return cutLine(field, width: width, mode: cell.truncation[slot], into: &texts)
  }

  /// Cuts a field to `width` without an ellipsis.
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
    let wrapped = wrapLine(field, width: width, mode: mode, into: &texts)
    let hidden = wrapped.isTruncated ? HiddenText(field: field, bytes: wrapped.hidden) : nil
    guard texts.count > first else { return CutText(piece: nil, advance: 0, hidden: hidden) }
    let line = Int32(truncatingIfNeeded: first)
    return CutText(
      piece: TextPiece(field: field, line: line), advance: texts[line].advance, hidden: hidden)
  }
}
