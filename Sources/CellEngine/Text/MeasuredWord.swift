/// A piece of a text that is shaped by itself: a word with all that stands at it, one white space, or one wide cluster.
public struct MeasuredWord {
  /// The most clusters that a word has; longer ones are several pieces.
  public static let maximumClusterCount = 64

  /// How many units of its advances one layout unit has.
  public static let fineness: Int32 = 16

  /// The display text that it is a part of.
  public let text: UnsafeBufferPointer<UInt8>
  /// Its bytes in the text.
  public let range: Range<Int>
  /// The bytes of each of its grapheme clusters.
  public let clusterByteCounts: UnsafeBufferPointer<Int32>
  /// Whether it is one cluster that a terminal gives two columns: an ideograph, a Hangul syllable, an emoji.
  public let isWideCluster: Bool
  /// Whether more of the same word stands beside it, so that its shape depends on the text around.
  public let isPiece: Bool

  /// Its bytes.
  @inline(__always)
  public var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: text[range]) }
}
