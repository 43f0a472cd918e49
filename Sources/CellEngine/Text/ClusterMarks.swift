/// Counts the marks of a grapheme cluster, of which a row shows a limited number.
///
/// A cluster of a million marks is one column wide, and a shaper needs time that grows with the
/// square of their number. Legible text has few marks: the stream-safe format of UAX #15 allows 30.
struct ClusterMarks {
  /// How many marks of a cluster are shown.
  static let limit = 32

  private let data = UnicodeData.shared
  private var state = 0
  private var count = 0

  /// Takes the next scalar of a text. Returns false if it is a mark beyond the limit, which is left
  /// out.
  mutating func take(_ scalar: ScalarProperties) -> Bool {
    let entry = data.tables.clusterState(state, scalar.cluster)
    let beginsCluster = entry & 0x80 != 0
    if scalar.isMark {
      if beginsCluster { count = 0 }
      guard count < Self.limit else { return false }
      count += 1
    } else if beginsCluster || scalar.endsMarks {
      count = 0
    }
    state = Int(entry & 0x7F)
    return true
  }

  /// The minimum of bytes of a cluster that has more marks than are shown.
  private static let reach = 2 * (limit + 1)

  /// Whether a cluster of a text may have more marks than are shown. Never false if one has, and
  /// seldom true if none has.
  ///
  /// Reads one or two scalars in 66 bytes, which is the minimum size of such a cluster.
  static func mayExceedLimit(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= reach else { return false }
    // After a scalar that ends the marks before it.
    var start = 0
    while text.count &- start >= reach {
      guard let next = lastEndOfMarks(in: text, from: start, to: start &+ reach) else { return true }
      start = next
    }
    return false
  }

  /// The index after a scalar that ends the marks before it, one of the last that begin in a range
  /// of bytes.
  ///
  /// A pictograph or a consonant ends them if it does not follow a mark, since it begins a cluster
  /// then (GB9c, GB11).
  @inline(__always)
  private static func lastEndOfMarks(
    in text: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
  ) -> Int? {
    let data = UnicodeData.shared
    var index = end
    var isFirst = true
    // The index after a pictograph or consonant whose predecessor is the next scalar to look at.
    var endOfLetter: Int?
    while index > start {
      index &-= 1
      while index > start, text[index] & 0xC0 == 0x80 { index &-= 1 }
      let (number, byteCount) = data.lookUp(in: text, at: index)
      let scalar = data.properties(number)
      if scalar.endsMarks { return index &+ byteCount }
      if scalar.isMark {
        endOfLetter = nil
      } else if let endOfLetter {
        return endOfLetter
      } else {
        endOfLetter = index &+ byteCount
      }
      if isFirst, let last = lastASCII(in: text, from: start, to: index) { return last &+ 1 }
      isFirst = false
    }
    return nil
  }

  /// The index of the last byte of ASCII in a range, up to seven bytes of whose beginning are not
  /// read.
  @inline(__always)
  private static func lastASCII(in text: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int? {
    let bytes = UnsafeRawBufferPointer(text)
    var end = end
    while end &- start >= 8 {
      end &-= 8
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self))
      let ascii = ~word & 0x8080_8080_8080_8080
      if ascii != 0 { return end &+ 7 &- ascii.leadingZeroBitCount / 8 }
    }
    return nil
  }
}
