/// A display text that is measured in columns, each of which advances by the same.
struct ColumnText {
  let bytes: UnsafeBufferPointer<UInt8>
  let model: WidthModel
  /// In layout units.
  let columnAdvance: Int
  // Asked for once: each time is a call, to see whether it is made.
  private let data = UnicodeData.shared

  @inline(__always)
  init(bytes: UnsafeBufferPointer<UInt8>, model: WidthModel, columnAdvance: Int) {
    self.bytes = bytes
    self.model = model
    self.columnAdvance = columnAdvance
  }

  /// Finds its segments until the advance of the ink exceeds `budget`, and appends them to
  /// `segments`.
  @inline(__always)
  func prepare(breaks: LineBreakRule?, budget: Int32, into segments: inout [Segment]) -> PreparedText {
    if breaks == nil, let header = line() { return header }
    return prepareSegments(breaks, budget, &segments)
  }

  /// Writes the clusters of a segment to `clusters` until the advance of some ink exceeds `limit`.
  /// Returns how many.
  func clusters(of range: Range<Int>, limit: Int, to clusters: UnsafeMutablePointer<Cluster>) -> Int {
    var walk = ClusterWalk(range, of: bytes, model)
    var count = 0
    var advance = 0
    while let cluster = walk.next(), count < Segment.maximumByteCount {
      let own = min(cluster.advance &* columnAdvance, Int(Segment.maximumAdvance))
      clusters[count] = Cluster(byteCount: cluster.byteCount, advance: own, kind: cluster.kind)
      count &+= 1
      advance &+= own
      if advance > limit, cluster.kind == .ink { break }
    }
    return count
  }

  /// The header of a text of one line that needs no segments, or is one scalar, as most icons are.
  /// `nil` for all others.
  ///
  /// Scalars are counted eight bytes at a time as long as they are ASCII.
  @inline(__always)
  private func line() -> PreparedText? {
    let records = data.records(nil, model)
    var index = 0
    var count = 0
    while index < bytes.count {
      if index &+ 8 <= bytes.count {
        let ascii = ByteBlock(bytes, at: index).nonPrintable.trailingZeroBitCount &>> 3
        index &+= ascii
        count &+= ascii
        if ascii == 8 { continue }
      } else if bytes[index] &- 0x20 < 0x5F {
        index &+= 1
        count &+= 1
        continue
      }
      let (number, byteCount) = data.lookUp(in: bytes, at: index)
      let record = records[number]
      guard record & BreakAutomaton.plainBit != 0 else {
        return byteCount == bytes.count && record & BreakAutomaton.careBit == 0
          ? icon(Segment(bits: UInt32(truncatingIfNeeded: record)), data.properties(number)) : nil
      }
      index &+= byteCount
      count &+= 1
    }
    var header = PreparedText()
    header.isUniform = true
    header.direction = DirectionSearch.direction(of: bytes, data)
    let spaces = bytes.count &- bytes.inkCount
    header.lineAdvance = Int32(clamping: (count &- spaces) &* columnAdvance)
    return header
  }

  private func icon(_ segment: Segment, _ scalar: ScalarProperties) -> PreparedText? {
    guard segment.kind == .ink else { return nil }
    let advance = min(segment.advance &* columnAdvance, Int(Segment.maximumAdvance))
    var header = PreparedText()
    header.keep(Segment(byteCount: bytes.count, advance: advance, kind: .ink))
    header.direction = scalar.direction
    header.inkAdvance = Int32(truncatingIfNeeded: advance)
    header.lineAdvance = header.inkAdvance
    return header
  }

  private func prepareSegments(
    _ breaks: LineBreakRule?, _ budget: Int32, _ segments: inout [Segment]
  ) -> PreparedText {
    var header = PreparedText()
    withUnsafeTemporaryAllocation(of: Segment.self, capacity: SegmentWriter.capacity) { staging in
      guard let staging = staging.baseAddress else { return }
      var writer = SegmentWriter(joinsWords: breaks == nil, first: segments.count, staging: staging)
      var segmenter = Segmenter(
        UnsafeBufferPointer(rebasing: bytes.prefix(PreparedText.maximumSegmentCount)), model, breaks, data,
        maximumColumns: max(1, Int(Segment.maximumAdvance) / columnAdvance &- 1))
      while writer.inkAdvance <= Int(budget), var segment = segmenter.next() {
        if columnAdvance != 1 { segment = segment.scaled(by: columnAdvance) }
        writer.append(segment, spaceAdvance: segment.hasSpace ? columnAdvance : 0, to: &segments)
      }
      header = writer.finish(
        bytes, data, end: segmenter.end, hasHardBreak: segmenter.hasHardBreak,
        hasInvisibles: segmenter.hasInvisibles, &segments)
    }
    return header
  }
}

extension Segment {
  /// A segment in columns with advances of `columnAdvance` a column.
  fileprivate func scaled(by columnAdvance: Int) -> Segment {
    Segment(
      byteCount: byteCount, advance: min(advance &* columnAdvance, Int(Segment.maximumAdvance)), kind: kind,
      allowsBreakAfter: allowsBreakAfter)
  }
}
