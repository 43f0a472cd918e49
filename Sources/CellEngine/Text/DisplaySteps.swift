/// The way from a text to its display text, scalar by scalar.
struct DisplaySteps {
  /// A piece of the text, and its part of the display text.
  struct Step {
    /// The byte range of the piece; empty if a scalar is added.
    var source: Range<Int>
    var shown: Shown

    /// The number of its bytes in the display text.
    var byteCount: Int {
      switch shown {
      case .source: source.count
      case .scalar(let scalar): UTF8Scalar.byteCount(of: scalar)
      case .nothing: 0
      }
    }
  }

  /// The part of a piece in the display text: the piece itself, another scalar, or nothing.
  enum Shown: Equatable {
    case source
    case scalar(UInt32)
    case nothing
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let data = UnicodeData.shared
  private var index = 0
  private var open = DirectionalStack()
  private var marks = ClusterMarks()
  // Whether a tag here is part of an emoji sequence: it follows an emoji and the marks that join
  // it.
  private var isEmojiSequence = false
  // Whether a line may begin here, or the scalar before is not drawn inside of a line.
  private var beginsLine = true
  // Whether a selector here has a character before it.
  private var hasBase = false
  // Whether the scalar before is a leading consonant of Hangul.
  private var isLeading = false
  /// Whether marks beyond the limit of a cluster were dropped.
  private(set) var hasDroppedMarks = false

  init(of bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  mutating func next() -> Step? {
    guard index < bytes.count else { return closer(at: index) }
    if index == 0, bytes[0] <= 0x20 || bytes[0] >= 0x80 {
      index = DisplayText.blankCount(bytes).lines
      if index > 0 { return Step(source: 0..<index, shown: .nothing) }
    }
    let scalar = UTF8Scalar(in: bytes, at: index)
    let source = index..<(index + lengthOfPiece(scalar))
    if beginsLine, data.properties(of: scalar.value).joinsSpace {
      beginsLine = false
      return step(index..<index, .scalar(0xA0))
    }
    // A soft hyphen is not drawn inside of a line. Marks without a width do not end the start of a
    // line.
    let isMark = data.properties(of: scalar.value).joinsCluster
    beginsLine =
      scalar.value == 0x200B || scalar.value == 0xAD || Self.isLineEnd(scalar.value) || (beginsLine && isMark)
    if Self.isLineEnd(scalar.value) {
      if let closer = closer(at: index) { return closer }
      index = source.upperBound
      (isEmojiSequence, hasBase, isLeading) = (false, false, false)
      return step(source, scalar.value == 0x0A ? .source : .scalar(0x0A))
    }
    index = source.upperBound
    let shown = shown(scalar.value)
    isLeading = shown == .source && data.properties(of: scalar.value).isLeadingJamo
    if DisplayText.isWhiteSpace(scalar.value) {
      hasBase = false
    } else if !isMark, !DisplayText.isDefaultIgnorable(scalar.value) {
      hasBase = true
    }
    let properties = data.properties(of: scalar.value)
    isEmojiSequence = properties.isPictographic || (isEmojiSequence && properties.joinsCluster)
    return step(source, shown)
  }

  /// A step for a piece of the text. It shows nothing if the piece is a mark beyond the limit.
  private mutating func step(_ source: Range<Int>, _ shown: Shown) -> Step {
    let scalar: UInt32
    switch shown {
    case .source: scalar = UTF8Scalar(in: bytes, at: source.lowerBound).value
    case .scalar(let other): scalar = other
    case .nothing: return Step(source: source, shown: shown)
    }
    guard marks.take(data.properties(of: scalar)) else {
      hasDroppedMarks = true
      return Step(source: source, shown: .nothing)
    }
    return Step(source: source, shown: shown)
  }

  /// Whether a text begins with a mark, which can join a space before it.
  @inline(__always)
  static func beginsWithMark(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first, first >= 0xC0 else { return false }
    let properties = UnicodeData.shared.properties(of: UTF8Scalar(in: bytes, at: 0).value)
    return properties.joinsSpace || properties.joinsCluster
  }

  /// Returns a step that closes the innermost embedding or isolate; `nil` if none is open.
  private mutating func closer(at index: Int) -> Step? {
    guard let closer = open.close() else { return nil }
    return step(index..<index, .scalar(closer))
  }

  /// CR LF is one piece.
  private func lengthOfPiece(_ scalar: UTF8Scalar) -> Int {
    let next = index + scalar.byteCount
    return scalar.value == 0x0D && next < bytes.count && bytes[next] == 0x0A ? 2 : scalar.byteCount
  }

  static func isLineEnd(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Whether a Hangul filler before ``index`` is in the place of a letter of a syllable.
  private func isInSyllable(filler: UInt32) -> Bool {
    if filler == 0x1160 { return isLeading }
    guard filler == 0x115F, index < bytes.count else { return false }
    let next = UTF8Scalar(in: bytes, at: index)
    guard next.value == 0x1160 else { return data.properties(of: next.value).isVowelJamo }
    let end = index + next.byteCount
    return end < bytes.count && data.properties(of: UTF8Scalar(in: bytes, at: end).value).isTrailingJamo
  }

  private mutating func shown(_ scalar: UInt32) -> Shown {
    switch scalar {
    case 0x09: .scalar(0x20)
    case 0..<0x20: .scalar(0x2400 + scalar)
    case 0x7F: .scalar(0x2421)
    case 0x202A...0x202E, 0x2066...0x2069: open.take(scalar) ? .source : .nothing
    case 0xE0020...0xE007F where isEmojiSequence: .source
    case 0x180B...0x180D, 0x180F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: hasBase ? .source : .nothing
    case 0x115F, 0x1160, 0x3164, 0xFFA0: isInSyllable(filler: scalar) ? .source : .nothing
    case 0x206A...0x206F, 0xFEFF, 0xFFF0...0xFFF8, 0xE0001, 0xE0020...0xE007F: .nothing
    case 0x80..<0xA0, 0x2065, 0xFDD0...0xFDEF, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF: .scalar(0xFFFD)
    default: scalar & 0xFFFE == 0xFFFE ? .scalar(0xFFFD) : .source
    }
  }
}
