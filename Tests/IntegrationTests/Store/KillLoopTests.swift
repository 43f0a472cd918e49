import CellWire
import Foundation
import Glibc
import Testing

/// The daemon is killed at random moments while clients change sessions. Nothing that was answered
/// may be lost, and nothing that was seen may be gone.
@Suite struct KillLoopTests {
  /// The number of kills; more by hand, with CELLD_KILLS. A sanitised daemon starts slowly.
  private static let kills =
    Int(ProcessInfo.processInfo.environment["CELLD_KILLS"] ?? "") ?? (DaemonProcess.isSanitized ? 5 : 30)
  private static let writers = 4

  @Test func nothingThatWasAnsweredIsLost() throws {
    let directory = try StoreDirectory()
    var writers = (0..<Self.writers).map { Writer(number: $0) }
    var seen = Seen()
    var random = SystemRandomNumberGenerator()
    for kill in 0..<Self.kills {
      let started = try directory.start()
      _ = try started.connect()
      let results = Results()
      let answers = Answers()
      // A busy machine answers nothing in the time before some kills, but something before this.
      let waits = kill == 0 || Bool.random(using: &random)
      let before = writers
      // Only connected to and killed by the threads, never changed.
      nonisolated(unsafe) let daemon = started
      inThreads(Self.writers + 2) { number in
        if number < Self.writers {
          var writer = before[number]
          if let client = try? RPCClient(daemon) { writer.run(client, answers) }
          results.add(writer, at: number)
        } else if number == Self.writers {
          var mine = Seen()
          if let client = try? RPCClient(daemon) { mine.watch(client, sessions: Self.writers) }
          results.add(mine)
        } else {
          if waits { _ = eventually { answers.hasSome } }
          // One in twelve comes after a second without changes, when the store makes snapshots.
          answers.stopsAll = kill % 12 == 11
          usleep(kill % 12 == 11 ? UInt32.random(in: 950_000...1_300_000) : .random(in: 1_000...150_000))
          daemon.kill9()
        }
      }
      for (number, writer) in results.writers { writers[number] = writer }
      for one in results.seen { seen.merge(one) }

      let next = try directory.start()
      let client = try RPCClient(next)
      for number in writers.indices { try writers[number].check(client) }
      try seen.check(client, sessions: Self.writers)
      if Bool.random(using: &random) {
        next.kill9()
      } else {
        next.signal(SIGTERM)
        let status = try next.exitStatus()
        #expect(status == 0, "status \(status): \(next.readErrors())")
      }
    }
    let changes = writers.reduce(0) { $0 + $1.answered }
    #expect(changes > 0)
  }
}

/// Calls `body` in as many threads at once.
private func inThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for number in 0..<count {
    group.enter()
    Thread.detachNewThread {
      body(number)
      group.leave()
    }
  }
  group.wait()
}

/// The state that the writers share with the thread that kills.
private final class Answers: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  private var isStopped = false

  /// Whether a change was answered since a start.
  var hasSome: Bool { lock.withLock { count > 0 } }
  /// Whether the writers make no more changes.
  var stopsAll: Bool {
    get { lock.withLock { isStopped } }
    set { lock.withLock { isStopped = newValue } }
  }

  func add() { lock.withLock { count += 1 } }
}

private final class Results: @unchecked Sendable {
  private let lock = NSLock()
  private(set) var writers: [(Int, Writer)] = []
  private(set) var seen: [Seen] = []

  func add(_ writer: Writer, at number: Int) { lock.withLock { writers.append((number, writer)) } }
  func add(_ one: Seen) { lock.withLock { seen.append(one) } }
}

/// A client that changes a session of its own, and knows what must be in it.
private struct Writer: Sendable {
  struct Item: Equatable {
    var id: String
    var title: String
    /// The number of letters of its description.
    var size = 0
    var selected = false

    /// The members without the id.
    var patch: JSON {
      ["title": .string(title), "description": .string(String(repeating: "x", count: size))]
    }

    var json: JSON {
      var cell = patch
      cell["id"] = .string(id)
      return cell
    }
  }

  struct State: Equatable {
    var items: [Item] = []
    /// The named views with their widths.
    var views: [String: Int] = [:]
  }

  let number: Int
  private var state = State()
  /// The state after the change that was not answered, if there is one.
  private var open: State?
  private var lastID = 0
  private var exists = false
  private(set) var answered = 0

  init(number: Int) { self.number = number }

  private var session: JSON { .string("w\(number)") }
  /// The writer with large cells, which fill the write-ahead log until it is copied into the file.
  private var hasLargeCells: Bool { number == 0 }

  /// Makes changes until the connection ends.
  mutating func run(_ client: RPCClient, _ answers: Answers) {
    while !answers.stopsAll {
      var next = state
      let (method, params) = change(&next)
      open = next
      do {
        try client.call(method, params)
        state = next
        open = nil
        answered += 1
        answers.add()
      } catch let refusal as RPCClient.Refusal {
        // Nothing was changed.
        open = nil
        Issue.record("\(method) was refused: \(refusal)")
        return
      } catch {
        return
      }
    }
  }

  private mutating func change(_ next: inout State) -> (String, JSON) {
    if !exists {
      exists = true
      let durability: JSON = number % 2 == 0 ? "written" : "synced"
      return (
        "session.create",
        ["session": session, "selection": "multiple", "durability": durability, "ifAbsent": true]
      )
    }
    if next.items.isEmpty { return push(&next.items) }
    return switch Int.random(in: 0..<11) {
    case 0, 1: push(&next.items)
    case 2, 3, 4: patch(&next.items)
    case 5: remove(&next.items)
    case 6: move(&next.items)
    case 7: select(&next.items)
    case 8: replace(&next.items)
    default: setView(&next.views)
    }
  }

  private var size: Int { hasLargeCells ? Int.random(in: 0...20_000) : Int.random(in: 0...20) }

  private mutating func push(_ items: inout [Item]) -> (String, JSON) {
    if items.reduce(0, { $0 + $1.size }) > 600_000 { return remove(&items) }
    let index = Int.random(in: 0...items.count)
    let new = (0..<Int.random(in: 1...30)).map { _ in
      lastID += 1
      return Item(id: "n\(lastID)", title: "Title \(lastID)", size: size)
    }
    items.insert(contentsOf: new, at: index)
    let cells = new.map(\.json)
    return ("cells.push", ["session": session, "cells": .array(cells), "position": JSON(index)])
  }

  private mutating func patch(_ items: inout [Item]) -> (String, JSON) {
    let index = Int.random(in: 0..<items.count)
    lastID += 1
    items[index].title = "Patched \(lastID)"
    items[index].size = size
    return (
      "cells.patch",
      ["session": session, "patches": [["id": items[index].id.json, "patch": items[index].patch]]]
    )
  }

  private func remove(_ items: inout [Item]) -> (String, JSON) {
    let index = Int.random(in: 0..<items.count)
    let end = min(items.count, index + Int.random(in: 1...20))
    let ids = items[index..<end].map(\.id.json)
    items.removeSubrange(index..<end)
    return ("cells.remove", ["session": session, "ids": .array(ids)])
  }

  private func move(_ items: inout [Item]) -> (String, JSON) {
    let item = items.remove(at: Int.random(in: 0..<items.count))
    let position = Int.random(in: 0...items.count)
    items.insert(item, at: position)
    return ("cells.move", ["session": session, "ids": [item.id.json], "position": JSON(position)])
  }

  private func select(_ items: inout [Item]) -> (String, JSON) {
    guard Bool.random() else {
      for index in items.indices { items[index].selected = true }
      return ("selection.set", ["session": session, "all": true])
    }
    let index = Int.random(in: 0..<items.count)
    items[index].selected.toggle()
    return ("selection.set", ["session": session, "ids": [items[index].id.json], "op": "toggle"])
  }

  private func replace(_ items: inout [Item]) -> (String, JSON) {
    items.shuffle()
    return ("cells.replace", ["session": session, "cells": .array(items.map(\.json))])
  }

  private func setView(_ views: inout [String: Int]) -> (String, JSON) {
    let name = "v\(Int.random(in: 0..<4))"
    if views[name] != nil, Int.random(in: 0..<3) == 0 {
      views[name] = nil
      return ("view.delete", ["session": session, "view": .string(name)])
    }
    let width = Int.random(in: 20...120)
    views[name] = width
    return ("view.set", ["session": session, "view": .string(name), "width": JSON(width)])
  }

  /// Compares the session with what was answered.
  mutating func check(_ client: RPCClient) throws {
    var found = State()
    do {
      for cell in try client.call("cells.get", ["session": session])["cells"]?.array ?? [] {
        found.items.append(
          Item(
            id: cell["id"]?.string ?? "", title: cell["title"]?.string ?? "",
            size: cell["description"]?.string?.utf8.count ?? 0, selected: cell["selected"]?.bool ?? false))
      }
      for view in try client.call("view.list", ["session": session])["views"]?.array ?? [] {
        if let name = view["view"]?.string, name != "main" { found.views[name] = view["width"]?.int ?? -1 }
      }
    } catch let refusal as RPCClient.Refusal where refusal.kind == "sessionNotFound" {
      #expect(answered == 0)
      exists = false
    }
    // Not `#expect(found == open)`, which would print all cells.
    if found != state, found != open {
      Issue.record("w\(number) has \(found.items.count) cells, \(state.items.count) were answered")
    }
    state = found
    open = nil
  }
}

extension String {
  fileprivate var json: JSON { .string(self) }
}

/// The states that somebody saw: a clock names one state.
private struct Seen: Sendable {
  private var states: [String: Int] = [:]
  private var clocks: [String: (clock: String, rows: [String])] = [:]

  mutating func merge(_ other: Seen) {
    for (key, hash) in other.states {
      if let known = states[key] { #expect(known == hash, "two states at \(key)") }
      states[key] = hash
    }
    clocks.merge(other.clocks) { $1 }
  }

  /// Pulls rows until the connection ends.
  mutating func watch(_ client: RPCClient, sessions: Int) {
    while true {
      for number in 0..<sessions {
        do {
          try pull(client, "w\(number)")
        } catch is RPCClient.Refusal {
          continue
        } catch {
          return
        }
      }
    }
  }

  private mutating func pull(_ client: RPCClient, _ session: String) throws {
    let reply = try client.call("rows.pull", ["session": .string(session), "count": 10_000])
    let clock = reply["clock"]?.string ?? ""
    let rows = (reply["rows"]?.array ?? []).map { ($0["id"]?.string ?? "") + ($0["lines"]?.text ?? "") }
    var hasher = Hasher()
    hasher.combine(rows)
    let hash = hasher.finalize()
    if let known = states[clock] { #expect(known == hash, "two states at \(clock)") }
    states[clock] = hash
    clocks[session] = (clock, rows)
  }

  /// Pulls what changed since the last clocks, and all rows: together they must agree.
  mutating func check(_ client: RPCClient, sessions: Int) throws {
    for number in 0..<sessions {
      let session = "w\(number)"
      guard let (clock, rows) = clocks[session] else { continue }
      let known = Dictionary(uniqueKeysWithValues: rows.map { (Self.id($0), $0) })
      let news = try client.call(
        "rows.pull", ["session": .string(session), "count": 10_000, "since": .string(clock)])
      let merged = (news["rows"]?.array ?? []).map { row -> String in
        let id = row["id"]?.string ?? ""
        return row["same"]?.bool == true ? known[id] ?? "missing \(id)" : id + (row["lines"]?.text ?? "")
      }
      try pull(client, session)
      #expect(merged == clocks[session]?.rows, "session \(session)")
    }
  }

  private static func id(_ row: String) -> String { String(row.prefix { $0 != "[" }) }
}
