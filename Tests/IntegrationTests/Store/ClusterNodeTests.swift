import CellWire
import Foundation
import Glibc
import Testing

/// The bounds and the housekeeping of daemons over one Redis server.
@Suite struct ClusterNodeTests: ClusterSuite {
  private func followed(_ client: RPCClient) throws -> Int {
    try client.call("stats")["store"]?["followed"]?.int ?? -1
  }

  /// The number of rows that the client does not have.
  private func changedRows(_ reply: JSON) -> Int {
    (reply["rows"]?.array ?? []).count { $0["same"] == nil }
  }

  /// A session that nobody uses takes no memory. Clocks stay valid when it is read again.
  @Test func unusedSessionsAreReleased() throws {
    let server = try RedisServerProcess()
    let (one, two) = (try server.node(), try server.node(["--store-idle", "0.2"]))
    let (a, b) = (try RPCClient(one), try RPCClient(two))
    _ = try push(a, ["1", "2"])
    #expect(try eventually { try isFound(b) })
    try b.call("view.set", ["session": "s", "view": "narrow", "width": 20])
    let watch = try b.call("rows.watch", ["session": "s", "view": "narrow", "count": 10])
    // It is not released as long as it is watched.
    let third = try push(a, ["3"])
    usleep(1_000_000)
    let clock = try b.call(
      "rows.pull", ["session": "s", "view": "narrow", "minRevision": JSON(third), "timeout": patience])[
        "clock"]
    #expect(try followed(b) == 1)
    try b.call("rows.unwatch", ["subscription": watch["subscription"] ?? ""])
    #expect(try eventually { try followed(b) == 0 })
    #expect(try eventually { try server.ask("PUBSUB", "NUMSUB", headChannel(server))[1] == 1 })
    let fourth = try push(a, ["4"])
    let reply = try b.call(
      "rows.pull",
      [
        "session": "s", "view": "narrow", "since": clock ?? "", "minRevision": JSON(fourth),
        "timeout": patience,
      ])
    #expect(reply["count"] == 4)
    #expect(changedRows(reply) == 1, "the client has the other rows")
    #expect(try eventually { try followed(b) == 0 })
    // Its settings are still known.
    try a.call("session.configure", ["session": "s", "selection": "multiple"])
    #expect(try eventually { try b.call("session.list")["sessions"]?[0]?["selection"] == "multiple" })
    let fifth = try push(b, ["5"])
    #expect(try rows(a, atLeast: fifth) == rows(b))
    // Requests while it is released, many times.
    for number in 0..<20 {
      usleep(.random(in: 0...250_000))
      _ = try push(b, ["x\(number)"])
      let last = try push(a, ["y\(number)"])
      _ = try rows(b, atLeast: last)
    }
    #expect(try rows(a) == rows(b))
  }

  private func headChannel(_ server: RedisServerProcess) throws -> String {
    try #require(try server.keys("celld:head:*").first)
  }

  /// Nothing is kept of sessions that were deleted.
  @Test func deletedSessionsAreForgotten() throws {
    let server = try RedisServerProcess()
    let (one, two) = (try server.node(), try server.node())
    let (a, b) = (try RPCClient(one), try RPCClient(two))
    for number in 0..<20 {
      let name = JSON.string("s\(number)")
      _ = try push(a, ["1"], "s\(number)")
      #expect(try eventually { try isFound(b, "s\(number)") })
      _ = try rows(b, "s\(number)")
      try (number % 2 == 0 ? a : b).call("session.delete", ["session": name])
    }
    for client in [a, b] { #expect(try eventually { try followed(client) == 0 }) }
    let channels = try server.ask("PUBSUB", "CHANNELS", "celld:head:*")
    #expect(channels.array?.isEmpty == true, "\(channels.text)")
  }

  /// A node that was away for long reads what it has missed in pages, or a snapshot.
  @Test(arguments: [false, true]) func manyMissedChangesAreRead(hasSnapshot: Bool) throws {
    let server = try RedisServerProcess()
    let (one, two) = (try server.node(), try server.node())
    let (a, b) = (try RPCClient(one), try RPCClient(two))
    let text = JSON.string(String(repeating: "x", count: 100_000))
    let cells = ["1", "2"].map { ["id": .string($0), "title": "T", "description": text] as JSON }
    try a.call("cells.push", ["session": "s", "cells": .array(cells)])
    if !hasSnapshot {
      let key = try #require(try server.keys("celld:session:*").first)
      try server.ask("SET", key.replacingOccurrences(of: "celld:session:", with: "celld:lock:"), "test")
    }
    #expect(try eventually { try isFound(b) })
    let clock = try b.call("rows.pull", ["session": "s"])["clock"] ?? ""
    two.signal(SIGSTOP)
    var revision = 0
    for number in 0..<300 {
      let patch: JSON = ["id": "1", "patch": ["title": .string("\(number % 10)"), "description": text]]
      revision = try a.call("cells.patch", ["session": "s", "patches": [patch]])["revision"]?.int ?? 0
    }
    if hasSnapshot { #expect(try eventually { try !server.keys("celld:parts:*").isEmpty }) }
    two.signal(SIGCONT)
    let reply = try b.call(
      "rows.pull", ["session": "s", "minRevision": JSON(revision), "timeout": patience, "since": clock])
    #expect(changedRows(reply) == 1, "the other row has not changed")
    #expect(try rows(a) == rows(b))
    let arrived = try b.call("stats")["store"]?["arrived"]?.int ?? 0
    #expect(hasSnapshot ? arrived < 300 : arrived == 300)
  }

  /// A node that did not run for a while does not take its own silence for that of the server.
  @Test func aStoppedNodeKeepsItsConnections() throws {
    let server = try RedisServerProcess()
    let (one, two) = (try server.node(), try server.node())
    let (a, b) = (try RPCClient(one), try RPCClient(two))
    _ = try push(a, ["1"])
    #expect(try eventually { try isFound(b) })
    two.signal(SIGSTOP)
    // Longer than a node waits for the server.
    sleep(6)
    two.signal(SIGCONT)
    let last = try push(b, ["2"])
    #expect(try rows(a, atLeast: last) == rows(b))
    // It looks at its deadlines twice a second.
    sleep(1)
    #expect(try b.call("stats")["store"]?["reconnects"] == 0)
  }

  /// The oldest of several sessions with one name is the same on all nodes.
  @Test func theOrderOfANameIsThatOfTheServer() throws {
    let server = try RedisServerProcess()
    let node = try server.node()
    let client = try RPCClient(node)
    try client.call("session.create", ["session": "s"])
    // Another node has made one of another user before, and this one hears of it later.
    let names = try server.ask("HGETALL", "celld:names")
    let id = try #require(names["\(getuid())/s"]?.string)
    try server.ask("COPY", "celld:session:\(id)", "celld:session:77")
    try server.ask(
      "HSET", "celld:session:77", "owner", "4242", "order", "0", "settings", #"{"shared":true}"#)
    try server.ask("SET", "celld:head:77", server.ask("GET", "celld:head:\(id)").string ?? "")
    try server.ask("HSET", "celld:names", "4242/s", "77")
    try server.ask("PUBLISH", "celld:sessions", "77")
    func owners(_ client: RPCClient) throws -> [Int] {
      try client.call("session.list")["sessions"]?.array?.compactMap { $0["owner"]?.int } ?? []
    }
    #expect(try eventually { try owners(client).count == 2 })
    let second = try server.node()
    let expected = try owners(RPCClient(second))
    #expect(try owners(client) == expected)
    #expect(expected.first == 4242)
  }

  /// A server that syncs each command is put back to a backup, while only a node runs that does not
  /// follow the session.
  @Test func aRestoredServerBeginsNewLives() throws {
    let server = try RedisServerProcess(isSynced: true)
    let (one, two) = (try server.node(), try server.node())
    let (a, b) = (try RPCClient(one), try RPCClient(two))
    _ = try push(a, ["1", "2"])
    let log = server.directory + "/appendonlydir"
    try FileManager.default.copyItem(atPath: log, toPath: server.directory + "/backup")
    _ = try push(a, ["3"])
    let life = try life(a)
    one.kill9()
    // The other node looks at the server twice a second.
    func looks() throws -> Int {
      let text = try server.ask("EVAL", "return redis.call('INFO', 'commandstats')", "0").string ?? ""
      let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("cmdstat_hmget:") } ?? ""
      return Int(line.split { "=,".contains($0) }.dropFirst().first ?? "") ?? 0
    }
    let before = try looks()
    #expect(try eventually { try looks() >= before + 2 })
    server.kill9()
    try FileManager.default.removeItem(atPath: log)
    try FileManager.default.moveItem(atPath: server.directory + "/backup", toPath: log)
    try server.start()
    let three = try server.node()
    let c = try RPCClient(three)
    #expect(try eventually { try b.call("stats")["store"]?["state"] == "ok" })
    #expect(try eventually { try self.life(c) != life }, "clocks of the lost state are still valid")
    #expect(try c.call("rows.pull", ["session": "s"])["count"] == 2)
    let end = try push(c, ["4"])
    #expect(try rows(b, atLeast: end) == rows(c))
    let last = try self.life(c)
    usleep(1_000_000)
    #expect(try self.life(c) == last, "a loss counts once")
  }

  private func life(_ client: RPCClient) throws -> Substring? {
    try client.call("rows.pull", ["session": "s"])["clock"]?.string?.split(separator: ".").first
  }

  /// An edit takes longer than a second, while another node changes the session all the time.
  @Test func longEditsEndUnderSteadyChangesThoroughly() throws {
    let server = try RedisServerProcess()
    let nodes = try (0..<2).map { _ in try server.node() }
    // Only connected to by the threads, never changed.
    nonisolated(unsafe) let shared = nodes
    let first = try RPCClient(nodes[0])
    _ = try push(first, ["0"])
    #expect(try eventually { try isFound(RPCClient(nodes[1])) })
    let isOver = Stop()
    let made = Sum()
    concurrently(3) { number in
      let client = try RPCClient(shared[number == 0 ? 0 : 1])
      if number == 0 {
        defer { isOver.now() }
        let cells = (0..<30_000).map { ["id": .string("l\($0)"), "title": "First"] as JSON }
        try client.call("cells.push", ["session": "s", "cells": .array(cells)])
        let patches = (0..<30_000).map { ["id": .string("l\($0)"), "patch": ["title": "Second"]] as JSON }
        try client.call("cells.patch", ["session": "s", "patches": .array(patches)])
      } else {
        while !isOver.isNow {
          _ = try push(client, ["x\(number)"])
          made.add(1)
        }
      }
    }
    let last = try push(first, ["last"])
    #expect(made.value > 0)
    #expect(try first.call("rows.pull", ["session": "s", "count": 1])["count"] == 30_004)
    let other = try RPCClient(nodes[1]).call(
      "rows.pull", ["session": "s", "count": 1, "minRevision": JSON(last), "timeout": patience])
    #expect(other["count"] == 30_004)
  }

  /// Events reach the watches of all nodes, after the state that they belong to is visible.
  @Test func eventsReachAllNodes() throws {
    let server = try RedisServerProcess()
    let (one, two) = (try server.node(), try server.node())
    let (a, b) = (try RPCClient(one), try RPCClient(two))
    let toggle: JSON = ["id": "follow", "title": "Follow", "kind": "toggle"]
    let cells = ["1", "2"].map { ["id": .string($0), "title": "T", "actions": [toggle]] as JSON }
    try a.call("cells.push", ["session": "s", "cells": .array(cells)])
    #expect(try eventually { try isFound(b) })
    for client in [a, b] { try client.call("rows.watch", ["session": "s", "count": 10, "events": true]) }
    try b.call("rows.watch", ["session": "s", "count": 10])
    // A node that has just loaded a session hears of events a moment later.
    let channel = try headChannel(server)
    #expect(try eventually { try server.ask("PUBSUB", "NUMSUB", channel)[1] == 2 })
    func event(_ client: RPCClient) throws -> JSON {
      while true {
        let message = try #require(try client.notification())
        if message["method"] == "action.invoked" { return message["params"] ?? .null }
      }
    }
    for round in 0..<20 {
      let sender = round % 2 == 0 ? a : b
      let reply = try sender.call("action.invoke", ["session": "s", "id": "1", "action": "follow"])
      #expect(reply["delivered"] == 1, "it counts the watches of its node")
      for client in [a, b] {
        let event = try event(client)
        #expect(event["value"]?.bool == (round % 2 == 0))
        #expect(event["session"] == "s" && event["id"] == "1" && event["by"]?["user"] == JSON(Int(getuid())))
      }
    }
    try a.call("action.invoke", ["session": "s", "ids": ["1", "2"], "action": "open"])
    for client in [a, b] { #expect(try event(client)["ids"] == ["1", "2"]) }
    // Somebody else writes into the channel.
    for text in [
      "event 0 0 {\"session\":\"s\",\n\"subscription\":9,\"action\":\"x\"}", "event 0 0 {", "event x",
    ] {
      try server.ask("PUBLISH", channel, text)
    }
    let foreign = try event(b)
    #expect(foreign["action"] == "x" && foreign["subscription"] != 9)
    #expect(foreign["eventsLost"] == nil)
    try a.call("action.invoke", ["session": "s", "id": "1", "action": "open"])
    #expect(try event(b)["eventsLost"] == 1, "one could not be read")
    #expect(try rows(a) == rows(b))
  }
}
