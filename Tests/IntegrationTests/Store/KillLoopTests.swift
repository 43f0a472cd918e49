import CellProtocol
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
          usleep(UInt32.random(in: 1_000...150_000))
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
        #expect(try next.exitStatus() == 0)
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

/// Whether a change was answered since a start.
private final class Answers: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  var hasSome: Bool { lock.withLock { count > 0 } }

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
    var selected = false
  }

  let number: Int
  var items: [Item] = []
  /// The state after the change that was not answered, if there is one.
  private var open: [Item]?
  private var lastID = 0
  private var exists = false
  private(set) var answered = 0

  init(number: Int) { self.number = number }

  private var session: JSON { .string("w\(number)") }

  /// Makes changes until the connection ends.
  mutating func run(_ client: RPCClient, _ answers: Answers) {
    while true {
      var next = items
      let (method, params) = change(&next)
      open = next
      do {
        try client.call(method, params)
        items = next
        open = nil
        answered += 1
        answers.add()
      } catch is RPCClient.Refusal {
        // Nothing was changed.
        open = nil
        Issue.record("a change was refused")
        return
      } catch {
        return
      }
    }
  }

  private mutating func change(_ items: inout [Item]) -> (String, JSON) {
    if !exists {
      exists = true
      let durability: JSON = number % 2 == 0 ? "written" : "synced"
      return (
        "session.create",
        ["session": session, "selection": "multiple", "durability": durability, "ifAbsent": true]
      )
    }
    let index = items.isEmpty ? 0 : Int.random(in: 0..<items.count)
    switch Int.random(in: 0..<(items.isEmpty ? 1 : 9)) {
    case 0, 1:
      let new = (0..<Int.random(in: 1...30)).map { _ in
        lastID += 1
        return Item(id: "n\(lastID)", title: "Title \(lastID)")
      }
      items.insert(contentsOf: new, at: index)
      let cells = new.map { ["id": JSON.string($0.id), "title": JSON.string($0.title)] as JSON }
      return ("cells.push", ["session": session, "cells": .array(cells), "position": JSON(index)])
    case 2, 3, 4:
      lastID += 1
      items[index].title = "Patched \(lastID)"
      return (
        "cells.patch",
        [
          "session": session,
          "patches": [["id": .string(items[index].id), "patch": ["title": .string(items[index].title)]]],
        ]
      )
    case 5:
      let end = min(items.count, index + Int.random(in: 1...20))
      let ids = items[index..<end].map { JSON.string($0.id) }
      items.removeSubrange(index..<end)
      return ("cells.remove", ["session": session, "ids": .array(ids)])
    case 6:
      let item = items.remove(at: index)
      let position = Int.random(in: 0...items.count)
      items.insert(item, at: position)
      return ("cells.move", ["session": session, "ids": [.string(item.id)], "position": JSON(position)])
    case 7:
      items[index].selected.toggle()
      return ("selection.set", ["session": session, "ids": [.string(items[index].id)], "op": "toggle"])
    default:
      items.shuffle()
      let cells = items.map { ["id": JSON.string($0.id), "title": JSON.string($0.title)] as JSON }
      return ("cells.replace", ["session": session, "cells": .array(cells)])
    }
  }

  /// Compares the session with what was answered.
  mutating func check(_ client: RPCClient) throws {
    var found: [Item] = []
    do {
      for cell in try client.call("cells.get", ["session": session])["cells"]?.array ?? [] {
        found.append(
          Item(
            id: cell["id"]?.string ?? "", title: cell["title"]?.string ?? "",
            selected: cell["selected"]?.bool ?? false))
      }
    } catch let refusal as RPCClient.Refusal where refusal.kind == "sessionNotFound" {
      #expect(answered == 0)
      exists = false
    }
    let isUnanswered = found != items
    if isUnanswered { #expect(found == open, "session w\(number)") }
    items = found
    open = nil
  }
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
