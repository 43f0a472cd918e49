import CellEngine

/// A session seen in one environment, and what is known of its rows there. Named views change; anonymous ones
/// stay as they were made.
final class View: CacheOwner {
  /// `nil` for an anonymous view.
  let name: String?
  /// The members that were set.
  private(set) var set: Environment
  private(set) var environment: LayoutEnvironment
  /// Grows with every change of ``environment``; no two views of the daemon ever have the same.
  private(set) var layout: UInt64
  private(set) var prepared: PreparedCache
  var rows = RowStore()
  /// Watches of this view.
  var watchCount = 0
  /// Whether heights are being worked out in the background.
  var isMeasuring = false
  private(set) var isClosed = false
  /// Whether a small number of rows is being made on a worker. Who needs rows of the view meanwhile had
  /// better wait in ``waiting``, for they may well be the same.
  var isMakingFew = false
  var waiting: [() -> Void] = []
  private var makers: [RowForm: RowMaker] = [:]
  private unowned let table: SessionTable
  private var number: UInt64 = 0

  init(
    name: String?, set: Environment, environment: LayoutEnvironment, layout: UInt64, prepared: PreparedCache,
    table: SessionTable
  ) {
    self.name = name
    self.set = set
    self.environment = environment
    self.layout = layout
    self.prepared = prepared
    self.table = table
    number = table.budget.admit(self)
  }

  /// Changes the view to another environment: a new layout, of which nothing is known but the heights that stay the same
  /// at another width.
  func change(
    _ set: Environment, environment: LayoutEnvironment, layout: UInt64, prepared: PreparedCache
  ) {
    self.set = set
    guard environment != self.environment else { return }
    let isResized = environment.isResized(self.environment)
    self.environment = environment
    self.layout = layout
    self.prepared = prepared
    makers = [:]
    releaseRows(keeping: isResized ? RowStore(resizing: rows, to: environment.width) : RowStore())
    table.budget.remove(owner: number)
    number = table.budget.admit(self)
  }

  /// A maker of rows of this view, for the loop.
  func maker(_ form: RowForm) -> RowMaker {
    if let maker = makers[form] { return maker }
    let maker = RowMaker(environment, form)
    makers[form] = maker
    return maker
  }

  /// Takes over what was made for a list, which need not be the newest.
  func absorb(_ made: some Sequence<ChunkRows>, in list: CellList) {
    for rows in made {
      var known = self.rows.take(rows.chunk)
      known.merge(rows)
      self.rows.put(known, group: list.groupLineage(ofChunk: rows.chunk.lineage))
    }
    noteUse(made)
  }

  /// Says that the rows were used, and how many bytes they take.
  func noteUse(_ made: some Sequence<ChunkRows>) {
    for rows in made {
      let lineage = rows.chunk.lineage
      table.budget.use(owner: number, lineage: lineage, bytes: self.rows.renderedBytes(lineage: lineage))
    }
  }

  func evict(lineage: UInt32) {
    rows.dropRendered(lineage: lineage)
  }

  /// Gives back what the view keeps. It must not be used any more.
  func close() {
    isClosed = true
    table.budget.remove(owner: number)
    releaseRows()
    makers = [:]
  }

  private func releaseRows(keeping kept: RowStore = RowStore()) {
    let old = rows
    rows = kept
    Workers.release(consume old)
  }
}
