/// The decoded tables: built once, at the first text that is not ASCII, and never freed.
///
/// All of them are in one allocation, at constant offsets: a single pointer is all that the loops
/// over text hold.
struct UnicodeData: @unchecked Sendable {
  static let shared = UnicodeData()

  private static let lineStatesSize = UnicodeTables.lineStateCount * 64 * 2
  private static let clusterStatesSize = UnicodeTables.clusterStateCount * 32
  private static let leavesSize = UnicodeTables.distinctBlockCount * 64
  private static let blockCount = 0x110000 / 64

  // Offsets in bytes. Tables of wider entries come first, so that all are aligned.
  private static let propertiesOffset = 0
  private static let lineStatesOffset = 256 * 4
  private static let blocksOffset = lineStatesOffset + lineStatesSize
  private static let leavesOffset = blocksOffset + blockCount * 2
  private static let clusterStatesOffset = leavesOffset + leavesSize
  private static let automatonOffset = (clusterStatesOffset + clusterStatesSize + 63) / 64 * 64
  private static let size = automatonOffset + BreakAutomaton.stepsSize + BreakAutomaton.allRecordsSize

  private let base: UnsafeRawPointer

  private init() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: Self.size, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.size)
    base = UnsafeRawPointer(memory)
    Self.decode(UnicodeTables.properties, UInt32.self, to: memory + Self.propertiesOffset, count: 256)
    Self.decode(
      UnicodeTables.lineStates, UInt16.self, to: memory + Self.lineStatesOffset,
      count: Self.lineStatesSize / 2)
    Self.decode(UnicodeTables.blocks, UInt16.self, to: memory + Self.blocksOffset, count: Self.blockCount)
    Self.decode(UnicodeTables.leaves, UInt8.self, to: memory + Self.leavesOffset, count: Self.leavesSize)
    Self.decode(
      UnicodeTables.clusterStates, UInt8.self, to: memory + Self.clusterStatesOffset,
      count: Self.clusterStatesSize)
    BreakAutomaton.build(memory + Self.automatonOffset, self)
  }

  /// The properties of the scalars with a class number.
  @inline(__always)
  func properties(_ number: Int) -> ScalarProperties {
    ScalarProperties(bits: base.load(fromByteOffset: Self.propertiesOffset &+ number &* 4, as: UInt32.self))
  }

  /// The entry of the line breaker for a state (64 times its number) and a line class. It has the
  /// next state and, from bit 13 on, the action (``LineBreakTable``).
  @inline(__always)
  func lineState(_ state: Int, _ line: Int) -> UInt16 {
    base.load(fromByteOffset: Self.lineStatesOffset &+ (state | line) &* 2, as: UInt16.self)
  }

  /// The entry of the cluster breaker for a state and a cluster class: the next state. Bit 7 is set
  /// if a cluster ends before the scalar.
  @inline(__always)
  func clusterState(_ state: Int, _ cluster: Int) -> UInt8 {
    base.load(fromByteOffset: Self.clusterStatesOffset &+ (state &<< 5 | cluster), as: UInt8.self)
  }

  /// From a step of both breakers and the record of a scalar to the next step.
  @inline(__always)
  func step(_ last: BreakAutomaton.Step, _ record: BreakAutomaton.Record) -> BreakAutomaton.Step {
    let index = Int(last & BreakAutomaton.stateBits) | BreakAutomaton.pair(record)
    return base.load(fromByteOffset: Self.automatonOffset &+ index &* 2, as: BreakAutomaton.Step.self)
  }

  /// The records of scalars, by their class numbers.
  @inline(__always)
  func records(_ breaks: LineBreakRule?, _ model: WidthModel) -> UnsafePointer<BreakAutomaton.Record> {
    let offset = BreakAutomaton.recordsOffset(breaks, model)
    return (base + (Self.automatonOffset &+ offset)).assumingMemoryBound(to: BreakAutomaton.Record.self)
  }

  @inline(__always)
  private func block(_ index: Int) -> Int {
    Int(base.load(fromByteOffset: Self.blocksOffset &+ index &* 2, as: UInt16.self))
  }

  @inline(__always)
  private func leaf(_ block: Int, _ low: Int) -> Int {
    Int(base.load(fromByteOffset: Self.leavesOffset &+ (block &<< 6 | low), as: UInt8.self))
  }

  /// The properties of a scalar.
  @inline(__always)
  func properties(of scalar: UInt32) -> ScalarProperties {
    let value = Int(min(scalar, 0x10FFFF))
    return properties(leaf(block(value &>> 6), value & 0x3F))
  }

  /// The class number of the scalar at `index`, which must be in bounds, and the number of its
  /// bytes.
  ///
  /// Continuation bytes are not checked: other bytes have some class number.
  @inline(__always)
  func lookUp(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> (number: Int, byteCount: Int) {
    let lead = Int(text[index])
    if lead < 0x80 { return (number(of: UInt8(truncatingIfNeeded: lead)), 1) }
    guard index < text.count &- 3 else { return lookUpLast(in: text, at: index) }
    if lead < 0xE0 {
      guard lead >= 0xC0 else { return (replacementNumber, 1) }
      return (leaf(block(lead & 0x1F), Int(text[index &+ 1]) & 0x3F), 2)
    }
    if lead < 0xF0 {
      let high = (lead & 0xF) &<< 6 | Int(text[index &+ 1]) & 0x3F
      return (leaf(block(high), Int(text[index &+ 2]) & 0x3F), 3)
    }
    let high = (lead & 0x7) &<< 12 | (Int(text[index &+ 1]) & 0x3F) &<< 6 | Int(text[index &+ 2]) & 0x3F
    return (leaf(block(min(high, Self.blockCount &- 1)), Int(text[index &+ 3]) & 0x3F), 4)
  }

  /// Looks up a scalar beyond ASCII that begins in the last three bytes of a text.
  @inline(never)
  private func lookUpLast(
    in text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (number: Int, byteCount: Int) {
    let lead = Int(text[index])
    let rest = text.count &- index
    if lead >= 0xE0, lead < 0xF0, rest == 3 {
      let high = (lead & 0xF) &<< 6 | Int(text[index &+ 1]) & 0x3F
      return (leaf(block(high), Int(text[index &+ 2]) & 0x3F), 3)
    }
    if lead >= 0xC0, lead < 0xE0, rest >= 2 {
      return (leaf(block(lead & 0x1F), Int(text[index &+ 1]) & 0x3F), 2)
    }
    return (replacementNumber, 1)
  }

  /// The class number of U+FFFD, for bytes that do not begin a scalar.
  private var replacementNumber: Int { leaf(block(0xFFFD &>> 6), 0xFFFD & 0x3F) }

  /// The class number of an ASCII byte: ASCII is the first two blocks.
  @inline(__always)
  func number(of byte: UInt8) -> Int { leaf(0, Int(byte & 0x7F)) }

  /// Decodes runs of a value and its count. Entries after the last run are 0; runs after the last
  /// entry are ignored.
  private static func decode<Value: FixedWidthInteger>(
    _ text: StaticString, _ type: Value.Type, to memory: UnsafeMutableRawPointer, count: Int
  ) {
    var digits = Digits(text: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    var filled = 0
    while filled < count, let value = digits.next(), let length = digits.next() {
      let end = min(count, filled + Int(length))
      while filled < end {
        memory.storeBytes(
          of: Value(truncatingIfNeeded: value), toByteOffset: filled * MemoryLayout<Value>.stride, as: type)
        filled += 1
      }
    }
  }

  /// Numbers in digits of five bits, the lowest digit first. A byte of 0x50 or more is followed by
  /// the next digit; a byte of 0x30…0x4F has the last one.
  private struct Digits: IteratorProtocol {
    let text: UnsafeBufferPointer<UInt8>
    var index = 0

    mutating func next() -> UInt32? {
      var value: UInt32 = 0
      var shift: UInt32 = 0
      while index < text.count {
        let byte = text[index]
        index += 1
        if byte < 0x30 { continue }
        value |= UInt32(byte &- (byte < 0x50 ? 0x30 : 0x50)) << shift
        if byte < 0x50 { return value }
        shift += 5
      }
      return nil
    }
  }
}
