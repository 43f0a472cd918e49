/// A text that is searched in other texts. A search takes time in proportion to the length of the
/// text, whatever the two texts are (Knuth, Morris and Pratt).
struct TextNeedle: Equatable, Sendable {
  private let bytes: [UInt8]
  /// For each prefix, the length of the longest shorter prefix that ends it.
  private let borders: [Int]

  /// A needle, as UTF-8.
  init(_ utf8: [UInt8]) {
    bytes = utf8
    var borders = [Int](repeating: 0, count: utf8.count + 1)
    var length = 0
    for end in utf8.indices.dropFirst() {
      while length > 0, utf8[length] != utf8[end] { length = borders[length] }
      if utf8[length] == utf8[end] { length += 1 }
      borders[end + 1] = length
    }
    self.borders = borders
  }

  /// Whether the needle is in a text.
  func isContained(in text: some Sequence<UInt8>) -> Bool {
    guard !bytes.isEmpty else { return true }
    var length = 0
    for byte in text {
      while length > 0, bytes[length] != byte { length = borders[length] }
      guard bytes[length] == byte else { continue }
      length += 1
      if length == bytes.count { return true }
    }
    return false
  }
}

/// A pattern for whole texts: `*` is any text, `?` is one scalar.
///
/// All ways to match are followed at the same time, with a bit for each position in the pattern. So
/// a match takes time in proportion to the length of the text, whatever the pattern is.
struct TextPattern: Equatable, Sendable {
  /// The number of words that have a bit for each position, also for the end.
  private let width: Int
  private let end: Int
  /// The positions of stars.
  private var stars: [UInt64]
  /// The positions that match any scalar.
  private var anyScalar: [UInt64]
  /// For each scalar of the pattern, the positions that match it, and no other scalar.
  private var positions: [UInt32: [UInt64]] = [:]

  /// A pattern, as UTF-8.
  init(_ utf8: [UInt8]) {
    let scalars = utf8.withUnsafeBufferPointer { utf8 in
      var scalars: [UInt32] = []
      var index = 0
      while index < utf8.count {
        let scalar = UTF8Scalar(in: utf8, at: index)
        index += scalar.byteCount
        // Two stars are one.
        if scalar.value != Self.star || scalars.last != Self.star { scalars.append(scalar.value) }
      }
      return scalars
    }
    end = scalars.count
    width = scalars.count / 64 + 1
    let none = [UInt64](repeating: 0, count: width)
    (stars, anyScalar) = (none, none)
    for (position, scalar) in scalars.enumerated() {
      switch scalar {
      case Self.star: stars.insert(position)
      case Self.question: anyScalar.insert(position)
      default: positions[scalar, default: none].insert(position)
      }
    }
  }

  private static let star: UInt32 = 0x2A
  private static let question: UInt32 = 0x3F

  /// Whether the pattern matches all of a text, as UTF-8.
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // The positions before which the pattern matches the text so far.
    var reached = [UInt64](repeating: 0, count: width)
    reached.insert(0)
    passStars(&reached)
    var index = 0
    while index < text.count {
      let scalar = UTF8Scalar(in: text, at: index)
      index += scalar.byteCount
      let matching = positions[scalar.value]
      var carry: UInt64 = 0
      for word in 0..<width {
        let advancing = reached[word] & (anyScalar[word] | (matching?[word] ?? 0))
        reached[word] = reached[word] & stars[word] | advancing << 1 | carry
        carry = advancing >> 63
      }
      passStars(&reached)
    }
    return reached.contains(end)
  }

  /// A star also matches an empty text.
  private func passStars(_ reached: inout [UInt64]) {
    var carry: UInt64 = 0
    for word in 0..<width {
      let passing = (reached[word] | carry) & stars[word]
      reached[word] |= passing << 1 | carry
      carry = passing >> 63
    }
  }
}

/// Arrays as sets of positions.
extension [UInt64] {
  fileprivate mutating func insert(_ position: Int) {
    self[position / 64] |= 1 << UInt64(position % 64)
  }

  fileprivate func contains(_ position: Int) -> Bool {
    self[position / 64] >> UInt64(position % 64) & 1 != 0
  }
}
