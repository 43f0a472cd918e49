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
  func isContained(in text: UnsafeBufferPointer<UInt8>, _ effort: inout Effort) -> Bool {
    guard !bytes.isEmpty else { return true }
    var length = 0
    var rest = text[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Effort.piece)
      for byte in piece {
        while length > 0, bytes[length] != byte { length = borders[length] }
        guard bytes[length] == byte else { continue }
        length += 1
        if length == bytes.count { return true }
      }
      guard effort.goesOn(piece.count) else { return false }
      rest = rest[piece.endIndex...]
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
  /// Rows of words with the positions that match a scalar. The first row is for all scalars that
  /// the pattern does not name.
  private var table: [UInt64]
  /// The rows of scalars, and of those of ASCII.
  private var rows: [UInt32: Int] = [:]
  private let asciiRows: [Int]

  /// A pattern, for folded texts unless it is exact. The text between its signs is folded. A sign
  /// that is another character's fold, such as that of a full-width question mark, is itself.
  init(_ pattern: String, exact: Bool) {
    var scalars: [UInt32] = []
    var rest = Substring(pattern).unicodeScalars
    while true {
      let text = rest.prefix { $0 != "*" && $0 != "?" }
      let folded = exact ? String(text) : String(decoding: TextFold.fold(String(text)), as: UTF8.self)
      scalars += folded.unicodeScalars.map(\.value)
      rest = rest[text.endIndex...]
      guard let sign = rest.popFirst() else { break }
      // Two stars are one.
      if sign == "?" {
        scalars.append(Self.question)
      } else if scalars.last != Self.star {
        scalars.append(Self.star)
      }
    }
    end = scalars.count
    width = scalars.count / 64 + 1
    let none = [UInt64](repeating: 0, count: width)
    (stars, table) = (none, none)
    for (position, scalar) in scalars.enumerated() {
      if scalar == Self.star { stars.insert(position) }
      if scalar == Self.question { table.insert(position) }
    }
    let anyScalar = table
    for (position, scalar) in scalars.enumerated() where scalar != Self.star && scalar != Self.question {
      let row = rows[scalar] ?? table.count / width
      if rows.updateValue(row, forKey: scalar) == nil { table += anyScalar }
      table.insert(row * width * 64 + position)
    }
    let rows = rows
    asciiRows = (0..<128).map { rows[$0] ?? 0 }
  }

  // No scalar has these values.
  private static let star: UInt32 = 0x11_0000
  private static let question: UInt32 = 0x11_0001

  /// Whether the pattern matches all of a text, as UTF-8.
  func matches(_ text: UnsafeBufferPointer<UInt8>, _ effort: inout Effort) -> Bool {
    // The positions before which the pattern matches the text so far. A star also matches an empty
    // text.
    var reached = [UInt64](repeating: 0, count: width)
    reached[0] = (stars[0] & 1) << 1 | 1
    var index = 0
    while index < text.count {
      let start = index
      while index < min(text.count, start + Effort.piece) {
        if text[index] < 0x80 {
          advance(&reached, row: asciiRows[Int(text[index])])
          index &+= 1
        } else {
          let scalar = UTF8Scalar(in: text, at: index)
          index += scalar.byteCount
          advance(&reached, row: rows[scalar.value] ?? 0)
        }
      }
      guard effort.goesOn((index - start) * width) else { return false }
    }
    return reached.contains(end)
  }

  /// Takes a scalar. Stars that are reached are passed, too; none follows another one.
  @inline(__always)
  private func advance(_ reached: inout [UInt64], row: Int) {
    var (carry, starCarry): (UInt64, UInt64) = (0, 0)
    for word in 0..<width {
      let advancing = reached[word] & table[row &* width &+ word]
      let next = reached[word] & stars[word] | advancing &<< 1 | carry
      let passing = (next | starCarry) & stars[word]
      reached[word] = next | passing &<< 1 | starCarry
      (carry, starCarry) = (advancing &>> 63, passing &>> 63)
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
