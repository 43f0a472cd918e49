import CellWire
import Foundation
import Glibc
import Testing

/// Keys that the server loses. What is gone decides what happens: docs/cluster.md has the table.
@Suite struct ClusterLossTests: ClusterSuite {
  private func isDeleted(_ client: RPCClient, _ session: String = "s") throws -> Bool {
    try refusal { try client.call("session.info", ["session": .string(session)]) }?.kind == "sessionNotFound"
  }

  private func count(_ client: RPCClient, _ session: String = "s") throws -> Int {
    try client.call("rows.pull", ["session": .string(session)])["count"]?.int ?? -1
  }

  private func life(_ client: RPCClient) throws -> Substring? {
    try client.call("rows.pull", ["session": "s"])["clock"]?.string?.split(separator: ".").first
  }

  private func id(_ server: RedisServerProcess, _ session: String = "s") throws -> String {
    try #require(try server.ask("HGET", "celld:names", "\(getuid())/\(session)").string)
  }

  private func hearsOfDeletion(_ client: RPCClient) throws -> Bool {
    try eventually { try client.takeNotifications().contains { $0["method"] == "session.deleted" } }
  }

  /// A key of a session is gone or damaged. A node that has the list writes it again.
  @Test(arguments: [
    ["RENAME", "celld:log:ID", "elsewhere"], ["DEL", "celld:head:ID"],
    ["RENAME", "celld:session:ID", "elsewhere"],
    ["XTRIM", "celld:log:ID", "MAXLEN", "1"], ["HDEL", "celld:session:ID", "life"], ["DEL", "celld:names"],
    ["HSET", "celld:session:ID", "count", "3", "parts", "celld:parts:none"],
  ])
  func aNodeWithTheListMendsASession(command: [String]) throws {
    let server = try RedisServerProcess()
    let (one, two) = (try server.node(), try server.node())
    let (a, b) = (try RPCClient(one), try RPCClient(two))
    for id in ["1", "2", "3"] { _ = try push(a, [id]) }
    let known = try id(server)
    try server.ask(command.map { $0.replacingOccurrences(of: "ID", with: known) })
    // It has not read the session yet.
    #expect(try eventually { try refusal { _ = try count(b) } == nil && count(b) == 3 })
    let last = try push(b, ["4"])
    #expect(try rows(a, atLeast: last) == rows(b))
    let name = "\(getuid())/s"
    #expect(try eventually { try server.ask("HGET", "celld:names", name) == .string(known) })
    let third = try server.node()
    #expect(try count(RPCClient(third)) == 4)
    let check = try DaemonProcess(["--check-store", server.address])
    #expect(try check.exitStatus() == 0, "\(check.readErrors())")
  }

  /// All of a session is gone, and others are there.
  @Test func aSessionWhoseKeysAreGoneIsDeleted() throws {
    let server = try RedisServerProcess()
    let (one, two) = (try server.node(), try server.node())
    let (a, b) = (try RPCClient(one), try RPCClient(two))
    for name in ["s", "other"] { _ = try push(a, ["1"], name) }
    #expect(try eventually { try isFound(b) })
    for client in [a, b] { try client.call("rows.watch", ["session": "s", "count": 5]) }
    let id = try id(server)
    try server.ask("DEL", "celld:log:\(id)", "celld:session:\(id)")
    try server.ask("HDEL", "celld:names", "\(getuid())/s")
    for client in [a, b] {
      #expect(try hearsOfDeletion(client))
      #expect(try isDeleted(client))
      #expect(try count(client, "other") == 1)
    }
  }

  /// All is gone while the server runs. Each node notices it, also right after the last change and
  /// under load, and logs it once.
  @Test(arguments: [false, true]) func anEmptiedServerHasNoSessions(isBusy: Bool) throws {
    let server = try RedisServerProcess()
    let nodes = try (0..<3).map { _ in try server.node() }
    let clients = try nodes.map { try RPCClient($0) }
    for name in ["s", "t"] { _ = try push(clients[0], ["1"], name) }
    for client in clients {
      #expect(try eventually { try isFound(client) && isFound(client, "t") })
      try client.call("rows.watch", ["session": "s", "count": 5])
    }
    let cells: [JSON] = (0..<20).map { [["id": JSON($0), "title": "T"]] }
    let sent = clients.map { client in
      isBusy ? cells.map { client.send("cells.push", ["session": "s", "cells": $0]) } : []
    }
    try server.ask("FLUSHALL")
    for (client, requests) in zip(clients, sent) {
      for request in requests { _ = try refusal { _ = try client.reply(to: request) } }
    }
    for client in clients { #expect(try hearsOfDeletion(client)) }
    // A push that came later has made the other one again.
    if !isBusy { for client in clients { #expect(try isDeleted(client)) } }
    for client in clients { #expect(try eventually { try isDeleted(client, "t") }) }
    let revision = try push(clients[2], ["new"])
    for client in clients {
      #expect(try eventually { try isFound(client) })
      #expect(try rows(client, atLeast: revision) == rows(clients[2]))
    }
    for node in nodes {
      node.kill9()
      let errors = node.readErrors().split(separator: "\n").filter { $0.contains("error:") }
      #expect(errors.count == 1 && (isBusy || errors[0].contains("Sessions: 2, missing: 2")), "\(errors)")
    }
  }

  /// The server comes back empty. Nodes write what they have; of two lists of a session, the one
  /// with more changes stays.
  @Test func whatAnotherRunHasLostIsWrittenAgain() throws {
    let server = try RedisServerProcess()
    let nodes = try (0..<3).map { _ in try server.node() }
    let clients = try nodes.map { try RPCClient($0) }
    _ = try push(clients[0], ["1"])
    _ = try push(clients[1], ["1"], "t")
    for client in clients {
      #expect(try eventually { try isFound(client) && isFound(client, "t") })
    }
    try clients[1].call("session.configure", ["session": "t", "selection": "multiple"])
    let before = try life(clients[1])
    // The second node does not hear of these.
    nodes[1].signal(SIGSTOP)
    for id in ["2", "3"] { _ = try push(clients[0], [id]) }
    server.kill9()
    try server.start()
    nodes[1].signal(SIGCONT)
    for client in clients {
      #expect(try eventually { try refusal { _ = try count(client) } == nil && count(client) == 3 })
      #expect(try eventually { try refusal { _ = try count(client, "t") } == nil && count(client, "t") == 1 })
    }
    #expect(try life(clients[0]) != before)
    let last = try push(clients[1], ["4"])
    for client in clients { #expect(try rows(client, atLeast: last) == rows(clients[1])) }
    let fourth = try server.node()
    let late = try RPCClient(fourth)
    #expect(try count(late) == 4)
    #expect(try late.call("session.info", ["session": "t"])["selection"] == "multiple")
    for node in nodes {
      node.kill9()
      #expect(node.readErrors().split(separator: "\n").count { $0.contains("lost changes: ") } == 1)
    }
  }

  /// The server follows another one, and takes its data. That is a loss, though its process is the
  /// same.
  @Test func anotherPrimaryIsALoss() throws {
    let (server, other) = (try RedisServerProcess(), try RedisServerProcess())
    let replica = try other.replica()
    let port = try #require(try other.ask("CONFIG", "GET", "port")["port"]?.string)
    let node = try server.node()
    let client = try RPCClient(node)
    for id in ["1", "2"] { _ = try push(client, [id]) }
    try server.ask("REPLICAOF", "127.0.0.1", port)
    #expect(try eventually { try server.ask("DBSIZE") == 0 })
    try server.ask("REPLICAOF", "NO", "ONE")
    #expect(try eventually { try refusal { _ = try push(client, ["3"]) } == nil })
    #expect(try count(client) == 3)
    withExtendedLifetime(replica) {}
  }

  /// A lost connection holds no session up until all are compared.
  @Test func sessionsComeBackOneByOne() throws {
    let server = try RedisServerProcess()
    let node = try server.node()
    let client = try RPCClient(node)
    let requests = (0..<400).map {
      client.send("cells.push", ["session": .string("s\($0)"), "cells": [["id": "1", "title": "T"]]])
    }
    for request in requests { _ = try client.reply(to: request) }
    try server.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
    #expect(try eventually { try client.call("stats")["store"]?["state"] == "ok" })
    for number in stride(from: 399, through: 0, by: -57) {
      // The first one may be refused before the connection is known to be lost.
      #expect(try eventually { try refusal { _ = try push(client, ["2"], "s\(number)") } == nil })
    }
    #expect(try client.call("stats")["store"]?["reconnects"] == 1)
  }
}
