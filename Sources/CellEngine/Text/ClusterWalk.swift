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
  /// The beginning of the next cluster, and its first scalar.
  public private(set) var index: Int
  private var byteCount = 0
  private var record: BreakAutomaton.Record = 0

  /// The clusters of `range` of `text`, counted by `model`.
  @inline(__always)
  public init(_ range: Range<Int>, of text: UnsafeBufferPointer<UInt8>, _ model: WidthModel = .ofClusters) {
    self.text = text
    end = range.upperBound
    index = range.lowerBound
    records = data.records(nil, model)
    widths = ColumnWidths(model)
    if index < end { _ = take() }
  }

  /// Looks up the scalar at `index`. Returns its class number.
  @inline(__always)
  private mutating func take() -> Int {
    let (number, byteCount) = data.lookUp(in: text, at: index)
    // A part of a long cluster can end inside of a scalar.
    self.byteCount = min(byteCount, end &- index)
    record = records[number]
    return number
  }

  /// The next cluster; its advance is in columns. `nil` at the end of the part.
  @inline(__always)
  public mutating func next() -> Cluster? {
    guard index < end else { return nil }
    let start = index
    let first = record
    index &+= byteCount
    guard index < end else {
      return Cluster(
        byteCount: index &- start, advance: Segment.advance(of: first), kind: Segment.kind(of: first))
    }
    var number = take()
    if first & record & BreakAutomaton.plainBit != 0 {
      return Cluster(byteCount: index &- start, advance: 1, kind: .ink)
    }
    var columns = Segment.advance(of: first)
    var kind = Segment.kind(of: first)
    var step = data.step(data.step(0, first), record)
    while step & BreakAutomaton.joinsBit != 0 {
      columns = widths.columns(columns, of: text, until: index, joinedBy: number, record, data)
      // CR LF is one cluster.
      if kind != .hardBreak { kind = .ink }
      index &+= byteCount
      guard index < end else { break }
      number = take()
      step = data.step(step, record)
    }
    return Cluster(byteCount: index &- start, advance: columns, kind: kind)
  }

  /// Passes at most `limit` clusters of one plain scalar, each of which has one column. Returns
  /// their number.
  @inline(__always)
  mutating func passPlain(_ limit: Int) -> Int {
    var count = 0
    while count < limit, index < end, record & BreakAutomaton.plainBit != 0 {
      let next = index &+ byteCount
      if next < end {
        let (number, byteCount) = data.lookUp(in: text, at: next)
        // Others may join the cluster before them.
        guard records[number] & BreakAutomaton.plainBit != 0 else { break }
        self.byteCount = byteCount
        record = records[number]
      }
      index = next
      count &+= 1
    }
    return count
  }

  /// Whether a scalar at `index` of `text` would join the cluster of a space before it.
  public static func joinsSpace(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard index < text.count, text[index] >= 0x80 else { return false }
    let data = UnicodeData.shared
    let records = data.records(nil, .ofClusters)
    let space = data.step(0, records[data.number(of: 0x20)])
    return data.step(space, records[data.lookUp(in: text, at: index).number]) & BreakAutomaton.joinsBit != 0
  }
}
