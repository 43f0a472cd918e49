/// Measures the words of texts, for one thread and only as long as a call lasts.
public protocol WordMetrics: AnyObject {
  /// The words of all roles that were measured recently.
  var recentWords: RecentWords.Entries { get }

  /// The style of the texts of a role.
  func style(of role: FontRole) -> WordStyle

  /// The exact advance of a word of a text; `nil` if it is not known without measuring.
  /// ``MeasuredWord/fineness`` exact units are one layout unit.
  func knownAdvance(
    of word: Range<Int>, in text: UnsafeBufferPointer<UInt8>, clusterCount: Int, _ role: FontRole
  ) -> Int32?

  /// Writes the exact advance of each cluster of a word to `advances`.
  func measure(_ word: MeasuredWord, _ role: FontRole, to advances: UnsafeMutablePointer<Int32>)
}

/// The style of words that are measured.
public struct WordStyle: Sendable {
  /// Identifies the style in ``RecentWords``.
  public let id: UInt32
  /// The exact advance of U+0020, in 1/16 of a layout unit.
  public let space: Int32

  /// A style by its members.
  public init(id: UInt32, space: Int32) {
    self.id = id
    self.space = space
  }
}

/// A part of a text that is measured alone: a word with its punctuation, one white space, or one
/// wide cluster.
public struct MeasuredWord {
  /// The maximum clusters of a word. A longer word is divided into pieces.
  public static let maximumClusterCount = 64

  /// The number of exact units in a layout unit.
  public static let fineness = Segment.phaseCount

  /// The display text that has the word.
  public let text: UnsafeBufferPointer<UInt8>
  /// The bytes of the word in the text.
  public let range: Range<Int>
  /// The byte count of each of its grapheme clusters.
  public let clusterByteCounts: UnsafeBufferPointer<Int32>
  /// Whether it is one cluster of two terminal columns: an ideograph, a Hangul syllable or an
  /// emoji.
  public let isWideCluster: Bool
  /// Whether it is a piece of a longer word. Its shape then depends on the letters around it.
  public let isPiece: Bool

  /// The bytes of the word alone.
  @inline(__always)
  public var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: text[range]) }

  /// Whether a wide cluster is always a word. Kana, East Asian punctuation and full-width forms are
  /// not: they can be parts of longer words.
  public static func isAlone(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    let lead = text[index]
    let second = index &+ 1 < text.count ? text[index &+ 1] : 0
    switch lead {
    case 0xE2, 0xE4...0xED, 0xF0...: return true
    case 0xE3: return second >= 0x90
    case 0xEF: return second &- 0xA4 < 8
    default: return false
    }
  }
}
