/// The JSON of a row in a reply, without the two numbers that depend on the rows before.
struct RenderedRow: Sendable {
  /// `{"id":…,"index":`, then `,"height":…}`.
  let bytes: [UInt8]
  /// The length of the first part.
  let split: Int
}

/// The rows of one chunk that were rendered.
struct RenderedRows: Sendable {
  /// Rows by form. Views have few forms, usually one.
  private var forms: [(form: RowForm, rows: [RenderedRow?], offsets: OffsetSet)] = []
  /// Bytes that the rows take.
  private(set) var bytes = 0

  init() {}

  var isEmpty: Bool { forms.isEmpty }

  /// The rows in `form`, by offset.
  func rows(_ form: RowForm) -> [RenderedRow?]? {
    for known in forms where known.form == form { return known.rows }
    return nil
  }

  /// The offsets of the rows in `form`.
  func offsets(_ form: RowForm) -> OffsetSet {
    for known in forms where known.form == form { return known.offsets }
    return OffsetSet()
  }

  /// Sets a row of a chunk of `count` rows.
  mutating func set(_ row: RenderedRow, at offset: Int, of count: Int, form: RowForm) {
    let place = forms.firstIndex { $0.form == form } ?? forms.count
    if place == forms.count {
      forms.append((form, [RenderedRow?](repeating: nil, count: count), OffsetSet()))
    }
    forms[place].rows[offset] = row
    forms[place].offsets.insert(offset)
    bytes += row.bytes.capacity + 56
  }

  /// Returns the rows that a chunk of `count` rows has, too.
  ///
  /// - Parameter moves: the offsets of rows in that chunk, and here.
  func moved(to count: Int, _ moves: [(offset: Int, source: Int)]) -> RenderedRows {
    var moved = RenderedRows()
    for (form, rows, _) in forms {
      for (offset, source) in moves {
        if let row = rows[source] { moved.set(row, at: offset, of: count, form: form) }
      }
    }
    return moved
  }

  /// Whether this has every row that `other` has of the same chunk.
  func hasAll(of other: RenderedRows) -> Bool {
    other.forms.allSatisfy { $0.offsets.subtracting(offsets($0.form)).isEmpty }
  }

  /// Adds the rows of `other`, of the same chunk of `count` rows.
  mutating func merge(_ other: RenderedRows, of count: Int) {
    for (form, rows, _) in other.forms {
      let mine = offsets(form)
      for offset in rows.indices {
        if let row = rows[offset], !mine.contains(offset) { set(row, at: offset, of: count, form: form) }
      }
    }
  }
}

/// The known rows of one chunk in one view: heights, and rows that were rendered.
struct ChunkRows: Sendable {
  private(set) var heights: ChunkHeights
  private(set) var rendered: RenderedRows

  init(_ heights: ChunkHeights, _ rendered: RenderedRows = RenderedRows()) {
    self.heights = heights
    self.rendered = rendered
  }

  var chunk: Chunk { heights.chunk }

  mutating func setHeight(_ height: Int32, at offset: Int) { heights.set(height, at: offset) }

  mutating func setRow(_ row: RenderedRow, at offset: Int, form: RowForm) {
    rendered.set(row, at: offset, of: heights.count, form: form)
  }

  /// The rows that are the same in `chunk`, which is of the same lineage.
  func carried(to chunk: Chunk) -> ChunkRows {
    var moves: [(offset: Int, source: Int)] = []
    let heights = heights.carried(to: chunk) { moves.append(($0, $1)) }
    return ChunkRows(heights, rendered.isEmpty ? rendered : rendered.moved(to: chunk.count, moves))
  }

  /// Adds the rows that `other` knows of the same chunk.
  mutating func merge(_ other: ChunkRows) {
    // Usually `other` was made from these rows.
    if heights.measured.subtracting(other.heights.measured).isEmpty {
      heights = other.heights
    } else {
      heights.merge(other.heights)
    }
    if other.rendered.hasAll(of: rendered) {
      rendered = other.rendered
    } else {
      rendered.merge(other.rendered, of: heights.count)
    }
  }
}
