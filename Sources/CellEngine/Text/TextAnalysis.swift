/// Text analysis: one pass over a display text that finds clusters, break opportunities and advances.
///
/// Any bytes are accepted. Where they are not UTF-8, the marks still add up to the text, but mean nothing.
enum TextAnalysis {
  /// What marks stand for.
  enum Gathering {
    /// Runs of like clusters.
    case runs
    /// Printable ASCII becomes stretches, which are as long as they can be, and take next to no time.
    case stretches
    /// Ink without opportunities between becomes words, with the spaces behind them; printable ASCII becomes stretches.
    case words
  }

  /// How many clusters become one run at most, so that a text is not analysed much further than it has to be.
  private static let runLimit: UInt32 = 48

  /// Analyses `text`, whose columns advance by `columnAdvance`, until the ink's advance exceeds `budget`. Appends
  /// the marks to `marks`.
  static func run(
    _ text: UnsafeBufferPointer<UInt8>, model: WidthModel, columnAdvance: Int32, breaks: Environment.Breaks?,
    budget: Int32, gathering: Gathering, into marks: inout [Mark]
  ) -> PreparedText {
    var header = PreparedText()
    let first = marks.count
    header.firstMark = Int32(truncatingIfNeeded: first)
    guard !text.isEmpty else { return header }
    let byteCount = text.count
    let text = UnsafeBufferPointer(rebasing: text.prefix(PreparedText.maximumMarkCount))
    header.direction = DirectionSearch.direction(of: text)
    var isAnalysed = false
    withUnsafeTemporaryAllocation(of: Mark.self, capacity: MarkWriter.capacity) { room in
      guard let room = room.baseAddress else { return }
      var writer = MarkWriter(room: room)
      guard
        let (end, inkColumns) = analyse(
          text, model, breaks, gathering, budget: Int(budget / columnAdvance), &writer, &header, &marks)
      else { return }
      isAnalysed = true
      writer.finish(&marks)
      header.isComplete = end == byteCount
      header.inkAdvance = Int32(clamping: inkColumns)
    }
    guard isAnalysed else {
      marks.removeSubrange(first...)
      return run(
        text, model: model, columnAdvance: columnAdvance, breaks: breaks, budget: budget,
        gathering: .stretches,
        into: &marks)
    }
    if columnAdvance != 1 {
      header.inkAdvance = marks.scale(from: first, by: columnAdvance, in: text)
      if !header.isComplete, header.inkAdvance <= budget {
        // Of clusters that are wider than a mark can say.
        marks.removeSubrange(first...)
        return run(
          text, model: model, columnAdvance: columnAdvance, breaks: breaks, budget: .max,
          gathering: gathering,
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
    header.inkAdvance = Int32(truncatingIfNeeded: BreakAutomaton.columns(record))
    header.lineAdvance = header.hasHardBreak ? .max : header.inkAdvance
    marks.append(Mark(bits: UInt32(truncatingIfNeeded: record)))
    return header
  }

  /// Writes marks until the text ends or the columns of ink exceed `budget`; gives how many bytes they stand for, and
  /// those columns. `nil` where a word is longer than a mark can say.
  @inline(__always)
  private static func analyse(
    _ text: UnsafeBufferPointer<UInt8>, _ model: WidthModel, _ breaks: Environment.Breaks?,
    _ gathering: Gathering, budget: Int, _ writer: inout MarkWriter, _ header: inout PreparedText,
    _ marks: inout [Mark]
  ) -> (end: Int, inkColumns: Int)? {
    let widths = ColumnWidths(model)
    // What a stretch may begin with: behind it, the state does not depend on what is in front.
    let stretchBit =
      gathering == .runs ? 0 : breaks == nil ? BreakAutomaton.inkBit : BreakAutomaton.alphanumericBit
    let wordBit = gathering == .words ? BreakAutomaton.wordBit : 0
    var walk = ScalarWalk(text, model, breaks, &header)
    var inkColumns = 0
    while true {
      // A cluster begins with the scalar in hand. Its mark is that of a run where others like it may follow.
      var mark = UInt32(truncatingIfNeeded: walk.record)
      // What the mark of the next has to be for that; with what is between the clusters, once there are two.
      var like = mark & Mark.runBit != 0 ? mark : 0
      var gapBit: UInt32 = 0
      if walk.record & stretchBit != 0, walk.isBeforeASCII,
        let stretch = ASCIIStretch(&walk, columns: budget &- inkColumns &- 1, hasBreaks: breaks != nil)
      {
        mark = stretch.mark
        like = 0
        inkColumns &+= stretch.inkCount
      } else if walk.record & wordBit != 0 {
        let word = GatheredWord(&walk, wordBit, widths, &header)
        guard let mark = word.bits else { return nil }
        inkColumns &+= word.inkColumns
        writer.put(mark, &marks)
        if walk.isAtEnd || inkColumns > budget { return (walk.index, inkColumns) }
        continue
      } else {
        inkColumns &+= walk.columns
        walk.pass()
      }
      while true {
        if walk.isAtEnd {
          writer.put(mark, &marks)
          return (walk.index, inkColumns)
        }
        walk.take(&header)
        if !walk.beginsCluster {
          // The scalar joins its cluster, which is like no other any more.
          if like != 0, mark & 0xFF > 1 {
            writer.put((mark &- 1) | (mark & Mark.innerBreakBit) &>> 6, &marks)
            mark = like & ~Mark.innerBreakBit
          }
          let cluster = JoinedCluster(mark, walk, widths)
          inkColumns &+= cluster.addedInk
          walk.pass()
          like = 0
          mark = cluster.bits
          if cluster.byteCount > Mark.maximumByteCount {
            let long = LongCluster(cluster, &walk, widths)
            writer.finish(&marks)
            mark = long.appendBeginning(to: &marks)
            inkColumns &+= long.columns &- cluster.columns
          }
          continue
        }
        let gap = walk.breakFlag &<< 6
        guard UInt32(truncatingIfNeeded: walk.record) | gap & gapBit == like, mark & 0xFF < runLimit else {
          writer.put(mark | walk.breakFlag, &marks)
          break
        }
        mark = (mark | gap) &+ 1
        like |= gap
        gapBit = Mark.innerBreakBit
        walk.pass()
        let others = walk.passLike(limit: runLimit &- mark & 0xFF)
        mark &+= others
        inkColumns &+= walk.columns &* (Int(others) &+ 1)
      }
      if inkColumns > budget { return (walk.index, inkColumns) }
    }
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
