/// The way of text analysis through a text, scalar by scalar: what the one in hand is, and what is between it and the one in
/// front of it.
struct ScalarWalk {
  let text: UnsafeBufferPointer<UInt8>
  let records: UnsafePointer<BreakAutomaton.Record>
  let data = UnicodeData.shared
  private let breaks: Environment.Breaks?
  private let breakBit: BreakAutomaton.Step

  /// Where the scalar in hand begins, or, once it is passed, ends.
  private(set) var index = 0
  /// What it is: its key (`UnicodeData.key`), its bytes, its record.
  private(set) var key: Int
  private(set) var byteCount: Int
  private(set) var record: BreakAutomaton.Record
  /// What is in front of it.
  private(set) var step: BreakAutomaton.Step

  /// Takes the first scalar of a text that is not empty in hand.
  @inline(__always)
  init(
    _ text: UnsafeBufferPointer<UInt8>, _ model: WidthModel, _ breaks: Environment.Breaks?,
    _ header: inout PreparedText
  ) {
    self.text = text
    self.breaks = breaks
    records = data.records(breaks, ambiguous: model.ambiguous)
    breakBit = breaks == nil ? 0 : BreakAutomaton.breakBit
    (key, byteCount) = data.key(in: text, at: 0)
    record = records[key]
    step = data.step(0, record)
    if record & BreakAutomaton.careBit != 0 { header.note(scalar) }
  }

  /// Whether all scalars are passed.
  @inline(__always)
  var isAtEnd: Bool { index == text.count }

  /// The properties of the scalar in hand.
  @inline(__always)
  var scalar: ScalarProperties { data.properties(key & 0xFF) }

  /// Its columns, if it is ink.
  @inline(__always)
  var columns: Int { BreakAutomaton.columns(record) }

  /// Whether a cluster ends in front of it.
  @inline(__always)
  var beginsCluster: Bool { step & BreakAutomaton.clusterEndBit != 0 }

  /// The flag of the mark in front of it: whether a line may end there.
  @inline(__always)
  var breakFlag: UInt32 { UInt32(step & breakBit) &<< 7 }

  /// Whether printable ASCII follows the scalar in hand, which is ASCII.
  @inline(__always)
  var isBeforeASCII: Bool { index &+ 1 < text.count && text[index &+ 1] &- 0x20 < 0x5F }

  /// Passes the scalar in hand.
  @inline(__always)
  mutating func pass() { index &+= byteCount }

  /// Takes the next scalar, of which there has to be one, in hand.
  @inline(__always)
  mutating func take(_ header: inout PreparedText) {
    let (key, byteCount) = data.key(in: text, at: index)
    take(key, byteCount, &header)
  }

  /// Takes the next scalar in hand, or passes it if it begins in front of `limit` and is like the last, over which the
  /// automaton stands still; false where it did that.
  @inline(__always)
  mutating func takeOther(limit: Int, _ header: inout PreparedText) -> Bool {
    let (key, byteCount) = data.key(in: text, at: index)
    if key == self.key, record & BreakAutomaton.standsStillBit != 0, index < limit {
      index &+= byteCount
      return false
    }
    take(key, byteCount, &header)
    return true
  }

  /// Passes the space in hand, and takes what follows in hand, if that is ink; else the space stays in hand.
  @inline(__always)
  mutating func takeInk(behindSpace header: inout PreparedText) -> Bool {
    var next = self
    next.index &+= 1
    guard !next.isAtEnd else { return false }
    next.take(&header)
    guard next.beginsCluster, UInt32(truncatingIfNeeded: next.record) & Mark.inklessBits == 0 else {
      return false
    }
    self = next
    return true
  }

  @inline(__always)
  private mutating func take(_ key: Int, _ byteCount: Int, _ header: inout PreparedText) {
    self.key = key
    self.byteCount = byteCount
    record = records[key]
    step = data.step(step, record)
    guard BreakAutomaton.needsCare(record, step) else { return }
    step = Self.decided(step, text, index &+ byteCount, breaks, data)
    if record & BreakAutomaton.careBit != 0 { header.note(scalar) }
  }

  /// A step in which a line may end unless a number begins at `next`, which is what decides. Static, so that the walk itself
  /// can stay in registers.
  @inline(never)
  private static func decided(
    _ step: BreakAutomaton.Step, _ text: UnsafeBufferPointer<UInt8>, _ next: Int,
    _ breaks: Environment.Breaks?, _ data: UnicodeData
  ) -> BreakAutomaton.Step {
    guard step & BreakAutomaton.unlessNumberBit != 0,
      !LineBreaker.numberBegins(at: next, in: text, breaks: breaks ?? .normal, data)
    else { return step }
    return step | BreakAutomaton.breakBit
  }

  /// Passes scalars that are like the one that was passed, up to `limit` of them, if each of those is a cluster with between
  /// them what is in front of that one; says how many.
  @inline(__always)
  mutating func passLike(limit: UInt32) -> UInt32 {
    let stillFlag = UInt32(truncatingIfNeeded: (record & BreakAutomaton.stillBreakBit) &>> 33)
    guard record & BreakAutomaton.standsStillBit != 0, breakBit == 0 || stillFlag == breakFlag else {
      return 0
    }
    var passed: UInt32 = 0
    if key < 0x100, Self.isLetter(text[index &- 1]) {
      while passed < limit, index < text.count, Self.isLetter(text[index]) {
        passed &+= 1
        index &+= 1
      }
    }
    while passed < limit, index < text.count, data.key(in: text, at: index).key == key {
      passed &+= 1
      index &+= byteCount
    }
    return passed
  }

  @inline(__always)
  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  /// Passes all in front of `end`; `step` led there.
  @inline(__always)
  mutating func pass(upTo end: Int, _ step: BreakAutomaton.Step) {
    index = end
    self.step = step
  }
}

extension PreparedText {
  /// Notes what a scalar is that a layout or a writer has to look after.
  @inline(never)
  mutating func note(_ scalar: ScalarProperties) {
    if scalar.bits & ScalarProperties.hardBreakBit != 0 { hasHardBreak = true }
    if scalar.bits & ScalarProperties.invisibleBits != 0 { hasInvisibles = true }
  }
}
