/// The known heights of the rows of one chunk. Each has the widths of the view at which it is the
/// same.
///
/// A row is identified by the key of its cell and the revision of the cell's last change.
struct ChunkHeights: Sendable {
  let chunk: Chunk
  /// For each row its height, in layout units, or -1 if it is unknown. Then for each row the
  /// minimum of the widths at which it has this height; then the maximum.
  private var numbers: [Int32]
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
    /// The widths at which all known heights are the same.
    fileprivate(set) var least = Int32.min
    fileprivate(set) var most = Int32.max
    /// The sum of the known heights.
    fileprivate(set) var height = 0

    /// Whether the known heights are those at `width`.
    func holds(at width: Int32) -> Bool { least <= width && width <= most }

    fileprivate mutating func add(_ height: Int32, _ least: Int32, _ most: Int32) {
      known &+= 1
      self.height &+= Int(height)
      self.least = max(self.least, least)
      self.most = min(self.most, most)
    }
  }

  /// The bytes that the heights of a chunk take, at most.
  static let bytes = 12 * Chunk.capacity + 256

  /// Creates the heights of a chunk of which none is known.
  init(_ chunk: Chunk) {
    self.chunk = chunk
    let count = chunk.count
    sum = Sum(chunk: ObjectIdentifier(chunk), count: Int32(count))
    numbers = [Int32](unsafeUninitializedCapacity: 3 * count) { numbers, size in
      numbers[..<count].update(repeating: -1)
      numbers[count...].update(repeating: 0)
      size = 3 * count
    }
  }

  var count: Int { Int(sum.count) }

  /// Whether all heights are known.
  var isComplete: Bool { sum.known == sum.count }

  /// The height of a row, in layout units; -1 if it is unknown.
  @inline(__always)
  subscript(offset: Int) -> Int32 { numbers[offset] }

  /// Sets the height of a row, and the widths at which it is the same. The width of the view is one
  /// of them, else the height would be unknown for ever. A known height stays.
  mutating func set(_ height: Int32, stableAt widths: ClosedRange<Int32>, at offset: Int) {
    guard numbers[offset] < 0 else { return }
    numbers[offset] = height
    numbers[count + offset] = widths.lowerBound
    numbers[2 * count + offset] = widths.upperBound
    measured.insert(offset)
    sum.add(height, widths.lowerBound, widths.upperBound)
  }

  /// Drops the heights that are not the same at `width`.
  mutating func keep(at width: Int32) {
    guard !sum.holds(at: width) else { return }
    var sum = Sum(chunk: sum.chunk, count: sum.count)
    var rest = OffsetSet()
    let count = count
    numbers.withUnsafeMutableBufferPointer { numbers in
      for offset in 0..<count {
        let (height, least, most) = (numbers[offset], numbers[count &+ offset], numbers[2 &* count &+ offset])
        guard height >= 0, least <= width, width <= most else {
          numbers[offset] = -1
          continue
        }
        sum.add(height, least, most)
        rest.insert(offset)
      }
    }
    self.sum = sum
    measured = rest
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
      guard numbers[source] >= 0 else { continue }
      carried.set(
        numbers[source], stableAt: numbers[count + source]...numbers[2 * count + source], at: offset)
    }
    return carried
  }

  /// Adds the heights that `other` knows of the same chunk.
  ///
  /// - Parameter width: the width at which they must be the same, if `other` is of another width.
  mutating func merge(_ other: ChunkHeights, at width: Int32? = nil) {
    for offset in 0..<count where numbers[offset] < 0 && other.numbers[offset] >= 0 {
      let stable = other.numbers[count + offset]...other.numbers[2 * count + offset]
      if width.map(stable.contains) ?? true { set(other[offset], stableAt: stable, at: offset) }
    }
  }
}
