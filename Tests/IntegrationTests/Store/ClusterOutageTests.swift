import CellWire
import Foundation
import Glibc
import Testing

/// Requests to a daemon whose Redis server does not answer.
@Suite struct ClusterOutageTests: ClusterSuite {
  private static let changes: [(method: String, params: JSON)] = [
    ("view.set", ["session": "s", "view": "narrow", "width": 20]),
    ("cells.push", ["session": "s", "cells": [["id": "2", "title": "T"]]]),
    ("session.configure", ["session": "s", "selection": "multiple"]),
  ]

  /// The error of a request. It must be answered while the server is away.
  private func answer(_ client: RPCClient, _ id: Int, _ name: String) throws -> RPCClient.Refusal? {
    try #require(eventually { client.isReadable }, "\(name) is not answered")
    return try refusal { _ = try client.reply(to: id) }
  }

  /// The outcome of a change is not known. Other changes are refused; they do not wait for it.
  @Test(arguments: 0..<3) func changesAreRefusedDuringAnOutage(unknown: Int) throws {
    let server = try RedisServerProcess()
    let node = try server.node()
    let clients = try (0..<4).map { _ in try RPCClient(node) }
    _ = try push(clients[0], ["1"])
    server.signal(SIGSTOP)
    defer { server.signal(SIGCONT) }
    // The first one is under way when the connection ends. The others wait in the daemon.
    let changes = [Self.changes[unknown]] + Self.changes
    let sent = zip(clients, changes).map { client, change in
      defer { usleep(100_000) }
      return (client, client.send(change.method, change.params), change.method)
    }
    for (number, (client, id, name)) in sent.enumerated() {
      let refusal = try answer(client, id, name)
      #expect(refusal?.kind == "storageFailed", "\(name)")
      // Changes of cells are stored together.
      if number == 0 || name != "cells.push" {
        #expect(refusal?.applied == (number == 0 ? #""unknown""# : "false"), "\(name)")
      }
    }
    // These come when the store is away.
    var later = Self.changes
    later.append(("session.delete", ["session": "s"]))
    later.append(("cells.push", ["session": "s", "ifRevision": 77, "cells": []]))
    for (method, params) in later {
      let refusal = try answer(clients[0], clients[0].send(method, params), method)
      #expect(refusal == RPCClient.Refusal(kind: "storageFailed", path: nil, applied: "false"), "\(method)")
    }
    for client in clients { #expect(try client.call("rows.pull", ["session": "s"])["count"] == 1) }

    server.signal(SIGCONT)
    #expect(try eventually { try clients[0].call("stats")["store"]?["state"] == "ok" })
    for change in Self.changes { try clients[1].call(change.method, change.params) }
    let last = try push(clients[2], ["3"])
    let second = try server.node()
    let other = try RPCClient(second)
    #expect(try rows(other, atLeast: last) == rows(clients[0]))
    #expect(try other.call("rows.pull", ["session": "s"])["count"] == 3)
    #expect(try other.call("session.info", ["session": "s"])["selection"] == "multiple")
    #expect(try other.call("view.list", ["session": "s"])["views"]?.array?.count == 2)
  }
}
