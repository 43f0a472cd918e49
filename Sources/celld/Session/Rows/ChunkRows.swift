/// A row as bytes of a reply: all of its JSON but the two numbers in it that depend on the rows before.
struct RenderedRow: Sendable {
  /// `{"id":…,"index":`, then `,"height":…}`.
  let bytes: [UInt8]
  /// Where the first part ends.
  let split: Int
}

/// What is known of the rows of one chunk in one view: heights, and rows that were asked for.
///
/// A row is known by its cell's key and the revision that changed the cell last: what is known of an edited
/// chunk is carried over to its successor row by row.
struct ChunkRows: Sendable {
  private(set) var chunk: Chunk
  /// In layout units; -1 is unknown.
  private(set) var heights: [Int32]
  /// The widths of the view at which each of them is the same.
  private(set) var stableWidths: [ClosedRange<Int32>]
  private(set) var knownCount = 0
  /// Of the known heights.
  private(set) var heightSum = 0
  /// The rows whose heights are known.
  private(set) var measured = OffsetSet()
  /// Views have few forms, mostly one.
  private var rendered: [(form: RowForm, rows: [RenderedRow?], offsets: OffsetSet)] = []
  /// Bytes that the rendered rows take.
  private(set) var renderedBytes = 0

  /// Nothing is known of `chunk` yet.
  init(_ chunk: Chunk) {
    self.chunk = chunk
    heights = [Int32](repeating: -1, count: chunk.count)
    stableWidths = [ClosedRange<Int32>](repeating: 0...0, count: chunk.count)
  }

  /// What `known` tells of `chunk`, which is of the same lineage.
  ///
  /// - Parameter width: the width of the view, in layout units, if it is another than that of `known`.
  init(_ chunk: Chunk, carryingOver known: ChunkRows, to width: Int32? = nil) {
    self.init(chunk)
    var sources = [Int?](repeating: nil, count: chunk.count)
    var expected = 0
    for offset in 0..<chunk.count {
      let key = chunk.key(offset)
      var source: Int? = expected
      if expected >= known.chunk.count || known.chunk.key(expected) != key {
        source = known.chunk.offset(of: key)
      }
      guard let source else { continue }
      expected = source + 1
      guard known.chunk.revision(source) == chunk.revision(offset) else { continue }
      sources[offset] = source
      let stable = known.stableWidths[source]
      guard known.heights[source] >= 0, width.map(stable.contains) ?? true else { continue }
      setHeight(known.heights[source], stableAt: stable, at: offset)
    }
    guard width == nil else { return }
    for (form, rows, _) in known.rendered {
      for offset in 0..<chunk.count {
        guard let source = sources[offset], let row = rows[source] else { continue }
        setRow(row, at: offset, form: form)
      }
    }
  }

  var isComplete: Bool { knownCount == heights.count }

  mutating func setHeight(_ height: Int32, stableAt widths: ClosedRange<Int32>, at offset: Int) {
    guard heights[offset] < 0 else { return }
    heights[offset] = height
    stableWidths[offset] = widths
    measured.insert(offset)
    knownCount += 1
    heightSum += Int(height)
  }

  /// The rows that were rendered in `form`, by offset; `nil` where there is none.
  func rendered(_ form: RowForm) -> [RenderedRow?]? {
    for known in rendered where known.form == form { return known.rows }
    return nil
  }

  /// The rows that were rendered in `form`.
  func renderedOffsets(_ form: RowForm) -> OffsetSet {
    for known in rendered where known.form == form { return known.offsets }
    return OffsetSet()
  }

  mutating func setRow(_ row: RenderedRow, at offset: Int, form: RowForm) {
    let place = rendered.firstIndex { $0.form == form } ?? rendered.count
    if place == rendered.count {
      rendered.append((form, [RenderedRow?](repeating: nil, count: chunk.count), OffsetSet()))
    }
    rendered[place].rows[offset] = row
    rendered[place].offsets.insert(offset)
    renderedBytes += row.bytes.capacity + 56
  }

  /// Forgets the rendered rows, but not the heights.
  mutating func dropRendered() {
    rendered = []
    renderedBytes = 0
  }

  /// Whether this has every height and every row that `other` has of the same chunk.
  private func hasAll(of other: ChunkRows) -> Bool {
    other.measured.subtracting(measured).isEmpty
      && other.rendered.allSatisfy { $0.offsets.subtracting(renderedOffsets($0.form)).isEmpty }
  }

  /// Adds what `other` knows of the same chunk.
  mutating func merge(_ other: ChunkRows) {
    // Mostly it was made from what is known here.
    guard !other.hasAll(of: self) else {
      self = other
      return
    }
    for offset in heights.indices where other.heights[offset] >= 0 {
      setHeight(other.heights[offset], stableAt: other.stableWidths[offset], at: offset)
    }
    for (form, rows, _) in other.rendered {
      let mine = rendered(form)
      for offset in rows.indices {
        if let row = rows[offset], mine?[offset] == nil { setRow(row, at: offset, form: form) }
      }
    }
  }
}
