/// The grapheme clusters of a part of a text (UAX #29), in terminal columns.
///
/// It begins where a cluster does. Any bytes are accepted; if they are not UTF-8, the clusters
/// still add up to the part.
public struct ClusterWalk: IteratorProtocol {
  private let text: UnsafeBufferPointer<UInt8>
  private let end: Int
  private let data = UnicodeData.shared
  private let records: UnsafePointer<BreakAutomaton.Record>
  private let widths: ColumnWidths
  /// Where the next cluster begins.
  public private(set) var index: Int

  /// The clusters of `range` of `text`, counted by `model`.
  @inline(__always)
  public init(_ range: Range<Int>, of text: UnsafeBufferPointer<UInt8>, _ model: WidthModel = WidthModel()) {
    self.text = text
    end = range.upperBound
    index = range.lowerBound
    records = data.records(nil, model)
    widths = ColumnWidths(model)
  }

  /// The next cluster; its advance is in columns. `nil` at the end of the part.
  public mutating func next() -> Cluster? {
    guard index < end else { return nil }
    let start = index
    let (key, byteCount) = data.key(in: text, at: index)
    var record = records[key]
    let single = Segment(bits: UInt32(truncatingIfNeeded: record))
    index &+= byteCount
    // What is before printable ASCII is a cluster of its own, if it is one byte.
    if byteCount == 1, index < end, text[index] &- 0x20 < 0x5F {
      return Cluster(byteCount: 1, advance: single.advance, kind: single.kind)
    }
    var columns = single.advance
    var kind = single.kind
    var step = data.step(0, record)
    while index < end {
      let (key, byteCount) = data.key(in: text, at: index)
      record = records[key]
      step = data.step(step, record)
      if step & BreakAutomaton.clusterEndBit != 0 { break }
      columns = min(
        widths.columns(columns, of: text, until: index, joinedBy: data.properties(key & 0xFF), data),
        Int(Segment.maximumAdvance))
      if kind != .hardBreak { kind = .ink }
      index &+= byteCount
    }
    return Cluster(byteCount: index &- start, advance: columns, kind: kind)
  }

  /// Whether a scalar at `index` of `text` would join the cluster of a space before it.
  public static func joinsSpace(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard index < text.count, text[index] >= 0x80 else { return false }
    let data = UnicodeData.shared
    let records = data.records(nil, WidthModel())
    let space = data.step(0, records[data.key(of: 0x20)])
    return data.step(space, records[data.key(in: text, at: index).key]) & BreakAutomaton.clusterEndBit == 0
  }
}
