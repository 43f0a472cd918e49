/// The decoded tables: built once, at the first text that is not ASCII, and never freed.
struct UnicodeData: @unchecked Sendable {
  /// The version of the Unicode Standard that all of it is from.
  static let version = UnicodeTables.version

  static let shared = UnicodeData()

  /// Which distinct block a block of 64 scalars is.
  let blocks: UnsafePointer<UInt16>
  /// The class numbers of the scalars of the distinct blocks. The first 128 are those of ASCII.
  let leaves: UnsafePointer<UInt8>
  /// The properties of a class number.
  let properties: UnsafePointer<UInt32>
  /// From a state of the line breaker plus a line class to the next state and, from bit 14 on, the action.
  let lineStates: UnsafePointer<UInt16>
  /// From 16 times a state of the cluster breaker plus a cluster class to the next state and, in bit 7, whether a
  /// cluster ends in front of the scalar.
  let clusterStates: UnsafePointer<UInt8>
  /// For each class number, what stands between two scalars of it wherever they are: see `ScalarRun`. First by
  /// `Environment.Breaks.normal`, then, 256 later, by `keepAll`.
  let runs: UnsafePointer<UInt8>

  private init() {
    blocks = Self.decoded(UnicodeTables.blocks, count: 0x110000 / 64)
    leaves = Self.decoded(UnicodeTables.leaves, count: UnicodeTables.distinctBlockCount * 64)
    properties = Self.decoded(UnicodeTables.properties, count: UnicodeTables.propertyCount)
    lineStates = Self.decoded(UnicodeTables.lineStates, count: UnicodeTables.lineStateCount * 64)
    clusterStates = Self.decoded(UnicodeTables.clusterStates, count: UnicodeTables.clusterStateCount * 16)
    let runs = UnsafeMutablePointer<UInt8>.allocate(capacity: 512)
    runs.initialize(repeating: ScalarRun.none.rawValue, count: 512)
    for number in 0..<UnicodeTables.propertyCount {
      let scalar = ScalarProperties(bits: properties[number])
      guard ScalarRun.separatesClusters(scalar.cluster, clusterStates) else { continue }
      runs[number] = ScalarRun(line: scalar.line(.normal), lineStates).rawValue
      runs[256 + number] = ScalarRun(line: scalar.line(.keepAll), lineStates).rawValue
    }
    self.runs = UnsafePointer(runs)
  }

  /// The class number of a scalar.
  @inline(__always)
  func number(of scalar: UInt32) -> Int {
    let block = Int(blocks[Int(truncatingIfNeeded: min(scalar, 0x10FFFF) &>> 6)])
    return Int(leaves[block &<< 6 | Int(truncatingIfNeeded: scalar & 0x3F)])
  }

  /// The properties of a scalar.
  @inline(__always)
  func properties(of scalar: UInt32) -> ScalarProperties {
    ScalarProperties(bits: properties[number(of: scalar)])
  }

  /// The class number of the scalar at `index`, which must be in bounds, and how many bytes it takes.
  ///
  /// Whether continuation bytes are such is not looked at: other bytes give some class number.
  @inline(__always)
  func lookUp(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> (number: Int, byteCount: Int) {
    let lead = Int(text[index])
    if lead < 0x80 { return (Int(leaves[lead]), 1) }
    let rest = text.count &- index
    if lead >= 0xE0, lead < 0xF0, rest >= 3 {
      let block = Int(blocks[(lead & 0xF) &<< 6 | Int(text[index &+ 1]) & 0x3F])
      return (Int(leaves[block &<< 6 | Int(text[index &+ 2]) & 0x3F]), 3)
    }
    if lead >= 0xC0, lead < 0xE0, rest >= 2 {
      return (Int(leaves[Int(blocks[lead & 0x1F]) &<< 6 | Int(text[index &+ 1]) & 0x3F]), 2)
    }
    if lead >= 0xF0, rest >= 4 {
      let high = (lead & 0x7) &<< 12 | (Int(text[index &+ 1]) & 0x3F) &<< 6 | Int(text[index &+ 2]) & 0x3F
      let block = Int(blocks[min(high, 0x10FFFF &>> 6)])
      return (Int(leaves[block &<< 6 | Int(text[index &+ 3]) & 0x3F]), 4)
    }
    return (number(of: 0xFFFD), 1)
  }

  /// Decodes runs of a value and its count; what the text leaves out is 0, what is too much is ignored.
  private static func decoded<Value: FixedWidthInteger>(
    _ text: StaticString, count: Int
  ) -> UnsafePointer<Value> {
    let values = UnsafeMutablePointer<Value>.allocate(capacity: count)
    values.initialize(repeating: 0, count: count)
    var digits = Digits(text: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    var filled = 0
    while filled < count, let value = digits.next(), let length = digits.next() {
      let end = min(count, filled + Int(length))
      while filled < end {
        values[filled] = Value(truncatingIfNeeded: value)
        filled += 1
      }
    }
    return UnsafePointer(values)
  }

  /// Numbers written in digits of five bits, least significant first: 0x50… goes on, 0x30… is the last.
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
