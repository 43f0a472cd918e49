import CellProtocol
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
  private var done: [Acknowledged] = []
  private var lastID = 0

  init(_ nodes: [DaemonProcess], _ server: RedisServerProcess) throws {
    self.nodes = nodes
    let client = try RPCClient(nodes[0])
    try client.call("session.create", ["session": "s", "selection": "multiple"])
    // No node makes a snapshot, so the log stays whole.
    for key in try server.keys("celld:session:*") {
      try server.ask("SET", key.replacingOccurrences(of: "celld:session:", with: "celld:lock:"), "test")
    }
    try client.call("cells.push", ["session": "s", "cells": [["id": "0", "title": "First"]]])
    for node in nodes {
      let other = try RPCClient(node)
      _ = eventually { (try? other.call("rows.pull", ["session": "s"])) != nil }
    }
  }

  var acknowledged: Int { lock.withLock { done.count } }

  /// Makes changes with several clients, until each has made `changes`, or `then` has ended and the
  /// connections or the store, too.
  ///
  /// - Parameter pause: the microseconds for which a client rests after its changes were answered.
  func run(clients: Int, changes: Int, pause: UInt32 = 0, then: @escaping @Sendable () -> Void = {}) {
    let stop = Stop()
    concurrently(clients + 1) { [self] number in
      guard number < clients else {
        then()
        if changes == .max { stop.now() }
        return
      }
      guard let client = try? RPCClient(nodes[number % nodes.count]) else { return }
      var made = 0
      while made < changes, !stop.isNow {
        // Some wait for an answer, some do not.
        let count = number % 2 == 0 ? 1 : 5
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
            if refusal.kind != "cellNotFound", refusal.kind != "storageFailed" {
              Issue.record("a change was refused: \(refusal)")
            }
          } catch {
            return
          }
        }
        made += count
        usleep(pause)
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

  /// Compares all nodes with the log, and the log with the changes that were answered.
  func check(_ server: RedisServerProcess) throws {
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
    var revisions: Set<Int> = []
    for one in lock.withLock({ done }) {
      if !present.contains(one.id) { Issue.record("the cell \(one.id) is lost") }
      guard let revision = one.revision else { continue }
      if !revisions.insert(revision).inserted { Issue.record("two changes were answered with \(revision)") }
      if changed[revision]?.contains(one.id) != true {
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
