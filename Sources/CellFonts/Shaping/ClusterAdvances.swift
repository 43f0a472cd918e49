/// The advances of the clusters of a word while it is shaped, in 1/64 pt.
struct ClusterAdvances {
  /// The sum of the advances of the glyphs of each cluster.
  private(set) var values: [Double] = []
  /// Whether a glyph begins at a cluster.
  private var hasGlyph: [Bool] = []
  /// For each byte of the word, the index of its cluster.
  private var clusterAt: [Int32] = []
  /// The byte of the text at which the word begins.
  private var start = 0

  /// Begins a word whose clusters are those of `table`.
  mutating func begin(_ table: ClusterTable, at start: Int) {
    self.start = start
    let count = table.clusters.count
    values.removeAll(keepingCapacity: true)
    values.append(contentsOf: repeatElement(0, count: count))
    hasGlyph.removeAll(keepingCapacity: true)
    hasGlyph.append(contentsOf: repeatElement(false, count: count))
    clusterAt.removeAll(keepingCapacity: true)
    for (index, cluster) in table.clusters.enumerated() {
      clusterAt.append(contentsOf: repeatElement(Int32(index), count: cluster.bytes.count))
    }
  }

  /// Adds the advance of a glyph, at a byte of the text. `scale` makes 1/64 pt of its units.
  mutating func add(_ glyph: GlyphBuffer.Glyph, atByte byte: Int, scale: Double) {
    let index = Int(clusterAt[byte - start])
    values[index] += Double(glyph.advance) * scale
    hasGlyph[index] = true
  }

  /// Divides the advance of a ligature into equal parts, one for each of its clusters, so that a
  /// line can be cut inside of it. Soft hyphens get nothing.
  mutating func shareLigatures(_ table: ClusterTable, of text: UnsafeBufferPointer<UInt8>) {
    var first = 0
    while first < values.count {
      var end = first + 1
      while end < values.count, !hasGlyph[end], table.clusters[end].face == table.clusters[first].face {
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
