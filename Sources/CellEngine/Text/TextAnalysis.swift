/// Text analysis: one pass over a display text that finds clusters, break opportunities, advances and direction.
///
/// Any bytes are accepted. Where they are not UTF-8, the marks still add up to the text, but mean nothing.
enum TextAnalysis {
  /// Analyses `text`, whose columns advance by `columnAdvance`, until the ink's advance exceeds `budget`. Appends
  /// the marks to `marks`.
  static func run(
    _ text: UnsafeBufferPointer<UInt8>, model: WidthModel, columnAdvance: Int32, breaks: Environment.Breaks,
    budget: Int32, into marks: inout [Mark]
  ) -> PreparedText {
    var header = PreparedText()
    header.firstMark = Int32(truncatingIfNeeded: marks.count)
    guard !text.isEmpty else { return header }
    withUnsafeTemporaryAllocation(of: Mark.self, capacity: MarkSink.capacity) { staging in
      guard let base = staging.baseAddress else { return }
      analyse(
        text, ColumnWidths(model), breaks, budget: Int(budget),
        MarkSink(staging: base, columnAdvance: columnAdvance), &header, &marks)
    }
    header.markCount = Int32(truncatingIfNeeded: marks.count) &- header.firstMark
    return header
  }

  @inline(__always)
  private static func analyse(
    _ text: UnsafeBufferPointer<UInt8>, _ widths: ColumnWidths, _ breaks: Environment.Breaks, budget: Int,
    _ emptySink: MarkSink, _ header: inout PreparedText, _ marks: inout [Mark]
  ) {
    let data = UnicodeData.shared
    let runs = data.runs + (breaks == .normal ? 0 : 256)
    let count = text.count
    var sink = emptySink
    var lineBreaker = LineBreaker()
    var clusterState = 0
    var cluster = PendingCluster()
    var direction = DirectionSearch()
    var seen: UInt32 = 0
    var index = 0
    var next = data.lookUp(in: text, at: 0)
    analysis: while true {
      let current = next
      let properties = ScalarProperties(bits: data.properties[current.number])
      seen |= properties.bits
      if direction.isOpen { direction.take(properties) }
      let action = lineBreaker.step(properties.line(breaks), data)
      let entry = data.clusterStates[clusterState &<< 4 | properties.cluster]
      clusterState = Int(entry & 0x7F)
      let isExtending = entry & 0x80 == 0
      if isExtending {
        cluster.extend(by: properties, widths)
      } else {
        if index > 0 {
          let flags = cluster.flags | breakFlag(action, text, index &+ current.byteCount, breaks, data)
          let advance = sink.advance(of: cluster.columns)
          sink.appendLong(byteCount: index &- cluster.start, advance: advance, flags: flags, to: &marks)
          if sink.inkAdvance > budget { break }
        }
        cluster.begin(at: index, with: properties, widths)
      }
      index &+= current.byteCount
      if index == count { break }
      next = data.lookUp(in: text, at: index)
      if isExtending { continue }
      if current.byteCount == 1, next.byteCount == 1 {
        // Printable ASCII behind printable ASCII is a cluster by itself; only the line breaker has work.
        var byte = text[index &- 1]
        while byte &- 0x20 < 0x5F, text[index] &- 0x20 < 0x5F {
          let following = ScalarProperties(bits: data.properties[next.number])
          if direction.isOpen { direction.take(following) }
          let action = lineBreaker.step(following.line(breaks), data)
          let flags = breakFlag(action, text, index &+ 1, breaks, data) | (byte == 0x20 ? Mark.spaceBit : 0)
          sink.append(byteCount: 1, advance: sink.columnAdvance, flags: flags, to: &marks)
          cluster.begin(at: index, with: following, widths)
          if sink.inkAdvance > budget { break analysis }
          byte = text[index]
          index &+= 1
          if index == count { break analysis }
          next = data.lookUp(in: text, at: index)
        }
      } else if next.number == current.number, runs[current.number] != ScalarRun.none.rawValue {
        // Both automata stand still.
        let flags =
          properties.markFlags | (runs[current.number] == ScalarRun.breakable.rawValue ? Mark.breakBit : 0)
        let advance = sink.advance(of: widths.columns(of: properties))
        while next.number == current.number {
          sink.append(byteCount: index &- cluster.start, advance: advance, flags: flags, to: &marks)
          cluster.begin(at: index, with: properties, widths)
          if sink.inkAdvance > budget { break analysis }
          index &+= next.byteCount
          if index == count { break analysis }
          next = data.lookUp(in: text, at: index)
        }
      }
    }
    if index == count {
      let advance = sink.advance(of: cluster.columns)
      sink.appendLong(byteCount: index &- cluster.start, advance: advance, flags: cluster.flags, to: &marks)
    } else {
      header.isComplete = false
      direction.take(text, from: index, data)
    }
    sink.finish(&marks)
    header.inkAdvance = Int32(clamping: sink.inkAdvance)
    header.direction = direction.direction
    header.hasHardBreak = seen & ScalarProperties.hardBreakBit != 0
    header.hasInvisibles = seen & ScalarProperties.invisibleBits != 0
  }

  /// The flag of a mark behind which `action` stands, in front of a scalar that ends at `scalarEnd`.
  @inline(__always)
  private static func breakFlag(
    _ action: LineBreaker.Action, _ text: UnsafeBufferPointer<UInt8>, _ scalarEnd: Int,
    _ breaks: Environment.Breaks, _ data: UnicodeData
  ) -> UInt32 {
    if action == .allowed { return Mark.breakBit }
    if action != .allowedUnlessNumber { return 0 }
    return LineBreaker.numberBegins(at: scalarEnd, in: text, breaks: breaks, data) ? 0 : Mark.breakBit
  }
}
