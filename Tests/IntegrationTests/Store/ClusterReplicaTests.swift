import CellWire
import Foundation
import Glibc
import Testing

/// Changes that replicas of the Redis server must have: the durability `{"replicated": n}`.
@Suite struct ClusterReplicaTests {
  private let replicated: JSON = ["replicated": 1]

  private func push(_ client: RPCClient, _ id: String, _ session: String = "s") throws -> Int {
    let cells: JSON = [["id": .string(id), "title": .string("Title \(id)")]]
    return try client.call("cells.push", ["session": .string(session), "cells": cells])["revision"]?.int ?? -1
  }

  /// The error of a request that fails.
  private func error(_ client: RPCClient, _ method: String, _ params: JSON) throws -> JSON {
    try #require(try client.error(to: client.send(method, params)))
  }

  private func ids(_ client: RPCClient, _ session: String = "s") throws -> Set<String> {
    let reply = try client.call("cells.get", ["session": .string(session), "count": 100_000])
    return Set((reply["cells"]?.array ?? []).compactMap { $0["id"]?.string })
  }

  private func life(_ client: RPCClient, _ session: String = "s") throws -> Substring? {
    try client.call("rows.pull", ["session": .string(session)])["clock"]?.string?.split(separator: ".").first
  }

  @Test func aLevelWithReplicasNeedsThem() throws {
    let server = try RedisServerProcess()
    let node = try server.node()
    let client = try RPCClient(node)
    #expect(try client.call("hello")["durabilities"]?.array == ["written"])
    let lonely = try error(client, "session.create", ["session": "s", "durability": replicated])
    #expect(lonely["data"]?["kind"] == "unsupported" && lonely["data"]?["path"] == "/durability")
    #expect(lonely["message"]?.string?.contains("has 0 replicas. Start more with REPLICAOF") == true)
    let refused = try DaemonProcess(["--store", server.address, "--durability", "replicated:1"])
    #expect(try refused.exitStatus() == 1)
    #expect(refused.readErrors().contains("has 0 replicas. Start more with REPLICAOF"))
    let wrong = try DaemonProcess(["--store", server.address, "--durability", "replicated:0"])
    #expect(try wrong.exitStatus() == 2)

    let replica = try server.replica()
    #expect(try eventually { try client.call("hello")["durabilities"]?.array == ["written", replicated] })
    let info = try client.call("session.create", ["session": "s", "durability": replicated])
    #expect(info["durability"] == replicated)
    _ = try push(client, "1")
    #expect(try replica.log().count == 1)
    #expect(try replica.log().first?.fields["replicas"] == "1")
    let more = try error(client, "session.configure", ["session": "s", "durability": ["replicated": 2]])
    #expect(more["message"]?.string?.contains("has 1 replica. Start more") == true)
    #expect(
      try error(client, "session.create", ["session": "t", "durability": ["replicated": 0]])["data"]?["kind"]
        == "invalidParams")

    // It is the default of another node, which knows the level of the session, too.
    let other = try server.node(["--durability", "replicated:1"])
    let second = try RPCClient(other)
    #expect(try second.call("hello")["durability"] == replicated)
    #expect(try second.call("session.info", ["session": "s"])["durability"] == replicated)
    #expect(try second.call("session.create", ["session": "t"])["durability"] == replicated)
    let configured = try CellctlProcess.run(
      ["configure", "s", "--durability", "written"], socket: node.socketPath)
    #expect(configured.status == 0, "\(configured.errors)")
    #expect(try eventually { try second.call("session.info", ["session": "s"])["durability"] == "written" })
    #expect(
      try CellctlProcess.run(["configure", "s", "--durability", "replicated:1"], socket: node.socketPath)
        .status == 0)
    #expect(try eventually { try second.call("session.info", ["session": "s"])["durability"] == replicated })
    try client.call("session.delete", ["session": "s"])
    #expect(try replica.keys("celld:head:*").count == 2)
  }

  /// A replica that does not answer holds up the sessions that need it, and no other.
  @Test func changesWaitForReplicasAndNobodySeesThemBefore() throws {
    let server = try RedisServerProcess()
    let replica = try server.replica()
    let (one, two) = (try server.node(), try server.node())
    let (a, b) = (try RPCClient(one), try RPCClient(two))
    #expect(try eventually { try a.call("hello")["durabilities"]?.array?.contains(replicated) == true })
    try a.call("session.create", ["session": "s", "durability": replicated])
    _ = try push(a, "1")
    _ = try push(a, "1", "written")
    #expect(eventually { (try? ids(b)) == ["1"] && (try? ids(b, "written")) == ["1"] })
    let life = try self.life(b)
    try b.call("rows.watch", ["session": "s", "count": 10])

    replica.signal(SIGSTOP)
    let waiting = a.send("cells.push", ["session": "s", "cells": [["id": "2", "title": "Two"]]])
    // It is in the log, and other sessions go on.
    #expect(try eventually { try server.log("s").count == 2 })
    let reader = try RPCClient(one)
    for number in 0..<20 { _ = try push(reader, "w\(number)", "written") }
    for client in [reader, b] { #expect(try ids(client) == ["1"], "a change is visible before its level") }
    let late = try #require(try a.error(to: waiting)?["data"])
    #expect(late["kind"] == "storageFailed" && late["applied"] == "unknown")
    // Now it is known, so changes are not even tried.
    for client in [reader, b] {
      let error = try self.error(
        client, "cells.push", ["session": "s", "cells": [["id": "3", "title": "Three"]]])
      #expect(error["data"]?["kind"] == "storageFailed" && error["data"]?["applied"] == false)
      #expect(error["message"]?.string?.contains("REPLICAOF") == true)
    }
    for client in [reader, b] { #expect(try ids(client) == ["1"]) }
    #expect(try reader.call("stats")["store"]?["state"] == "ok")

    replica.signal(SIGCONT)
    #expect(try eventually { try ids(reader) == ["1", "2"] && ids(b) == ["1", "2"] })
    #expect(eventually { (try? push(reader, "4")) != nil })
    #expect(try eventually { try ids(b) == ["1", "2", "4"] })
    #expect(try ids(reader) == ["1", "2", "4"])
    #expect(try self.life(b) == life)
    let states = try b.takeNotifications().filter { $0["method"] == "store.changed" }
    #expect(states.isEmpty, "the server was never away")
  }

  /// The replica stops now and then while all nodes change one session.
  @Test func nodesAgreeWhileReplicasComeAndGo() throws {
    let server = try RedisServerProcess()
    let replica = try server.replica()
    let nodes = try (0..<3).map { _ in try server.node() }
    let client = try RPCClient(nodes[0])
    #expect(try eventually { try client.call("hello")["durabilities"]?.array?.contains(replicated) == true })
    let load = try ClusterLoad(nodes, server, durability: replicated)
    load.run(clients: 6, changes: 40)
    try load.check()
    // Only stopped by the threads, never changed.
    nonisolated(unsafe) let stopped = replica
    load.run(clients: 6, changes: .max, mayFail: true) {
      // A pause that changes survive, and one that they do not.
      for pause in [300_000, 3_000_000] as [UInt32] {
        usleep(200_000)
        stopped.signal(SIGSTOP)
        usleep(pause)
        stopped.signal(SIGCONT)
      }
      usleep(200_000)
    }
    try load.check()
    load.run(clients: 6, changes: 20)
    try load.check()
    #expect(try client.call("stats")["store"]?["reconnects"] == 0)
  }

  /// The server is killed, and its replica takes over. Nothing that was answered is lost.
  @Test func aFailoverLosesNothingThatReplicasHave() throws {
    let rounds = Int(ProcessInfo.processInfo.environment["CELLD_KILLS"] ?? "") ?? 2
    var server = try RedisServerProcess()
    var replica = try server.replica()
    // The name of the socket is that of the server that is the master.
    let folder = try DaemonProcess.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let address = folder + "/master.sock"
    symlink(server.socket, address)
    let nodes = try (0..<2).map { _ in try server.node(at: address) }
    let clients = try nodes.map { try RPCClient($0) }
    #expect(
      try eventually { try clients[0].call("hello")["durabilities"]?.array?.contains(replicated) == true })
    try clients[0].call("session.create", ["session": "s", "durability": replicated])
    _ = try push(clients[0], "first", "written")
    for client in clients { #expect(eventually { (try? ids(client)) != nil }) }
    var answered: Set<String> = []
    for round in 0..<rounds {
      let before = try life(clients[0], "written")
      // Only killed by the threads, and connected to, never changed.
      nonisolated(unsafe) let (killed, shared) = (server, nodes)
      let found = IDs()
      concurrently(5) { number in
        guard number < 4 else {
          usleep(.random(in: 300_000...600_000))
          return killed.kill9()
        }
        let client = try RPCClient(shared[number % 2])
        var made = 0
        while true {
          // Several at once, of which some are under way at the end.
          let ids = (0..<8).map { "\(round)/\(number)/\(made + $0)" }
          made += 8
          let sent = ids.map {
            client.send("cells.push", ["session": "s", "cells": [["id": .string($0), "title": "T"]]])
          }
          var hasFailed = false
          for (id, request) in zip(ids, sent) {
            if try client.error(to: request) == nil { found.add(id) } else { hasFailed = true }
          }
          if hasFailed { return }
        }
      }
      answered.formUnion(found.all)
      #expect(!found.all.isEmpty)
      // What is shown stays shown. The change of one node may not have reached the other.
      #expect(try ids(clients[0]).union(ids(clients[1])).isSuperset(of: answered))
      try replica.ask("REPLICAOF", "NO", "ONE")
      unlink(address)
      symlink(replica.socket, address)
      for client in clients {
        #expect(try eventually { try client.call("stats")["store"]?["state"] == "ok" })
        // Rows can be read before there is a replica, and changes are refused until then.
        #expect(eventually { (try? ids(client).isSuperset(of: answered)) == true })
        let error = try self.error(
          client, "cells.push", ["session": "s", "cells": [["id": "x", "title": "X"]]])
        #expect(error["data"]?["applied"] == false)
      }
      server = replica
      replica = try server.replica()
      for (number, client) in clients.enumerated() {
        #expect(eventually { (try? push(client, "back \(round)/\(number)")) != nil })
        #expect(try ids(client).isSuperset(of: answered), "an answered change is lost")
      }
      #expect(
        eventually { (try? life(clients[0], "written")).map { $0 != before } == true },
        "a server that may have lost something has new lives")
    }
    #expect(try eventually { try ids(clients[0]) == ids(clients[1]) })
  }
}
