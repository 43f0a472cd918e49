/// The known heights of the rows of one chunk.
///
/// A row is identified by the key of its cell and the revision of the cell's last change.
struct ChunkHeights: Sendable {
  let chunk: Chunk
  /// For each row its height, in layout units, or -1 if it is unknown.
  private var heights: [Int32]
  private(set) var sum: Sum
  /// The rows whose heights are known.
  private(set) var measured = OffsetSet()

  /// The sums over all rows.
  struct Sum: Sendable {
    let chunk: ObjectIdentifier
    /// The number of rows.
    let count: Int32
    /// The number of rows whose heights are known.
    fileprivate(set) var known: Int32 = 0
    /// The sum of the known heights.
    fileprivate(set) var height = 0
  }

  /// The bytes that the heights of a chunk take, at most.
  static let bytes = 4 * Chunk.capacity + 256

  /// Creates the heights of a chunk of which none is known.
  init(_ chunk: Chunk) {
    self.chunk = chunk
    let count = chunk.count
    sum = Sum(chunk: ObjectIdentifier(chunk), count: Int32(count))
    heights = [Int32](repeating: -1, count: count)
  }

  var count: Int { Int(sum.count) }

  /// Whether all heights are known.
  var isComplete: Bool { sum.known == sum.count }

  /// The height of a row, in layout units; -1 if it is unknown.
  @inline(__always)
  subscript(offset: Int) -> Int32 { heights[offset] }

  /// Sets the height of a row. A known height stays.
  mutating func set(_ height: Int32, at offset: Int) {
    guard heights[offset] < 0 else { return }
    heights[offset] = height
    measured.insert(offset)
    sum.known &+= 1
    sum.height &+= Int(height)
  }

  /// Returns the heights of rows that `chunk` has, too. It is of the same lineage.
  ///
  /// - Parameter body: called with the offset of each of these rows in `chunk`, and here.
  func carried(to chunk: Chunk, _ body: (_ offset: Int, _ source: Int) -> Void = { _, _ in }) -> ChunkHeights
  {
    var carried = ChunkHeights(chunk)
    var expected = 0
    for offset in 0..<chunk.count {
      let key = chunk.key(offset)
      var source: Int? = expected
      if expected >= count || self.chunk.key(expected) != key { source = self.chunk.offset(of: key) }
      guard let source else { continue }
      expected = source + 1
      guard self.chunk.revision(source) == chunk.revision(offset) else { continue }
      body(offset, source)
      if heights[source] >= 0 { carried.set(heights[source], at: offset) }
    }
    return carried
  }

  /// Adds the heights that `other` knows of the same chunk.
  mutating func merge(_ other: ChunkHeights) {
    for offset in 0..<count where other[offset] >= 0 { set(other[offset], at: offset) }
  }
}
