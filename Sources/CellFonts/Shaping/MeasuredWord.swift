import CellEngine

/// A part of a text that is shaped alone: a word with its punctuation, one white space, or one wide
/// cluster.
struct MeasuredWord {
  /// The maximum clusters of a word. A longer word is divided into pieces.
  static let maximumClusterCount = 64

  /// The number of exact units in a layout unit.
  static let fineness = Segment.phaseCount

  /// The display text that has the word.
  let text: UnsafeBufferPointer<UInt8>
  /// The bytes of the word in the text.
  let range: Range<Int>
  /// The byte count of each of its grapheme clusters.
  let clusterByteCounts: UnsafeBufferPointer<Int32>
  /// Whether it is one cluster of two terminal columns: an ideograph, a Hangul syllable or an
  /// emoji.
  let isWideCluster: Bool
  /// Whether it is a piece of a longer word. Its shape then depends on the letters around it.
  let isPiece: Bool

  /// The bytes of the word alone.
  @inline(__always)
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: text[range]) }
}
