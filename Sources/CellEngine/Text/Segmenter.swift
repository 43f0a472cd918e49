/// The segments of a display text, one after the other, with columns as advances: one pass of one
/// automaton that finds grapheme clusters (UAX #29) and break opportunities (UAX #14).
///
/// Any bytes are accepted. If they are not UTF-8, the segments still add up to the text, but mean
/// nothing.
public struct Segmenter: IteratorProtocol {
  private let text: UnsafeBufferPointer<UInt8>
  private let breaks: LineBreakRule?
  private let data = UnicodeData.shared
  private let records: UnsafePointer<BreakAutomaton.Record>
  private let widths: ColumnWidths
  private let breakBit: BreakAutomaton.Step
  private let maximumColumns: Int

  /// Where the scalar in hand begins; the end of the text if there is none.
  public private(set) var index = 0
  private var byteCount = 0
  private var key = 0
  private var record: BreakAutomaton.Record = 0
  /// What is before the scalar in hand.
  private var step: BreakAutomaton.Step = 0
  /// The bytes of a long cluster that were not returned yet, and its columns if none of it was.
  private var rest = 0
  private var restColumns: Int?
  private var restAllowsBreak = false

  /// The end of the last segment.
  public var end: Int { index &- rest }

  /// Whether the text ends after the last segment, or white space or a line feed follows.
  public var isBeforeSpace: Bool {
    guard index < text.count, rest == 0 else { return rest == 0 }
    switch Segment(bits: UInt32(truncatingIfNeeded: record)).kind {
    case .space: return !ClusterWalk.joinsSpace(text, at: index &+ byteCount)
    case .hardBreak: return true
    default: return false
    }
  }

  /// The clusters of the last segment, its space not counted.
  public private(set) var clusterCount = 0
  /// Whether none of these is wider than a column.
  public private(set) var isNarrow = true
  /// The columns of all ink up to here.
  private(set) var inkColumns = 0
  /// Whether a line feed was passed.
  public private(set) var hasHardBreak = false
  /// Whether soft hyphens or directional formatting were passed.
  public private(set) var hasInvisibles = false

  /// How many bytes a segment of several clusters has at most, its last cluster not counted: a line
  /// that ends inside of a segment finds its clusters again.
  private static let limit = 96

  /// The segments of `text`, counted by `model`. If `breaks` is `nil`, no line ends inside of the
  /// text but at a hard break, and segments end at spaces.
  ///
  /// - Parameter maximumColumns: of a segment of several clusters.
  @inline(__always)
  public init(
    _ text: UnsafeBufferPointer<UInt8>, _ model: WidthModel = WidthModel(), _ breaks: LineBreakRule?,
    maximumColumns: Int = Int(Segment.maximumAdvance)
  ) {
    self.text = text
    self.breaks = breaks
    self.maximumColumns = maximumColumns
    records = data.records(breaks, model)
    widths = ColumnWidths(model)
    breakBit = breaks == nil ? 0 : BreakAutomaton.breakBit
    if !text.isEmpty { take() }
  }

  /// The next segment; `nil` at the end of the text.
  public mutating func next() -> Segment? {
    if rest > 0 { return nextContinuation() }
    guard index < text.count else { return nil }
    let start = index
    let limit = min(start &+ min(Self.limit, maximumColumns), text.count)
    var kind = Segment(bits: UInt32(truncatingIfNeeded: record)).kind
    // Of the last cluster, and of all before it.
    var clusterStart = start
    var columns = Segment(bits: UInt32(truncatingIfNeeded: record)).advance
    var columnsBefore = 0
    clusterCount = 1
    isNarrow = columns <= 1
    index &+= byteCount
    while index < text.count {
      if record & BreakAutomaton.plainBit != 0, kind == .ink {
        let passed = passPlain(limit)
        if passed > 0 {
          clusterCount &+= passed
          columnsBefore &+= columns &+ passed &- 1
          columns = 1
          clusterStart = index &- byteCount
          if index == text.count { break }
        }
      }
      take()
      if step & BreakAutomaton.clusterEndBit == 0 {
        columns = min(
          widths.columns(columns, of: text, until: index, joinedBy: data.properties(key & 0xFF), data),
          Int(Segment.maximumAdvance))
        if columns > 1 { isNarrow = false }
        if kind != .hardBreak { kind = .ink }
        index &+= byteCount
        continue
      }
      let next = Segment(bits: UInt32(truncatingIfNeeded: record))
      guard kind == .ink, step & breakBit == 0, next.isInk, index < limit,
        columnsBefore &+ columns &+ next.advance <= maximumColumns
      else { break }
      columnsBefore &+= columns
      columns = next.advance
      if columns > 1 { isNarrow = false }
      clusterStart = index
      clusterCount &+= 1
      index &+= byteCount
    }
    if kind == .ink { inkColumns &+= columnsBefore &+ columns }
    if index &- start > Segment.maximumByteCount {
      return long(start, clusterStart, columnsBefore, columns, kind)
    }
    let count = index &- start
    let advance = columnsBefore &+ columns
    if kind == .ink, index < text.count, text[index] == 0x20, count < Segment.maximumByteCount,
      takeInkAfterSpace()
    {
      return Segment(
        byteCount: count &+ 1, advance: advance &+ 1, kind: .inkWithSpace, allowsBreakAfter: allowsBreak)
    }
    return Segment(byteCount: count, advance: advance, kind: kind, allowsBreakAfter: allowsBreak)
  }

  /// Whether a line may end before the scalar in hand.
  @inline(__always)
  private var allowsBreak: Bool { index < text.count && step & breakBit != 0 }

  /// Takes the scalar at `index` in hand.
  @inline(__always)
  private mutating func take() {
    (key, byteCount) = data.key(in: text, at: index)
    record = records[key]
    step = data.step(step, record)
    if BreakAutomaton.needsCare(record, step) { takeCare() }
  }

  @inline(never)
  private mutating func takeCare() {
    step = Self.decided(step, in: text, next: index &+ byteCount, breaks ?? .normal)
    guard record & BreakAutomaton.careBit != 0 else { return }
    let scalar = data.properties(key & 0xFF)
    if scalar.bits & ScalarProperties.hardBreakBit != 0 { hasHardBreak = true }
    if scalar.bits & ScalarProperties.invisibleBits != 0 { hasInvisibles = true }
  }

  /// A step whose opportunity depends on the text from `next` on, with that decided.
  private static func decided(
    _ step: BreakAutomaton.Step, in text: UnsafeBufferPointer<UInt8>, next: Int, _ breaks: LineBreakRule
  ) -> BreakAutomaton.Step {
    guard let action = BreakAutomaton.action(step),
      LineBreakTable.isAllowed(by: action, next: next, in: text, breaks: breaks, UnicodeData.shared)
    else { return step }
    return step | BreakAutomaton.breakBit
  }

  /// Skips scalars like the one that was passed, between which clusters end and lines do not.
  /// Returns how many; the last of them is in hand.
  @inline(__always)
  private mutating func passPlain(_ limit: Int) -> Int {
    let first = index
    var passed = 0
    while index < limit {
      if text[index] < 0x80 {
        let start = index
        passASCII(limit)
        if index == start { break }
        passed &+= index &- start
        byteCount = 1
        continue
      }
      let (key, length) = data.key(in: text, at: index)
      guard records[key] & BreakAutomaton.plainBit != 0 else { break }
      record = records[key]
      byteCount = length
      index &+= length
      passed &+= 1
    }
    // Plain scalars lead to one state from everywhere.
    if index > first { step = data.step(0, record) }
    return passed
  }

  /// Skips letters, or, if no line ends inside of the text, all ink of ASCII.
  @inline(__always)
  private mutating func passASCII(_ limit: Int) {
    while index &+ 8 <= limit {
      let block = ByteBlock(text, at: index)
      let others = breaks == nil ? block.nonInk : block.nonLetters
      guard others == 0 else {
        index &+= others.trailingZeroBitCount &>> 3
        return
      }
      index &+= 8
    }
    while index < limit, breaks == nil ? text[index] &- 0x21 < 0x5E : text[index].isASCIILetter {
      index &+= 1
    }
  }

  /// Passes the space in hand and takes what follows in hand, if that is ink. Else the space stays
  /// in hand.
  @inline(__always)
  private mutating func takeInkAfterSpace() -> Bool {
    guard index &+ 1 < text.count else { return false }
    let space = (key, record, step)
    index &+= 1
    take()
    if step & BreakAutomaton.clusterEndBit != 0, Segment(bits: UInt32(truncatingIfNeeded: record)).isInk {
      return true
    }
    index &-= 1
    byteCount = 1
    (key, record, step) = space
    return false
  }

  /// A segment that ends with a cluster of too many bytes: what is before that, or the beginning of
  /// it.
  @inline(never)
  private mutating func long(
    _ start: Int, _ clusterStart: Int, _ columnsBefore: Int, _ columns: Int, _ kind: Segment.Kind
  ) -> Segment {
    restAllowsBreak = allowsBreak
    if clusterStart > start {
      rest = index &- clusterStart
      restColumns = columns
      clusterCount &-= 1
      return Segment(byteCount: clusterStart &- start, advance: columnsBefore, kind: .ink)
    }
    rest = index &- start &- Segment.maximumByteCount
    return Segment(byteCount: Segment.maximumByteCount, advance: columns, kind: kind)
  }

  @inline(never)
  private mutating func nextContinuation() -> Segment {
    let count = min(rest, Segment.maximumByteCount)
    rest &-= count
    clusterCount = restColumns == nil ? 0 : 1
    isNarrow = restColumns ?? 1 <= 1
    defer { restColumns = nil }
    return Segment(
      byteCount: count, advance: restColumns ?? 0, kind: restColumns == nil ? .continuation : .ink,
      allowsBreakAfter: rest == 0 && restAllowsBreak)
  }
}

/// Break opportunities of printable ASCII, found at any place of it.
extension Segmenter {
  /// The last place after `start` and not after `end` before which a line may end; `start` if there
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
    let records = data.records(.normal, WidthModel())
    var step: BreakAutomaton.Step = 0
    for place in start...index { step = data.step(step, records[data.key(of: bytes[place])]) }
    return decided(step, in: bytes, next: index &+ 1, .normal) & BreakAutomaton.breakBit != 0
  }
}
