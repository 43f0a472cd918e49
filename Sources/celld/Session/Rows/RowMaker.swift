import CellEngine
import CellProtocol

/// What of a chunk's rows is asked for.
struct RowOrder: Sendable {
  let chunk: Chunk
  /// Rows whose bytes must be there.
  var rendered = OffsetSet()
  /// Rows whose height must be known.
  var measured = OffsetSet()
}

/// Makes what a view does not know yet of a chunk's rows: prepares, lays out, renders. Owns the room that
/// this takes; use one per thread.
final class RowMaker {
  private var layout: CellLayout
  private let preparation: Preparation
  let form: RowForm
  private var content: RowWriter

  /// A maker of rows in `environment`, which it writes in `form`.
  init(_ environment: LayoutEnvironment, _ form: RowForm) {
    layout = CellLayout(environment)
    preparation = Preparation(environment)
    self.form = form
    content = RowWriter(format: form.format, pads: form.pads)
  }

  /// The rows that must be laid out for `order`, where `rows` are known.
  static func missing(_ order: RowOrder, in rows: ChunkRows, form: RowForm) -> OffsetSet {
    order.rendered.subtracting(rows.renderedOffsets(form)).union(order.measured.subtracting(rows.measured))
  }

  /// Completes `rows` as `order` says.
  ///
  /// - Parameter prepared: what is prepared of this very chunk.
  /// - Returns: the chunk's prepared cells, where they were made for all of it.
  func complete(
    _ rows: inout ChunkRows, _ order: RowOrder, prepared: PreparedCells?
  ) -> PreparedCells? {
    let missing = Self.missing(order, in: rows, form: form)
    guard !missing.isEmpty else { return nil }
    let chunk = rows.chunk
    let offsets = (0..<chunk.count).filter(missing.contains)
    if let prepared {
      for offset in offsets { make(offset, at: offset, of: prepared, &rows, order) }
      return nil
    }
    // A few rows of an edited chunk are not worth preparing all of it.
    if offsets.count * 4 < chunk.count {
      let few = PreparedCells(offsets.map { chunk.entry($0).packed }, for: preparation)
      for (place, offset) in offsets.enumerated() { make(offset, at: place, of: few, &rows, order) }
      return nil
    }
    let all = PreparedCells((0..<chunk.count).map { chunk.entry($0).packed }, for: preparation)
    for offset in offsets { make(offset, at: offset, of: all, &rows, order) }
    return all
  }

  private func make(
    _ offset: Int, at place: Int, of prepared: PreparedCells, _ rows: inout ChunkRows, _ order: RowOrder
  ) {
    let entry = rows.chunk.entry(offset)
    let isRendered = order.rendered.contains(offset)
    layout.layOut(entry.packed, state: entry.state, prepared: prepared, at: place) { row in
      rows.setHeight(row.height, stableAt: row.stableWidths, at: offset)
      if isRendered { rows.setRow(render(&row, of: entry), at: offset, form: form) }
    }
  }

  private func render(_ row: inout CellLayout, of entry: Entry) -> RenderedRow {
    var json = JSONWriter(capacity: 512)
    json.beginObject()
    json.name("id")
    json.string(entry.packed.id)
    json.name("index")
    let split = json.bytes.count
    // What stands here in an answer is a value.
    json.raw("")
    content.write(&row, to: &json)
    if form.includesCell {
      json.name("cell")
      CellCodec.write(Cell(entry.packed, state: entry.state), to: &json)
    }
    json.endObject()
    return RenderedRow(bytes: json.bytes, split: split)
  }
}
