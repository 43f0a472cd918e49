/// The paragraph direction of a text by its first strong character (UAX #9, P2 and P3).
public enum TextDirection: UInt8, Hashable, Sendable {
  /// The text has no strong character.
  case neutral
  /// The first strong character runs from left to right.
  case leftToRight
  /// The first strong character runs from right to left.
  case rightToLeft
}

/// The header of a prepared text: which marks are its own, and what is known of it as a whole.
public struct PreparedText: Equatable, Sendable {
  /// Index of its first mark in the arena that it was prepared into.
  public var firstMark: Int32
  /// How many marks it has.
  public var markCount: Int32
  /// The sum of its marks' advances, without white space: what decides how far a text must be prepared.
  public var inkAdvance: Int32
  /// The advance of the whole text on one line, white space at its end left out; `Int32.max` where that is not known
  /// or cannot be, for it has a hard break.
  public var lineAdvance: Int32
  /// Whether the marks reach to the end of the text. Where they do not, `inkAdvance` exceeds the budget.
  public var isComplete: Bool
  /// The direction of its first strong character.
  public var direction: TextDirection
  /// Whether it has a line feed, as far as it is prepared.
  public var hasHardBreak: Bool
  /// Whether it has soft hyphens or directional formatting, which a writer has to look after.
  public var hasInvisibles: Bool

  /// A header over nothing: an empty text.
  public init() {
    firstMark = 0
    markCount = 0
    inkAdvance = 0
    lineAdvance = 0
    isComplete = true
    direction = .neutral
    hasHardBreak = false
    hasInvisibles = false
  }

  /// Whether enough is prepared for rows that show at most `budget` of advance (lines times width).
  public func covers(_ budget: Int32) -> Bool {
    isComplete || inkAdvance > budget
  }
}
