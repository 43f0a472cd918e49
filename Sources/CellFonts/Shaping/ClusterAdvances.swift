/// The advances of the clusters of a word while it is shaped.
struct ClusterAdvances {
  /// The advance of each cluster, in 1/64 pt.
  private(set) var values: [Double] = []
  /// The advance of each cluster in the units of its face, as the cache has it.
  private var packed: [PackedAdvance] = []
  /// The byte of the text at which each cluster begins.
  private var starts: [Int] = []
  /// The cluster of the last glyph.
  private var last = 0

  /// Begins a word whose clusters are those of `table`.
  mutating func begin(_ table: ClusterTable) {
    values.removeAll(keepingCapacity: true)
    packed.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    last = 0
    for cluster in table.clusters {
      values.append(0)
      packed.append(PackedAdvance())
      starts.append(cluster.bytes.lowerBound)
    }
  }

  /// Adds the advance of a glyph, at a byte of the text.
  mutating func add(_ glyph: GlyphBuffer.Glyph, atByte byte: Int) {
    // Most glyphs are in the next cluster.
    while last + 1 < starts.count, starts[last + 1] <= byte { last += 1 }
    while last > 0, starts[last] > byte { last -= 1 }
    packed[last].add(glyph.advance)
  }

  /// Calls `body` with the advances of the clusters of a run, in the units of its face.
  mutating func withRun<Result>(
    _ run: Range<Int>, _ body: (UnsafeMutableBufferPointer<PackedAdvance>) -> Result
  ) -> Result {
    packed.withUnsafeMutableBufferPointer { body(UnsafeMutableBufferPointer(rebasing: $0[run])) }
  }

  /// Finds the values of a run whose glyphs were added. `scale` makes 1/64 pt of its units.
  mutating func finish(_ run: Range<Int>, scale: Double) {
    for index in run { values[index] = Double(packed[index].advance) * scale }
  }

  /// Divides the advance of a ligature into equal parts, one for each of its clusters, so that a
  /// line can be cut inside of it. Soft hyphens get nothing.
  mutating func shareLigatures(_ table: ClusterTable, of text: UnsafeBufferPointer<UInt8>) {
    var first = 0
    while first < values.count {
      var end = first + 1
      while end < values.count, !packed[end].hasGlyph, table.clusters[end].face == table.clusters[first].face
      {
        end += 1
      }
      if end > first + 1 {
        let sharers = (first..<end).filter { !Self.isSoftHyphen(table.clusters[$0], text) }
        let sum = values[first..<end].reduce(0, +)
        for index in first..<end { values[index] = 0 }
        for index in sharers { values[index] = sum / Double(sharers.count) }
      }
      first = end
    }
  }

  private static func isSoftHyphen(_ cluster: ClusterTable.Cluster, _ text: UnsafeBufferPointer<UInt8>)
    -> Bool
  {
    cluster.bytes.count == 2 && text[cluster.bytes.lowerBound] == 0xC2
      && text[cluster.bytes.lowerBound + 1] == 0xAD
  }
}

/// The sum of the advances of the glyphs of a cluster, in the units of a face. A cluster inside of
/// a ligature has none.
struct PackedAdvance {
  /// Twice the advance, plus 1 if there is a glyph.
  private var bits: Int32 = 0

  var advance: Int { Int(bits >> 1) }
  var hasGlyph: Bool { bits & 1 != 0 }

  /// Adds the advance of a glyph.
  mutating func add(_ advance: Int) { bits = (bits &+ Int32(truncatingIfNeeded: advance) &* 2) | 1 }
}
