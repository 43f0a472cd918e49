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
    let byteCount = text.count
    let text = UnsafeBufferPointer(rebasing: text.prefix(PreparedText.maximumMarkCount))
    header.direction = DirectionSearch.direction(of: text)
    withUnsafeTemporaryAllocation(of: Mark.self, capacity: MarkSink.capacity) { staging in
      guard let base = staging.baseAddress else { return }
      var sink = MarkSink(staging: base, columnAdvance: columnAdvance, budget: Int(budget))
      let widths = ColumnWidths(model)
      // Two loops from one text: without opportunities there is nothing to do inside of words of ASCII.
      let end =
        if let breaks {
          analyse(text, widths, breaks, findsBreaks: true, &sink, &header, &marks)
        } else {
          analyse(text, widths, .normal, findsBreaks: false, &sink, &header, &marks)
        }
      sink.finish(&marks)
      header.isComplete = end == byteCount
      header.inkAdvance = Int32(clamping: sink.inkAdvance)
    }
    let own = Int(header.firstMark)..<marks.count
    header.markCount = Int32(truncatingIfNeeded: own.count)
    header.lineAdvance =
      header.isComplete && !header.hasHardBreak
      ? marks.withUnsafeBufferPointer { lineAdvance(of: UnsafeBufferPointer(rebasing: $0[own])) } : .max
    return header
  }

  /// Finds marks until the text ends or the sink has enough, and gives how many bytes they stand for.
  @inline(__always)
  private static func analyse(
    _ text: UnsafeBufferPointer<UInt8>, _ widths: ColumnWidths, _ breaks: Environment.Breaks,
    findsBreaks: Bool, _ sink: inout MarkSink, _ header: inout PreparedText, _ marks: inout [Mark]
  ) -> Int {
    let data = UnicodeData.shared
    let count = text.count
    var lineState = 0
    var clusterState = 0
    // The cluster that has begun.
    var start = 0
    var columns = 0
    var flags: UInt32 = 0
    var index = 0
    var scalar = data.lookUp(in: text, at: 0)
    while true {
      let properties = data.properties(scalar.number)
      var step: UInt16 = 0
      if findsBreaks {
        step = data.lineState(lineState, properties.line(breaks))
        lineState = Int(step & LineBreaker.stateBits)
      }
      let entry = data.clusterState(clusterState, properties.cluster)
      clusterState = Int(entry & 0x7F)
      if entry & 0x80 != 0 {
        if index > start {
          if step > LineBreaker.stateBits {
            flags |= breakFlag(step, text, index &+ scalar.byteCount, breaks, data)
          }
          sink.append(byteCount: index &- start, columns: columns, flags: flags, to: &marks)
          if sink.isFull { return index }
        }
        start = index
        columns = widths.columns(of: properties)
        flags = properties.markFlags
      } else {
        columns = widths.columns(columns, of: text, until: index, joinedBy: properties, data)
        flags &= Mark.hardBreakBit
      }
      if properties.bits >= ScalarProperties.hardBreakBit { header.note(properties) }
      index &+= scalar.byteCount
      if scalar.byteCount == 1, isInsideWord(text[index &- 1], findsBreaks), index &- start == 1 {
        // Behind a letter of ASCII, a letter is a cluster by itself, and both automata stand still.
        let end = wordEnd(in: text, from: index, findsBreaks)
        if end > index {
          sink.appendWord(end &- index, to: &marks)
          index = end
          start = end &- 1
          if sink.isFull { return start }
        }
      }
      if index == count { break }
      let last = scalar.number
      scalar = data.lookUp(in: text, at: index)
      guard scalar.number == last, flags == 0, index &- start == scalar.byteCount, sink.canGather(columns),
        case let run = data.run(last, breaks), run != ScalarRun.none.rawValue
      else { continue }
      // A run of scalars of one class, in which both automata stand still.
      let unit = scalar.byteCount
      repeat {
        var clusters = 0
        repeat {
          clusters &+= 1
          start = index
          index &+= unit
          if index == count { break }
          scalar = data.lookUp(in: text, at: index)
        } while scalar.number == last && scalar.byteCount == unit && clusters < MarkSink.runLimit
        sink.appendRun(
          clusters, unit: unit, columns: columns,
          isBreakable: findsBreaks && run == ScalarRun.breakable.rawValue, to: &marks)
        if sink.isFull { return start }
      } while index < count && scalar.number == last && scalar.byteCount == unit
      if index == count { break }
    }
    sink.append(byteCount: index &- start, columns: columns, flags: flags, to: &marks)
    return count
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
    let limit = min(text.count, index &+ MarkSink.runLimit)
    var end = index
    while end < limit, isInsideWord(text[end], findsBreaks) { end &+= 1 }
    return end
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

  /// The flag of a mark behind which the line breaker took `step`, in front of a scalar that ends at `scalarEnd`.
  @inline(__always)
  private static func breakFlag(
    _ step: UInt16, _ text: UnsafeBufferPointer<UInt8>, _ scalarEnd: Int, _ breaks: Environment.Breaks,
    _ data: UnicodeData
  ) -> UInt32 {
    if step >= LineBreaker.Action.allowedUnlessNumber.rawValue &<< LineBreaker.actionShift {
      return LineBreaker.numberBegins(at: scalarEnd, in: text, breaks: breaks, data) ? 0 : Mark.breakBit
    }
    return UInt32(step &>> LineBreaker.actionShift & LineBreaker.Action.allowed.rawValue) &* Mark.breakBit
  }
}

extension PreparedText {
  /// Notes what a scalar is that a layout or a writer has to look after.
  fileprivate mutating func note(_ scalar: ScalarProperties) {
    if scalar.bits & ScalarProperties.hardBreakBit != 0 { hasHardBreak = true }
    if scalar.bits & ScalarProperties.invisibleBits != 0 { hasInvisibles = true }
  }
}
