import CellEngine
import CellProtocol
import CellWire

/// The rows of a chunk that are needed.
struct RowOrder: Sendable {
  let chunk: Chunk
  /// Rows that must be rendered.
  var rendered = OffsetSet()
  /// Rows that must be measured.
  var measured = OffsetSet()

  /// Divides the order into at most `count` orders of about the same number of rows, from first to
  /// last.
  func divided(into count: Int) -> [RowOrder] {
    let offsets = (0..<chunk.count).filter(rendered.union(measured).contains)
    guard count > 1, offsets.count > 1 else { return [self] }
    let size = (offsets.count + count - 1) / count
    return stride(from: 0, to: offsets.count, by: size).map { start in
      var part = RowOrder(chunk: chunk)
      for offset in offsets[start..<min(start + size, offsets.count)] {
        if rendered.contains(offset) { part.rendered.insert(offset) }
        if measured.contains(offset) { part.measured.insert(offset) }
      }
      return part
    }
  }
}

/// Makes the missing rows of chunks: prepares, lays out, renders. Owns buffers; use one per thread.
final class RowMaker {
  private var layout: CellLayout
  private let preparation: Preparation
  /// Whether cells are prepared only for rows that are rendered.
  private let measuresAlone: Bool
  /// Whether only the cells of missing rows are prepared. In points, unknown words are shaped.
  private let preparesMissing: Bool
  let form: RowForm
  private let revealedKey: ByteKey?
  /// Ends a row early, which is then not made.
  private let interruption: Interruption
  private var content: RowWriter

  /// Creates a maker of rows in `style`, written in `form`.
  ///
  /// - Parameter keepsCells: whether cells that are prepared for heights are kept for rendering.
  init(
    _ style: Style, _ form: RowForm, keepsCells: Bool = true, unless interruption: Interruption = .never
  ) {
    layout = CellLayout(style, unless: interruption)
    self.interruption = interruption
    measuresAlone = !keepsCells
    preparesMissing = style.unit == .point
    preparation = Preparation(style)
    self.form = form
    revealedKey = form.revealed.map { ByteKey($0.id) }
    // A watch of lines keeps its format when its view changes to points. Its rows are frames then.
    content = RowWriter(
      format: form.format.fitted(to: style.unit), pads: form.pads, limit: form.rowLimit)
  }

  /// The rows of `order` that are not in `rows`.
  static func missing(_ order: RowOrder, in rows: ChunkRows, form: RowForm) -> OffsetSet {
    order.rendered.subtracting(rows.rendered.offsets(form))
      .union(order.measured.subtracting(rows.heights.measured))
  }

  /// Makes the missing rows of `orders` on all cores; only for workers.
  ///
  /// - Parameters:
  ///   - rows: the rows that are known. Nothing holds them afterwards: each chunk of rows that is
  ///     put into them would copy them.
  ///   - keepsCells: whether cells that are prepared for heights are kept for rendering.
  ///   - clock: some orders are left out if its time is over before they are begun.
  /// - Returns: for each chunk, all known rows, and the cells that were prepared.
  static func made(
    _ orders: [RowOrder], _ style: Style, _ form: RowForm, _ budget: RowBudget, _ rows: RowStore,
    _ prepared: PreparedStore, keepsCells: Bool, until clock: StepClock, unless interruption: Interruption
  ) -> [(ChunkRows, PreparedCells?)] {
    let orders = style.unit == .point ? divided(orders, rows, form) : orders
    // Making a maker takes time: many chunks share one, unless there are too few for all cores.
    let share = max(1, min(64, orders.count / 8))
    let shares = (orders.count + share - 1) / share
    let results = ResultSlots<[(ChunkRows, PreparedCells?)]>(count: shares)
    Workers.parallel(count: shares) { number in
      let maker = RowMaker(style, form, keepsCells: keepsCells, unless: interruption)
      let mine = orders[(number * share)..<min((number + 1) * share, orders.count)]
      var made: [(ChunkRows, PreparedCells?)] = []
      made.reserveCapacity(mine.count)
      for order in mine {
        if !made.isEmpty, clock.isOver { break }
        var rows = rows.rows(of: order.chunk)
        let cells = maker.complete(&rows, order, prepared: prepared.cells(of: order.chunk), budget)
        made.append((rows, cells))
      }
      results.set(made, at: number)
    }
    return joined(results.values().flatMap { $0 })
  }

  /// The minimum of rows in points for which a core is worth its start: they take 0.2 ms or more.
  private static let fewestRows = 8

  /// Divides few orders for rows in points, so that all cores shape their texts.
  private static func divided(_ orders: [RowOrder], _ rows: RowStore, _ form: RowForm) -> [RowOrder] {
    let wanted = Workers.width * 2
    guard Workers.width > 1, !orders.isEmpty, orders.count < wanted else { return orders }
    let parts = (wanted + orders.count - 1) / orders.count
    return orders.flatMap { order in
      let count = missing(order, in: rows.rows(of: order.chunk), form: form).count
      return order.divided(into: min(parts, count / fewestRows))
    }
  }

  /// Joins the rows and the cells of orders of the same chunk, which follow each other.
  private static func joined(_ made: [(ChunkRows, PreparedCells?)]) -> [(ChunkRows, PreparedCells?)] {
    var joined: [(ChunkRows, PreparedCells?)] = []
    joined.reserveCapacity(made.count)
    var rest = made[...]
    while let (first, cells) = rest.first {
      let parts = rest.prefix { $0.0.chunk === first.chunk }
      rest = rest.dropFirst(parts.count)
      guard parts.count > 1 else {
        joined.append((first, cells))
        continue
      }
      var rows = first
      for (other, _) in parts.dropFirst() { rows.merge(other) }
      joined.append((rows, PreparedCells(joining: parts.compactMap(\.1))))
    }
    return joined
  }

  /// Makes the missing rows of `order`.
  ///
  /// - Parameters:
  ///   - prepared: the prepared cells of this chunk, if there are any.
  ///   - budget: no further row is made when it is used up.
  /// - Returns: the cells that were prepared, in order: those of the whole chunk, or some of them.
  func complete(
    _ rows: inout ChunkRows, _ order: RowOrder, prepared: PreparedCells?, _ budget: RowBudget
  ) -> PreparedCells? {
    let missing = Self.missing(order, in: rows, form: form)
    guard !missing.isEmpty, !budget.isUsedUp else { return nil }
    let chunk = rows.chunk
    if measuresAlone, prepared == nil, order.rendered.isEmpty {
      // Cells of a long list are not in the caches of the processor. These loads do not wait for
      // each other, as those of the layout do.
      guard chunk.byteCount(of: missing) > 0 else { return nil }
      for offset in 0..<chunk.count where missing.contains(offset) {
        chunk.withContent(offset) { packed, state in
          layout.measure(packed, state: state) {
            rows.setHeight($0.height, at: offset)
          }
        }
      }
      return nil
    }
    let offsets = (0..<chunk.count).filter(missing.contains)
    if let prepared {
      for offset in offsets where !budget.isUsedUp {
        make(offset, at: offset, of: prepared, &rows, order, budget)
      }
      return nil
    }
    // For a few rows of an edited chunk, only their cells are prepared.
    if preparesMissing || offsets.count * 4 < chunk.count {
      let some = PreparedCells(offsets.map { chunk.packed($0) }, for: preparation, unless: interruption)
      if interruption.isDue { return nil }
      for (place, offset) in offsets.enumerated() where !budget.isUsedUp {
        make(offset, at: place, of: some, &rows, order, budget)
      }
      return some
    }
    let all = PreparedCells(chunk.records, for: preparation, unless: interruption)
    if interruption.isDue { return nil }
    for offset in offsets where !budget.isUsedUp { make(offset, at: offset, of: all, &rows, order, budget) }
    return all
  }

  private func make(
    _ offset: Int, at place: Int, of prepared: PreparedCells, _ rows: inout ChunkRows, _ order: RowOrder,
    _ budget: RowBudget
  ) {
    let chunk = rows.chunk
    let packed = chunk.packed(offset)
    let isRendered = order.rendered.contains(offset)
    let reveal = isRendered && chunk.key(offset) == revealedKey ? form.revealed?.reveal : nil
    layout.layOut(
      packed, state: chunk.state(offset),
      prepared: reveal == nil
        ? prepared : PreparedCells(revealing: packed, for: preparation, unless: interruption),
      at: reveal == nil ? place : 0, detail: isRendered ? content.detail : .height, revealing: reveal
    ) { row in
      rows.setHeight(row.height, at: offset)
      guard isRendered else { return }
      let rendered = render(row, of: chunk.entry(offset))
      budget.take(rendered.bytes.count)
      rows.setRow(rendered, at: offset, form: form)
    }
  }

  private func render(_ row: borrowing Row, of entry: Entry) -> RenderedRow {
    var json = JSONWriter(capacity: 512)
    json.beginObject()
    json.name("id")
    json.string(entry.packed.id)
    json.name("index")
    let split = json.bytes.count
    // In an answer, a number is inserted here.
    json.raw("")
    content.write(row, to: &json, from: 0)
    if entry.isSection {
      json.sectionMembers(entry)
    } else if form.includesCell {
      json.name("cell")
      CellCodec.write(entry.packed, entry.state, to: &json)
    }
    json.endObject()
    return RenderedRow(bytes: json.bytes, split: split)
  }
}
