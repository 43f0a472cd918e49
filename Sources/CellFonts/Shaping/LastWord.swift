import CellEngine

/// The advances of the long word that was measured last.
///
/// Words that are longer than ``WordCache/maximumByteCount``, and pieces of words, are not cached.
/// But each line that is cut in such a word measures it again.
struct LastWord {
  private var style: UInt32 = 0
  private var isPiece = false
  private var isWideCluster = false
  /// The bytes of the word, with those around it if it is a piece.
  private var bytes: [UInt8] = []
  private var start = 0
  private var clusterByteCounts: [Int32] = []
  private var advances: [Int32] = []

  /// The maximum of bytes around a piece that shape it: five scalars (HarfBuzz).
  private static let contextByteCount = 20

  /// Copies the advances of the clusters of `word` to `result`. Returns `false` if it is another
  /// word.
  func copy(_ word: MeasuredWord, _ style: UInt32, to result: UnsafeMutablePointer<Int32>) -> Bool {
    let context = Self.context(of: word)
    guard style == self.style, word.isPiece == isPiece, word.isWideCluster == isWideCluster,
      word.range.lowerBound - context.lowerBound == start, context.count == bytes.count,
      word.clusterByteCounts.elementsEqual(clusterByteCounts),
      word.text[context].elementsEqual(bytes)
    else { return false }
    for (index, advance) in advances.enumerated() { result[index] = advance }
    return true
  }

  /// Keeps the advances of the clusters of `word`, instead of those of another one.
  mutating func keep(_ word: MeasuredWord, _ style: UInt32, _ result: UnsafePointer<Int32>) {
    let context = Self.context(of: word)
    self.style = style
    isPiece = word.isPiece
    isWideCluster = word.isWideCluster
    bytes = Array(word.text[context])
    start = word.range.lowerBound - context.lowerBound
    clusterByteCounts = Array(word.clusterByteCounts)
    advances = Array(UnsafeBufferPointer(start: result, count: word.clusterByteCounts.count))
  }

  private static func context(of word: MeasuredWord) -> Range<Int> {
    guard word.isPiece else { return word.range }
    return max(
      0, word.range.lowerBound - contextByteCount)..<min(
        word.text.count, word.range.upperBound + contextByteCount)
  }
}
