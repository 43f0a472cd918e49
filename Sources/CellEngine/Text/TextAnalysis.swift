/// Text analysis: one pass over a display text that finds clusters, break opportunities and advances.
///
/// Any bytes are accepted. Where they are not UTF-8, the marks still add up to the text, but mean nothing.
enum TextAnalysis {
  /// What becomes of printable ASCII.
  enum ASCIIMarks {
    /// Marks of like clusters, as of all other text.
    case runs
    /// Stretches, which are as long as they can be, and take next to no time.
    case stretches
  }

  /// How many clusters become one run at most, so that a text is not analysed much further than it has to be.
  private static let runLimit = 48

  /// Analyses `text`, whose columns advance by `columnAdvance`, until the ink's advance exceeds `budget`. Appends
  /// the marks to `marks`.
  static func run(
    _ text: UnsafeBufferPointer<UInt8>, model: WidthModel, columnAdvance: Int32, breaks: Environment.Breaks?,
    budget: Int32, ascii: ASCIIMarks, into marks: inout [Mark]
  ) -> PreparedText {
    var header = PreparedText()
    let first = marks.count
    header.firstMark = Int32(truncatingIfNeeded: first)
    guard !text.isEmpty else { return header }
    let byteCount = text.count
    let text = UnsafeBufferPointer(rebasing: text.prefix(PreparedText.maximumMarkCount))
    header.direction = DirectionSearch.direction(of: text)
    withUnsafeTemporaryAllocation(of: Mark.self, capacity: MarkWriter.capacity) { room in
      guard let room = room.baseAddress else { return }
      var writer = MarkWriter(room: room, budget: Int(budget / columnAdvance))
      let end = analyse(text, model, breaks, ascii, &writer, &header, &marks)
      writer.finish(&marks)
      header.isComplete = end == byteCount
      header.inkAdvance = Int32(clamping: writer.inkColumns)
    }
    if columnAdvance != 1 {
      header.inkAdvance = marks.scale(from: first, by: columnAdvance, in: text)
      if !header.isComplete, header.inkAdvance <= budget {
        // Of clusters that are wider than a mark can say.
        marks.removeSubrange(first...)
        return run(
          text, model: model, columnAdvance: columnAdvance, breaks: breaks, budget: .max, ascii: ascii,
          into: &marks)
      }
    }
    header.markCount = Int32(truncatingIfNeeded: marks.count - first)
    header.lineAdvance =
      header.isComplete && !header.hasHardBreak
      ? marks.withUnsafeBufferPointer { lineAdvance(of: UnsafeBufferPointer(rebasing: $0[first...])) } : .max
    return header
  }

  /// Writes marks until the text ends or the writer has enough, and gives how many bytes they stand for.
  @inline(__always)
  private static func analyse(
    _ text: UnsafeBufferPointer<UInt8>, _ model: WidthModel, _ breaks: Environment.Breaks?,
    _ ascii: ASCIIMarks, _ writer: inout MarkWriter, _ header: inout PreparedText, _ marks: inout [Mark]
  ) -> Int {
    let data = UnicodeData.shared
    let widths = ColumnWidths(model)
    let entries = data.entries(breaks ?? .normal, ambiguous: model.ambiguous)
    let singles = data.marks(ambiguous: model.ambiguous)
    let breakBit: BreakAutomaton.Step = breaks == nil ? 0 : BreakAutomaton.breakBit
    // What a stretch may begin with: behind it, the state does not depend on what is in front.
    let stretchBit =
      ascii == .runs ? 0 : breaks == nil ? BreakAutomaton.inkBit : BreakAutomaton.alphanumericBit
    let count = text.count
    var index = 0
    var scalar = data.lookUp(in: text, at: 0)
    var entry = entries[scalar.number]
    var step = data.step(0, entry)
    if entry & BreakAutomaton.careBit != 0 { header.note(data.properties(scalar.number)) }
    while true {
      // A cluster begins here. Its mark; the byte count is 0 where it has to be filled in.
      var start = index
      var mark = singles[(scalar.byteCount &- 1) &<< 8 | scalar.number]
      var columns = Int(entry &>> BreakAutomaton.columnShift & 3)
      // How many clusters like it are in front of it, and the mark of one such, with what is between two of them.
      var likeCount: UInt32 = 0
      var like: UInt32 = 0
      index &+= scalar.byteCount
      if scalar.byteCount == 1, index < count, entry & stretchBit != 0, text[index] &- 0x20 < 0x5F {
        let stretch = ASCIIStretch(
          in: text, from: start, columns: writer.columnsLeft, hasBreaks: breaks != nil)
        if stretch.end > index {
          mark = stretch.mark(from: start, hasBreaks: breaks != nil)
          columns = stretch.inkCount
          index = stretch.end
          entry = entries[data.lookUp(in: text, at: index &- 1).number]
          step = data.step(0, entry)
        }
      }
      while true {
        if index == count {
          writer.append(mark, like, likeCount, index &- start, columns, 0, &marks)
          return count
        }
        scalar = data.lookUp(in: text, at: index)
        entry = entries[scalar.number]
        step = data.step(step, entry)
        if (entry | step) & BreakAutomaton.careBit != 0 {
          if entry & BreakAutomaton.careBit != 0 { header.note(data.properties(scalar.number)) }
          if step & BreakAutomaton.careBit != 0, let breaks,
            !LineBreaker.numberBegins(at: index &+ scalar.byteCount, in: text, breaks: breaks, data)
          {
            step |= BreakAutomaton.breakBit
          }
        }
        if step & BreakAutomaton.clusterEndBit == 0 {
          // The scalar joins its cluster, which is like no other any more.
          if likeCount > 0 {
            writer.append(
              like, like, likeCount &- 1, 0, columns, (like & Mark.innerBreakBit) &>> 6, &marks)
            likeCount = 0
            like = 0
          }
          (mark, columns) = joined(mark, text, index, data.properties(scalar.number), widths, data)
          index &+= scalar.byteCount
          continue
        }
        let gap = UInt32(step & breakBit) &<< 13
        let next = singles[(scalar.byteCount &- 1) &<< 8 | scalar.number] | gap
        if next != like || likeCount == runLimit &- 1 {
          guard likeCount == 0, next == mark | gap, mark & Mark.runBit != 0 else {
            writer.append(mark, like, likeCount, index &- start, columns, gap &>> 6, &marks)
            break
          }
          like = next
        }
        likeCount &+= 1
        start = index
        index &+= scalar.byteCount
        let stillGap = UInt32(entry & BreakAutomaton.stillBreakBit) &<< 5
        guard entry & BreakAutomaton.standsStillBit != 0, breakBit == 0 || stillGap == gap else { continue }
        // Scalars of one class, over which the automaton stands still.
        let number = scalar.number
        if scalar.byteCount == 1, isLetter(text[index &- 1]) {
          while likeCount < runLimit &- 1, index < count, isLetter(text[index]) {
            likeCount &+= 1
            index &+= 1
          }
        }
        while likeCount < runLimit &- 1, index < count {
          let another = data.lookUp(in: text, at: index)
          guard another.number == number, another.byteCount == scalar.byteCount else { break }
          likeCount &+= 1
          index &+= another.byteCount
        }
        start = index &- scalar.byteCount
      }
      if writer.isFull { return index }
    }
  }

  @inline(__always)
  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  /// The mark of a cluster that a scalar at `index` has joined, without its byte count, and its columns if it is ink.
  @inline(__always)
  private static func joined(
    _ mark: UInt32, _ text: UnsafeBufferPointer<UInt8>, _ index: Int, _ scalar: ScalarProperties,
    _ widths: ColumnWidths, _ data: UnicodeData
  ) -> (UInt32, Int) {
    let held = mark &>> (mark & Mark.runBit != 0 ? Mark.runAdvanceShift : Mark.advanceShift)
    let columns = min(
      widths.columns(Int(held), of: text, until: index, joinedBy: scalar, data), Int(Mark.maximumAdvance))
    let flags = mark & Mark.hardBreakBit
    return (UInt32(truncatingIfNeeded: columns) &<< Mark.advanceShift | flags, flags == 0 ? columns : 0)
  }

  /// The advance of all marks but those of white space at the end.
  @inline(__always)
  static func lineAdvance(of marks: UnsafeBufferPointer<Mark>) -> Int32 {
    var end = marks.count
    while end > 0, !marks[end &- 1].isInk { end &-= 1 }
    var advance = 0
    for index in 0..<end { advance &+= Int(marks[index].advance) }
    return Int32(clamping: advance)
  }
}

extension PreparedText {
  /// Notes what a scalar is that a layout or a writer has to look after.
  fileprivate mutating func note(_ scalar: ScalarProperties) {
    if scalar.bits & ScalarProperties.hardBreakBit != 0 { hasHardBreak = true }
    if scalar.bits & ScalarProperties.invisibleBits != 0 { hasInvisibles = true }
  }
}
