import CellEngine
import CellProtocol
import CellWire

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
  private(set) var rows = RowStore() { didSet { rowsNumber &+= 1 } }
  /// Grows with each change of ``rows``, so that equal numbers mean equal rows.
  private(set) var rowsNumber: UInt64 = 0
  /// The part and the order of the session that the view shows; `nil` for all of its cells.
  private(set) var query: Query?
  /// The order of ``query``, if there is one.
  private(set) var order: CellOrder?
  /// The rows in that order, of the revision that they were asked for last. ``ViewOrders`` makes
  /// them.
  private(set) var ordered: OrderedList?
  /// The changes of the session since the order was up to date. The order holds the state of the
  /// list before them, which has these bytes.
  private var missedChanges = 0
  private var progress = ListProgress()
  /// Its bytes, which count for its owner, or for the user who asked for it first.
  private let charge: Charge
  /// The bytes that a worker takes while it makes the order.
  private var reserved = 0
  /// Whether rows were used since the list has changed much.
  private var hasUsedRows = false
  private var heldBytes = 0
  private var ownBytes: Int
  /// Grows when ``order`` changes.
  private(set) var orderNumber = 0
  /// Whether a worker makes ``ordered``, and the requests that wait for it.
  var isOrdering = false
  var waitingForOrder: [OrderWaiter] = []

  /// A request that waits for an order.
  struct OrderWaiter {
    /// Whether its client still waits.
    let isWanted: () -> Bool
    /// Called when the first rows are known. Returns whether the request needs no others.
    let head: (OrderHead) -> Bool
    /// Called when the order is made, or with the reason why not.
    let then: (RPCError?) -> Void
  }
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
  private let shared: SharedResources
  private let owner: UInt32
  private var number: UInt64 = 0

  init(
    name: String?, environment: Environment, style: Style, layout: UInt64, prepared: PreparedCache,
    shared: SharedResources, owner: UInt32
  ) {
    self.name = name
    self.environment = environment
    self.style = style
    self.layout = layout
    self.prepared = prepared
    self.shared = shared
    self.owner = owner
    ownBytes = Self.bytes(of: environment)
    budget = shared.budget
    rowLimit = shared.limits.row
    charge = Charge(shared, of: owner, bytes: 0)
    number = budget.admit(self)
    setQuery()
    count()
  }

  /// The bytes of a view without rows.
  static func bytes(of environment: Environment) -> Int {
    var json = JSONWriter()
    EnvironmentCodec.write(environment, to: &json)
    // A condition has a text that is folded, a path and a pattern.
    let objects = json.bytes.count { $0 == UInt8(ascii: "{") }
    return 3_072 + 2 * Charge.bytes(ofJSON: json.bytes) + 512 * (objects - 1)
  }

  private func setQuery() {
    query = environment.query
    order = query.map { CellOrder($0) }
    orderNumber += 1
  }

  /// Makes all of its rows new for clients.
  func renew(layout: UInt64) { self.layout = layout }

  /// Changes the environment. A new layout keeps no rows.
  func change(
    _ environment: Environment, style: Style, layout: UInt64, prepared: PreparedCache
  ) {
    let hasOtherRows = environment.query != query
    self.environment = environment
    ownBytes = Self.bytes(of: environment)
    guard style != self.style || hasOtherRows else { return }
    if hasOtherRows {
      setQuery()
      drop(order: ordered)
    }
    self.style = style
    releaseRows()
    self.layout = layout
    self.prepared = prepared
    knownFingerprint = nil
    makers = [:]
    budget.remove(owner: number)
    number = budget.admit(self)
    count()
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
    // Any number of rows can be revealed.
    guard form.revealed == nil else { return maker }
    makers[form] = maker
    noteForms()
    return maker
  }

  /// Takes over rows in the order of the view.
  ///
  /// - Parameters:
  ///   - isSuccessor: whether the rows are those of before after an edit. Otherwise their chunks
  ///     have nothing in common with the ones before.
  ///   - isLarge: whether the old rows take long to free.
  func show(_ ordered: OrderedList, isSuccessor: Bool, isLarge: Bool) {
    if !isSuccessor { forgetRows() }
    let old = self.ordered
    (missedChanges, heldBytes) = (0, 0)
    self.ordered = ordered
    count()
    if isLarge, let old { Workers.release(consume old) }
    follow(ordered.rows, [Chunk?](of: ordered.rows))
  }

  /// Answers the requests that need only the first rows. They stay with the others: the order is
  /// made as long as their clients are there.
  func serve(_ head: OrderHead) {
    // A client that is answered may ask for more at once.
    for index in waitingForOrder.indices {
      let waiter = waitingForOrder[index]
      guard waiter.head(head) else { continue }
      waitingForOrder[index] = OrderWaiter(isWanted: waiter.isWanted, head: { _ in true }, then: { _ in })
    }
  }

  /// Lets go of the chunks that the list of the view does not have any more, once they are many. If
  /// nobody used the rows since the last time, all of them go.
  ///
  /// - Parameter chunks: those of the list, by their lineages.
  func follow(_ list: CellList, _ chunks: @autoclosure () -> [Chunk?]) {
    guard progress.isFar(list) else { return }
    if hasUsedRows {
      hasUsedRows = false
      Workers.release(rows.drop(except: chunks()))
      count()
    } else if !rows.isEmpty {
      forgetRows()
    }
  }

  /// Checks whether the user of the view may have an order of `count` rows.
  ///
  /// - Throws: limitExceeded.
  func admitOrder(ofRows count: Int) throws(RPCError) {
    let bytes = OrderedList.bytes(ofRows: count) + OrderMaking.bytes(ofCells: count)
    try shared.admit(growth: bytes - orderBytes, of: owner)
  }

  /// Counts bytes that a worker takes while it makes the order. They are negative at its end.
  func reserve(_ bytes: Int) {
    reserved += bytes
    count()
  }

  private var orderBytes: Int { (ordered?.byteCount ?? 0) + heldBytes }

  private func count() {
    charge.bytes = reserved + (isClosed ? 0 : ownBytes + orderBytes + rows.heightBytes)
  }

  /// Counts a change of the session that the order has not followed yet. Returns the order after a
  /// large change, and after the first, second, fourth, eighth change and so on. Then
  /// ``holdBase(_:of:)`` must follow.
  func changeOfBase(isLarge: Bool) -> OrderedList? {
    guard let ordered else { return nil }
    missedChanges += 1
    return isLarge || missedChanges.nonzeroBitCount == 1 ? ordered : nil
  }

  /// Counts the bytes of the old state of the list that the order holds. If they are too many, the
  /// order is dropped. It is made again when its rows are asked for.
  func holdBase(_ bytes: Int, of all: Int) {
    guard bytes <= max(Self.mostHeld, all / 8) else {
      drop(order: ordered)
      return forgetRows()
    }
    heldBytes = bytes
    count()
  }

  private static let mostHeld = 1 << 20

  private func forgetRows() {
    releaseRows()
    guard !isClosed else { return }
    budget.remove(owner: number)
    number = budget.admit(self)
  }

  private func drop(order old: consuming OrderedList?) {
    guard let old else { return }
    (missedChanges, heldBytes) = (0, 0)
    ordered = nil
    count()
    Workers.release(consume old)
  }

  /// Lends its rows to a snapshot, so that rows can be added without a copy.
  /// ``takeBack(_:made:)`` must follow.
  func lend() { rows = RowStore() }

  /// The number of rows of `list` whose heights are known.
  func measuredCount(of list: CellList) -> Int { rows.tops(of: list).totalKnown }

  /// Takes back the rows that it lent.
  ///
  /// - Parameter made: the rows that are new.
  func takeBack(_ rows: RowStore, made: [ChunkRows]) {
    self.rows = rows
    // Nothing was made: these are the rows as they were lent.
    if made.isEmpty { rowsNumber &-= 2 }
    noteUse(made)
  }

  /// Reports the bytes of the makers to the budget.
  private func noteForms() {
    budget.use(owner: number, [(lineage: Self.makersLineage, bytes: makers.count * Self.makerBytes)])
  }

  /// The place of the makers in the budget of the caches. No chunk has this lineage.
  private static let makersLineage = UInt32.max
  private static let makerBytes = 16 << 10

  /// Takes over the rows of a snapshot, if those of the view have not changed since it was taken.
  func takeOver(_ snapshot: ViewSnapshot) -> Bool {
    guard rowsNumber == snapshot.rowsNumber else { return false }
    let old = rows
    rows = snapshot.rows
    Workers.release(consume old)
    noteUse(snapshot.made)
    return true
  }

  /// Adds rows that were made for a list. The list can be older than the current one.
  func absorb(_ made: some Collection<ChunkRows>, in list: CellList) {
    for rows in made {
      self.rows.merge(rows, group: list.groupLineage(ofChunk: rows.chunk.lineage))
    }
    noteUse(made)
  }

  /// Reports to the budget that the rows were used, and their bytes.
  func noteUse(_ made: some Collection<ChunkRows>) {
    hasUsedRows = true
    if made.isEmpty { return }
    // The budget evicts rows of this view, too, so the bytes are found out before.
    let used = made.lazy.filter { !$0.rendered.isEmpty }.map {
      (lineage: $0.chunk.lineage, bytes: self.rows.renderedBytes(lineage: $0.chunk.lineage))
    }
    budget.use(owner: number, Array(used))
    count()
  }

  func evict(lineage: UInt32) -> (any Sendable)? {
    guard lineage != Self.makersLineage else {
      makers = [:]
      return nil
    }
    return rows.takeRendered(lineage: lineage)
  }

  /// Frees the rows of the view, which must not be used any more.
  func close() {
    drop(order: ordered)
    isClosed = true
    budget.remove(owner: number)
    releaseRows()
    makers = [:]
  }

  private func releaseRows() {
    let old = rows
    rows = RowStore()
    count()
    Workers.release(consume old)
  }
}
