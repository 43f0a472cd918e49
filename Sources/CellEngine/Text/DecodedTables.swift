/// The decoded tables of `scripts/unicode-tables`, at constant offsets of one allocation.
struct DecodedTables {
  private static let lineStatesSize = UnicodeTables.lineStateCount * 64 * 2
  private static let clusterStatesSize = UnicodeTables.clusterStateCount * 32
  private static let leavesSize = UnicodeTables.distinctBlockCount * 64
  static let blockCount = 0x110000 / 64

  // Offsets in bytes. Tables of wider entries come first, so that all are aligned.
  private static let propertiesOffset = 0
  private static let lineStatesOffset = 256 * 4
  private static let blocksOffset = lineStatesOffset + lineStatesSize
  private static let leavesOffset = blocksOffset + blockCount * 2
  private static let clusterStatesOffset = leavesOffset + leavesSize
  /// The bytes of the tables, a multiple of 64.
  static let size = (clusterStatesOffset + clusterStatesSize + 63) / 64 * 64

  /// Where the tables begin.
  let base: UnsafeRawPointer

  /// Decodes the tables into `memory`, which is zeroed and has room for `size` bytes.
  init(in memory: UnsafeMutableRawPointer) {
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

  @inline(__always)
  func block(_ index: Int) -> Int {
    Int(base.load(fromByteOffset: Self.blocksOffset &+ index &* 2, as: UInt16.self))
  }

  @inline(__always)
  func leaf(_ block: Int, _ low: Int) -> Int {
    Int(base.load(fromByteOffset: Self.leavesOffset &+ (block &<< 6 | low), as: UInt8.self))
  }

  /// The properties of a scalar.
  @inline(__always)
  func properties(of scalar: UInt32) -> ScalarProperties {
    let value = Int(min(scalar, 0x10FFFF))
    return properties(leaf(block(value &>> 6), value & 0x3F))
  }

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
