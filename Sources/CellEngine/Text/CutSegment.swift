/// The clusters of the segment in which a line of a text was cut last, in fonts.
///
/// A word that is longer than a line is cut in each of its lines. The clusters are measured once
/// for each segment, and words are followed from where the last segment left them. So a long word
/// takes time in proportion to its length, not to its square.
struct CutSegment {
  private let clusters = UnsafeMutablePointer<Cluster>.allocate(capacity: Segment.maximumByteCount)
  private var count = 0
  private var index: Int?
  private var limit = 0
  /// The start of the word at the beginning of the segment, and of the word at its end.
  private var word = WordStart()
  private var nextWord = WordStart()

  private var kept: UnsafeBufferPointer<Cluster> { UnsafeBufferPointer(start: clusters, count: count) }

  /// Frees its memory.
  func deallocate() { clusters.deallocate() }

  /// Forgets the segment, because another text comes next.
  @inline(__always)
  mutating func removeAll() {
    index = nil
    nextWord = WordStart()
  }

  /// The clusters of the segment of `byteCount` bytes at `index`, at least up to the first ink that
  /// ends after an advance of `limit`. They are valid until the next call.
  ///
  /// - Parameter measure: writes the clusters up to a limit, and returns their number.
  mutating func clusters(
    at index: Int, byteCount: Int, limit: Int,
    _ measure: (_ limit: Int, inout WordStart, UnsafeMutablePointer<Cluster>) -> Int
  ) -> UnsafeBufferPointer<Cluster> {
    if index != self.index {
      self.index = index
      word = nextWord
      self.limit = limit
      count = measure(limit, &nextWord, clusters)
    } else if limit > self.limit {
      // The lines that come next are cut in it, too.
      self.limit = .max
      if kept.reduce(0, { $0 + $1.byteCount }) < byteCount {
        nextWord = word
        count = measure(.max, &nextWord, clusters)
      }
    }
    return kept
  }
}

/// Where a word begins, or a piece of a word that is longer than
/// ``MeasuredWord/maximumClusterCount``.
struct WordStart: Sendable {
  /// The index of its first byte.
  var byte = 0
  /// Whether a piece of the same word ends here.
  var isPiece = false
}
