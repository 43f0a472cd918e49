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
  private static let runLimit: UInt32 = 48

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
      var writer = MarkWriter(room: room)
      let (end, inkColumns) = analyse(
        text, model, breaks, ascii, budget: Int(budget / columnAdvance), &writer, &header, &marks)
      writer.finish(&marks)
      header.isComplete = end == byteCount
      header.inkAdvance = Int32(clamping: inkColumns)
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

  /// Analyses a text that is one scalar, as most icons are, in columns; `nil` for all others.
  static func runScalar(
    _ text: UnsafeBufferPointer<UInt8>, model: WidthModel, into marks: inout [Mark]
  ) -> PreparedText? {
    let data = UnicodeData.shared
    guard !text.isEmpty, case let (key, byteCount) = data.key(in: text, at: 0), byteCount == text.count else {
      return nil
    }
    let record = data.records(.normal, ambiguous: model.ambiguous)[key]
    var header = PreparedText()
    header.firstMark = Int32(truncatingIfNeeded: marks.count)
    header.markCount = 1
    header.direction = DirectionSearch.direction(of: text)
    if record & BreakAutomaton.careBit != 0 { header.note(data.properties(key & 0xFF)) }
    header.inkAdvance = Int32(truncatingIfNeeded: columns(record))
    header.lineAdvance = header.hasHardBreak ? .max : header.inkAdvance
    marks.append(Mark(bits: UInt32(truncatingIfNeeded: record)))
    return header
  }

  /// Writes marks until the text ends or the columns of ink exceed `budget`; gives how many bytes they stand for, and
  /// those columns.
  @inline(__always)
  private static func analyse(
    _ text: UnsafeBufferPointer<UInt8>, _ model: WidthModel, _ breaks: Environment.Breaks?,
    _ ascii: ASCIIMarks, budget: Int, _ writer: inout MarkWriter, _ header: inout PreparedText,
    _ marks: inout [Mark]
  ) -> (end: Int, inkColumns: Int) {
    let data = UnicodeData.shared
    let widths = ColumnWidths(model)
    let records = data.records(breaks ?? .normal, ambiguous: model.ambiguous)
    let breakBit: BreakAutomaton.Step = breaks == nil ? 0 : BreakAutomaton.breakBit
    // What a stretch may begin with: behind it, the state does not depend on what is in front.
    let stretchBit =
      ascii == .runs ? 0 : breaks == nil ? BreakAutomaton.inkBit : BreakAutomaton.alphanumericBit
    let count = text.count
    var inkColumns = 0
    var index = 0
    var (key, byteCount) = data.key(in: text, at: 0)
    var record = records[key]
    var step = data.step(0, record)
    if record & BreakAutomaton.careBit != 0 { header.note(data.properties(key & 0xFF)) }
    while true {
      // A cluster begins here. Its mark is that of a run where others like it may follow.
      var mark = UInt32(truncatingIfNeeded: record)
      // What the mark of the next has to be for that; with what is between the clusters, once there are two.
      var like = mark & Mark.runBit != 0 ? mark : 0
      var gapBit: UInt32 = 0
      inkColumns &+= columns(record)
      index &+= byteCount
      if record & stretchBit != 0, index < count, text[index] &- 0x20 < 0x5F {
        let start = index &- 1
        let stretch = ASCIIStretch(
          in: text, from: start, columns: budget &- inkColumns, hasBreaks: breaks != nil)
        if stretch.end > index {
          mark = stretch.mark(from: start, hasBreaks: breaks != nil)
          like = 0
          inkColumns &+= stretch.inkCount &- 1
          index = stretch.end
          step = data.step(0, records[data.key(in: text, at: index &- 1).key])
        }
      }
      while true {
        if index == count {
          writer.put(mark, &marks)
          return (count, inkColumns)
        }
        (key, byteCount) = data.key(in: text, at: index)
        record = records[key]
        step = data.step(step, record)
        if BreakAutomaton.needsCare(record, step) {
          if record & BreakAutomaton.careBit != 0 { header.note(data.properties(key & 0xFF)) }
          if step & BreakAutomaton.unlessNumberBit != 0,
            !LineBreaker.numberBegins(at: index &+ byteCount, in: text, breaks: breaks ?? .normal, data)
          {
            step |= BreakAutomaton.breakBit
          }
        }
        if step & BreakAutomaton.clusterEndBit == 0 {
          // The scalar joins its cluster, which is like no other any more.
          if like != 0, mark & 0xFF > 1 {
            writer.put((mark &- 1) | (mark & Mark.innerBreakBit) &>> 6, &marks)
            mark = like & ~Mark.innerBreakBit
          }
          let cluster = JoinedCluster(mark, text, index, data.properties(key & 0xFF), widths, data)
          inkColumns &+= cluster.addedInk
          index &+= byteCount
          like = 0
          let length = cluster.byteCount &+ byteCount
          mark = cluster.mark | UInt32(truncatingIfNeeded: length)
          if length > Mark.maximumByteCount {
            let long = LongCluster(cluster, length, text, index, step, records, widths, data)
            writer.finish(&marks)
            mark = long.appendBeginning(to: &marks)
            inkColumns &+= long.columns &- cluster.columns
            index = long.end
            step = long.step
          }
          continue
        }
        let gap = UInt32(step & breakBit) &<< 13
        guard UInt32(truncatingIfNeeded: record) | gap & gapBit == like, mark & 0xFF < runLimit else {
          writer.put(mark | gap &>> 6, &marks)
          break
        }
        mark = (mark | gap) &+ 1
        like |= gap
        gapBit = Mark.innerBreakBit
        inkColumns &+= columns(record)
        index &+= byteCount
        let stillGap = UInt32(truncatingIfNeeded: (record & BreakAutomaton.stillBreakBit) &>> 27)
        guard record & BreakAutomaton.standsStillBit != 0, breakBit == 0 || stillGap == gap else { continue }
        // Scalars of one class, over which the automaton stands still.
        let first = mark
        if key < 0x100, isLetter(text[index &- 1]) {
          while mark & 0xFF < runLimit, index < count, isLetter(text[index]) {
            mark &+= 1
            index &+= 1
          }
        }
        while mark & 0xFF < runLimit, index < count, data.key(in: text, at: index).key == key {
          mark &+= 1
          index &+= byteCount
        }
        inkColumns &+= columns(record) &* Int(mark &- first)
      }
      if inkColumns > budget { return (index, inkColumns) }
    }
  }

  /// The columns of a scalar, if it is ink.
  @inline(__always)
  private static func columns(_ record: BreakAutomaton.Record) -> Int {
    Int(truncatingIfNeeded: record &>> BreakAutomaton.columnShift) & 3
  }

  @inline(__always)
  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

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
