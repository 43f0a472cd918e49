import CellEngine

/// A part of a text that is shaped by itself: a word with all that is next to it, one white space,
/// or one wide cluster.
struct MeasuredWord {
  /// The most clusters that a word has; a longer one is several pieces.
  static let maximumClusterCount = 64

  /// How many units of its advances one layout unit has.
  static let fineness = Segment.phaseCount

  /// The display text that it is a part of.
  let text: UnsafeBufferPointer<UInt8>
  /// Its bytes in the text.
  let range: Range<Int>
  /// The bytes of each of its grapheme clusters.
  let clusterByteCounts: UnsafeBufferPointer<Int32>
  /// Whether it is one cluster that takes two columns of a terminal: an ideograph, a Hangul syllable,
  /// an emoji.
  let isWideCluster: Bool
  /// Whether more of the same word is next to it, so that its shape depends on the text around.
  let isPiece: Bool

  /// Its bytes.
  @inline(__always)
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: text[range]) }
}
