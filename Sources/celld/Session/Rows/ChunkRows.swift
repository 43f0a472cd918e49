/// The JSON of a row in a reply, without the two numbers that depend on the rows before.
struct RenderedRow: Sendable {
  /// `{"id":…,"index":`, then `,"height":…}`.
  let bytes: [UInt8]
  /// The length of the first part.
  let split: Int
}

/// The known rows of one chunk in one view: heights, and rows that were rendered.
///
/// A row is identified by the key of its cell and the revision of the cell's last change. The
/// successor of an edited chunk takes the known rows over one by one.
struct ChunkRows: Sendable {
  private(set) var chunk: Chunk
  /// The heights, in layout units; -1 if unknown.
  private(set) var heights: [Int32]
  /// For each row, the widths of the view at which its height is the same.
  private(set) var stableWidths: [ClosedRange<Int32>]
  /// The widths at which all known heights are the same.
  private var commonWidths = Int32.min...Int32.max
  private(set) var knownCount = 0
  /// The sum of the known heights.
  private(set) var heightSum = 0
  /// The rows whose heights are known.
  private(set) var measured = OffsetSet()
  /// Rendered rows by form. Views have few forms, usually one.
  private var rendered: [(form: RowForm, rows: [RenderedRow?], offsets: OffsetSet)] = []
  /// Bytes that the rendered rows take.
  private(set) var renderedBytes = 0

  /// Creates an empty entry for a chunk.
  init(_ chunk: Chunk) {
    self.chunk = chunk
    heights = [Int32](repeating: -1, count: chunk.count)
    stableWidths = [ClosedRange<Int32>](repeating: 0...0, count: chunk.count)
  }

  /// The rows of `chunk` that are in `known`, which is of the same lineage.
  ///
  /// - Parameter width: the width of the view, in layout units, if it differs from that of `known`.
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

  /// Whether all heights are known, and are the same at `width`.
  func isComplete(at width: Int32) -> Bool { isComplete && commonWidths.contains(width) }

  mutating func setHeight(_ height: Int32, stableAt widths: ClosedRange<Int32>, at offset: Int) {
    guard heights[offset] < 0 else { return }
    heights[offset] = height
    stableWidths[offset] = widths
    commonWidths = commonWidths.clamped(to: widths)
    measured.insert(offset)
    knownCount += 1
    heightSum += Int(height)
  }

  /// The rows that were rendered in `form`, by offset.
  func rendered(_ form: RowForm) -> [RenderedRow?]? {
    for known in rendered where known.form == form { return known.rows }
    return nil
  }

  /// The offsets of the rows that were rendered in `form`.
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

  /// Drops the rendered rows, but not the heights.
  mutating func dropRendered() {
    rendered = []
    renderedBytes = 0
  }

  /// Removes and returns the rendered rows. Returns `nil` if there are none.
  mutating func takeRendered() -> (any Sendable)? {
    defer { dropRendered() }
    return rendered.isEmpty ? nil : rendered.map(\.rows)
  }

  /// Whether this has every height and every row that `other` has of the same chunk.
  private func hasAll(of other: ChunkRows) -> Bool {
    other.measured.subtracting(measured).isEmpty
      && other.rendered.allSatisfy { $0.offsets.subtracting(renderedOffsets($0.form)).isEmpty }
  }

  /// Adds the rows that `other` knows of the same chunk.
  mutating func merge(_ other: ChunkRows) {
    // Usually `other` was made from these rows.
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
