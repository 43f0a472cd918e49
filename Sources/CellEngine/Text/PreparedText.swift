/// The paragraph direction of a text by its first strong character (UAX #9, P2 and P3).
public enum TextDirection: UInt8, Hashable, Sendable {
  /// The text has no strong character.
  case neutral
  /// The first strong character runs from left to right.
  case leftToRight
  /// The first strong character runs from right to left.
  case rightToLeft
}

/// The header of a prepared text, in 16 bytes: which marks are its own, and what is known of it as a whole.
public struct PreparedText: Equatable, Sendable {
  /// Its mark, where it keeps the only one that it has by itself; else the index of its first.
  private var first = Mark(bits: 0)
  /// 0–25 how many marks it has, then flags: 26 complete, 27 hard break, 28 invisibles; 29–30 the direction.
  private var bits: UInt32 = completeBit
  /// The sum of its marks' advances, without white space: what decides how far a text must be prepared.
  public var inkAdvance: Int32 = 0
  /// The advance of the whole text on one line, white space at its end left out; `Int32.max` where that is not known
  /// or cannot be, for it has a hard break.
  public var lineAdvance: Int32 = 0

  private static let completeBit: UInt32 = 1 << 26
  private static let hardBreakBit: UInt32 = 1 << 27
  private static let invisiblesBit: UInt32 = 1 << 28
  private static let directionShift: UInt32 = 29

  /// The most marks that a text can have; one that has more is not prepared to its end.
  static let maximumMarkCount = 1 << 26 - 1

  /// A header over nothing: an empty text.
  public init() {}

  /// Index of its first mark in the arena that it was prepared into.
  public var firstMark: Int32 {
    get { Int32(bitPattern: first.bits) }
    set { first = Mark(bits: UInt32(bitPattern: newValue)) }
  }

  /// Takes the only mark that it has out of the arena.
  mutating func keep(_ mark: Mark) {
    first = mark
  }

  /// The marks of the text at `index` of `texts`, each of which keeps its mark where it has one only.
  @inline(__always)
  static func marks(
    of texts: UnsafeBufferPointer<PreparedText>, at index: Int, in arena: UnsafeBufferPointer<Mark>
  ) -> UnsafeBufferPointer<Mark> {
    let text = texts[index]
    if text.markCount == 1, let base = texts.baseAddress {
      // Its mark stands where the text begins.
      let first = UnsafeRawPointer(base + index).assumingMemoryBound(to: Mark.self)
      return UnsafeBufferPointer(start: first, count: 1)
    }
    let first = Int(text.firstMark)
    return UnsafeBufferPointer(rebasing: arena[first..<first + Int(text.markCount)])
  }

  /// Where the last ink of a text of so many bytes ends, as far as it is prepared: its byte, and its mark.
  @inline(__always)
  func inkEnd(of byteCount: Int, _ marks: UnsafeBufferPointer<Mark>) -> (byte: Int, mark: Int) {
    var end = byteCount
    var markEnd = marks.count
    guard isComplete else { return (end, markEnd) }
    while markEnd > 0, !marks[markEnd &- 1].isInk {
      markEnd &-= 1
      end &-= marks[markEnd].byteCount
    }
    return (end, markEnd)
  }

  /// How many marks it has; at most 2²⁶ − 1.
  public var markCount: Int32 {
    get { Int32(bits & UInt32(Self.maximumMarkCount)) }
    set { bits = bits & ~UInt32(Self.maximumMarkCount) | UInt32(newValue) & UInt32(Self.maximumMarkCount) }
  }

  /// Whether the marks reach to the end of the text. Where they do not, `inkAdvance` exceeds the budget.
  public var isComplete: Bool {
    get { bits[Self.completeBit] }
    set { bits[Self.completeBit] = newValue }
  }

  /// Whether it has a line feed, as far as it is prepared.
  public var hasHardBreak: Bool {
    get { bits[Self.hardBreakBit] }
    set { bits[Self.hardBreakBit] = newValue }
  }

  /// Whether it has soft hyphens or directional formatting, which a writer has to look after.
  public var hasInvisibles: Bool {
    get { bits[Self.invisiblesBit] }
    set { bits[Self.invisiblesBit] = newValue }
  }

  /// The direction of its first strong character.
  public var direction: TextDirection {
    get { TextDirection(rawValue: UInt8(bits >> Self.directionShift) & 3) ?? .neutral }
    set { bits = bits & ~(3 << Self.directionShift) | UInt32(newValue.rawValue) << Self.directionShift }
  }

  /// Whether enough is prepared for rows that show at most `budget` of advance (lines times width).
  public func covers(_ budget: Int32) -> Bool {
    isComplete || inkAdvance > budget
  }
}
