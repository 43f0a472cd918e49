import CellEngine
import CellProtocol

/// A list in a view at one moment: everything that is needed to render its rows, on any thread.
/// Rows that are made are kept in it, and go back to the view.
struct ViewSnapshot: Sendable {
  let session: String
  /// `nil` for an anonymous view.
  let view: String?
  /// The history of the session, and the look of rows in the view.
  let life: UInt64
  let fingerprint: Fingerprint
  /// The rows of the view: the cells of the session, or those of ``ordered``.
  let list: CellList
  /// The number of rows after those of ``list``, if only the first ones are known.
  var restCount = 0
  /// The order of the view, if it has one of its own.
  var ordered: OrderedList?
  let revision: UInt64
  let layout: UInt64
  let style: Style
  /// The number of the state of the view's rows that ``rows`` began with.
  var rowsNumber: UInt64 = 0
  var rows: RowStore
  var prepared: PreparedStore
  /// Rows that were made or carried over since the snapshot was taken.
  var made: [ChunkRows] = []
  var madePrepared: [(chunk: Chunk, cells: PreparedCells)] = []

  /// How far the steps of an answer are. The next step goes on from here, so each step that makes
  /// anything brings the answer closer to its end, however short its time is.
  var gathered = Gathered()

  /// The rows that are ready for an answer, in its order.
  struct Gathered: Sendable {
    /// The number of rows, or of named cells, that are ready.
    var count = 0
    /// Their bytes.
    var size = 0
    /// The bytes of all rows that were made for the answer, also of rows after the ready ones.
    var takenBytes = 0
    /// The cells that are requested by their ids.
    var finds: [(number: Int, place: CellList.Place?)]?
  }

  /// Fewer unknown heights than this are measured at once.
  static let smallCount = 5_000
  /// Chunks that are measured at a time. Few of them have rows whose height has changed.
  private static let chunksMeasured = 1_024
  /// Rows that are made and written at a time.
  static let batch = 2_048

  // MARK: Making rows

  /// Makes the rows of `orders` on this thread.
  mutating func make(_ orders: [RowOrder], _ maker: RowMaker, _ budget: RowBudget = .unlimited) {
    for order in orders where !isThere(order, maker.form) {
      var rows = rows.take(order.chunk)
      let prepared = maker.complete(&rows, order, prepared: prepared.cells(of: order.chunk), budget)
      accept(rows, prepared)
    }
  }

  /// The tops of the rows, as far as heights are known.
  mutating func rowTops() -> RowTops {
    var tops = rows.tops(of: list)
    tops.count += restCount
    if tops.totalKnown == 0, tops.count > 0 { tops.typicalHeight = style.typicalRowHeight }
    return tops
  }

  /// Makes the rows of `orders` on all cores, or some of them if the time of the clock is over.
  /// Only for workers.
  mutating func makeInParallel(
    _ orders: [RowOrder], form: RowForm, _ budget: RowBudget = .unlimited, until clock: StepClock = .endless,
    unless interruption: Interruption = .never
  ) {
    let missing = orders.filter { !isThere($0, form) }
    let made = RowMaker.made(
      missing, style, form, budget, rows, prepared, keepsCells: keepsCells, until: clock, unless: interruption
    )
    for (rows, cells) in made { accept(rows, cells) }
  }

  /// Whether nothing of an order is left to make.
  func isThere(_ order: RowOrder, _ form: RowForm) -> Bool {
    rows.known(order.chunk).map { RowMaker.missing(order, in: $0, form: form).isEmpty } ?? false
  }

  private mutating func accept(_ rows: ChunkRows, _ cells: PreparedCells?) {
    self.rows.put(rows, group: list.groupLineage(ofChunk: rows.chunk.lineage))
    made.append(rows)
    if let cells, cells.count == rows.chunk.count {
      prepared.put(cells, for: rows.chunk)
      madePrepared.append((rows.chunk, cells))
    }
  }

  /// Whether cells that are prepared for heights are kept for rendering: those of short lists, and
  /// all if fonts measure them.
  private var keepsCells: Bool { list.count <= Self.smallCount || style.unit == .point }

  /// Measures chunks with an unknown height, on all cores. Only for workers. Returns false if the
  /// time of the step is over.
  mutating func measureAll(_ clock: StepClock) -> Bool {
    while true {
      let orders = unmeasured(atMost: Self.chunksMeasured)
      if orders.isEmpty { return true }
      makeInParallel(orders, form: RowForm(), until: clock, unless: clock.interruption)
      if clock.isOver { return unmeasured(atMost: 1).isEmpty }
    }
  }

  // MARK: What must be made

  /// Orders to measure chunks with an unknown height; at most `count`.
  func unmeasured(atMost count: Int = .max) -> [RowOrder] {
    var orders: [RowOrder] = []
    for group in list.groups {
      let incomplete = rows.incompletePlaces(in: group)
      if incomplete.isEmpty { continue }
      for place in group.chunks.indices where incomplete.contains(place) {
        let chunk = group.chunks[place]
        orders.append(RowOrder(chunk: chunk, measured: OffsetSet(0..<chunk.count)))
        if orders.count == count { return orders }
      }
    }
    return orders
  }

  /// The orders for the requested rows.
  func orders(for asked: Asked, _ request: RowRequest) -> [RowOrder] {
    var orders: [RowOrder] = []
    switch asked {
    case .range(let range, _):
      list.forEachChunk(in: range) { chunk, _, offsets in
        var order = RowOrder(chunk: chunk)
        if case .nothing = request.known {
          order.rendered = OffsetSet(offsets)
        } else {
          for offset in offsets { add(offset, to: &order, request) }
        }
        orders.append(order)
      }
    case .named(let named, _):
      var placeOfOrder: [UInt32: Int] = [:]
      for place in named.finds.lazy.compactMap(\.place) {
        let chunk = list.chunk(at: place)
        let index = placeOfOrder[chunk.lineage] ?? orders.count
        if index == orders.count {
          placeOfOrder[chunk.lineage] = index
          orders.append(RowOrder(chunk: chunk))
        }
        add(place.offset, to: &orders[index], request)
      }
    }
    return orders
  }

  func add(_ offset: Int, to order: inout RowOrder, _ request: RowRequest) {
    if request.knows(order.chunk.key(offset), changed: order.chunk.revision(offset)) {
      order.measured.insert(offset)
    } else {
      order.rendered.insert(offset)
    }
  }
}
