/// The display text of a UTF-8 text: the only code that makes hostile characters harmless.
///
/// A text may have any characters. They are shown as follows:
/// - Line feed, CR LF, CR, VT, FF, NEL, LS and PS: a line feed, after which layout ends the line.
/// - A tab: a space.
/// - Other C0 characters and DEL: their control pictures, U+2400…U+2421, as in `␛[31m`.
/// - C1, noncharacters, interlinear annotation, reserved ignorables: `�`.
/// - U+FEFF, U+206A…U+206F, U+FFF0…U+FFF8: removed. They have no effect, and no sign.
/// - Tags (U+E0001, U+E0020…U+E007F): unchanged in emoji sequences, else removed.
/// - Variation selectors without a character before them: removed.
/// - Hangul fillers: unchanged in a syllable with conjoining Jamo, else removed.
/// - Blank lines at the beginning of a text: removed.
/// - Embeddings and isolates: unchanged, and closed at the end of their line. From the 16th level
///   on they are removed.
/// - Overrides (U+202D, U+202E): removed. With them a text would read differently than it is.
/// - U+202C and U+2069: removed if they close an override or nothing.
/// - Marks, joiners and conjoining Jamo: removed after the 32nd of a cluster.
/// - A mark with a width at the beginning of a line, or after a soft hyphen: U+00A0 and the mark.
///   Without U+00A0 it would join a space before it.
/// - All other characters: unchanged, among them no-break spaces, joiners, soft hyphens,
///   directional marks and private use characters.
public enum DisplayText {
  /// Whether all bytes are printable ASCII (0x20…0x7E).
  @inline(__always)
  public static func isPrintableASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count >= 8 else { return bytes.allSatisfy { $0 &- 0x20 <= 0x5E } }
    var others = ByteBlock(bytes, at: bytes.count &- 8).nonPrintable
    var index = 0
    while index < bytes.count &- 8 {
      others |= ByteBlock(bytes, at: index).nonPrintable
      index &+= 8
    }
    return others == 0
  }

  /// Whether a text shows nothing: it has only white space, characters that are never drawn, blank
  /// patterns of Braille, and nonspacing marks.
  @inline(__always)
  static func showsNothing(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if let first = bytes.first, first > 0x20, first < 0x80 { return false }
    return blankCount(bytes).rest == bytes.count
  }

  /// The bytes of the blank lines at the beginning of a text, and those before its first sign.
  @inline(never)
  static func blankCount(_ bytes: UnsafeBufferPointer<UInt8>) -> (lines: Int, rest: Int) {
    var (lines, index) = (0, 0)
    while index < bytes.count {
      let scalar = UTF8Scalar(in: bytes, at: index)
      guard isBlank(scalar.value) else { break }
      index &+= scalar.byteCount
      if DisplaySteps.isLineEnd(scalar.value) { lines = index }
    }
    return (lines, index)
  }

  private static func isBlank(_ scalar: UInt32) -> Bool {
    if scalar == 0x2800 || isWhiteSpace(scalar) || isDefaultIgnorable(scalar) { return true }
    let properties = UnicodeData.shared.properties(of: scalar)
    return properties.joinsCluster && properties.isMark && !properties.isDrawnAlone
  }

  /// Default_Ignorable_Code_Point of DerivedCoreProperties.txt.
  static func isDefaultIgnorable(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F,
      0x202A...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFF8,
      0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
      true
    default: false
    }
  }

  /// White_Space of PropList.txt, to which nothing was added since Unicode 3.0.
  static func isWhiteSpace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  /// The bytes to display, or `nil` if `bytes` can be shown unchanged.
  public static func display(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard isSuspicious(bytes) else { return nil }
    var steps = DisplaySteps(of: bytes)
    var display: [UInt8] = []
    display.reserveCapacity(bytes.count + 16)
    var isChanged = false
    while let step = steps.next() {
      switch step.shown {
      case .source: display.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[step.source]))
      case .scalar(let scalar): display.append(contentsOf: UTF8Scalar.encoded(scalar))
      case .nothing: break
      }
      if step.shown != .source { isChanged = true }
    }
    return isChanged ? display : nil
  }

  /// The bytes to display of a text that always has one line. Line breaks become spaces, and those
  /// at the end are removed. `nil` if `bytes` can be shown unchanged.
  static func lineDisplay(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard var display = display(of: bytes) ?? (bytes.contains(0x0A) ? Array(bytes) : nil) else { return nil }
    while display.last == 0x0A { display.removeLast() }
    return display.map { $0 == 0x0A ? 0x20 : $0 }
  }

  /// The range of `bytes` that a range of their display text shows. A replacement shows all the
  /// bytes that it replaces.
  static func originalRange(
    of range: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Range<Int> {
    guard isSuspicious(bytes) else { return range.clamped(to: 0..<bytes.count) }
    var steps = DisplaySteps(of: bytes)
    var shown = 0
    var lower: Int?
    var upper = 0
    while shown < range.upperBound, let step = steps.next() {
      let next = shown + step.byteCount
      if lower == nil, next > range.lowerBound { lower = step.source.lowerBound }
      upper = step.source.upperBound
      shown = next
    }
    // What is left out after a range belongs to it.
    while let step = steps.next(), step.byteCount == 0 { upper = step.source.upperBound }
    return min(lower ?? upper, upper)..<upper
  }

  /// Whether a cluster of a text has more marks than are shown.
  static func dropsMarks(of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard ClusterMarks.mayExceedLimit(in: bytes) else { return false }
    var steps = DisplaySteps(of: bytes)
    while !steps.hasDroppedMarks, steps.next() != nil {}
    return steps.hasDroppedMarks
  }

  /// Whether a text may have characters that cannot be shown unchanged. It is never false if the
  /// text has one. If it is true, `DisplaySteps` decides.
  private static func isSuspicious(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if DisplaySteps.beginsWithMark(bytes) { return true }
    if let first = bytes.first, first <= 0x20 || first >= 0x80, blankCount(bytes).lines > 0 { return true }
    var index = 0
    while index < bytes.count {
      if index &+ 8 <= bytes.count, !ByteBlock(bytes, at: index).mayHoldHostile {
        index &+= 8
        continue
      }
      let end = min(index &+ 8, bytes.count)
      while index < end {
        let second = index &+ 1 < bytes.count ? bytes[index &+ 1] : 0
        let third = index &+ 2 < bytes.count ? bytes[index &+ 2] : 0
        if isSuspicious(bytes[index], second, third) { return true }
        index &+= 1
      }
    }
    return ClusterMarks.mayExceedLimit(in: bytes)
  }

  /// Whether a hostile character may begin with these bytes. If so, ``ByteBlock/mayHoldHostile`` is
  /// true of `first`.
  @inline(__always)
  private static func isSuspicious(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    switch first {
    case 0x20..<0x7F: return false
    case 0x0A: return second >= 0xC0
    case ..<0x20, 0x7F, 0xF3: return true
    // C1. A soft hyphen with a mark after it.
    case 0xC2: return second < 0xA0 || (second == 0xAD && third >= 0xC0)
    case 0xE2:
      // U+2028…U+2032 and U+2065…U+206F; an ellipsis is before them. Also U+200B.
      let least = 0xA8 &- (second & 1) &* 3
      return second & 0xFE == 0x80 && (third &- least < 11 || (second == 0x80 && third == 0x8B))
    case 0xEF:
      // Also variation selectors and the half-width filler.
      return second == 0xB7 || second == 0xBB || second == 0xBF || (second == 0xB8 && third < 0x90)
        || (second == 0xBE && third == 0xA0)
    // The ends of Hangul fillers, and of the selectors of Mongolian.
    case 0x85: return second == 0x9F || second == 0xA0 || second == 0xA4
    case 0xA0: return 0x8B...0x8F ~= second
    // The last two characters of a plane.
    case 0xBF: return second & 0xFE == 0xBE
    default: return false
    }
  }
}
