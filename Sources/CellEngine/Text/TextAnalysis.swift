/// Text analysis: one pass over a display text that finds clusters, break opportunities and advances.
///
/// Any bytes are accepted. Where they are not UTF-8, the marks still add up to the text, but mean nothing.
enum TextAnalysis {
  /// Analyses `text`, whose columns advance by `columnAdvance`, until the ink's advance exceeds `budget`. Appends
  /// the marks to `marks`.
  static func run(
    _ text: UnsafeBufferPointer<UInt8>, model: WidthModel, columnAdvance: Int32, breaks: Environment.Breaks?,
    budget: Int32, into marks: inout [Mark]
  ) -> PreparedText {
    var header = PreparedText()
    header.firstMark = Int32(truncatingIfNeeded: marks.count)
    guard !text.isEmpty else { return header }
    header.direction = DirectionSearch.direction(of: text)
    withUnsafeTemporaryAllocation(of: Mark.self, capacity: MarkSink.capacity) { staging in
      guard let base = staging.baseAddress else { return }
      let sink = MarkSink(staging: base, columnAdvance: columnAdvance)
      let widths = ColumnWidths(model)
      // Two loops from one text: without opportunities there is nothing to do inside of words of ASCII.
      if let breaks {
        analyse(text, widths, breaks, findsBreaks: true, budget: Int(budget), sink, &header, &marks)
      } else {
        analyse(text, widths, .normal, findsBreaks: false, budget: Int(budget), sink, &header, &marks)
      }
    }
    let own = Int(header.firstMark)..<marks.count
    header.markCount = Int32(truncatingIfNeeded: own.count)
    header.lineAdvance =
      header.isComplete && !header.hasHardBreak
      ? marks.withUnsafeBufferPointer { lineAdvance(of: UnsafeBufferPointer(rebasing: $0[own])) } : .max
    return header
  }

  @inline(__always)
  private static func analyse(
    _ text: UnsafeBufferPointer<UInt8>, _ widths: ColumnWidths, _ breaks: Environment.Breaks,
    findsBreaks: Bool, budget: Int, _ emptySink: MarkSink, _ header: inout PreparedText, _ marks: inout [Mark]
  ) {
    let data = UnicodeData.shared
    let count = text.count
    var sink = emptySink
    var lineBreaker = LineBreaker()
    var clusterState = 0
    // The cluster that has begun.
    var start = 0
    var columns = 0
    var flags: UInt32 = 0
    var seen: UInt32 = 0
    var index = 0
    var next = data.lookUp(in: text, at: 0)
    analysis: while true {
      let current = next
      let properties = data.properties(current.number)
      seen |= properties.bits
      let action = findsBreaks ? lineBreaker.step(properties.line(breaks), data) : 0
      let entry = data.clusterState(clusterState, properties.cluster)
      clusterState = Int(entry & 0x7F)
      if entry & 0x80 == 0 {
        columns = widths.columns(columns, of: text, until: index, joinedBy: properties, data)
        flags &= Mark.hardBreakBit
        index &+= current.byteCount
        if index == count { break }
        next = data.lookUp(in: text, at: index)
        continue
      }
      if index > 0 {
        flags |= breakFlag(action, text, index &+ current.byteCount, breaks, data)
        sink.appendLong(
          byteCount: index &- start, advance: sink.advance(of: columns), flags: flags, to: &marks)
        if sink.inkAdvance > budget { break }
      }
      start = index
      columns = widths.columns(of: properties)
      flags = properties.markFlags
      index &+= current.byteCount
      if index == count { break }
      next = data.lookUp(in: text, at: index)
      if current.byteCount == 1, next.byteCount == 1, text[start] &- 0x20 < 0x5F {
        // Printable ASCII behind printable ASCII is a cluster by itself; only the line breaker has work, and none
        // between letters.
        var last = text[start]
        while index < count {
          let byte = text[index]
          if byte &- 0x20 >= 0x5F { break }
          if isInsideWord(last, findsBreaks), isInsideWord(byte, findsBreaks) {
            let end = wordEnd(in: text, from: index &+ 1, findsBreaks)
            sink.appendWord(
              end &- 1 &- start, unit: 1, advance: sink.columnAdvance, breakAfter: 0, to: &marks)
            start = end &- 1
            index = end
            last = text[start]
          } else {
            let action = findsBreaks ? lineBreaker.step(data.asciiProperties(byte).line(breaks), data) : 0
            flags |= breakFlag(action, text, index &+ 1, breaks, data)
            sink.append(byteCount: 1, advance: sink.columnAdvance, flags: flags, to: &marks)
            start = index
            flags = byte == 0x20 ? Mark.spaceBit : 0
            last = byte
            index &+= 1
          }
          if sink.inkAdvance > budget {
            index = start
            break analysis
          }
        }
        columns = 1
        if index == count { break }
        next = data.lookUp(in: text, at: index)
      } else if next.number == current.number {
        let run = data.run(current.number, breaks)
        if run == ScalarRun.none.rawValue { continue }
        // Both automata stand still.
        let unit = next.byteCount
        let advance = sink.advance(of: columns)
        if index &- start == unit, flags == 0, advance > 0, advance <= Int(Mark.maximumRunAdvance) {
          var clusters = 0
          repeat {
            clusters &+= 1
            start = index
            index &+= unit
            if index == count { break }
            next = data.lookUp(in: text, at: index)
          } while next.number == current.number && next.byteCount == unit && clusters < Mark.maximumByteCount
          if findsBreaks, run == ScalarRun.breakable.rawValue {
            sink.appendIdeographs(clusters, unit: unit, advance: advance, to: &marks)
          } else {
            sink.appendWord(clusters, unit: unit, advance: advance, breakAfter: 0, to: &marks)
          }
          if sink.inkAdvance > budget {
            index = start
            break
          }
          if index == count { break }
        }
      }
    }
    if index == count {
      sink.appendLong(
        byteCount: index &- start, advance: sink.advance(of: columns), flags: flags, to: &marks)
    } else {
      header.isComplete = false
    }
    sink.finish(&marks)
    header.inkAdvance = Int32(clamping: sink.inkAdvance)
    header.hasHardBreak = seen & ScalarProperties.hardBreakBit != 0
    header.hasInvisibles = seen & ScalarProperties.invisibleBits != 0
  }

  /// The advance of all marks but those of white space at the end.
  @inline(__always)
  private static func lineAdvance(of marks: UnsafeBufferPointer<Mark>) -> Int32 {
    var end = marks.count
    while end > 0, !marks[end &- 1].isInk { end &-= 1 }
    var advance = 0
    for index in 0..<end { advance &+= Int(marks[index].advance) }
    return Int32(clamping: advance)
  }

  /// Whether nothing has to be looked at between two such bytes: letters, or, where no opportunities are looked for, all
  /// ink of printable ASCII.
  @inline(__always)
  private static func isInsideWord(_ byte: UInt8, _ findsBreaks: Bool) -> Bool {
    findsBreaks ? (byte | 0x20) &- 0x61 < 26 : byte &- 0x21 < 0x5E
  }

  /// Where the word that begins in front of `index` ends; no further than one mark reaches.
  @inline(__always)
  private static func wordEnd(
    in text: UnsafeBufferPointer<UInt8>, from index: Int, _ findsBreaks: Bool
  ) -> Int {
    let limit = min(text.count, index &+ Mark.maximumByteCount &- 2)
    var end = index
    while end < limit, isInsideWord(text[end], findsBreaks) { end &+= 1 }
    return end
  }

  /// The flag of a mark behind which `action` stands, in front of a scalar that ends at `scalarEnd`.
  @inline(__always)
  private static func breakFlag(
    _ action: UInt16, _ text: UnsafeBufferPointer<UInt8>, _ scalarEnd: Int, _ breaks: Environment.Breaks,
    _ data: UnicodeData
  ) -> UInt32 {
    if action == LineBreaker.Action.allowedUnlessNumber.rawValue {
      return LineBreaker.numberBegins(at: scalarEnd, in: text, breaks: breaks, data) ? 0 : Mark.breakBit
    }
    return UInt32(action & LineBreaker.Action.allowed.rawValue) &* Mark.breakBit
  }
}
