import CellEngine
import CellProtocol
import CellStore
import CellWire
import DequeModule
import Glibc

/// A named list with its views. Belongs to the loop; workers get snapshots of its cells.
final class Session {
  static let mainView = "main"
  /// The maximum number of anonymous views. The view without watches that was
  /// used longest ago goes first.
  private static let anonymousLimit = 16
  private static let spellingLimit = 8
  private static let smallView = 4 << 10
  /// Longer environments are read each time.
  private static let longestSpelling = 512

  let name: String
  /// The user id that made the session.
  let owner: UInt32
  /// Identifies the history of the session. A session that may have lost changes gets a new one.
  private(set) var life = UInt64.random(in: 1 ... .max)
  private(set) var settings: SessionSettings {
    didSet { charge.bytes += settings.byteCount - oldValue.byteCount }
  }
  /// The visible cells and their revision: all changes that reached their level.
  private(set) var list = CellList()
  private(set) var revision: UInt64 = 0
  /// The state with all changes that were applied.
  private(set) var head: (list: CellList, revision: UInt64) = (CellList(), 0) {
    didSet { if !isDeleted { shared.count(from: oldValue.list.summary, to: head.list.summary, of: owner) } }
  }
  /// The changes between the visible state and the head, in order.
  var held: Deque<HeldChange> = []
  /// Grows when changes are dropped from the head.
  private(set) var fallbacks = 0
  /// Whether the head has changes that were dropped.
  private(set) var isAhead = false
  /// The number of the session in the store; `nil` if it was not given to a store yet.
  var storedID: Int64?
  /// Its properties in the store, until its cells are loaded.
  var unloaded: StoredSession?
  /// Whether clients may know of the session: its creation has reached its level.
  var isVisible = true
  private(set) var views: [View] = [] {
    didSet { viewNames = views.map { $0.name ?? "" } }
  }
  private(set) var viewNames = [Session.mainView]
  /// The named views in the store that cannot be laid out here, such as one whose font is missing.
  private var unusable: [StoredView] = []
  private var anonymous: [View] = []
  private var allViews: [View] { anonymous.isEmpty ? views : views + anonymous }
  /// Anonymous views by the JSON of their environments, which need not be read again.
  private var spellings: [(json: [UInt8], view: View)] = []
  private var prepared: [Preparation: PreparedCache] = [:]
  private let shared: SharedResources
  /// The bytes of everything but its cells and views.
  private let charge: Charge
  private(set) var isDeleted = false

  /// Cells of replacements that began with `more`, by connection.
  private(set) var staged: [ConnectionID: StagedCells] = [:]
  /// The reports of other daemons' changes that were taken, and their records that are not visible
  /// yet.
  var arrivals = 0
  var arrived: [StoredRecord] = []
  /// Whether a worker reads changes of others. Own changes wait in ``waiting``.
  var isCatchingUp = false
  /// How often the session was read from the store again, since its history was another one.
  var restarts = 0
  /// Why the session cannot be served any more; `nil` if it is in order.
  var damage: String?
  /// Whether it was read only up to its damage.
  var isPartial = false
  /// Whether a worker makes an edit, or a change of the settings is stored. Other changes wait in
  /// ``waiting``; readers see the state before it.
  var isEditing = false
  /// Makes the edit again that a worker makes now; `nil` for none, and without other daemons.
  var editOnWorker: WaitingChange?
  var waiting: Deque<WaitingChange> = []

  /// Whether other daemons wait with their changes for an edit of this one.
  var holdsOthers = false

  /// A change that waits for those before it.
  struct WaitingChange {
    /// Whether other daemons wait for it.
    var holdsOthers = false
    /// Whether it waits until all changes before it are visible.
    var isExclusive = false
    let start: () -> Void
  }
  /// The numbers of the watches of this session.
  var watches: Set<Int> = []
  /// The calls that use the session.
  fileprivate(set) var uses = 0
  /// The time of the loop since which it is not used; `nil` if it was used after that.
  var unusedSince: UInt64?
  /// Its ``StoredSession/order``.
  var order: Int64

  /// A session without cells, which has one view.
  init(_ name: String, owner: UInt32, settings: SessionSettings, shared: SharedResources) throws(RPCError) {
    self.name = name
    self.owner = owner
    self.settings = settings
    self.shared = shared
    charge = Charge(shared, of: owner, bytes: settings.byteCount)
    order = .max
    views = [try makeView(Self.mainView, Environment(), LoadedFonts())]
  }

  /// A session in a store, whose cells and views are not loaded yet.
  init(_ stored: StoredSession, settings: SessionSettings, views: [StoredView], shared: SharedResources) {
    name = stored.name
    owner = stored.owner
    life = UInt64(stored.life, radix: 16) ?? 0
    self.settings = settings
    self.shared = shared
    charge = Charge(shared, of: owner, bytes: settings.byteCount)
    revision = stored.revision
    storedID = stored.id
    order = stored.order
    unloaded = stored
    head.revision = revision
    viewNames = views.map(\.name)
  }

  var isLoaded: Bool { unloaded == nil }
  /// The number of its cells, and the bytes that they take. They are known before it is loaded.
  var count: Int { unloaded?.cells ?? list.count }
  var byteCount: Int { unloaded?.bytes ?? list.summary.bytes }
  var lifeText: String { String(life, radix: 16) }

  /// Whether the session is loaded, and nothing needs its cells.
  var isUnused: Bool {
    isLoaded && !isDeleted && isVisible && storedID != nil && damage == nil && uses == 0 && watches.isEmpty
      && held.isEmpty && waiting.isEmpty && !isEditing && !isCatchingUp && arrived.isEmpty && staged.isEmpty
  }

  /// The session without its cells and views.
  func unloadedCopy(_ id: Int64) -> Session {
    let stored = StoredSession(
      id: id, owner: owner, name: name, life: lifeText, revision: revision, cells: count, bytes: byteCount,
      settings: settings.json, views: StoredView.json(of: storedViews), level: settings.durability,
      order: order)
    return Session(stored, settings: settings, views: storedViews, shared: shared)
  }

  /// Takes the properties that the store has now.
  func take(_ stored: StoredSession, _ settings: SessionSettings) {
    life = UInt64(stored.life, radix: 16) ?? 0
    revision = stored.revision
    head.revision = revision
    self.settings = settings
    if unloaded != nil { unloaded = stored }
  }

  /// Sets the cells and the named views of a session that was not loaded.
  ///
  /// - Returns: the views that cannot be laid out here, with the reasons. They stay in the store.
  func finishLoading(
    _ list: CellList, _ views: [StoredView], _ fonts: LoadedFonts
  ) -> [(name: String, reason: RPCError)] {
    guard unloaded != nil, !isDeleted else { return [] }
    unloaded = nil
    self.list = list
    head.list = list
    var lost: [(name: String, reason: RPCError)] = []
    var made: [View] = []
    for view in views {
      do throws(RPCError) {
        made.append(try makeView(view.name, view.environment, fonts))
      } catch {
        lost.append((view.name, error))
        unusable.append(view)
      }
    }
    if !made.contains(where: { $0.name == Self.mainView }),
      let main = try? makeView(Self.mainView, Environment(), fonts)
    {
      made.insert(main, at: 0)
    }
    self.views = made
    return lost
  }

  /// The named views, for the store.
  var storedViews: [StoredView] {
    let usable = views.map { StoredView(name: $0.name ?? "", environment: $0.environment) }
    return unusable.reduce(usable) { $0.setting($1.name, $1.environment) }
  }

  /// The named view of the store; `nil` if there is none.
  func storedView(named name: String) -> StoredView? { storedViews.first { $0.isNamed(name) } }

  /// Keeps a named view for the store, which cannot be laid out here.
  func keep(_ view: StoredView) { unusable = unusable.setting(view.name, view.environment) }

  /// Throws if a view cannot have this environment.
  ///
  /// - Throws: limitExceeded, unsupported.
  func checkView(_ name: String, _ environment: Environment, _ fonts: LoadedFonts) throws(RPCError) {
    let known = view(named: name)
    if known == nil, storedViews.removing(name).count >= shared.limits.views {
      throw .limitExceeded(.views, scope: .session, max: shared.limits.views)
    }
    _ = try resolve(environment, settings, known.map { fonts.adding(LoadedFonts(of: $0.style)) } ?? fonts)
    let growth = View.bytes(of: environment) - (known.map { View.bytes(of: $0.environment) } ?? 0)
    try shared.admit(growth: growth, of: owner)
  }

  /// Throws if the views cannot have these settings.
  func check(_ settings: SessionSettings, _ fonts: LoadedFonts) throws(RPCError) {
    for view in allViews {
      _ = try resolve(view.environment, settings, fonts.adding(LoadedFonts(of: view.style)))
    }
  }

  /// Whether a user has access to the session.
  func admits(userID: UInt32) -> Bool {
    settings.isShared || owner == userID
  }

  /// Whether a user sees the session in lists. Root sees all.
  func isListed(for userID: UInt32) -> Bool { userID == 0 || admits(userID: userID) }

  /// Throws unless the session still exists and the user still has access.
  func check(mayBeUsedBy userID: UInt32) throws(RPCError) {
    guard !isDeleted else { throw .sessionNotFound(name) }
    guard admits(userID: userID) else { throw .sessionNotFound(name) }
  }

  // MARK: Changes

  /// Applies a change to the head.
  func advance(to list: CellList) {
    head = (list, head.revision + 1)
  }

  /// Drops all changes that are not visible. Returns them.
  func fallBack() -> Deque<HeldChange> {
    head = (list, revision)
    fallbacks += 1
    isAhead = false
    defer { held = [] }
    return held
  }

  /// Drops all changes that are not visible and depend on the state of the session. Returns them.
  func takeBack() -> Deque<HeldChange> {
    let dropped = held.filter { !$0.isUnconditional }
    held.removeAll { !$0.isUnconditional }
    head = (list, revision)
    fallbacks += 1
    isAhead = false
    return dropped
  }

  /// Shows a state that another daemon has made. No change of this daemon may be held.
  func adopt(_ list: CellList, revision: UInt64) {
    head = (list, revision)
    show(list, revision: revision)
  }

  /// Begins a history, if it is a new one. All rows of all views are new then.
  func begin(life: String) {
    let life = UInt64(life, radix: 16) ?? 0
    guard life != self.life else { return }
    self.life = life
    for view in allViews { view.renew(layout: shared.nextLayout()) }
  }

  /// Drops the changes from an index of ``held`` on. Returns them. The head stays ahead of the
  /// changes before them, until their outcomes are known.
  func drop(from index: Int) -> [HeldChange] {
    fallbacks += 1
    isAhead = true
    let dropped = Array(held[index...])
    held.removeLast(dropped.count)
    return dropped
  }

  /// Replaces the visible list. Views whose kept columns change get a new layout.
  func show(_ list: CellList, revision: UInt64) {
    let before = settings.kept(self.list.summary.needs)
    let hasOrders = allViews.contains { $0.ordered != nil }
    let replaced = hasOrders ? ListDifference.bytesHeld(by: self.list, beside: list) : 0
    self.list = list
    self.revision = revision
    if settings.kept(list.summary.needs) != before { resolveViews(LoadedFonts()) }
    lazy var chunks = [Chunk?](of: list)
    for view in allViews where view.order == nil { view.follow(list, chunks) }
    for cache in prepared.values { cache.follow(list, chunks) }
    // Most orders are of the same state of the list.
    var held: [UInt64: Int] = [:]
    for view in allViews {
      guard let ordered = view.changeOfBase(isLarge: replaced > 1 << 20) else { continue }
      let bytes = held[ordered.revision] ?? ListDifference.bytesHeld(by: ordered.base, beside: list)
      held[ordered.revision] = bytes
      view.holdBase(bytes, of: list.summary.bytes)
    }
  }

  /// The rows of a view. An order must be up to date.
  func rows(in view: View) -> CellList { view.ordered?.rows ?? list }

  /// The number of rows of a view; `nil` while its order is made.
  func rowCount(in view: View) -> Int? {
    guard view.query != nil else { return count }
    guard let ordered = view.ordered, ordered.revision == revision else { return nil }
    return ordered.rows.count
  }

  /// Changes the settings, which were checked here or by another daemon. `fonts` has the fonts that
  /// ``fontRequests(for:)`` returns. A view that cannot have the settings stays as it is.
  func configure(_ settings: SessionSettings, _ fonts: LoadedFonts) {
    self.settings = settings
    resolveViews(fonts)
    for view in unusable { _ = try? setView(view.name, view.environment, fonts) }
  }

  /// The fonts that the session's views need with other settings and do not have.
  func fontRequests(for settings: SessionSettings) -> [FontRequest] {
    allViews.compactMap { view in
      let request = Style.fontRequest(of: view.environment, profile: settings.profile)
      return request == view.style.fontRequest ? nil : request
    } + unusable.compactMap { Style.fontRequest(of: $0.environment, profile: settings.profile) }
  }

  /// The fonts that a view of `environment` needs.
  func fontRequest(of environment: Environment) -> FontRequest? {
    Style.fontRequest(of: environment, profile: settings.profile)
  }

  /// The fonts that the session's views use.
  var fontRequests: [FontRequest] { allViews.compactMap(\.style.fontRequest) }

  /// Replaces the fonts of the views. A view whose fonts cannot be loaded keeps its old ones.
  func replaceFonts(_ fonts: LoadedFonts) {
    spellings = []
    for view in allViews where view.style.fontRequest != nil {
      let known = LoadedFonts(of: view.style).adding(fonts)
      guard let style = try? resolve(view.environment, settings, known) else { continue }
      change(view, view.environment, style)
    }
    forgetUnusedPreparations()
  }

  /// Ends the session and frees its views.
  func close() {
    head = (CellList(), revision)
    isDeleted = true
    charge.bytes = 0
    for view in allViews { close(view) }
    for cache in prepared.values { cache.close() }
    views = []
    anonymous = []
    spellings = []
    prepared = [:]
  }

  /// Takes the list out of an ended session, so that a worker can free it.
  func takeList() -> CellList {
    defer {
      list = CellList()
      head = (list, revision)
    }
    return list
  }

  // MARK: Staging

  /// Adds staged cells of a replacement that is not complete.
  func stage(_ cells: CellDecoder.Decoded, for connection: ConnectionID) {
    staged[connection, default: StagedCells()].add(cells)
    charge.bytes += cells.byteCount
  }

  /// Removes and returns the staged cells of a connection.
  func takeStaged(_ connection: ConnectionID) -> StagedCells {
    guard let cells = staged.removeValue(forKey: connection) else { return StagedCells() }
    charge.bytes -= cells.byteCount
    return cells
  }

  // MARK: Views

  /// The view of that name.
  func view(named name: String) -> View? {
    // Byte by byte: String treats canonically equivalent names as equal.
    views.first { ($0.name ?? "").utf8.elementsEqual(name.utf8) }
  }

  /// The view of that name, which must exist.
  ///
  /// - Throws: viewNotFound.
  func existingView(named name: String) throws(RPCError) -> View {
    if let view = view(named: name) { return view }
    throw .viewNotFound(name, known: viewNames)
  }

  /// The anonymous view that was made for an environment in this spelling.
  private func knownView(of json: JSONNode) -> View? {
    let bytes = json.raw
    for place in spellings.indices where spellings[place].json.count == bytes.count {
      let isSame = spellings[place].json.withUnsafeBytes { known in
        guard let known = known.baseAddress, let start = bytes.baseAddress else { return true }
        return memcmp(known, start, bytes.count) == 0
      }
      if isSame { return spellings[place].view }
    }
    return nil
  }

  /// The fonts that must be loaded before ``view(of:_:)`` is called with the same environment.
  func fontRequest(ofEnvironment json: JSONNode) throws(RPCError) -> FontRequest? {
    if knownView(of: json) != nil { return nil }
    return fontRequest(of: try EnvironmentCodec.read(json))
  }

  /// The anonymous view of an environment, given as JSON.
  ///
  /// - Parameter userID: the user in whose share a new view counts.
  func view(of json: JSONNode, _ fonts: LoadedFonts, for userID: UInt32) throws(RPCError) -> View {
    if let known = knownView(of: json) {
      if anonymous.last !== known, let place = anonymous.firstIndex(where: { $0 === known }) {
        anonymous.append(anonymous.remove(at: place))
      }
      return known
    }
    let view = try view(of: try EnvironmentCodec.read(json), fonts, for: userID)
    guard json.raw.count <= Self.longestSpelling else { return view }
    if spellings.count == Self.spellingLimit { spellings.removeFirst() }
    spellings.append((Array(json.raw), view))
    return view
  }

  private func view(
    of environment: Environment, _ fonts: LoadedFonts, for userID: UInt32
  ) throws(RPCError) -> View {
    let style = try resolve(environment, settings, fonts)
    let query = environment.query
    if let place = anonymous.firstIndex(where: { $0.style == style && $0.query == query }) {
      anonymous.append(anonymous.remove(at: place))
      return anonymous[anonymous.count - 1]
    }
    // Few are kept, so a small one is only counted.
    let bytes = View.bytes(of: environment)
    if bytes > Self.smallView { try shared.admit(growth: bytes, of: userID) }
    let view = try makeView(nil, environment, fonts, for: userID)
    anonymous.append(view)
    while anonymous.count > Self.anonymousLimit,
      let old = anonymous.firstIndex(where: { $0.watchCount == 0 }), anonymous[old] !== view
    {
      let old = anonymous.remove(at: old)
      spellings.removeAll { $0.view === old }
      close(old)
      forgetUnusedPreparations()
    }
    return view
  }

  /// Makes a named view, or changes it.
  func setView(_ name: String, _ environment: Environment, _ fonts: LoadedFonts) throws(RPCError) -> View {
    guard let view = view(named: name) else {
      guard views.count < shared.limits.views else {
        throw .limitExceeded(.views, scope: .session, max: shared.limits.views)
      }
      let view = try makeView(name, environment, fonts)
      views.append(view)
      unusable = unusable.removing(name)
      return view
    }
    let style = try resolve(environment, settings, fonts.adding(LoadedFonts(of: view.style)))
    change(view, environment, style)
    unusable = unusable.removing(name)
    forgetUnusedPreparations()
    return view
  }

  /// Removes a named view.
  func deleteView(named name: String) {
    unusable = unusable.removing(name)
    guard let view = view(named: name) else { return }
    views.removeAll { $0 === view }
    close(view)
    forgetUnusedPreparations()
  }

  private func close(_ view: View) {
    if view.query != nil { view.prepared.close() }
    view.close()
  }

  /// A snapshot of the list in `view`.
  func snapshot(_ view: View) -> ViewSnapshot {
    ViewSnapshot(
      session: name, view: view.name, life: life, fingerprint: view.fingerprint, list: rows(in: view),
      ordered: view.ordered, revision: view.ordered?.revision ?? revision, layout: view.layout,
      style: view.style, rowsNumber: view.rowsNumber, rows: view.rows, prepared: view.prepared.store)
  }

  /// A snapshot of the first rows in `view`, whose order is being made. Its rows do not go back to
  /// the view.
  func snapshot(_ view: View, _ head: OrderHead) -> ViewSnapshot {
    ViewSnapshot(
      session: name, view: view.name, life: life, fingerprint: view.fingerprint, list: head.list.rows,
      restCount: head.count - head.list.rows.count, ordered: head.list, revision: head.list.revision,
      layout: view.layout, style: view.style, rows: RowStore(),
      prepared: PreparedStore())
  }

  /// Calls `body` with a snapshot of the list in `view`, and keeps the rows that it makes. The rows
  /// of the view are moved, not copied, so `body` must not use the view.
  func withSnapshot<Result>(_ view: View, _ body: (inout ViewSnapshot) -> Result) -> Result {
    var snapshot = snapshot(view)
    view.lend()
    view.prepared.store = PreparedStore()
    let result = body(&snapshot)
    view.takeBack(snapshot.rows, made: snapshot.made)
    view.prepared.store = snapshot.prepared
    view.prepared.keep(snapshot.madePrepared)
    return result
  }

  private func makeView(
    _ name: String?, _ environment: Environment, _ fonts: LoadedFonts, for userID: UInt32? = nil
  ) throws(RPCError) -> View {
    let style = try resolve(environment, settings, fonts)
    return View(
      name: name, environment: environment, style: style, layout: shared.nextLayout(),
      prepared: preparedCache(style, environment), shared: shared, owner: userID ?? owner)
  }

  private func resolve(
    _ environment: Environment, _ settings: SessionSettings, _ fonts: LoadedFonts
  ) throws(RPCError) -> Style {
    do {
      return try Style(
        environment, profile: settings.profile, selection: settings.selection,
        drillsDown: settings.drillsDown, kept: settings.kept(list.summary.needs),
        fonts: shared.hasFonts ? fonts : nil)
    } catch {
      throw .unsupported(error)
    }
  }

  /// Resolves all views again. Each has its own fonts, and may have those of `fonts`.
  private func resolveViews(_ fonts: LoadedFonts) {
    spellings = []
    for view in allViews {
      let known = fonts.adding(LoadedFonts(of: view.style))
      guard let style = try? resolve(view.environment, settings, known) else { continue }
      change(view, view.environment, style)
    }
    forgetUnusedPreparations()
  }

  private func change(_ view: View, _ environment: Environment, _ style: Style) {
    let isSame = style == view.style && environment.query == view.query
    let layout = isSame ? view.layout : shared.nextLayout()
    let prepared = isSame ? view.prepared : preparedCache(style, environment)
    if prepared !== view.prepared, view.query != nil { view.prepared.close() }
    view.change(environment, style: style, layout: layout, prepared: prepared)
  }

  /// The prepared cells of a view. A view with an order has chunks of its own, so it shares its
  /// prepared cells with no other view.
  private func preparedCache(_ style: Style, _ environment: Environment) -> PreparedCache {
    if environment.query != nil { return PreparedCache(shared.budget) }
    let preparation = Preparation(style)
    if let cache = prepared[preparation] { return cache }
    let cache = PreparedCache(shared.budget)
    prepared[preparation] = cache
    return cache
  }

  private func forgetUnusedPreparations() {
    let used = allViews.map { ObjectIdentifier($0.prepared) }
    for (preparation, cache) in prepared where !used.contains(ObjectIdentifier(cache)) {
      cache.close()
      prepared[preparation] = nil
    }
  }
}

/// A call that uses a session. The session stays loaded as long as it exists.
final class SessionUse {
  private let session: Session

  init(_ session: Session) {
    self.session = session
    session.uses += 1
  }

  deinit {
    session.uses -= 1
    session.unusedSince = nil
  }
}
