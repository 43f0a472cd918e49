/// The segments of a display text, one after the other, with columns as advances. One automaton
/// finds grapheme clusters (UAX #29) and break opportunities (UAX #14) in one pass.
///
/// Any bytes are accepted. If they are not UTF-8, the segments still add up to the text, but mean
/// nothing.
struct Segmenter: IteratorProtocol {
  private let text: UnsafeBufferPointer<UInt8>
  private let breaks: LineBreakRule?
  private let data: UnicodeData
  private let records: UnsafePointer<BreakAutomaton.Record>
  private let widths: ColumnWidths
  /// The maximum of bytes of a segment of several clusters, its last cluster not counted. A line
  /// that ends inside of a segment finds its clusters again.
  private let byteLimit: Int
  private var hand = Hand()
  private var long = LongCluster()
  private var noted = Noted()

  /// The scalar that comes next.
  private struct Hand {
    /// Where it begins; the end of the text if there is none.
    var index = 0
    var byteCount = 0
    var record: BreakAutomaton.Record = 0
    /// The step to it.
    var step: BreakAutomaton.Step = 0
  }

  /// The end of the last segment.
  var end: Int { hand.index &- long.rest }

  /// Whether the text ends after the last segment, or white space or a line feed follows.
  var isBeforeSpace: Bool {
    guard hand.index < text.count, long.rest == 0 else { return long.rest == 0 }
    switch Segment(bits: UInt32(truncatingIfNeeded: hand.record)).kind {
    case .space: return !ClusterWalk.joinsSpace(text, at: hand.index &+ hand.byteCount)
    case .hardBreak: return true
    default: return false
    }
  }

  /// The clusters of the last segment, its space not counted.
  private(set) var clusterCount = 0
  /// Whether none of these is wider than a column.
  private(set) var isNarrow = true
  /// Whether a line feed was passed.
  var hasHardBreak: Bool { noted.hasHardBreak }
  /// Whether soft hyphens or directional formatting were passed.
  var hasInvisibles: Bool { noted.hasInvisibles }

  /// The segments of `text`, counted by `model`. If `breaks` is `nil`, no line ends inside of the
  /// text but at a hard break, and segments end at spaces.
  ///
  /// - Parameter maximumColumns: of a segment of several clusters.
  @inline(__always)
  init(
    _ text: UnsafeBufferPointer<UInt8>, _ model: WidthModel, _ breaks: LineBreakRule?,
    _ data: UnicodeData = .shared, maximumColumns: Int = Int(Segment.maximumAdvance)
  ) {
    self.text = text
    self.breaks = breaks
    self.data = data
    // No scalar has more than two columns for each of its bytes.
    byteLimit = min(96, max(0, maximumColumns / 2 &- 1))
    records = data.records(breaks, model)
    widths = ColumnWidths(model)
    if !text.isEmpty { (hand, noted) = Self.first(of: text, data, records) }
  }

  /// The first scalar of a text in hand. Nothing that is not inlined changes a whole segmenter: a
  /// local one then has no address, and its members stay in registers.
  @inline(never)
  private static func first(
    of text: UnsafeBufferPointer<UInt8>, _ data: UnicodeData,
    _ records: UnsafePointer<BreakAutomaton.Record>
  ) -> (Hand, Noted) {
    let (number, byteCount) = data.lookUp(in: text, at: 0)
    let record = records[number]
    var step = data.step(0, record)
    var noted = Noted()
    if BreakAutomaton.needsCare(BreakAutomaton.gap(step, record)) {
      (step, noted) = noted.noting(record, step, in: text, next: byteCount)
    }
    return (Hand(byteCount: byteCount, record: record, step: step), noted)
  }

  /// The next segment; `nil` at the end of the text.
  ///
  /// The hand is a local value while scalars are passed. A member was written back to memory for
  /// each of them, which took a tenth of the instructions.
  // The inliner leaves a call of so much, which takes a fifth of the analysis.
  @_transparent
  mutating func next() -> Segment? {
    if long.rest > 0 {
      let part = long.next()
      long = part.after
      clusterCount = part.clusterCount
      isNarrow = clusterCount == 0 || part.segment.advance <= 1
      return part.segment
    }
    let (text, data, records) = (text, data, records)
    var hand = hand
    guard hand.index < text.count else { return nil }
    let start = hand.index
    let limit = min(start &+ byteLimit, text.count)
    let first = hand.record
    // The bit of a break if the segment is not ink: then it ends with its cluster.
    var blank = BreakAutomaton.gap(0, first) & BreakAutomaton.breakBit
    // Of the last cluster, and of all before it.
    var columns = Segment.advance(of: first)
    var columnsBefore = 0
    var widest = columns
    var count = 1
    hand.index &+= hand.byteCount
    if text[start].isASCIILetter {
      let passed = plainCount(from: hand.index, limit)
      columnsBefore = passed
      count &+= passed
      hand.index &+= passed
      let next = hand.index &+ 1
      hand.step = BreakAutomaton.step(afterPlain: first)
      if next < text.count, text[hand.index] == 0x20, text[next].isASCIILetter {
        // A word, and another: in texts of ASCII, nearly all segments are such.
        hand.index = next
        if breaks != nil { hand.step |= BreakAutomaton.breakBit }
        self.hand = hand
        clusterCount = count
        isNarrow = true
        var segment = Segment(byteCount: next &- start, advance: next &- start, kind: .inkWithSpace)
        if breaks != nil { segment.allowBreakAfter() }
        return segment
      }
    }
    while hand.index < text.count {
      let (number, byteCount) = data.lookUp(in: text, at: hand.index)
      let record = records[number]
      if record & hand.record & BreakAutomaton.plainBit != 0, hand.index < limit {
        hand.step = BreakAutomaton.step(afterPlain: record)
        columnsBefore &+= columns
        columns = 1
        count &+= 1
        hand.index &+= byteCount
        if byteCount == 1 {
          let passed = plainCount(from: hand.index, limit)
          if passed > 0 {
            columnsBefore &+= passed
            count &+= passed
            hand.index &+= passed
            hand.step = BreakAutomaton.step(afterPlain: records[data.number(of: text[hand.index &- 1])])
          }
        }
        continue
      }
      hand.step = data.step(hand.step, record)
      var gap = BreakAutomaton.gap(hand.step, record)
      if BreakAutomaton.needsCare(gap) {
        (hand.step, noted) = noted.noting(
          record, hand.step, in: text, next: hand.index &+ byteCount)
        gap = BreakAutomaton.gap(hand.step, record)
      }
      if gap & BreakAutomaton.joinsBit != 0 {
        columns = widths.columns(columns, of: text, until: hand.index, joinedBy: number, record, data)
        // CR LF is one cluster.
        if blank != 0, Segment.kind(of: first) != .hardBreak { blank = 0 }
      } else {
        guard (gap | blank) & BreakAutomaton.breakBit == 0, hand.index < limit else {
          hand.record = record
          hand.byteCount = byteCount
          break
        }
        columnsBefore &+= columns
        columns = Segment.advance(of: record)
        count &+= 1
      }
      widest |= columns
      hand.index &+= byteCount
      hand.record = record
    }
    clusterCount = count
    isNarrow = widest <= 1
    let byteCount = hand.index &- start
    if byteCount > Segment.maximumByteCount {
      self.hand = hand
      let part = LongCluster.begin(
        start..<hand.index, of: text, columnsBefore: columnsBefore, columns: columns,
        allowsBreakAfter: hand.index < text.count && allowsBreak(before: hand))
      long = part.after
      if count > 1 { clusterCount &-= 1 }
      return part.segment
    }
    var segment = Segment(
      byteCount: byteCount, advance: columnsBefore &+ columns, kindOf: blank == 0 ? 0 : first)
    if hand.index < text.count {
      if blank == 0, text[hand.index] == 0x20, byteCount < Segment.maximumByteCount,
        takeInk(afterSpace: &hand)
      {
        segment.appendSpace()
      }
      if allowsBreak(before: hand) { segment.allowBreakAfter() }
    }
    self.hand = hand
    return segment
  }

  @inline(__always)
  private func allowsBreak(before hand: Hand) -> Bool {
    hand.step & BreakAutomaton.breakBit != 0
      && (breaks != .keepAll || !Self.keepsTogether(before: hand.index, in: text))
  }

  /// Whether ``LineBreakRule/keepAll`` forbids a break before a scalar, which UAX #14 allows.
  @inline(never)
  static func keepsTogether(before index: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    func properties(_ index: Int) -> ScalarProperties {
      UnicodeData.shared.properties(of: UTF8Scalar(in: text, at: index).value)
    }
    guard properties(index).isKept else { return false }
    var index = index
    while index > 0 {
      index -= 1
      while index > 0, text[index] & 0xC0 == 0x80 { index -= 1 }
      // A mark is a part of its letter (LB9).
      let line = properties(index).line
      if line != UnicodeTables.LineClass.combiningMark, line != UnicodeTables.LineClass.joiner { break }
    }
    return properties(index).isKept
  }

  /// Whether the last segment ended inside of a long cluster.
  @inline(__always)
  var isInsideCluster: Bool { long.rest > 0 }

  /// The end of a word of less than `maximumPlainCount` plain bytes; `start` may be its beginning.
  /// It is the last word, or a space and another plain byte follow. A full stop or comma may be its
  /// last byte. Lines may end after its space, if they end inside of the text at all.
  @inline(__always)
  static func plainWordEnd(
    from start: Int, in text: UnsafeBufferPointer<UInt8>, _ breaks: LineBreakRule?
  ) -> Int? {
    var others = othersThanPlain(ByteBlock(text, from: start), breaks)
    var end = start
    while others == 0 {
      end &+= 8
      guard end &- start < maximumPlainCount else { return nil }
      others = othersThanPlain(ByteBlock(text, from: end), breaks)
    }
    end &+= others.trailingZeroBitCount &>> 3
    guard end > start else { return nil }
    if end < text.count, text[end] == 0x2C || text[end] == 0x2E { end &+= 1 }
    guard end < text.count else { return end }
    return text[end] == 0x20 && end &+ 1 < text.count && isPlain(text[end &+ 1], breaks) ? end : nil
  }

  /// No limit of the bytes of a segment is reached with these.
  private static let maximumPlainCount = 64

  /// Passes words that ``plainWordEnd(from:in:_:)`` found, and takes the plain byte at `index` in
  /// hand if it is not the end of the text.
  @inline(__always)
  mutating func pass(toPlain index: Int) {
    hand.index = index
    guard index < text.count else { return }
    hand.byteCount = 1
    hand.record = records[data.number(of: text[index])]
    hand.step = BreakAutomaton.step(afterPlain: hand.record)
    if breaks != nil { hand.step |= BreakAutomaton.breakBit }
  }

  /// Whether a byte is plain: a letter of ASCII, or, if no line ends inside of the text, any ink.
  @inline(__always)
  private static func isPlain(_ byte: UInt8, _ breaks: LineBreakRule?) -> Bool {
    breaks == nil ? byte &- 0x21 < 0x5E : byte.isASCIILetter
  }

  /// The highest bit of each byte that is not plain.
  @inline(__always)
  private static func othersThanPlain(_ block: ByteBlock, _ breaks: LineBreakRule?) -> UInt64 {
    breaks == nil ? block.nonInk : block.nonLetters
  }

  /// The number of plain bytes from `start` on.
  @inline(__always)
  private func plainCount(from start: Int, _ limit: Int) -> Int {
    var index = start
    while index &+ 8 <= limit {
      let others = Self.othersThanPlain(ByteBlock(text, at: index), breaks)
      if others != 0 { return index &- start &+ others.trailingZeroBitCount &>> 3 }
      index &+= 8
    }
    while index < limit, Self.isPlain(text[index], breaks) { index &+= 1 }
    return index &- start
  }

  /// Passes the space in hand and takes the next scalar in hand if that is ink. Else the space
  /// stays in hand.
  @inline(__always)
  private mutating func takeInk(afterSpace hand: inout Hand) -> Bool {
    let index = hand.index &+ 1
    guard index < text.count else { return false }
    let (number, byteCount) = data.lookUp(in: text, at: index)
    let record = records[number]
    var step = data.step(hand.step, record)
    let gap = BreakAutomaton.gap(step, record)
    guard gap & BreakAutomaton.joinsBit == 0, Segment.isInk(record) else { return false }
    if BreakAutomaton.needsCare(gap) {
      (step, noted) = noted.noting(record, step, in: text, next: index &+ byteCount)
    }
    hand = Hand(index: index, byteCount: byteCount, record: record, step: step)
    return true
  }

  /// A step whose opportunity depends on the text from `next` on, with that decided.
  private static func decided(
    _ step: BreakAutomaton.Step, in text: UnsafeBufferPointer<UInt8>, next: Int
  ) -> BreakAutomaton.Step {
    guard let action = BreakAutomaton.action(step),
      LineBreakTable.isAllowed(
        by: action, next: next, in: text, UnicodeData.shared.tables)
    else { return step }
    return step | BreakAutomaton.breakBit
  }

  /// Scalars that layout must look after.
  private struct Noted {
    var hasHardBreak = false
    var hasInvisibles = false

    /// Notes a scalar if it is such. Decides the step to it if the text after it does.
    @inline(never)
    func noting(
      _ record: BreakAutomaton.Record, _ step: BreakAutomaton.Step, in text: UnsafeBufferPointer<UInt8>,
      next: Int
    ) -> (BreakAutomaton.Step, Noted) {
      var noted = self
      if record & BreakAutomaton.careBit != 0 {
        if Segment.kind(of: record) == .hardBreak {
          noted.hasHardBreak = true
        } else {
          noted.hasInvisibles = true
        }
      }
      return (Segmenter.decided(step, in: text, next: next), noted)
    }
  }

  /// A cluster of more bytes than a segment has.
  private struct LongCluster {
    /// The bytes that were not returned yet.
    private(set) var rest = 0
    /// Its columns if none of it was returned.
    private var columns: Int?
    private var allowsBreak = false

    /// A segment, which ends with such a cluster, without that, or the beginning of the cluster.
    ///
    /// - Parameters:
    ///   - columnsBefore: the columns of the clusters before it.
    ///   - columns: its own columns.
    @inline(never)
    static func begin(
      _ segment: Range<Int>, of text: UnsafeBufferPointer<UInt8>, columnsBefore: Int, columns: Int,
      allowsBreakAfter: Bool
    ) -> (segment: Segment, after: LongCluster) {
      var long = LongCluster()
      long.allowsBreak = allowsBreakAfter
      var start = segment.lowerBound
      var walk = ClusterWalk(segment, of: text)
      while walk.next() != nil, walk.index < segment.upperBound { start = walk.index }
      if start > segment.lowerBound {
        long.rest = segment.upperBound &- start
        long.columns = columns
        let byteCount = start &- segment.lowerBound
        return (Segment(byteCount: byteCount, advance: columnsBefore, kind: .ink), long)
      }
      long.rest = segment.count &- Segment.maximumByteCount
      return (Segment(byteCount: Segment.maximumByteCount, advance: columns, kind: .ink), long)
    }

    /// The next part of it, the number of clusters that begin in that, and what is left.
    @inline(never)
    func next() -> (segment: Segment, clusterCount: Int, after: LongCluster) {
      let count = min(rest, Segment.maximumByteCount)
      var after = self
      after.rest &-= count
      after.columns = nil
      let segment = Segment(
        byteCount: count, advance: columns ?? 0, kind: columns == nil ? .continuation : .ink,
        allowsBreakAfter: after.rest == 0 && allowsBreak)
      return (segment, columns == nil ? 0 : 1, after)
    }
  }
}

/// Break opportunities of printable ASCII, found at any place of it.
extension Segmenter {
  /// The last index after `start` and not after `end` before which a line may end; `start` if there
  /// is none.
  @inline(__always)
  static func lastOpportunity(from start: Int, to end: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var place = end
    while place > start {
      // No line ends between letters.
      if place &- start >= 8, bytes[place].isASCIILetter {
        let others = ByteBlock(bytes, at: place &- 8).nonLetters
        place &-= others.leadingZeroBitCount / 8
        if others == 0 { continue }
      }
      if allowsBreak(before: place, in: bytes) { return place }
      place &-= 1
    }
    return start
  }

  /// Whether a line may end before `bytes[index]`; 0 < index < count.
  @inline(__always)
  static func allowsBreak(before index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if bytes[index].isASCIILetter {
      let before = bytes[index &- 1]
      if before.isASCIILetter { return false }
      // Most lines end between words.
      if before == 0x20, index >= 2, bytes[index &- 2].isASCIILetter { return true }
    }
    return findsBreak(before: index, in: bytes)
  }

  @inline(never)
  private static func findsBreak(before index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // After a letter, nothing before it matters.
    var start = index &- 1
    while start > 0, !bytes[start].isASCIILetter { start &-= 1 }
    let data = UnicodeData.shared
    let records = data.records(.normal, .ofClusters)
    var step: BreakAutomaton.Step = 0
    for place in start...index { step = data.step(step, records[data.number(of: bytes[place])]) }
    return decided(step, in: bytes, next: index &+ 1) & BreakAutomaton.breakBit != 0
  }
}
