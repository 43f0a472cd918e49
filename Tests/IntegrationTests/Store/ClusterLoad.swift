import CellWire
import Foundation
import Glibc
import Testing

/// Requests that suites with several daemons have in common.
protocol ClusterSuite {}

extension ClusterSuite {
  var patience: JSON { 60_000 }

  func rows(_ client: RPCClient, _ session: String = "s", atLeast revision: Int = 0) throws -> String {
    let reply = try client.call(
      "rows.pull",
      ["session": .string(session), "count": 10_000, "minRevision": JSON(revision), "timeout": patience])
    return (reply["rows"]?.array ?? []).map(\.text).joined(separator: "\n")
  }

  func push(_ client: RPCClient, _ ids: [String], _ session: String = "s") throws -> Int {
    let cells = ids.map { ["id": JSON.string($0), "title": .string("Title \($0)")] as JSON }
    return try client.call("cells.push", ["session": .string(session), "cells": .array(cells)])["revision"]?
      .int ?? -1
  }

  func isFound(_ client: RPCClient, _ session: String = "s") throws -> Bool {
    try client.call("session.list")["sessions"]?.array?.contains { $0["session"]?.string == session } ?? false
  }
}

/// Clients of several nodes that change one session, and what they know of it.
final class ClusterLoad: @unchecked Sendable {
  private struct Acknowledged {
    /// The revision after a change that cannot be without effect.
    let revision: Int?
    let id: String
  }

  private let lock = NSLock()
  var nodes: [DaemonProcess]
  private let server: RedisServerProcess
  private let hasSnapshots: Bool
  private var done: [Acknowledged] = []
  private var lastID = 0

  /// - Parameter hasSnapshots: whether nodes make snapshots and trim the log. Then some changes are
  ///   large, and the log does not have all changes.
  init(
    _ nodes: [DaemonProcess], _ server: RedisServerProcess, durability: JSON = "written",
    hasSnapshots: Bool = false
  ) throws {
    self.nodes = nodes
    self.server = server
    self.hasSnapshots = hasSnapshots
    let client = try RPCClient(nodes[0])
    try client.call("session.create", ["session": "s", "selection": "multiple", "durability": durability])
    // The lock of another node, which does not end.
    if !hasSnapshots { try server.ask("SET", key("lock"), "test") }
    try client.call("cells.push", ["session": "s", "cells": [["id": "0", "title": "First"]]])
    for node in nodes {
      let other = try RPCClient(node)
      _ = eventually { (try? other.call("rows.pull", ["session": "s"])) != nil }
    }
  }

  /// A key of the only session.
  private func key(_ kind: String) throws -> String {
    let hash = try #require(try server.keys("celld:session:*").first)
    return hash.replacingOccurrences(of: ":session:", with: ":\(kind):")
  }

  var acknowledged: Int { lock.withLock { done.count } }

  /// Waits until clients got some more answers.
  func waitForAnswers() {
    let before = acknowledged
    #expect(eventually { self.acknowledged > before + 10 }, "the changes do not go on")
  }

  /// Waits until a node has made a snapshot and trimmed the log, while changes go on.
  func waitForSnapshot() throws {
    let (hash, log) = (try key("session"), try key("log"))
    func start() throws -> JSON { try server.ask("HGET", hash, "start") }
    func first() throws -> JSON? { try server.ask("XRANGE", log, "-", "+", "COUNT", "1")[0]?[0] }
    let (oldStart, oldFirst) = (try start(), try first())
    // A node that was killed or stopped can have it. It expires after a minute.
    try server.ask("DEL", key("lock"))
    #expect(try eventually { try start() != oldStart && first() != oldFirst }, "no snapshot was made")
  }

  /// Makes changes with several clients, until each has made `changes`, or `then` has ended.
  ///
  /// - Parameters:
  ///   - pause: the microseconds for which a client rests after its changes were answered.
  ///   - victim: the index of a node that `then` kills.
  ///   - mayFail: whether the store may refuse changes, or not know their outcome.
  func run(
    clients: Int, changes: Int, pause: UInt32 = 0, killing victim: Int? = nil, mayFail: Bool = false,
    then: @escaping @Sendable () throws -> Void = {}
  ) {
    let stop = Stop()
    let before = acknowledged
    concurrently(clients + 1) { [self] number in
      guard number < clients else {
        defer { if changes == .max { stop.now() } }
        if changes == .max { waitForAnswers() }
        return try then()
      }
      let node = number % nodes.count
      do {
        let client = try RPCClient(nodes[node])
        var made = 0
        while made < changes, !stop.isNow {
          // Some wait for an answer, some do not.
          let count = number % 2 == 0 ? 1 : 5
          try make(count, client, mayFail: mayFail)
          made += count
          usleep(pause)
        }
      } catch {
        // Its connections end.
        guard node == victim, eventually({ !nodes[node].isRunning }) else { throw error }
      }
    }
    guard changes < .max, !mayFail else { return }
    // A cell that another node has pushed can be unknown.
    #expect(acknowledged - before >= clients * changes * 9 / 10)
  }

  private func make(_ count: Int, _ client: RPCClient, mayFail: Bool) throws {
    let sent = (0..<count).map { _ in change() }
    let requests = sent.map { (client.send($0.method, $0.params), $0.method, $0.id) }
    for (request, method, id) in requests {
      do {
        let reply = try client.reply(to: request)
        let revision = reply["revision"]?.int ?? -1
        // A move can be without effect.
        let isMove = method == "cells.move"
        lock.withLock { done.append(Acknowledged(revision: isMove ? nil : revision, id: id)) }
      } catch let refusal as RPCClient.Refusal {
        let isExpected = refusal.kind == "cellNotFound" || mayFail && refusal.kind == "storageFailed"
        if !isExpected { Issue.record("a change was refused: \(refusal)") }
      }
    }
  }

  /// A change that names one cell.
  private func change() -> (method: String, params: JSON, id: String) {
    let (number, known) = lock.withLock {
      lastID += 1
      return (lastID, done.suffix(20).randomElement()?.id ?? "0")
    }
    let id = "\(number)"
    switch number % 5 {
    case 0, 1:
      return (
        "cells.push",
        [
          "session": "s", "position": number % 2 == 0 ? "start" : "end",
          "cells": [["id": .string(id), "title": .string("Pushed \(id)")]],
        ], id
      )
    case 2 where hasSnapshots:
      // Its record is large, the snapshot is not.
      let text = JSON.string("\(number) " + String(repeating: "x", count: 200_000))
      return (
        "cells.patch", ["session": "s", "patches": [["id": "0", "patch": ["description": text]]]], "0"
      )
    case 2:
      return (
        "cells.patch",
        [
          "session": "s",
          "patches": [["id": .string(known), "patch": ["title": .string("Patched \(number)")]]],
        ], known
      )
    case 3:
      return ("cells.move", ["session": "s", "ids": [.string(known)], "position": JSON(number % 7)], known)
    default:
      return ("selection.set", ["session": "s", "ids": [.string(known)], "op": "toggle"], known)
    }
  }

  /// Waits until the store is there for all nodes. Compares them with the log, and the log with the
  /// changes that were answered. If the log is not whole, compares the nodes with each other, and
  /// with a new one.
  func check() throws {
    for node in nodes {
      let client = try RPCClient(node)
      #expect(try eventually { try client.call("stats")["store"]?["state"] == "ok" })
    }
    if hasSnapshots { return try checkNodes() }
    var model: [JSON] = []
    /// For each revision, the ids of the cells that it changed.
    var changed: [Int: Set<String>] = [:]
    var previous = ""
    for (id, fields) in try server.log() {
      if !previous.isEmpty { #expect(fields["previous"] == previous) }
      previous = fields["tag"] ?? ""
      let revision = Int(id.split(separator: "-")[0]) ?? -1
      let record = try JSON(parsing: Array((fields["record"] ?? "").utf8))
      #expect(record["life"] == nil, "nothing was lost")
      guard let items = record["cells"]?.array else { continue }
      let before = model
      model = items.flatMap { item -> [JSON] in
        guard let range = item.array else { return [item] }
        let (start, count) = (range[0].int ?? 0, range[1].int ?? 0)
        return before[start..<start + count].map { cell in
          guard range.count == 3 else { return cell }
          var cell = cell
          cell["selected"] = range[2]["selected"] ?? false
          return cell
        }
      }
      #expect(changed[revision] == nil, "two changes have the revision \(revision)")
      let old = Dictionary(uniqueKeysWithValues: before.map { ($0["id"]?.string ?? "", $0.text) })
      let order = before.map { $0["id"]?.string ?? "" }
      let newOrder = model.map { $0["id"]?.string ?? "" }
      var ids = Set(model.filter { old[$0["id"]?.string ?? ""] != $0.text }.map { $0["id"]?.string ?? "" })
      // A move changes the order only. Which of two neighbours moved cannot be seen.
      if order != newOrder, order.sorted() == newOrder.sorted() { ids = Set(order) }
      changed[revision] = ids
      #expect(model.count == Int(fields["cells"] ?? ""))
    }
    let last = changed.keys.max() ?? 0
    let expected = model.map {
      "\($0["id"]?.text ?? "") \($0["title"]?.text ?? "") \($0["selected"]?.bool ?? false)"
    }
    var texts: Set<String> = []
    for node in nodes {
      let client = try RPCClient(node)
      let found = try client.call(
        "cells.get", ["session": "s", "count": 100_000, "minRevision": JSON(last), "timeout": 60_000])
      #expect(found["revision"]?.int == last)
      let cells = (found["cells"]?.array ?? []).map {
        "\($0["id"]?.text ?? "") \($0["title"]?.text ?? "") \($0["selected"]?.bool ?? false)"
      }
      if cells != expected { Issue.record("a node has other cells than the log") }
      texts.insert(try client.call("rows.pull", ["session": "s", "count": 10_000])["rows"]?.text ?? "")
    }
    #expect(texts.count == 1, "the rows of the nodes differ")
    let present = Set(model.map { $0["id"]?.string ?? "" })
    check(present) { revision, id in changed[revision]?.contains(id) == true }
  }

  /// Makes a change that cannot be without effect. If the log lacks a change of before the outage,
  /// the later ones are refused with it, and are made again.
  private func lastChange(of node: DaemonProcess) throws -> JSON {
    let client = try RPCClient(node)
    let title = JSON.string("Last \(acknowledged)")
    var reply: JSON = [:]
    #expect(
      try eventually {
        do {
          reply = try client.call(
            "cells.patch", ["session": "s", "patches": [["id": "0", "patch": ["title": title]]]])
        } catch let refusal as RPCClient.Refusal
          where refusal.kind == "storageFailed" && refusal.applied == "false"
        {
          return false
        }
        return true
      })
    return reply
  }

  private func checkNodes() throws {
    let last = try lastChange(of: nodes[0])
    let revision = last["revision"] ?? 0
    var present: Set<String> = []
    var texts: Set<String> = []
    for node in nodes + [try server.node()] {
      let client = try RPCClient(node)
      let found = try client.call(
        "cells.get", ["session": "s", "count": 100_000, "minRevision": revision, "timeout": 60_000])
      #expect(found["revision"] == revision)
      present = Set((found["cells"]?.array ?? []).compactMap { $0["id"]?.string })
      texts.insert(found["cells"]?.text ?? "")
    }
    #expect(texts.count == 1, "the cells of the nodes differ")
    check(present) { _, _ in true }
  }

  /// Compares the changes that were answered with the cells, and with what their revisions changed.
  private func check(_ present: Set<String>, isChanged: (_ revision: Int, _ id: String) -> Bool) {
    var revisions: Set<Int> = []
    for one in lock.withLock({ done }) {
      if !present.contains(one.id) { Issue.record("the cell \(one.id) is lost") }
      guard let revision = one.revision else { continue }
      if !revisions.insert(revision).inserted { Issue.record("two changes were answered with \(revision)") }
      if !isChanged(revision, one.id) {
        Issue.record("the revision \(revision) did not change the cell \(one.id)")
      }
    }
  }
}

final class Stop: @unchecked Sendable {
  private let lock = NSLock()
  private var flag = false

  var isNow: Bool { lock.withLock { flag } }
  func now() { lock.withLock { flag = true } }
}

final class IDs: @unchecked Sendable {
  private let lock = NSLock()
  private var ids: Set<String> = []

  var all: Set<String> { lock.withLock { ids } }
  func add(_ id: String) { lock.withLock { _ = ids.insert(id) } }
}

final class Sum: @unchecked Sendable {
  private let lock = NSLock()
  private var total = 0

  var value: Int { lock.withLock { total } }
  func add(_ number: Int) { lock.withLock { total += number } }
}

/// Calls `body` in as many threads at once. Errors are issues.
func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) {
  let group = DispatchGroup()
  for number in 0..<count {
    group.enter()
    Thread.detachNewThread {
      do { try body(number) } catch { Issue.record("\(error)") }
      group.leave()
    }
  }
  group.wait()
}
