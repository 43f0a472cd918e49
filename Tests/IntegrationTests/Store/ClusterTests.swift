import CellWire
import Foundation
import Glibc
import Testing

/// Several daemons over one Redis server.
@Suite struct ClusterTests: ClusterSuite {
  @Test func changesOfOneNodeReachAll() throws {
    let server = try RedisServerProcess()
    let (one, two) = (try server.node(), try server.node())
    let (a, b) = (try RPCClient(one), try RPCClient(two))
    #expect(try a.call("hello")["durabilities"]?.array == ["written"])
    _ = try push(a, ["1", "2"])
    #expect(try eventually { try isFound(b) })
    try b.call("rows.watch", ["session": "s", "count": 10])
    let revision = try push(a, ["3"])
    let message = try #require(try b.notification())
    #expect(message["method"] == "rows.changed")
    #expect(message["params"]?["count"] == 3)
    #expect(try rows(b, atLeast: revision) == rows(a))

    try a.call("session.configure", ["session": "s", "selection": "single", "profile": "ios"])
    try a.call("view.set", ["session": "s", "view": "narrow", "width": 20])
    #expect(try eventually { try b.call("view.list", ["session": "s"])["views"]?.array?.count == 2 })
    #expect(try b.call("session.info", ["session": "s"])["selection"] == "single")
    #expect(try b.call("session.info", ["session": "s"])["profile"] == "ios")
    let third = try b.call("selection.set", ["session": "s", "ids": ["2"]])["revision"]?.int ?? 0
    #expect(try rows(a, atLeast: third) == rows(b))
    try a.call("view.delete", ["session": "s", "view": "narrow"])
    #expect(try eventually { try b.call("view.list", ["session": "s"])["views"]?.array?.count == 1 })

    _ = try b.takeNotifications()
    try a.call("session.delete", ["session": "s"])
    #expect(try b.notification()?["method"] == "session.deleted")
    #expect(try refusal { try b.call("session.info", ["session": "s"]) }?.kind == "sessionNotFound")
    _ = try push(b, ["9"])
    #expect(try eventually { try isFound(a) })
    #expect(try rows(a) == rows(b))
  }

  /// A large change has several records. It becomes visible as a whole.
  @Test func aLargeChangeBecomesVisibleAsAWhole() throws {
    let server = try RedisServerProcess()
    let (one, two) = (try server.node(), try server.node())
    let (a, b) = (try RPCClient(one), try RPCClient(two))
    _ = try push(a, ["first"])
    #expect(try eventually { try isFound(b) })
    #expect(try b.call("rows.pull", ["session": "s"])["count"] == 1)
    let text = JSON.string(String(repeating: "x", count: 3_000))
    let cells = (0..<2_000).map { ["id": JSON($0), "title": "T", "description": text] as JSON }
    let id = a.send("cells.push", ["session": "s", "cells": .array(cells)])
    var counts: Set<Int> = []
    while !a.isReadable { counts.insert(try b.call("session.info", ["session": "s"])["count"]?.int ?? 0) }
    let revision = try a.reply(to: id)["revision"]?.int ?? 0
    #expect(counts.isSubset(of: [1, 2_001]))
    #expect(try server.log().count > 5)
    #expect(try rows(b, atLeast: revision) == rows(a))
    let three = try server.node()
    let late = try RPCClient(three)
    #expect(try rows(late) == rows(a))
    // Its snapshot replaces the log after a second without changes.
    #expect(try eventually { try !server.keys("celld:parts:*").isEmpty && server.log().count < 5 })
    _ = try push(b, ["last"])
    let four = try server.node()
    let latest = try RPCClient(four)
    #expect(try eventually { try rows(a) == rows(b) })
    #expect(try rows(latest) == rows(b))
  }

  @Test func nodesMakeOneSessionOfAName() throws {
    let server = try RedisServerProcess()
    let nodes = try (0..<3).map { _ in try server.node() }
    for round in 0..<20 {
      let clients = try nodes.map { try RPCClient($0) }
      let name = "s\(round)"
      let ids = clients.enumerated().map { number, client in
        client.send("cells.push", ["session": .string(name), "cells": [["id": JSON(number), "title": "T"]]])
      }
      for (client, id) in zip(clients, ids) { _ = try client.reply(to: id) }
      let last = try clients[0].call(
        "cells.push", ["session": .string(name), "cells": [["id": "9", "title": "T"]]])
      for client in clients {
        let info = try client.call(
          "rows.pull",
          ["session": .string(name), "minRevision": last["revision"] ?? 0, "timeout": patience])
        #expect(info["count"] == 4)
      }
    }
  }

  /// A counter is raised with `ifRevision` by all clients at once. No increment is lost or doubled.
  @Test func ifRevisionHoldsOverAllNodes() throws {
    let server = try RedisServerProcess()
    let nodes = try (0..<3).map { _ in try server.node() }
    let first = try RPCClient(nodes[0])
    try first.call("cells.push", ["session": "s", "cells": [["id": "c", "title": "0"]]])
    for node in nodes { #expect(try eventually { try isFound(RPCClient(node)) }) }
    let sum = Sum()
    // Only connected to by the threads, never changed.
    nonisolated(unsafe) let shared = nodes
    concurrently(6) { number in
      let client = try RPCClient(shared[number % 3])
      var done = 0
      while done < 20 {
        let found = try client.call("cells.get", ["session": "s"])
        let value = Int(found["cells"]?.array?.first?["title"]?.string ?? "") ?? -1
        let revision = found["revision"]?.int ?? -1
        let refusal = try refusal {
          try client.call(
            "cells.patch",
            [
              "session": "s", "ifRevision": JSON(revision),
              "patches": [["id": "c", "patch": ["title": .string("\(value + 1)")]]],
            ])
        }
        if refusal == nil { done += 1 } else { #expect(refusal?.kind == "revisionConflict") }
      }
      sum.add(done)
    }
    let found = try first.call("cells.get", ["session": "s", "minRevision": 121, "timeout": patience])
    #expect(found["cells"]?.array?.first?["title"] == "120")
    #expect(sum.value == 120)
  }

  /// Edits of more than 256 cells are made on a worker. Changes of another node come in between.
  @Test func largeEditsKeepTheChangesOfOtherNodes() throws {
    let server = try RedisServerProcess()
    let nodes = try (0..<2).map { _ in try server.node() }
    let load = try ClusterLoad(nodes, server)
    // Only connected to by the threads, never changed.
    nonisolated(unsafe) let shared = nodes
    let small = IDs()
    let isOver = Stop()
    concurrently(2) { number in
      let client = try RPCClient(shared[number])
      if number == 0 {
        for round in 0..<12 {
          // Cells of both kinds, so that later rounds replace cells, too.
          let cells = (0..<1_500).map { ["id": .string("l\($0)"), "title": .string("\(round)")] as JSON }
          let large = client.send("cells.push", ["session": "s", "cells": .array(cells)])
          // It depends on the edit before it.
          let patch: JSON = ["id": "l1499", "patch": ["subtitle": .string("\(round)")]]
          let next = client.send("cells.patch", ["session": "s", "patches": [patch]])
          _ = try client.reply(to: large)
          _ = try client.reply(to: next)
        }
        isOver.now()
      } else {
        var made = 0
        while !isOver.isNow {
          _ = try push(client, ["x\(made)"])
          small.add("x\(made)")
          made += 1
          usleep(2_000)
        }
      }
    }
    try load.check()
    let reply = try RPCClient(nodes[1]).call("cells.get", ["session": "s", "count": 100_000])
    let found = Set((reply["cells"]?.array ?? []).compactMap { $0["id"]?.string })
    #expect(!small.all.isEmpty)
    #expect(small.all.subtracting(found).isEmpty, "a change that was answered is lost")
    let last = try #require(reply["cells"]?.array?.first { $0["id"] == "l1499" })
    #expect(last["subtitle"] == "11")
  }

  /// A node loads a session that another one changes as fast as it can.
  @Test func aSessionIsLoadedDuringAStorm() throws {
    let server = try RedisServerProcess()
    let nodes = try (0..<2).map { _ in try server.node() }
    let load = try ClusterLoad([nodes[0]], server)
    // Only connected to by the threads, never changed.
    nonisolated(unsafe) let shared = nodes
    let isOver = Stop()
    concurrently(3) { number in
      defer { isOver.now() }
      let client = try RPCClient(shared[number == 0 ? 1 : 0])
      if number == 0 {
        #expect(try eventually { try isFound(client) })
        usleep(1_000_000)
        #expect(try client.call("rows.pull", ["session": "s"])["count"]?.int ?? 0 > 0)
      } else {
        var round = 0
        while !isOver.isNow {
          let sent = (0..<32).map {
            client.send(
              "cells.push",
              ["session": "s", "cells": [["id": .string("\(number)/\($0)"), "title": .string("\(round)")]]])
          }
          for request in sent { _ = try client.reply(to: request) }
          round += 1
        }
      }
    }
    load.nodes = nodes
    try load.check()
  }

  /// Two nodes change different settings at once.
  @Test func settingsOfTwoNodesAreBothKept() throws {
    let server = try RedisServerProcess()
    let nodes = try (0..<2).map { _ in try server.node() }
    let clients = try nodes.map { try RPCClient($0) }
    for round in 0..<10 {
      let name = JSON.string("s\(round)")
      try clients[0].call("session.create", ["session": name])
      #expect(try eventually { try isFound(clients[1], "s\(round)") })
      for client in clients { try client.call("rows.pull", ["session": name]) }
      let first = clients[0].send("session.configure", ["session": name, "selection": "multiple"])
      let second = clients[1].send("session.configure", ["session": name, "profile": "ios"])
      _ = try clients[0].reply(to: first)
      _ = try clients[1].reply(to: second)
      for client in clients {
        #expect(
          try eventually {
            let info = try client.call("session.info", ["session": name])
            return info["selection"] == "multiple" && info["profile"] == "ios"
          }, "a change of the settings is lost in round \(round)")
      }
    }
  }

  /// All nodes change one session as fast as they can.
  @Test func nodesAgreeUnderLoadThoroughly() throws {
    let server = try RedisServerProcess()
    let nodes = try (0..<3).map { _ in try server.node() }
    let load = try ClusterLoad(nodes, server)
    let watchers = try nodes.map { try RPCClient($0) }
    for watcher in watchers { try watcher.call("rows.watch", ["session": "s", "count": 100]) }
    for _ in 0..<3 {
      load.run(clients: 9, changes: 40)
      try load.check()
    }
    for watcher in watchers { #expect(try !watcher.takeNotifications().isEmpty) }
    let retries = try nodes.map { node in
      try RPCClient(node).call("stats")["store"]?["retries"]?.int ?? 0
    }
    #expect(retries.contains { $0 > 0 }, "no node was ever overtaken")
  }

  /// Snapshots are made and the log is trimmed while all nodes change the session. A node that was
  /// stopped finds its place in the log trimmed.
  @Test func snapshotsAreMadeUnderLoadThoroughly() throws {
    let server = try RedisServerProcess()
    let nodes = try (0..<3).map { _ in try server.node() }
    let load = try ClusterLoad(nodes, server, hasSnapshots: true)
    load.run(clients: 6, changes: .max) { for _ in 0..<2 { try load.waitForSnapshot() } }
    try load.check()
    for node in nodes.prefix(2) {
      // Only stopped by the thread, never changed.
      nonisolated(unsafe) let stopped = node
      // It can take its own pause for one of the server.
      load.run(clients: 6, changes: .max, mayFail: true) {
        stopped.signal(SIGSTOP)
        defer { stopped.signal(SIGCONT) }
        try load.waitForSnapshot()
      }
      try load.check()
    }
  }

  @Test(arguments: [false, true]) func nothingIsLostWhenNodesAreKilled(hasSnapshots: Bool) throws {
    let rounds = Int(ProcessInfo.processInfo.environment["CELLD_KILLS"] ?? "") ?? (hasSnapshots ? 2 : 4)
    let server = try RedisServerProcess()
    var nodes = try (0..<3).map { _ in try server.node() }
    let load = try ClusterLoad(nodes, server, hasSnapshots: hasSnapshots)
    for _ in 0..<rounds {
      let victim = Int.random(in: 0..<3)
      load.nodes = nodes
      // Only connected to and killed by the threads, never changed.
      nonisolated(unsafe) let killed = nodes[victim]
      load.run(clients: 6, changes: .max, killing: victim) {
        if hasSnapshots { try load.waitForSnapshot() }
        usleep(.random(in: 20_000...300_000))
        killed.kill9()
        // The other nodes go on.
        load.waitForAnswers()
      }
      nodes[victim] = try server.node()
      load.nodes = nodes
      try load.check()
    }
  }

  @Test(arguments: [false, true]) func nothingIsLostWhenRedisIsKilled(hasSnapshots: Bool) throws {
    let rounds = Int(ProcessInfo.processInfo.environment["CELLD_KILLS"] ?? "") ?? (hasSnapshots ? 1 : 3)
    let server = try RedisServerProcess(isSynced: true)
    // Only killed by the threads, never changed.
    nonisolated(unsafe) let killed = server
    let nodes = try (0..<3).map { _ in try server.node() }
    #expect(try RPCClient(nodes[0]).call("hello")["durabilities"]?.array == ["written", "synced"])
    let load = try ClusterLoad(nodes, server, hasSnapshots: hasSnapshots)
    let watcher = try RPCClient(nodes[1])
    try watcher.call("rows.watch", ["session": "s", "count": 10])
    let life = try watcher.call("rows.pull", ["session": "s"])["clock"]?.string?.split(separator: ".").first
    var state = ""
    func hears(_ expected: String) throws -> Bool {
      for message in try watcher.takeNotifications() where message["method"] == "store.changed" {
        state = message["params"]?["state"]?.string ?? ""
      }
      return state == expected
    }
    for _ in 0..<rounds {
      load.run(clients: 6, changes: .max, mayFail: true) {
        if hasSnapshots { try load.waitForSnapshot() }
        usleep(.random(in: 20_000...300_000))
        // Until its file is rewritten, a kill counts as a loss.
        #expect(try eventually { try killed.ask("HGET", "celld:server", "fsync") == "always" })
        killed.kill9()
      }
      // Reads go on.
      #expect(try RPCClient(nodes[0]).call("rows.pull", ["session": "s"])["count"]?.int ?? 0 > 0)
      #expect(try eventually { try hears("away") })
      try server.start()
      try load.check()
      #expect(try eventually { try hears("ok") })
    }
    let end = try watcher.call("rows.pull", ["session": "s"])["clock"]?.string?.split(separator: ".").first
    #expect(life == end, "a server that syncs loses nothing, so clocks stay valid")
  }

  /// The server comes back with an older state.
  @Test func aLostHistoryBeginsANewLife() throws {
    let server = try RedisServerProcess()
    let (one, two) = (try server.node(), try server.node())
    let (a, b) = (try RPCClient(one), try RPCClient(two))
    _ = try push(a, ["1", "2"])
    #expect(try eventually { try isFound(b) })
    try server.ask("SAVE")
    let lost = try push(a, ["3"])
    _ = try rows(b, atLeast: lost)
    let clock = try b.call("rows.pull", ["session": "s"])["clock"] ?? ""
    try b.call("rows.watch", ["session": "s", "count": 10])
    server.kill9()
    try server.start()
    for client in [a, b] {
      let reply = try client.call(
        "rows.pull", ["session": "s", "minRevision": JSON(1 << 32), "timeout": patience, "since": clock])
      #expect(reply["count"] == 3, "the nodes have what the server has lost")
      #expect(reply["rows"]?.array?.count == 3)
      #expect(reply["rows"]?[0]?["same"] == nil, "the clock is of another history, so all rows come")
    }
    let last = try push(b, ["4"])
    #expect(last > 1 << 32)
    #expect(try rows(a, atLeast: last) == rows(b))
    let counts = try b.takeNotifications().filter { $0["method"] == "rows.changed" }
      .compactMap { $0["params"]?["count"]?.int }
    #expect(counts.last == 4)
  }

  /// Somebody else writes into the log of a session.
  @Test func aPoisonedEntryStopsOnlyItsSession() throws {
    let server = try RedisServerProcess()
    let first = try server.node()
    _ = try push(RPCClient(first), ["1"], "healthy")
    _ = try push(RPCClient(first), ["1"])
    // A node that has the list would write it again.
    first.kill9()
    let node = try server.node()
    let client = try RPCClient(node)
    let entry = try #require(try server.log().first { _ in true })
    let names = try server.ask("HGETALL", "celld:names")
    let id = try #require(names["\(getuid())/s"]?.string)
    let head = try #require(try server.ask("GET", "celld:head:\(id)").string?.split(separator: " "))
    #expect(entry.fields["check"]?.count == 16)
    try server.ask(
      "XADD", "celld:log:\(id)", "7-0", "tag", "00000000000000aa", "previous", String(head[1]), "number", "2",
      "part", "0", "last", "1", "cells", "1", "bytes", "1", "format", "2", "check", "0000000000000000",
      "record",
      #"{"cells":[]}"#)
    let end = "7-0 00000000000000aa 2 0000000000000000 1 1"
    try server.ask("SET", "celld:head:\(id)", end)
    try server.ask("PUBLISH", "celld:head:\(id)", end)
    let second = try server.node()
    let other = try RPCClient(second)
    for one in [client, other] {
      #expect(try one.call("rows.pull", ["session": "s"])["count"] == 1, "the last state that can be read")
      #expect(try refusal { _ = try push(one, ["2"]) }?.kind == "storageFailed")
      #expect(try one.call("rows.pull", ["session": "healthy"])["count"] == 1)
    }
    try client.call("session.delete", ["session": "s"])
    _ = try push(client, ["3"])
    #expect(try client.call("rows.pull", ["session": "s"])["count"] == 1)
  }

  /// Somebody else replaces keys, or writes numbers that nobody reaches. Other sessions go on.
  @Test func foreignKeysStopOnlyTheirSession() throws {
    let server = try RedisServerProcess()
    let node = try server.node()
    let client = try RPCClient(node)
    // The node writes those again whose keys have their types.
    let replaced = ["head", "log", "hash"]
    let names = replaced + ["id", "count", "size", "start", "number"]
    _ = try push(client, ["1"], "healthy")
    for name in names { _ = try push(client, ["1"], name) }
    let found = try server.ask("HGETALL", "celld:names")
    func id(_ name: String) throws -> String { try #require(found["\(getuid())/\(name)"]?.string) }
    for (name, kind) in [("head", "head"), ("log", "log"), ("hash", "session")] {
      let key = "celld:\(kind):\(try id(name))"
      try server.ask("DEL", key)
      try server.ask("LPUSH", key, "x")
    }
    try server.ask("XADD", "celld:log:\(try id("id"))", "999999-0", "a", "b")
    let most = "\(Int64.max)"
    try server.ask("HSET", "celld:session:\(try id("count"))", "count", "-1", "parts", "x")
    try server.ask("HSET", "celld:session:\(try id("size"))", "size", most)
    try server.ask("HSET", "celld:session:\(try id("number"))", "number", "x")
    try server.ask(
      "HSET", "celld:session:\(try id("start"))", "start",
      "18446744073709551615-0 00000000000000aa \(most) 00000000000000aa 1 1")
    // An append notices what was replaced. The hash of a session is read when it is loaded.
    for name in ["head", "log"] {
      #expect(try refusal { _ = try push(client, ["2"], name) }?.kind == "storageFailed")
    }
    _ = try push(client, ["2"], "id")
    _ = try push(client, ["2"], "healthy")
    let second = try server.node()
    let other = try RPCClient(second)
    for name in replaced {
      let change = try refusal { _ = try push(other, ["2"], name) }
      #expect(change?.kind == "storageFailed", "\(name)")
      // The snapshot at the beginning of a log can be read without the log.
      let read = try refusal { try other.call("rows.pull", ["session": .string(name)]) }
      #expect((read == nil) == (name == "log"), "\(name)")
    }
    for name in names.dropFirst(replaced.count) {
      let count = try other.call("rows.pull", ["session": .string(name)])["count"]
      #expect(count == (name == "id" ? 2 : 1), "\(name)")
    }
    #expect(try other.call("rows.pull", ["session": "healthy"])["count"] == 2)
    for name in names {
      try other.call("session.delete", ["session": .string(name)])
      _ = try push(other, ["3"], name)
    }
    for client in [client, other] {
      #expect(try client.call("stats")["store"]?["reconnects"] == 0)
      #expect(try client.call("rows.pull", ["session": "healthy"])["count"] == 2)
    }
  }

  /// Turns have values that no node writes. Changes are made all the same, once.
  @Test(arguments: ["9000000000000000000", "x", "nan", "-5", ""])
  func foreignTurnsAreIgnored(value: String) throws {
    let server = try RedisServerProcess()
    let node = try server.node()
    let client = try RPCClient(node)
    _ = try push(client, ["1"])
    let id = try #require(try server.ask("HGET", "celld:names", "\(getuid())/s").string)
    if value.isEmpty {
      try server.ask("LPUSH", "celld:turn:\(id)", "x")
    } else {
      try server.ask("SET", "celld:turn:\(id)", value)
    }
    for number in 2...4 { #expect(try push(client, ["\(number)"]) == number) }
    #expect(try server.log().count == 4)
    #expect(try client.call("stats")["store"]?["reconnects"] == 0)
  }

  /// Somebody has deleted the hash of a session, but not its name.
  @Test func aNameWithoutASessionIsFree() throws {
    let server = try RedisServerProcess()
    let first = try server.node()
    _ = try push(RPCClient(first), ["1"])
    first.kill9()
    let id = try #require(try server.ask("HGET", "celld:names", "\(getuid())/s").string)
    try server.ask("DEL", "celld:session:\(id)")
    let second = try server.node()
    #expect(try push(RPCClient(second), ["2"]) == 1)
    let third = try server.node()
    #expect(try RPCClient(third).call("rows.pull", ["session": "s"])["count"] == 1)
  }

  /// The changes that a node has missed can be exactly as many as it reads at once.
  @Test func fullPagesAreNoOtherHistory() throws {
    let server = try RedisServerProcess()
    let (one, two) = (try server.node(), try server.node())
    let (a, b) = (try RPCClient(one), try RPCClient(two))
    _ = try push(a, ["1"])
    #expect(try eventually { try isFound(b) })
    let clock = try b.call("rows.pull", ["session": "s"])["clock"]?.string ?? ""
    func patch(_ title: String) -> JSON {
      ["session": "s", "patches": [["id": "1", "patch": ["title": .string(title)]]]]
    }
    for round in 0..<30 {
      let sent = (0..<64).map { a.send("cells.patch", patch("\(round) \($0)")) }
      try b.call("cells.patch", patch("other \(round)"))
      for id in sent { _ = try a.reply(to: id) }
    }
    let end = try b.call("rows.pull", ["session": "s"])["clock"]?.string ?? ""
    #expect(clock.split(separator: ".").first == end.split(separator: ".").first)
  }

  /// A node that dies in the middle of a large change leaves the log with an incomplete one.
  @Test func anIncompleteChangeHoldsNobodyUp() throws {
    let server = try RedisServerProcess()
    let (one, two) = (try server.node(), try server.node())
    let (a, b) = (try RPCClient(one), try RPCClient(two))
    _ = try push(a, ["1"])
    #expect(try eventually { try isFound(b) })
    _ = try b.call("rows.pull", ["session": "s"])
    let text = JSON.string(String(repeating: "x", count: 3_000))
    let cells = (0..<5_000).map { ["id": JSON($0), "title": "T", "description": text] as JSON }
    // The server has no room for the rest.
    try server.ask("CONFIG", "SET", "maxmemory", "8mb")
    let refusal = try refusal { try a.call("cells.push", ["session": "s", "cells": .array(cells)]) }
    #expect(refusal?.kind == "storageFailed")
    one.kill9()
    try server.ask("CONFIG", "SET", "maxmemory", "0")
    #expect((2..<15).contains(try server.log().count))
    // Its records are so many that the other node wants a snapshot.
    usleep(1_500_000)
    #expect(try b.call("session.info", ["session": "s"])["count"] == 1)
    try b.call("session.configure", ["session": "s", "selection": "single"])
    try b.call("view.set", ["session": "s", "view": "narrow", "width": 20])
    let revision = try push(b, ["last"])
    let three = try server.node()
    #expect(try rows(RPCClient(three), atLeast: revision) == rows(b))
  }

  /// The access list of docs/cluster.md is all that a node needs.
  @Test func aNodeNeedsNoMoreThanItsAccessList() throws {
    let document = try String(
      contentsOf: SourceFolder.root.appendingPathComponent("docs/cluster.md"), encoding: .utf8)
    let start = try #require(document.range(of: "ACL SETUSER celld on >PASSWORD "))
    let end = try #require(document.range(of: "```", range: start.upperBound..<document.endIndex))
    let rules = document[start.upperBound..<end.lowerBound].split(whereSeparator: \.isWhitespace).map(
      String.init)
    let server = try RedisServerProcess()
    let replica = try server.replica()
    #expect(try server.ask(["ACL", "SETUSER", "celld", "on", ">s3c:ret"] + rules) == "OK")

    let file = server.directory + "/redis.env"
    try "# for tests\nCELLD_STORE_USER=celld\nCELLD_STORE_PASSWORD=s3c:ret\n".write(
      toFile: file, atomically: false, encoding: .utf8)
    chmod(file, 0o640)
    let refused = try DaemonProcess(["--store", server.address, "--store-environment", file])
    #expect(try refused.exitStatus() == 1)
    #expect(refused.readErrors().contains("chmod 600 \(file)"))
    chmod(file, 0o600)
    let one = try server.node(["--store-environment", file])
    let two = try server.node(environment: ["CELLD_STORE_USER": "celld", "CELLD_STORE_PASSWORD": "s3c:ret"])
    let (a, b) = (try RPCClient(one), try RPCClient(two))
    let revision = try push(a, ["1"])
    #expect(try eventually { try isFound(b) })
    #expect(try rows(b, atLeast: revision) == rows(a))
    try b.call("session.configure", ["session": "s", "selection": "multiple"])
    try a.call("session.create", ["session": "r", "durability": ["replicated": 1]])
    #expect(try replica.keys("celld:session:*").count == 2)
    let text = JSON.string(String(repeating: "x", count: 3_000))
    let cells = (0..<1_000).map { ["id": JSON($0), "title": "T", "description": text] as JSON }
    try a.call("cells.push", ["session": "s", "cells": .array(cells)])
    #expect(try eventually { try !server.keys("celld:parts:*").isEmpty })
    // The connection is made again.
    server.kill9()
    try server.start()
    #expect(try server.ask(["ACL", "SETUSER", "celld", "on", ">s3c:ret"] + rules) == "OK")
    for client in [a, b] {
      #expect(
        try eventually {
          let store = try client.call("stats")["store"]
          return store?["state"] == "ok" && (store?["reconnects"]?.int ?? 0) > 0
        })
    }
    try a.call("session.create", ["session": "t"])
    try a.call("session.delete", ["session": "t"])
    let doctor = try CellctlProcess.run(["doctor"], socket: one.socketPath)
    #expect(doctor.output.contains("ok  store"), "\(doctor.output)")
    #expect(doctor.output.contains("shared with other daemons"))
    let check = try DaemonProcess(["--check-store", server.address, "--store-environment", file])
    #expect(try check.exitStatus() == 0, "\(check.readErrors())")
    let copy = try DaemonProcess(
      [
        "--copy-store", server.address, server.address, "--copy-prefix", "celld:copy:", "--store-environment",
        file,
      ])
    #expect(try copy.exitStatus() == 1)
    #expect(copy.readErrors().contains("2 daemons that use the prefix celld:; stop them"))
    for node in [one, two] { node.kill9() }
    let copied = try DaemonProcess(
      [
        "--copy-store", server.address, server.address, "--copy-prefix", "celld:copy:", "--store-environment",
        file,
      ])
    #expect(try copied.exitStatus() == 0, "\(copied.readErrors())")

    let wrong = try DaemonProcess(
      ["--store", server.address], environment: ["CELLD_STORE_USER": "celld", "CELLD_STORE_PASSWORD": "no"])
    #expect(try wrong.exitStatus() == 1)
    #expect(wrong.readErrors().contains("WRONGPASS"))
  }

  /// The server keeps the order in which sessions were made. All nodes must know the oldest of a
  /// name.
  @Test func sessionsHaveAnOrder() throws {
    let server = try RedisServerProcess()
    let nodes = try (0..<2).map { _ in try server.node() }
    let clients = try nodes.map { try RPCClient($0) }
    for number in 0..<6 { _ = try push(clients[number % 2], ["1"], "s\(number)") }
    let ids = try server.ask("HGETALL", "celld:names")
    for number in 0..<6 {
      let id = try #require(ids["\(getuid())/s\(number)"]?.string)
      #expect(try server.ask("HGET", "celld:session:\(id)", "order") == .string("\(number + 1)"))
    }
  }

  /// Two prefixes are two stores.
  @Test func aPrefixSeparatesStores() throws {
    let server = try RedisServerProcess()
    let (one, two) = (try server.node(), try server.node(["--store-prefix", "other/"]))
    let (a, b) = (try RPCClient(one), try RPCClient(two))
    _ = try push(a, ["1"])
    _ = try push(b, ["1", "2"])
    #expect(try rows(a) != rows(b))
    #expect(try server.keys("other/log:*").count == 1)
  }

  @Test func addressesAreChecked() throws {
    let examples = [
      ("redis://", "has no host"), ("redis://host:0", "from 1 to 65535"),
      ("redis://host/x", "number of a database"),
      ("redis://::1", "in brackets"), ("redis+unix://redis.sock", "absolute path"),
      ("rediss://host", "stunnel"), ("redis:host", "Expected redis://"), ("", "the path of a file"),
      ("http://host", "Expected redis://"), ("redis://a:%4@host", "two hexadecimal digits"),
    ]
    for (address, reason) in examples {
      let daemon = try DaemonProcess(["--store", address])
      #expect(try daemon.exitStatus() == 2)
      let errors = daemon.readErrors()
      #expect(errors.contains(reason), "\(address): \(errors)")
    }
    for options in [["--check-store", "redis://"], ["--copy-store", "file", "redis://"]] {
      let daemon = try DaemonProcess(options)
      #expect(try daemon.exitStatus() == 2)
      #expect(daemon.readErrors().contains("has no host"))
    }
    let idle = try DaemonProcess(["--store-idle", "0"])
    #expect(try idle.exitStatus() == 2)
    #expect(idle.readErrors().contains("--store-idle takes a number of seconds"))
    let prefix = try DaemonProcess(["--copy-store", "a", "b", "--copy-prefix", "x:"])
    #expect(try prefix.exitStatus() == 2)
    #expect(prefix.readErrors().contains("--copy-prefix needs --copy-store"))
    let nobody = try DaemonProcess(["--store", "redis+unix:///tmp/celld-nobody.sock"])
    #expect(try nobody.exitStatus() == 1)
    #expect(nobody.readErrors().contains("cannot be reached"))
  }

  @Test func aLevelThatTheServerCannotPromiseIsRefused() throws {
    let server = try RedisServerProcess()
    let node = try server.node()
    let client = try RPCClient(node)
    for level in ["memory", "synced"] {
      let refusal = try refusal {
        try client.call("session.create", ["session": "s", "durability": .string(level)])
      }
      #expect(refusal?.kind == "unsupported")
      #expect(refusal?.path == "/durability")
    }
    let daemon = try DaemonProcess(["--store", server.address, "--durability", "synced"])
    #expect(try daemon.exitStatus() == 1)
    #expect(daemon.readErrors().contains("appendfsync"))
  }
}
