import CellEngine
import CellProtocol
import DequeModule

/// A named list with its views. Belongs to the loop; its cells are values, of which workers get snapshots.
final class Session {
  static let mainView = "main"
  /// Anonymous views beyond this are forgotten, the least recently used first, as long as nobody watches
  /// them.
  private static let anonymousLimit = 16
  private static let spellingLimit = 8
  /// Longer environments are read each time.
  private static let longestSpelling = 512

  let name: String
  /// The user id that made the session.
  let owner: UInt32
  private(set) var settings: SessionSettings
  private(set) var list = CellList()
  private(set) var revision: UInt64 = 0
  private(set) var views: [View] = [] {
    didSet { viewNames = views.map { $0.name ?? "" } }
  }
  private(set) var viewNames = [Session.mainView]
  private var anonymous: [View] = []
  /// Anonymous views by environments as clients wrote them, so that these need not be read each time.
  private var spellings: [(json: [UInt8], view: View)] = []
  private var prepared: [Preparation: PreparedCache] = [:]
  private unowned let table: SessionTable
  private(set) var isDeleted = false

  /// Cells of replacements that were begun with `more`, by connection.
  private(set) var staged: [ConnectionID: StagedCells] = [:]
  /// Whether an edit is being made on a worker. Others wait in ``waiting``, readers see the list as it is.
  var isEditing = false
  var waiting: Deque<() -> Void> = []
  /// Numbers of the watches of this session.
  var watches: Set<Int> = []

  /// A session without cells, which has one view.
  init(_ name: String, owner: UInt32, settings: SessionSettings, table: SessionTable) throws(RPCError) {
    self.name = name
    self.owner = owner
    self.settings = settings
    self.table = table
    views = [try makeView(Self.mainView, Environment())]
  }

  /// Whether a user may use the session.
  func admits(userID: UInt32) -> Bool {
    settings.isShared || owner == userID
  }

  // MARK: Changes

  /// Takes over an edited list. Views whose kept columns changed have a new layout then.
  func commit(_ list: CellList, revision: UInt64) {
    let before = settings.kept(self.list.summary)
    table.count(from: self.list.summary, to: list.summary)
    self.list = list
    self.revision = revision
    if settings.kept(list.summary) != before { resolveViews() }
  }

  /// Changes what the session is.
  func configure(_ settings: SessionSettings) throws(RPCError) {
    for view in views + anonymous { _ = try resolve(view.set, settings) }
    self.settings = settings
    resolveViews()
  }

  /// Ends the session: nothing of it is kept.
  func close() {
    isDeleted = true
    for view in views + anonymous { view.close() }
    for cache in prepared.values { cache.close() }
    views = []
    anonymous = []
    spellings = []
    prepared = [:]
    for connection in Array(staged.keys) { Workers.release(takeStaged(connection)) }
  }

  /// Takes the list out of a session that has ended, for letting go of it elsewhere.
  func takeList() -> CellList {
    defer { list = CellList() }
    return list
  }

  // MARK: Staging

  /// Keeps cells of a replacement that goes on.
  func stage(_ cells: CellDecoder.Decoded, for connection: ConnectionID) {
    staged[connection, default: StagedCells()].add(cells)
    table.count(staged: cells.byteCount)
  }

  /// Takes out what a connection has staged.
  func takeStaged(_ connection: ConnectionID) -> StagedCells {
    guard let cells = staged.removeValue(forKey: connection) else { return StagedCells() }
    table.count(staged: -cells.byteCount)
    return cells
  }

  // MARK: Views

  /// The view of that name.
  func view(named name: String) -> View? {
    // Byte by byte: String would call canonically equivalent names equal.
    views.first { ($0.name ?? "").utf8.elementsEqual(name.utf8) }
  }

  /// The anonymous view of an environment, given as JSON.
  func view(of json: JSONNode) throws(RPCError) -> View {
    let bytes = json.raw
    if let known = spellings.first(where: { $0.json.count == bytes.count && bytes.elementsEqual($0.json) }) {
      if anonymous.last !== known.view, let place = anonymous.firstIndex(where: { $0 === known.view }) {
        anonymous.append(anonymous.remove(at: place))
      }
      return known.view
    }
    let view = try view(of: try EnvironmentCodec.read(json))
    guard bytes.count <= Self.longestSpelling else { return view }
    if spellings.count == Self.spellingLimit { spellings.removeFirst() }
    spellings.append((Array(bytes), view))
    return view
  }

  private func view(of set: Environment) throws(RPCError) -> View {
    let environment = try resolve(set, settings)
    if let place = anonymous.firstIndex(where: { $0.environment == environment }) {
      anonymous.append(anonymous.remove(at: place))
      return anonymous[anonymous.count - 1]
    }
    let view = try makeView(nil, set)
    anonymous.append(view)
    while anonymous.count > Self.anonymousLimit,
      let old = anonymous.firstIndex(where: { $0.watchCount == 0 }), anonymous[old] !== view
    {
      let old = anonymous.remove(at: old)
      spellings.removeAll { $0.view === old }
      old.close()
      forgetUnusedPreparations()
    }
    return view
  }

  /// Makes a named view, or changes it.
  func setView(_ name: String, _ set: Environment) throws(RPCError) -> View {
    guard let view = view(named: name) else {
      guard views.count < table.limits.views else {
        throw .limitExceeded(.views, scope: .session, max: table.limits.views)
      }
      let view = try makeView(name, set)
      views.append(view)
      return view
    }
    let environment = try resolve(set, settings)
    change(view, set, environment)
    forgetUnusedPreparations()
    return view
  }

  /// Removes a named view.
  func deleteView(_ view: View) {
    views.removeAll { $0 === view }
    view.close()
    forgetUnusedPreparations()
  }

  /// The list as it is seen in `view` now.
  func snapshot(_ view: View) -> ViewSnapshot {
    ViewSnapshot(
      session: name, view: view.name, instance: table.instance, list: list, revision: revision,
      layout: view.layout,
      environment: view.environment, rows: view.rows, prepared: view.prepared.store)
  }

  /// Calls `body` with the list as it is seen in `view` now, and keeps what it makes. What the view knows is
  /// moved and not copied, so `body` must not come back to the view.
  func withSnapshot<Result>(_ view: View, _ body: (inout ViewSnapshot) -> Result) -> Result {
    var snapshot = snapshot(view)
    view.rows = RowStore()
    view.prepared.store = PreparedStore()
    let result = body(&snapshot)
    view.rows = snapshot.rows
    view.prepared.store = snapshot.prepared
    view.noteUse(snapshot.made)
    view.prepared.keep(snapshot.madePrepared)
    return result
  }

  private func makeView(_ name: String?, _ set: Environment) throws(RPCError) -> View {
    let environment = try resolve(set, settings)
    return View(
      name: name, set: set, environment: environment, layout: table.nextLayout(),
      prepared: preparedCache(environment), table: table)
  }

  private func resolve(_ set: Environment, _ settings: SessionSettings) throws(RPCError) -> LayoutEnvironment
  {
    do {
      return try LayoutEnvironment(
        set, profile: settings.profile, selection: settings.selection, kept: settings.kept(list.summary),
        fonts: table.fonts)
    } catch {
      throw .unsupported(error)
    }
  }

  /// What a view is now. The fonts that it has need not be asked for.
  private func resolveAgain(_ view: View) -> LayoutEnvironment? {
    guard let fonts = table.fonts else { return try? resolve(view.set, settings) }
    return fonts.with(fontsOf: view.environment) { try? resolve(view.set, settings) }
  }

  private func resolveViews() {
    spellings = []
    for view in views + anonymous {
      guard let environment = resolveAgain(view) else { continue }
      change(view, view.set, environment)
    }
    forgetUnusedPreparations()
  }

  private func change(_ view: View, _ set: Environment, _ environment: LayoutEnvironment) {
    let layout = environment == view.environment ? view.layout : table.nextLayout()
    view.change(set, environment: environment, layout: layout, prepared: preparedCache(environment))
  }

  private func preparedCache(_ environment: LayoutEnvironment) -> PreparedCache {
    let preparation = Preparation(environment)
    if let cache = prepared[preparation] { return cache }
    let cache = PreparedCache(table)
    prepared[preparation] = cache
    return cache
  }

  private func forgetUnusedPreparations() {
    let used = (views + anonymous).map { ObjectIdentifier($0.prepared) }
    for (preparation, cache) in prepared where !used.contains(ObjectIdentifier(cache)) {
      cache.close()
      prepared[preparation] = nil
    }
  }
}
