import CellEngine

/// A session in one environment, and its known rows there. Named views change; anonymous views do
/// not.
final class View: CacheOwner {
  /// The name of the view; `nil` for an anonymous view.
  let name: String?
  /// The members of the environment that clients set.
  private(set) var environment: Environment
  private(set) var style: Style
  /// Grows with every change of ``environment``. No two views of the daemon ever have the same
  /// number.
  private(set) var layout: UInt64
  private(set) var prepared: PreparedCache
  var rows = RowStore()
  /// Watches of this view.
  var watchCount = 0
  /// Whether heights are measured in the background.
  var isMeasuring = false
  private(set) var isClosed = false
  /// Whether a worker makes a small number of rows. Other requests for rows of the view wait in
  /// ``waiting``, as they may need the same rows.
  var isMakingFew = false
  /// Whether those rows are heavy work. Light work does not wait for them.
  var isMakingHeavy = false
  var waiting: [() -> Void] = []
  private var makers: [RowForm: RowMaker] = [:]
  private var knownFingerprint: Fingerprint?
  private let rowLimit: Int
  private let budget: CacheBudget
  private var number: UInt64 = 0

  init(
    name: String?, environment: Environment, style: Style, layout: UInt64, prepared: PreparedCache,
    shared: SharedResources
  ) {
    self.name = name
    self.environment = environment
    self.style = style
    self.layout = layout
    self.prepared = prepared
    budget = shared.budget
    rowLimit = shared.limits.row
    number = budget.admit(self)
  }

  /// Changes the environment. The new layout keeps the heights that are the same at another width,
  /// and no rows.
  func change(
    _ environment: Environment, style: Style, layout: UInt64, prepared: PreparedCache
  ) {
    self.environment = environment
    guard style != self.style else { return }
    let isResized = style.isResized(self.style)
    self.style = style
    self.layout = layout
    self.prepared = prepared
    knownFingerprint = nil
    makers = [:]
    releaseRows(keeping: isResized ? RowStore(resizing: rows, to: style.width) : RowStore())
    budget.remove(owner: number)
    number = budget.admit(self)
  }

  /// The look of its rows, for clocks.
  var fingerprint: Fingerprint {
    if let knownFingerprint { return knownFingerprint }
    let fingerprint = Fingerprint(environment, style, rowLimit: rowLimit)
    knownFingerprint = fingerprint
    return fingerprint
  }

  /// A maker of rows of this view, for the loop.
  func maker(_ form: RowForm) -> RowMaker {
    if let maker = makers[form] { return maker }
    let maker = RowMaker(style, form)
    makers[form] = maker
    return maker
  }

  /// Adds rows that were made for a list. The list can be older than the current one.
  func absorb(_ made: some Sequence<ChunkRows>, in list: CellList) {
    for rows in made {
      var known = self.rows.take(rows.chunk)
      known.merge(rows)
      self.rows.put(known, group: list.groupLineage(ofChunk: rows.chunk.lineage))
    }
    noteUse(made)
  }

  /// Reports to the budget that the rows were used, and their bytes.
  func noteUse(_ made: some Sequence<ChunkRows>) {
    // The budget evicts rows of this view, too, so the bytes are found out before.
    let used = made.map { (lineage: $0.chunk.lineage, bytes: rows.renderedBytes(lineage: $0.chunk.lineage)) }
    budget.use(owner: number, used)
  }

  func evict(lineage: UInt32) -> (any Sendable)? {
    rows.takeRendered(lineage: lineage)
  }

  /// Frees the rows of the view, which must not be used any more.
  func close() {
    isClosed = true
    budget.remove(owner: number)
    releaseRows()
    makers = [:]
  }

  private func releaseRows(keeping kept: RowStore = RowStore()) {
    let old = rows
    rows = kept
    Workers.release(consume old)
  }
}
