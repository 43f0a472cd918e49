import CellWire
import Foundation
import Glibc
import Testing

/// A Redis server whose settings, passwords and keys change while daemons use it.
@Suite struct ClusterServerTests: ClusterSuite {
  // MARK: Settings

  private func message(_ client: RPCClient, _ method: String, _ params: JSON) throws -> String {
    let error = try client.error(to: client.send(method, params))
    guard let error else { return "" }
    #expect(error["data"]?["kind"] == "storageFailed" && error["data"]?["applied"] == false)
    #expect(error["data"]?["retryAfter"]?.int != nil)
    return error["message"]?.string ?? ""
  }

  private func change(_ session: String, _ id: String) -> JSON {
    ["session": .string(session), "cells": [["id": .string(id), "title": "T"]]]
  }

  /// Changes that need a promise are refused on all nodes while the server does not keep it.
  @Test(arguments: [
    ["maxmemory-policy", "volatile-random", "noeviction"], ["appendfsync", "everysec", "always"],
    ["no-appendfsync-on-rewrite", "yes", "no"], ["appendonly", "no", "yes"],
  ])
  func promisesFollowTheSettings(_ words: [String]) throws {
    let (setting, weak, strong) = (words[0], words[1], words[2])
    let deletes = setting == "maxmemory-policy"
    let server = try RedisServerProcess(isSynced: true)
    let nodes = try (0..<2).map { _ in try server.node() }
    let clients = try nodes.map { try RPCClient($0) }
    let watchers = try nodes.map { try RPCClient($0) }
    for level in ["written", "synced"] {
      try clients[0].call("session.create", ["session": .string(level), "durability": .string(level)])
      #expect(try eventually { try isFound(clients[1], level) })
      for watcher in watchers { try watcher.call("rows.watch", ["session": .string(level), "count": 1]) }
    }
    func states(_ client: RPCClient) throws -> [String] {
      try client.takeNotifications().filter { $0["method"] == "store.changed" }
        .compactMap { $0["params"]?["state"]?.string }
    }
    try server.ask("CONFIG", "SET", setting, weak)
    for client in clients {
      #expect(try eventually { try client.call("stats")["store"]?["state"] == "weakened" })
      let refused: [(String, JSON)] = [
        ("cells.push", change("synced", "1")),
        ("session.configure", ["session": "synced", "selection": "single"]),
        ("view.set", ["session": "synced", "view": "narrow", "width": 20]),
        ("session.delete", ["session": "synced"]),
      ]
      for (method, params) in refused {
        let message = try message(client, method, params)
        #expect(message.contains("\(setting) to \(strong)"), "\(method): \(message)")
      }
      let others = ["written", "new"].map { change($0, "\(nodes.count)") }
      for params in others {
        let message = try message(client, "cells.push", params)
        #expect(message.contains("\(setting) to \(strong)") == deletes, "\(message)")
      }
      #expect(try client.call("hello")["durabilities"]?.array == (deletes ? [] : ["written"]))
      #expect(try client.call("rows.pull", ["session": "synced"])["count"] == 0)
    }
    let doctor = try CellctlProcess.run(["doctor"], socket: nodes[0].socketPath)
    #expect(doctor.output.contains("Set \(setting) to \(strong)."), "\(doctor.output)")

    try server.ask("CONFIG", "SET", setting, strong)
    for client in clients {
      #expect(try eventually { try client.call("stats")["store"]?["state"] == "ok" })
      for session in ["synced", "written"] { _ = try push(client, ["back"], session) }
    }
    for (client, watcher) in zip(clients, watchers) {
      #expect(
        try states(watcher) == ["weakened", "weakened", "ok", "ok"], "each watch hears each state once")
      #expect(try client.call("stats")["store"]?["reconnects"] == 0)
    }
  }

  /// Changes are under way whenever the server is weakened. Answered ones are there, refused ones
  /// are not, and no change is made on one that was refused.
  @Test func changesUnderWayAreStoredOrRefused() throws {
    let server = try RedisServerProcess(isSynced: true)
    let nodes = try (0..<2).map { _ in try server.node() }
    let clients = try nodes.map { try RPCClient($0) }
    try clients[0].call("session.create", ["session": "s", "durability": "synced"])
    #expect(try eventually { try isFound(clients[1]) })
    // Only connected to by the threads, never changed.
    nonisolated(unsafe) let (shared, settings) = (nodes, server)
    let (stored, refused, isOver) = (IDs(), IDs(), Stop())
    concurrently(3) { number in
      guard number < 2 else {
        defer { isOver.now() }
        for round in 0..<4 {
          usleep(600_000)
          try settings.ask("CONFIG", "SET", "appendfsync", round % 2 == 0 ? "everysec" : "always")
        }
        return
      }
      let client = try RPCClient(shared[number])
      var made = 0
      while !isOver.isNow {
        let ids = (0..<300).map { "\(number)/\(made + $0)" }
        made += 300
        let sent = ids.map { client.send("cells.push", change("s", $0)) }
        for (id, request) in zip(ids, sent) {
          let error = try client.error(to: request)
          if error == nil { stored.add(id) } else if error?["data"]?["applied"] == false { refused.add(id) }
        }
      }
    }
    #expect(!stored.all.isEmpty && !refused.all.isEmpty)
    for client in clients { #expect(try eventually { try client.call("stats")["store"]?["state"] == "ok" }) }
    let last = try push(clients[0], ["last"])
    let lists = try clients.map { client in
      let reply = try client.call(
        "cells.get", ["session": "s", "count": 100_000, "minRevision": JSON(last), "timeout": patience])
      return (reply["cells"]?.array ?? []).compactMap { $0["id"]?.string }
    }
    #expect(lists[0] == lists[1])
    let found = Set(lists[0])
    #expect(found.count == lists[0].count)
    #expect(stored.all.isSubset(of: found), "an answered change is missing")
    #expect(refused.all.isDisjoint(with: found), "a refused change was made")
  }

  // MARK: Passwords

  /// A new password is in the file before or after the server has it. Each reason is logged once.
  @Test func aNewPasswordIsReadForTheNextConnection() throws {
    let server = try RedisServerProcess()
    let file = server.directory + "/redis.env"
    func write(_ password: String, mode: mode_t = 0o600) throws {
      try "CELLD_STORE_USER=celld\nCELLD_STORE_PASSWORD=\(password)\n".write(
        toFile: file, atomically: true, encoding: .utf8)
      chmod(file, mode)
    }
    try server.ask("ACL", "SETUSER", "celld", "on", ">a", "~celld:*", "&celld:*", "+@all")
    try write("a")
    let node = try server.node(["--store-environment", file])
    let client = try RPCClient(node)
    _ = try push(client, ["1"])
    func isAway(because reason: String) throws -> Bool {
      let error = try client.error(to: client.send("cells.push", change("s", "x")))
      return error?["message"]?.string?.contains(reason) == true
    }
    // Later than the server.
    try server.ask("ACL", "SETUSER", "celld", "resetpass", ">b")
    try server.ask("CLIENT", "KILL", "USER", "celld")
    #expect(try eventually { try isAway(because: "WRONGPASS") })
    usleep(1_500_000)
    // Others can read it.
    try write("b", mode: 0o644)
    #expect(try eventually { try isAway(because: "Run chmod 600 \(file). Check the server.") })
    chmod(file, 0o600)
    #expect(eventually { (try? push(client, ["2"])) != nil })
    // Sooner than the server, which closes nothing.
    try write("c")
    _ = try push(client, ["3"])
    try server.ask("ACL", "SETUSER", "celld", "resetpass", ">c")
    try server.ask("CLIENT", "KILL", "USER", "celld")
    #expect(eventually { (try? push(client, ["4"])) != nil })
    #expect(try client.call("rows.pull", ["session": "s"])["count"] == 4)
    node.kill9()
    let lines = node.readErrors().split(separator: "\n")
    for reason in ["WRONGPASS", "chmod 600"] { #expect(lines.count { $0.contains(reason) } == 1, "\(lines)") }
    #expect(!lines.contains { $0.contains("..") }, "\(lines)")
  }

  // MARK: Keys

  /// Ways to replace a key: all types, and texts that celld never writes.
  private static let replacements: [[String]] = [
    ["LPUSH", "x"], ["SADD", "x"], ["HSET", "x", "y"], ["XADD", "9-9", "x", "y"], ["SET", "x"], ["SET", ""],
    ["SET", "-1"], ["SET", "99999999999999999999"], ["SET", "1.5"], ["SET", "nan"], ["SET", "9000 somebody"],
  ]

  /// Replaces a key in one step: a node can write it again at any moment.
  private func replace(_ key: String, _ words: [String], _ server: RedisServerProcess) throws {
    try server.ask([words[0], "wrong"] + words.dropFirst())
    try server.ask("RENAME", "wrong", key)
  }

  /// A sentence for users: not the text of a function, no two full stops.
  private func isSentence(_ text: String) -> Bool {
    ["user_function", "script:", "attempt to", ".."].allSatisfy { !text.contains($0) }
  }

  /// The answer to a request, which must come.
  private func answer(_ client: RPCClient, _ method: String, _ params: JSON) throws -> String {
    let id = client.send(method, params)
    try #require(eventually { client.isReadable }, "\(method) is not answered")
    guard let error = try client.error(to: id) else { return "" }
    let message = error["message"]?.string ?? ""
    #expect(isSentence(message), "\(message)")
    return message
  }

  /// Each key of a session has each wrong value. The session is answered, and the others go on.
  @Test(arguments: ["session", "head", "log", "turn", "lock", "parts"])
  func aForeignKeyDamagesOneSession(kind: String) throws {
    let server = try RedisServerProcess()
    let node = try server.node()
    let client = try RPCClient(node)
    let names = Self.replacements.indices.map { "s\($0)" }
    for name in names + ["healthy"] { _ = try push(client, ["1"], name) }
    for (name, words) in zip(names, Self.replacements) {
      let id = try #require(try server.ask("HGET", "celld:names", "\(getuid())/\(name)").string)
      var key = "celld:\(kind):\(id)"
      if kind == "parts" {
        key += ":x"
        try server.ask("HSET", "celld:session:\(id)", "parts", key, "count", "1")
      }
      try replace(key, words, server)
    }
    let second = try server.node()
    for client in [client, try RPCClient(second)] {
      for name in names {
        let message = try answer(client, "cells.push", change(name, "2"))
        _ = try answer(client, "rows.pull", ["session": .string(name)])
        let isHarmless = ["turn", "lock"].contains(kind)
        if isHarmless { #expect(message == "", "\(name)") }
      }
      _ = try push(client, ["2"], "healthy")
      #expect(try client.call("stats")["store"]?["reconnects"] == 0)
    }
    // A session that is damaged can be deleted, and made again.
    let third = try server.node()
    let last = try RPCClient(third)
    for name in names {
      _ = try answer(last, "session.delete", ["session": .string(name)])
      _ = try push(last, ["3"], name)
    }
    for node in [node, second, third] {
      node.kill9()
      let text = node.readErrors()
      #expect(isSentence(text), "\(text)")
      #expect(text.split(separator: "\n").count < 40, "\(text)")
    }
  }

  /// Two keys contradict each other.
  @Test(arguments: [["owner", "4242"], ["owner", "x"], ["name", "other"], ["name", ""]])
  func aHashOfAnotherNameIsDamage(_ field: [String]) throws {
    let server = try RedisServerProcess()
    let node = try server.node()
    let first = try RPCClient(node)
    for name in ["s", "healthy"] { _ = try push(first, ["1"], name) }
    let id = try #require(try server.ask("HGET", "celld:names", "\(getuid())/s").string)
    try server.ask("HSET", "celld:session:\(id)", field[0], field[1])
    // A name of the same session.
    try server.ask("HSET", "celld:names", "\(getuid())/double", id)
    let second = try server.node()
    for client in [first, try RPCClient(second)] {
      let double = try answer(client, "cells.push", change("double", "2"))
      #expect(double != "")
      _ = try push(client, ["2"], "healthy")
    }
    let third = try server.node()
    let last = try RPCClient(third)
    try server.ask("HDEL", "celld:names", "\(getuid())/double")
    let fourth = try server.node()
    let client = try RPCClient(fourth)
    // A hash without a valid owner is not whole. The first node has the list, and writes it again.
    let isNamed = field != ["owner", "x"]
    #expect(try answer(client, "cells.push", change("s", "2")).contains("cannot be read") == isNamed)
    #expect(try answer(client, "rows.pull", ["session": "s"]).contains("cannot be read") == isNamed)
    _ = try answer(last, "cells.push", change("s", "2"))
    try client.call("session.delete", ["session": "s"])
    #expect(try push(client, ["3"]) == 1)
  }

  /// A key that all sessions need has each wrong value. Changes are refused or made, and messages
  /// name the key. When the key is right again, all goes on.
  @Test(arguments: ["names", "server", "changes", "order", "starts"])
  func aForeignGlobalKeyIsNamed(kind: String) throws {
    let server = try RedisServerProcess()
    let node = try server.node()
    let client = try RPCClient(node)
    _ = try push(client, ["1"])
    let key = "celld:\(kind)"
    try server.ask("COPY", key, "kept")
    for (number, words) in Self.replacements.enumerated() {
      // A value of the right type.
      if words == ["SET", "-1"] || kind == "names" && words[0] == "HSET" { continue }
      try replace(key, kind == "server" && words[0] == "HSET" ? ["HSET", "losses", "x"] : words, server)
      let fresh = try DaemonProcess(["--store", server.address])
      if ["names", "server", "changes"].contains(kind) {
        #expect(
          try eventually { try answer(client, "cells.push", change("s", "2")).contains(key) }, "\(words)")
      } else {
        #expect(try answer(client, "cells.push", change("s", "x\(number)")) == "")
      }
      let made = try answer(client, "session.create", ["session": .string("n\(number)")])
      if kind != "starts" { #expect(made.contains(key), "\(words): \(made)") }
      #expect(try client.call("rows.pull", ["session": "s"])["count"]?.int ?? 0 > 0)
      if kind != "order" {
        #expect(try fresh.exitStatus() == 1, "\(words)")
        let text = fresh.readErrors()
        #expect(text.contains(key) && isSentence(text), "\(text)")
      }
      try server.ask("COPY", "kept", key, "REPLACE")
      #expect(eventually { (try? push(client, ["y\(number)"])) != nil }, "\(words)")
    }
    node.kill9()
    let text = node.readErrors()
    #expect(isSentence(text), "\(text)")
  }

  // MARK: Reading what was written elsewhere

  /// Reads with `minRevision` know what another node did a moment before.
  @Test func readsFindSessionsOfOtherNodes() throws {
    let server = try RedisServerProcess()
    let nodes = try (0..<2).map { _ in try server.node() }
    let (a, b) = (try RPCClient(nodes[0]), try RPCClient(nodes[1]))
    for number in 0..<40 {
      let name = JSON.string("s\(number)")
      let revision = JSON(try push(a, ["1", "2"], "s\(number)"))
      let method = ["rows.pull", "rows.watch", "cells.get"][number % 3]
      let reply = try b.call(method, ["session": name, "count": 2, "minRevision": revision])
      #expect(reply["revision"] == revision, "\(method)")
      // It is deleted, and made again with fewer changes.
      try b.call("session.delete", ["session": name])
      if number % 2 == 0 {
        let refusal = try refusal { try a.call(method, ["session": name, "minRevision": revision]) }
        #expect(refusal?.kind == "sessionNotFound", "\(method)")
      }
      let again = JSON(try push(b, ["3"], "s\(number)"))
      #expect(try a.call("cells.get", ["session": name, "minRevision": again])["cells"]?[0]?["id"] == "3")
    }
    // Not even its name is known, and nothing waits.
    let error = try refusal { try b.call("rows.watch", ["session": "none", "minRevision": 1]) }
    #expect(error?.kind == "sessionNotFound")
    // A watch waits for a revision.
    let pull = b.send("rows.watch", ["session": "s1", "count": 9, "minRevision": 2, "timeout": 60_000])
    _ = try push(a, ["4"], "s1")
    #expect(try b.reply(to: pull)["count"] == 2)
    // The server does not answer. After the time, what is known is read, and no more.
    server.signal(SIGSTOP)
    let known = try b.call("rows.pull", ["session": "s1", "minRevision": 1, "timeout": 200])
    #expect(known["count"] == 2)
    #expect(
      try refusal { try b.call("rows.pull", ["session": "none", "minRevision": 1, "timeout": 200]) }?.kind
        == "busy")
    #expect(try eventually { try b.call("stats")["store"]?["state"] == "away" })
    #expect(
      try refusal { try b.call("rows.pull", ["session": "none", "minRevision": 1]) }?.kind == "storageFailed")
    server.signal(SIGCONT)
  }

  /// A node whose connection breaks reads what others did, or answers that the store is away.
  @Test func readsFindSessionsOverABrokenConnection() throws {
    let server = try RedisServerProcess()
    let nodes = try (0..<2).map { _ in try server.node() }
    let (a, b) = (try RPCClient(nodes[0]), try RPCClient(nodes[1]))
    for number in 0..<40 {
      let name = "s\(number)"
      #expect(try eventually { try refusal { _ = try push(a, ["1"], name) } == nil })
      let read = b.send("cells.get", ["session": .string(name), "minRevision": 1, "timeout": 60_000])
      try server.ask("CLIENT", "KILL", "TYPE", number % 2 == 0 ? "normal" : "pubsub", "SKIPME", "yes")
      let refused = try refusal { _ = try b.reply(to: read) }
      #expect(refused == nil || refused?.kind == "storageFailed", "\(refused?.message ?? "")")
    }
  }

  /// A session that replicas must have is found, too.
  @Test func readsFindReplicatedSessions() throws {
    let server = try RedisServerProcess()
    let replica = try server.replica()
    let nodes = try (0..<2).map { _ in try server.node() }
    let (a, b) = (try RPCClient(nodes[0]), try RPCClient(nodes[1]))
    #expect(try eventually { try a.call("hello")["durabilities"]?.array?.count == 2 })
    for number in 0..<10 {
      let name = JSON.string("s\(number)")
      try a.call("session.create", ["session": name, "durability": ["replicated": 1]])
      let revision = try push(a, ["1"], "s\(number)")
      #expect(
        try b.call("rows.pull", ["session": name, "minRevision": JSON(revision), "timeout": patience])[
          "count"] == 1)
    }
    _ = replica
  }
}
