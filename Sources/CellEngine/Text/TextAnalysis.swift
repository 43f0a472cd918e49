/// Text analysis: one pass over a display text that finds clusters, break opportunities, advances and direction.
///
/// Any bytes are accepted: what is not UTF-8 counts as U+FFFD, one for each byte.
struct TextAnalysis {
  private let text: UnsafeBufferPointer<UInt8>
  private let data = UnicodeData.shared
  private let breaks: Environment.Breaks
  private let columnAdvance: Int32
  private var writer: MarkWriter
  private var inkAdvance: Int32 = 0

  /// Analyses `text`, whose columns advance by `columnAdvance`, until the ink's advance exceeds `budget`. Appends
  /// the marks to `marks`.
  static func run(
    _ text: UnsafeBufferPointer<UInt8>, model: WidthModel, columnAdvance: Int32, breaks: Environment.Breaks,
    budget: Int32, into marks: inout [Mark]
  ) -> PreparedText {
    withUnsafeTemporaryAllocation(of: Mark.self, capacity: MarkWriter.capacity) { staging in
      var analysis = TextAnalysis(
        text: text, breaks: breaks, columnAdvance: columnAdvance, writer: MarkWriter(staging: staging))
      return analysis.run(ColumnWidths(model), budget: budget, into: &marks)
    }
  }

  private init(
    text: UnsafeBufferPointer<UInt8>, breaks: Environment.Breaks, columnAdvance: Int32, writer: MarkWriter
  ) {
    self.text = text
    self.breaks = breaks
    self.columnAdvance = columnAdvance
    self.writer = writer
  }

  private mutating func run(
    _ widths: ColumnWidths, budget: Int32, into marks: inout [Mark]
  ) -> PreparedText {
    let runs = data.runs + (breaks == .normal ? 0 : 256)
    var header = PreparedText()
    header.firstMark = Int32(truncatingIfNeeded: marks.count)
    var lineBreaker = LineBreaker()
    var clusterState = 0
    var cluster = PendingCluster()
    var direction = DirectionSearch()
    var lastNumber = -1
    var seen: UInt32 = 0
    var index = 0
    while index < text.count {
      let scalar = UTF8Scalar(in: text, at: index)
      let number = data.number(of: scalar.value)
      let properties = ScalarProperties(bits: data.properties[number])
      let action: LineBreaker.Action
      if number == lastNumber, runs[number] != ScalarRun.none.rawValue {
        action = runs[number] == ScalarRun.breakable.rawValue ? .allowed : .prohibited
      } else {
        lastNumber = number
        seen |= properties.bits
        if direction.isOpen { direction.take(properties) }
        action = lineBreaker.step(properties.line(breaks), data)
        let entry = data.clusterStates[clusterState &<< 4 | properties.cluster]
        clusterState = Int(entry & 0x7F)
        if entry & 0x80 == 0 {
          cluster.extend(by: properties, widths)
          index &+= scalar.byteCount
          continue
        }
      }
      if index > cluster.start {
        emit(cluster, end: index, action: action, scalarEnd: index &+ scalar.byteCount, to: &marks)
        if inkAdvance > budget {
          header.isComplete = false
          break
        }
      }
      cluster.begin(at: index, with: properties, widths)
      index &+= scalar.byteCount
    }
    if header.isComplete, index > cluster.start {
      emit(cluster, end: index, action: .prohibited, scalarEnd: index, to: &marks)
    } else if !header.isComplete {
      direction.take(text, from: index, data)
    }
    writer.flush(to: &marks)
    header.markCount = Int32(truncatingIfNeeded: marks.count) &- header.firstMark
    header.inkAdvance = inkAdvance
    header.direction = direction.direction
    header.hasHardBreak = seen & ScalarProperties.hardBreakBit != 0
    header.hasInvisibles = seen & ScalarProperties.invisibleBits != 0
    return header
  }

  /// Writes the mark of a cluster; `action` stands between it and the scalar in front of `scalarEnd`.
  @inline(__always)
  private mutating func emit(
    _ cluster: PendingCluster, end: Int, action: LineBreaker.Action, scalarEnd: Int, to marks: inout [Mark]
  ) {
    var flags = cluster.flags
    switch action {
    case .prohibited, .mandatory: break
    case .allowed: flags |= Mark.breakBit
    case .allowedUnlessNumber:
      if !LineBreaker.numberBegins(at: scalarEnd, in: text, breaks: breaks, data) { flags |= Mark.breakBit }
    }
    let columns = Int32(truncatingIfNeeded: min(cluster.columns, Int(Mark.maximumAdvance)))
    let (product, overflow) = columns.multipliedReportingOverflow(by: columnAdvance)
    let advance = overflow ? Mark.maximumAdvance : min(product, Mark.maximumAdvance)
    if flags & Mark.inklessBits == 0 { inkAdvance = inkAdvance.addingSaturating(advance) }
    writer.append(byteCount: end &- cluster.start, advance: advance, flags: flags, to: &marks)
  }
}
