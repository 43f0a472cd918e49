import CFaults
import CellWire
import Foundation

@testable import CellStore

/// A step of a run. Its details follow from its number and the state before it, so each selection
/// of steps can be run.
struct StateStep: Sendable, CustomStringConvertible {
  enum Kind: String, CaseIterable, Sendable {
    case burst, create, drop, view, configure, clock, watch, restart, kill, powerCut, fault, damage
  }

  var kind: Kind
  var number: UInt64

  var description: String { "\(kind.rawValue)(\(number))" }

  /// The steps of a seed.
  static func steps(seed: UInt64, count: Int) -> [StateStep] {
    var random = StateRandom(seed)
    let weights: [Kind] =
      Array(repeating: .burst, count: 30) + Array(repeating: .clock, count: 12)
      + Array(repeating: .create, count: 4) + Array(repeating: .view, count: 6)
      + Array(repeating: .watch, count: 4) + Array(repeating: .fault, count: 4)
      + [.drop, .configure, .configure, .restart, .kill, .kill, .kill, .powerCut, .powerCut, .damage]
    return (0..<count).map { _ in
      StateStep(kind: weights[Int(random.next() % UInt64(weights.count))], number: random.next() % 100_000)
    }
  }
}

/// A generator of random numbers that repeats them (SplitMix64).
struct StateRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A broken rule of docs/store.md.
struct BrokenRule: Error, CustomStringConvertible {
  let description: String
}

/// A daemon, its clients, and a model of its sessions. Each step is checked against the model.
final class StateRun {
  private static let users: [UInt32] = [1000, 1000, 1001, 0]
  private static let names = ["a", "b"]

  /// A session as a client names it: an owner and a name.
  private struct Key: Hashable, CustomStringConvertible {
    let owner: Int
    let name: String

    var description: String { "\(owner)/\(name)" }
  }

  /// Rows that a client has, and the clock that came with them.
  private struct KnownRows {
    let key: Key
    let view: String
    let clock: String
    let revision: UInt64
    let life: String
    let width: Int?
    let profile: String
    let columns: [Bool]
    let rows: [String: String]
  }

  private let folder = NSTemporaryDirectory() + "celld-state-\(UUID().uuidString)"
  private let layer = "state-\(UUID().uuidString)"
  private var path: String { folder + "/store.db" }
  private var boot = 1
  private var daemon: FuzzedDaemon
  private var clients: [FuzzedClient] = []
  private var sessions: [Key: ModelSession] = [:]
  /// Sessions that were deleted since the last start.
  private var dropped: Set<Key> = []
  private var known: [KnownRows] = []
  private var random = StateRandom(0)
  private var lastID = 0
  /// The lines that were sent last.
  private(set) var trace: [String] = []

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    faults_register(layer)
    faults_track(layer)
    daemon = try FuzzedDaemon(path: folder + "/store.db", boot: "boot-1", layer: layer)
    connect()
  }

  deinit {
    clients = []
    daemon.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Runs a step.
  ///
  /// - Throws: BrokenRule.
  func run(_ step: StateStep) throws {
    random = StateRandom(step.number)
    trace.append("-- \(step)")
    switch step.kind {
    case .burst: try burst()
    case .create: try create()
    case .drop: try drop()
    case .view: try setView()
    case .configure: try configure()
    case .clock: try useClock()
    case .watch: try watch()
    case .restart: try restart()
    case .kill: try kill(isPowerCut: false)
    case .powerCut: try kill(isPowerCut: true)
    case .fault: try fault()
    case .damage: try damage()
    }
  }

  private func fail(_ text: String) -> BrokenRule { BrokenRule(description: text) }

  private func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  private func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &random) }

  private func connect() {
    clients = Self.users.map { FuzzedClient(daemon, user: $0) }
  }

  // MARK: Requests

  private func send(_ client: Int, _ method: String, _ key: Key?, _ params: [JSON.Member] = []) {
    var all = params
    if let key {
      all.insert(JSON.Member("owner", JSON(Int(key.owner))), at: 0)
      all.insert(JSON.Member("session", .string(key.name)), at: 0)
    }
    let line = (["id": 1, "method": .string(method), "params": .object(all)] as JSON).text
    trace.append("\(client) > \(line.prefix(300))")
    clients[client].send(line)
  }

  private func receive(_ client: Int) throws -> JSON {
    guard let reply = clients[client].reply() else { throw fail("client \(client) got no reply") }
    trace.append("\(client) < \(reply.text.prefix(200))")
    return reply
  }

  private func call(_ client: Int, _ method: String, _ key: Key?, _ params: [JSON.Member] = []) throws -> JSON
  {
    send(client, method, key, params)
    return try receive(client)
  }

  private static func kind(_ reply: JSON) -> String? { reply["error"]?["data"]?["kind"]?.string }

  /// A client that may use a session. All sessions are shared.
  private func anyClient() -> Int { Int.random(in: 0..<clients.count, using: &random) }

  private var keys: [Key] { sessions.keys.sorted { ($0.owner, $0.name) < ($1.owner, $1.name) } }

  // MARK: Edits

  private func edit(of session: ModelSession) -> ModelEdit {
    func ids(_ count: Int) -> [String] {
      session.cells.shuffled(using: &random).prefix(count).map(\.id)
    }
    func new(_ count: Int) -> [ModelCell] {
      (0..<count).map { _ in
        lastID += 1
        let title = "t\(lastID)" + String(repeating: "x", count: chance(4) ? 400 : 0)
        return ModelCell(id: "c\(lastID)", title: title, kind: anyKind(), unread: chance(3))
      }
    }
    func changed(_ count: Int) -> [ModelCell] {
      session.cells.shuffled(using: &random).prefix(count).map { cell in
        lastID += 1
        return ModelCell(
          id: cell.id, title: chance(2) ? cell.title : "t\(lastID)", kind: chance(3) ? anyKind() : cell.kind,
          unread: chance(3))
      }
    }
    let index = Int.random(in: 0...session.cells.count + 1, using: &random)
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1, 2: return .push(new(Int.random(in: 1...6, using: &random)), at: index)
    case 3: return .push(changed(2) + new(1), at: index)
    case 4, 5, 6:
      lastID += 1
      return .patch(
        id: chance(8) ? "none" : ids(1).first ?? "none", title: chance(4) ? nil : "p\(lastID)",
        unread: chance(3) ? chance(2) : nil)
    case 7: return chance(6) ? .removeAll : .remove(ids(2) + (chance(4) ? ["none"] : []))
    case 8: return .move(ids(2), to: index)
    case 9: return .replace(changed(session.cells.count) + new(2))
    case 10: return .viewed(ids(3))
    case 11: return .select(ids(2), operation: pick(["replace", "add", "remove", "toggle"]) ?? "add")
    case 12: return .selectAll
    default: return .invoke(ids(1).first ?? "none")
    }
  }

  private func anyKind() -> String { pick(ModelCell.kinds) ?? "object" }

  /// Sends edits of several clients at once, and some reads after them.
  private func sendEdits(_ key: Key) -> [(client: Int, request: ModelRequest?)] {
    guard let session = sessions[key] else { return [] }
    var sent: [(client: Int, request: ModelRequest?)] = []
    for client in clients.indices where chance(2) {
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let edit = edit(of: session)
        var (method, params) = edit.request
        let ifRevision = chance(6) ? session.revision : nil
        if let ifRevision { params.append(JSON.Member("ifRevision", JSON(Int(ifRevision)))) }
        // Staged cells come before the replacement.
        if case .replace(let cells) = edit, cells.count > 1, ifRevision == nil, chance(2) {
          let staged = JSON.array(cells.prefix(cells.count / 2).map(\.json))
          send(client, method, key, [JSON.Member("cells", staged), JSON.Member("more", true)])
          sent.append((client, nil))
          params[0] = JSON.Member("cells", .array(cells.dropFirst(cells.count / 2).map(\.json)))
        }
        send(client, method, key, params)
        sent.append((client, ModelRequest(client: client, edit: edit, ifRevision: ifRevision)))
      }
      if chance(3) {
        send(client, "cells.get", key)
        sent.append((client, nil))
      }
    }
    return sent
  }

  /// Reads the replies to ``sendEdits(_:)``. Without a reply, the outcome of an edit is open.
  private func receiveEdits(
    _ sent: [(client: Int, request: ModelRequest?)], _ key: Key, mayEnd: Bool = false
  ) throws -> [ModelRequest] {
    var requests: [ModelRequest] = []
    var own: [Int: UInt64] = [:]
    let floor = sessions[key]?.revision ?? 0
    for (client, request) in sent {
      guard let reply = clients[client].reply() else {
        guard mayEnd else { throw fail("client \(client) got no reply") }
        if let request { requests.append(request) }
        continue
      }
      trace.append("\(client) < \(reply.text.prefix(200))")
      let revision = (reply["result"]?["revision"]?.int).map { UInt64($0) }
      if let revision {
        // V3, V6: nothing older than before this burst, or than an own edit.
        guard revision >= max(floor, own[client] ?? 0) else {
          throw fail("revision \(revision) after \(floor) and \(own[client] ?? 0)")
        }
        own[client] = revision
      }
      guard var request else { continue }
      switch Self.kind(reply) {
      case nil: request.answer = .done(revision: revision)
      case "storageFailed":
        let isUnknown = reply["error"]?["data"]?["applied"]?.string == "unknown"
        request.answer = mayEnd ? .open : isUnknown ? .unknown : .refused
      case "cellNotFound", "revisionConflict": request.answer = .refused
      // A cell that is not an object has no selection.
      case "invalidParams":
        guard case .select = request.edit else { throw fail("an edit got \(reply.text)") }
        request.answer = .refused
      case let kind?: throw fail("an edit got \(kind): \(reply.text)")
      }
      requests.append(request)
    }
    return requests
  }

  private func burst() throws {
    guard let key = pick(keys) else { return try create() }
    let requests = try receiveEdits(sendEdits(key), key)
    try verify(key, requests)
  }

  // MARK: The model

  /// Compares the visible state of a session with the model.
  private func verify(_ key: Key, _ requests: [ModelRequest] = []) throws {
    let reply = try call(anyClient(), "cells.get", key)
    guard var session = sessions[key], let revision = reply["result"]?["revision"]?.int else {
      throw fail("\(key) cannot be read: \(reply.text)")
    }
    let found = (reply["result"]?["cells"]?.array ?? []).map { ModelCell($0) }
    if let problem = session.advance(to: found, at: UInt64(revision), requests) {
      throw fail("\(key): \(problem)")
    }
    sessions[key] = session
  }

  private func create() throws {
    let client = Int.random(in: 0..<3, using: &random)
    let key = Key(owner: Int(clients[client].user), name: pick(Self.names) ?? "a")
    let durability = pick(["memory", "written", "written", "synced"]) ?? "written"
    let reply = try call(
      client, "session.create", key,
      [
        JSON.Member("selection", "multiple"), JSON.Member("shared", true), JSON.Member("preserve", []),
        JSON.Member("durability", .string(durability)),
      ])
    guard sessions[key] == nil else {
      guard Self.kind(reply) == "sessionExists" else { throw fail("\(key) was created twice: \(reply.text)") }
      return
    }
    guard reply["result"] != nil else { throw fail("not created: \(reply.text)") }
    var session = ModelSession(owner: key.owner, name: key.name, durability: durability)
    session.life = try life(key)
    sessions[key] = session
  }

  private func drop() throws {
    guard let key = pick(keys) else { return }
    let reply = try call(Self.users.firstIndex(of: UInt32(key.owner)) ?? 0, "session.delete", key)
    guard reply["result"] == [:] else { throw fail("not deleted: \(reply.text)") }
    sessions[key] = nil
    dropped.insert(key)
    guard Self.kind(try call(anyClient(), "cells.get", key)) == "sessionNotFound" else {
      throw fail("\(key) can be read after its end")
    }
  }

  private func setView() throws {
    guard let key = pick(keys) else { return }
    let client = anyClient()
    let name = "v\(client)"
    if sessions[key]?.views[name] != nil, chance(4) {
      let reply = try call(client, "view.delete", key, [JSON.Member("view", .string(name))])
      guard reply["result"] != nil else { throw fail("view not deleted: \(reply.text)") }
      sessions[key]?.set(name, nil)
      return
    }
    let width = Int.random(in: 10...100, using: &random)
    let reply = try call(
      client, "view.set", key, [JSON.Member("view", .string(name)), JSON.Member("width", JSON(width))])
    guard reply["result"]?["set"]?["width"]?.int == width else { throw fail("view not set: \(reply.text)") }
    sessions[key]?.set(name, width)
  }

  private func configure() throws {
    guard let key = pick(keys) else { return }
    let owner = Self.users.firstIndex(of: UInt32(key.owner)) ?? 0
    let profile = pick(["ios", "android", "compose"]) ?? "ios"
    let durability = pick(["memory", "written", "synced"]) ?? "written"
    let reply = try call(
      owner, "session.configure", key,
      [JSON.Member("profile", .string(profile)), JSON.Member("durability", .string(durability))])
    guard reply["result"]?["profile"]?.string == profile else { throw fail("not configured: \(reply.text)") }
    sessions[key]?.durability = durability
    sessions[key]?.profile = profile
  }

  // MARK: Rows

  private func pull(_ key: Key, _ view: String, since: String? = nil) throws -> JSON {
    var params = [JSON.Member("view", .string(view)), JSON.Member("count", 10_000)]
    if let since { params.append(JSON.Member("since", .string(since))) }
    let reply = try call(anyClient(), "rows.pull", key, params)
    guard let result = reply["result"] else { throw fail("no rows: \(reply.text)") }
    return result
  }

  private func life(_ key: Key) throws -> String {
    let clock = try pull(key, "main")["clock"]?.string ?? ""
    return String(clock.split(separator: ".").first ?? "")
  }

  private static func rows(_ result: JSON, knowing old: [String: String] = [:]) -> [(String, String)] {
    (result["rows"]?.array ?? []).map { row in
      let id = row["id"]?.string ?? ""
      return (id, row["same"]?.bool == true ? old[id] ?? "never seen" : row["lines"]?.text ?? "")
    }
  }

  /// Pulls rows with a clock that a client got before, perhaps from an earlier daemon.
  private func useClock() throws {
    guard let key = pick(keys), let session = sessions[key] else { return }
    let view = pick(["main"] + session.views.keys.sorted()) ?? "main"
    let full = try pull(key, view)
    let rows = Self.rows(full)
    if let old = known.last(where: { $0.key == key && $0.view == view }) {
      let news = try pull(key, view, since: old.clock)
      let merged = Self.rows(news, knowing: old.rows)
      guard merged.map(\.0) == rows.map(\.0), merged.map(\.1) == rows.map(\.1) else {
        throw fail("rows since \(old.clock) are not those of a full pull")
      }
      // The clock brings what changed and no more, as long as nothing else decides how rows look.
      let width = session.views[view]
      let isGood = old.life == session.life && old.width == width && old.profile == session.profile
      // With other columns, some profiles send all rows and others send what changed.
      for row in news["rows"]?.array ?? [] where old.columns == session.columns {
        let id = row["id"]?.string ?? ""
        let isOld = isGood && old.rows[id] != nil && (session.changed[id] ?? 0) <= old.revision
        guard (row["same"]?.bool == true) == isOld else {
          throw fail("row \(id) since \(old.clock) is \(isOld ? "whole" : "the same")")
        }
      }
    }
    known.append(
      KnownRows(
        key: key, view: view, clock: full["clock"]?.string ?? "", revision: session.revision,
        life: session.life, width: session.views[view], profile: session.profile,
        columns: session.columns, rows: Dictionary(uniqueKeysWithValues: rows)))
    if known.count > 40 { known.removeFirst() }
  }

  /// Begins a watch, makes changes, and compares the last message with the visible state.
  private func watch() throws {
    guard let key = pick(keys) else { return }
    let client = anyClient()
    let opened = try call(client, "rows.watch", key, [JSON.Member("count", 10_000)])
    guard let subscription = opened["result"]?["subscription"]?.int else {
      throw fail("no watch: \(opened.text)")
    }
    var rows = Self.rows(opened["result"] ?? .null)
    let requests = try receiveEdits(sendEdits(key), key)
    try verify(key, requests)
    let full = Self.rows(try pull(key, "main"))
    // Messages come with a later turn of the loop.
    for attempt in 0..<1_000 {
      _ = try call(client, "ping", nil)
      for message in clients[client].notifications {
        guard message["method"]?.string == "rows.changed", let params = message["params"],
          params["subscription"]?.int == subscription
        else { continue }
        rows = Self.rows(params, knowing: Dictionary(rows, uniquingKeysWith: { $1 }))
      }
      clients[client].notifications = []
      if rows.map(\.0) == full.map(\.0), rows.map(\.1) == full.map(\.1) { break }
      guard attempt < 999 else { throw fail("a watch does not get the visible state") }
      usleep(1_000)
    }
    _ = try call(client, "rows.unwatch", nil, [JSON.Member("subscription", JSON(subscription))])
  }

  // MARK: Ends

  private func start() throws {
    do {
      daemon = try FuzzedDaemon(path: path, boot: "boot-\(boot)", layer: layer)
    } catch {
      throw fail("the store does not open: \(error)")
    }
    connect()
  }

  /// Checks the files of a store that no daemon has.
  private func checkFiles() throws {
    let check = try StoreCheck.run(.file(path))
    guard check.findings.isEmpty else { throw fail("the store has damage: \(check.findings)") }
  }

  private func restart() throws {
    clients = []
    daemon.stop()
    try checkFiles()
    if chance(2) { boot += 1 }
    try start()
    try checkAll([:], mayLose: [])
  }

  /// Ends the daemon in the middle of edits.
  private func kill(isPowerCut: Bool) throws {
    let key = pick(keys)
    let sent = key.map { sendEdits($0) } ?? []
    if chance(2) { usleep(UInt32.random(in: 0...3_000, using: &random)) }
    faults_set(layer, FAULT_IO, 1, Int32.max)
    daemon.abandon()
    let requests = try key.map { try receiveEdits(sent, $0, mayEnd: true) } ?? []
    clients = []
    if isPowerCut {
      guard faults_cut(layer) >= 0 else { throw fail("no power cut") }
      boot += 1
    }
    faults_set(layer, FAULT_NONE, 1, 1)
    if !isPowerCut { try checkFiles() }
    try start()
    try checkAll(
      key.map { [$0: requests] } ?? [:], mayLose: isPowerCut ? ["memory", "written"] : ["memory"])
  }

  /// Compares all sessions with the model after a start.
  ///
  /// - Parameter mayLose: the levels of sessions that can have lost their last changes.
  private func checkAll(_ open: [Key: [ModelRequest]], mayLose: Set<String>) throws {
    let listed = try call(3, "session.list", nil)["result"]?["sessions"]?.array ?? []
    let found = Set(
      listed.map { Key(owner: $0["owner"]?.int ?? -1, name: $0["session"]?.string ?? "") })
    // The creation of a session can be lost with its changes, and its end in a power cut.
    for key in keys where !found.contains(key) && mayLose.contains(sessions[key]?.durability ?? "") {
      sessions[key] = nil
    }
    dropped = mayLose.contains("written") ? dropped.intersection(found) : []
    for key in dropped {
      sessions[key] = nil
      _ = try call(Self.users.firstIndex(of: UInt32(key.owner)) ?? 0, "session.delete", key)
    }
    let expected = dropped.union(sessions.keys)
    guard found == expected else { throw fail("sessions \(found), expected \(expected)") }
    for key in keys {
      guard var session = sessions[key] else { continue }
      let life = try life(key)
      let mayBeNew = mayLose.contains(session.durability)
      guard (life != session.life) == mayBeNew else {
        throw fail("\(key) has \(mayBeNew ? "its old" : "a new") life")
      }
      if life != session.life {
        try begin(life, of: &session, key, open[key] ?? [])
        let info = listed.first { $0["owner"]?.int == key.owner && $0["session"]?.string == key.name }
        session.durability = info?["durability"]?.string ?? ""
        session.profile = info?["profile"]?.string ?? ""
      }
      let isNew = life != sessions[key]?.life
      sessions[key] = session
      try verify(key, open[key] ?? [])
      try checkViews(key, isNew: isNew)
    }
  }

  /// Goes back to the state with which a new life begins.
  private func begin(_ life: String, of session: inout ModelSession, _ key: Key, _ open: [ModelRequest])
    throws
  {
    let reply = try call(0, "cells.get", key)
    let revision = UInt64(reply["result"]?["revision"]?.int ?? 0)
    let found = (reply["result"]?["cells"]?.array ?? []).map { ModelCell($0) }
    guard revision >= 1 << 32, revision - 1 << 32 >= 0 else { throw fail("a new life at \(revision)") }
    let before = revision - 1 << 32
    if let state = session.states[before], before <= session.revision {
      guard state == found else {
        throw fail("a new life of \(key) has another state than revision \(before)")
      }
    } else if let problem = session.advance(to: found, at: before, open) {
      throw fail("a new life of \(key): \(problem)")
    }
    session.life = life
    session.revision = revision
    session.cells = found
    // Damage can bring back a state of the life before.
    session.states = session.states.filter { $0.key <= before }
    session.states[revision] = found
    session.changed = Dictionary(uniqueKeysWithValues: found.map { ($0.id, 0) })
  }

  /// - Parameter isNew: whether the last changes of views can be lost.
  private func checkViews(_ key: Key, isNew: Bool) throws {
    let reply = try call(anyClient(), "view.list", key)
    var widths: [String: Int] = [:]
    for view in reply["result"]?["views"]?.array ?? [] where view["view"]?.string != "main" {
      widths[view["view"]?.string ?? ""] = view["set"]?["width"]?.int ?? -1
    }
    guard let session = sessions[key] else { return }
    guard isNew ? session.viewStates.contains(widths) : session.views == widths else {
      throw fail("\(key) has the views \(widths), expected \(session.views)")
    }
    sessions[key]?.viewStates = [widths]
  }

  // MARK: Errors of the disk

  /// Makes changes while calls of the file system fail, until the store is back.
  private func fault() throws {
    guard let key = pick(keys) else { return }
    let kind = pick([FAULT_FULL, FAULT_IO, FAULT_SHORT, FAULT_SYNC]) ?? FAULT_IO
    faults_set(layer, kind, Int32.random(in: 1...12, using: &random), Int32.random(in: 1...6, using: &random))
    var requests: [ModelRequest] = []
    for _ in 0..<2 { requests += try receiveEdits(sendEdits(key), key) }
    usleep(UInt32.random(in: 0...2_000, using: &random))
    faults_set(layer, FAULT_NONE, 1, 1)
    for attempt in 0..<20_000 {
      let store = try call(3, "stats", nil)["result"]?["store"]
      trace.removeLast(2)
      if store?["state"]?.string == "ok", store?["waiting"]?.int == 0 { break }
      guard attempt < 19_999 else { throw fail("the store stays away: \(store?.text ?? "")") }
      usleep(500)
    }
    // V1: the requests of the second burst began after the first one.
    try verify(key, requests)
  }

  // MARK: Damage

  /// Flips bits of the files. Each session must be whole, or have a new life, or be refused. Then
  /// the files are as before.
  private func damage() throws {
    clients = []
    daemon.stop()
    let suffixes = ["", "-wal", "-mark"].filter { FileManager.default.fileExists(atPath: path + $0) }
    // Foundation leaks a buffer for `Data(contentsOf:)` of an empty file.
    let files = try suffixes.map {
      try FileHandle(forReadingFrom: URL(fileURLWithPath: path + $0)).readToEnd() ?? Data()
    }
    let copy = folder + "/copy"
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: copy) }
    for (suffix, data) in zip(suffixes, files) {
      try data.write(to: URL(fileURLWithPath: copy + "/store.db" + suffix))
    }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      guard let index = suffixes.indices.filter({ !files[$0].isEmpty }).randomElement(using: &random) else {
        break
      }
      let url = URL(fileURLWithPath: copy + "/store.db" + suffixes[index])
      var data = try Data(contentsOf: url)
      data[Int.random(in: 0..<data.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      try data.write(to: url)
    }
    do {
      let damaged = try FuzzedDaemon(path: copy + "/store.db", boot: "boot-\(boot)", layer: layer)
      daemon = damaged
      connect()
      try checkDamaged()
      clients = []
      damaged.stop()
    } catch is StoreError {
      trace.append("the damaged store was refused")
    }
    try start()
    try checkAll([:], mayLose: [])
  }

  private func checkDamaged() throws {
    let listed = try call(3, "session.list", nil)["result"]?["sessions"]?.array ?? []
    let found = Set(listed.map { Key(owner: $0["owner"]?.int ?? -1, name: $0["session"]?.string ?? "") })
    for key in keys where !found.contains(key) {
      guard !daemon.notes.isEmpty else { throw fail("\(key) is missing without a word") }
    }
    for key in keys where found.contains(key) {
      guard let session = sessions[key] else { continue }
      let reply = try call(3, "cells.get", key)
      if ["storageFailed", "sessionNotFound"].contains(Self.kind(reply)) { continue }
      let revision = UInt64(reply["result"]?["revision"]?.int ?? 0)
      let cells = (reply["result"]?["cells"]?.array ?? []).map { ModelCell($0) }
      // A copy has new lives, so the revision has the jump.
      guard revision >= 1 << 32, let state = session.states[revision - 1 << 32] ?? session.states[revision]
      else {
        throw fail("\(key) has the revision \(revision), which nobody saw")
      }
      guard state == cells else { throw fail("\(key) has wrong cells at \(revision)") }
    }
  }
}
