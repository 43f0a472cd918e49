import CellWire
import Foundation
import Glibc
import Testing

/// `celld --copy-store` and `celld --check-store` with a Redis server on one side or on both.
@Suite struct StoreCopyTests {
  private let server: RedisServerProcess
  private let folder: StoreDirectory

  init() throws {
    server = try RedisServerProcess()
    folder = try StoreDirectory()
  }

  /// The output and the exit status of a daemon that ends by itself.
  private func run(_ arguments: [String]) throws -> (status: Int32, lines: [String], errors: String) {
    let daemon = try DaemonProcess(arguments, withSocket: false)
    let status = try daemon.exitStatus()
    let lines = daemon.readOutput().split(separator: "\n").map(String.init)
    return (status, lines, daemon.readErrors())
  }

  /// Makes sessions in an order that is not that of their names. One has a snapshot, and one has
  /// records after it.
  private func fill(_ client: RPCClient) throws {
    let text = JSON.string(String(repeating: "x", count: 3_000))
    for (name, count) in [("z", 3), ("large", 1_500), ("a", 1)] {
      let cells = (0..<count).map {
        ["id": JSON($0), "title": .string("Cell \($0)"), "description": text] as JSON
      }
      try client.call("cells.push", ["session": .string(name), "cells": .array(cells)])
    }
    try client.call("session.create", ["session": "empty"])
    try client.call(
      "session.configure",
      ["session": "z", "selection": "multiple", "profile": "ios", "durability": "written"])
    try client.call("view.set", ["session": "z", "view": "narrow", "width": 20])
    try client.call("selection.set", ["session": "z", "ids": ["1"]])
    try client.call("cells.move", ["session": "z", "ids": ["2"], "position": "start"])
  }

  /// All that clients see of the sessions, besides revisions; and these, with the lives.
  private func content(_ daemon: DaemonProcess) throws -> (texts: [String], revisions: [Int], lives: [String])
  {
    let client = try RPCClient(daemon)
    var texts: [String] = []
    var revisions: [Int] = []
    var lives: [String] = []
    for listed in try client.call("session.list")["sessions"]?.array ?? [] {
      let session: JSON = ["session": listed["session"] ?? .null, "count": 10_000]
      let cells = try client.call("cells.get", session)
      let name: JSON = ["session": listed["session"] ?? .null]
      let rows = try client.call("rows.pull", name)
      var info = try client.call("session.info", name)
      revisions.append(info["revision"]?.int ?? -1)
      lives.append(rows["clock"]?.string?.split(separator: ".").first.map(String.init) ?? "")
      info["revision"] = 0
      let views = try client.call("view.list", name)["views"]?.array ?? []
      texts.append(
        "\(info.text) \(cells["cells"]?.text ?? "") \(views.map { $0["set"]?.text ?? "" }) \(rows["rows"]?.text ?? "")"
      )
    }
    return (texts, revisions, lives)
  }

  private func end(_ daemon: DaemonProcess) throws {
    daemon.signal(SIGTERM)
    let status = try daemon.exitStatus()
    #expect(status == 0, "\(daemon.readErrors())")
  }

  @Test func copiesBetweenStoresHaveTheSameSessionsWithNewLives() throws {
    var node = try server.node()
    let client = try RPCClient(node)
    try fill(client)
    #expect(try eventually { try !server.keys("celld:parts:*").isEmpty })
    try client.call(
      "cells.patch", ["session": "large", "patches": [["id": "7", "patch": ["title": "Seven"]]]])
    var last = try content(node)
    #expect(last.texts.count == 4)

    // It can be checked while it is used, but not copied.
    let used = try run(["--check-store", server.address])
    #expect(used.status == 0 && used.lines.count == 1, "\(used)")
    #expect(used.lines.first?.hasPrefix("4 of 4 sessions are whole") == true)
    let busy = try run(["--copy-store", server.address, folder.store])
    #expect(
      busy.status == 1 && busy.errors.contains("1 daemon that uses the prefix celld:; stop it"), "\(busy)")
    try end(node)

    /// Copies, checks the copy, and compares it.
    func copy(_ arguments: [String], check: [String], start: () throws -> DaemonProcess) throws {
      let copied = try run(arguments)
      #expect(copied.status == 0 && copied.lines.last == "4 of 4 sessions were copied.", "\(copied)")
      let checked = try run(check)
      #expect(checked.status == 0 && checked.lines.count == 1, "\(checked)")
      let again = try run(arguments)
      #expect(again.status == 1, "a store that has sessions is a target again")
      let reason = again.errors
      #expect(
        reason.contains("exists. Remove it") || reason.contains("already; choose another prefix"), "\(reason)"
      )
      node = try start()
      let found = try content(node)
      #expect(found.texts == last.texts)
      for (revision, before) in zip(found.revisions, last.revisions) {
        #expect(revision % (1 << 32) == before % (1 << 32))
        #expect(before == 0 || revision > before)
      }
      #expect(Set(found.lives).isDisjoint(with: last.lives) && Set(found.lives).count == 4)
      // It takes changes.
      let session: JSON = ["session": "large", "cells": [["id": "new", "title": "New"]]]
      let client = try RPCClient(node)
      try client.call("cells.push", session)
      try client.call("cells.remove", ["session": "large", "ids": ["new"]])
      last = try content(node)
      try end(node)
    }
    try copy(
      ["--copy-store", server.address, folder.store], check: ["--check-store", folder.store],
      start: { try folder.start() })
    let other = try RedisServerProcess()
    try copy(
      ["--copy-store", folder.store, other.address], check: ["--check-store", other.address],
      start: { try other.node() })
    try copy(
      ["--copy-store", other.address, other.address, "--copy-prefix", "second:"],
      check: ["--check-store", other.address, "--store-prefix", "second:"],
      start: { try other.node(["--store-prefix", "second:"]) })
    #expect(try other.ask("GET", "second:order") == "4")
  }

  /// A level that the copy cannot have becomes the next one, and a line has that.
  @Test func levelsThatTheCopyCannotHaveAreNamed() throws {
    let replica = try server.replica()
    let node = try server.node()
    try RPCClient(node).call("session.create", ["session": "r", "durability": ["replicated": 1]])
    try end(node)
    #expect(try replica.keys("celld:session:*").count == 1)
    let copied = try run(["--copy-store", server.address, folder.store])
    #expect(
      copied.lines == [
        "The session \"r\" has the durability synced instead of replicated:1.", "1 of 1 session was copied.",
      ])
    let daemon = try folder.start()
    #expect(try RPCClient(daemon).call("session.info", ["session": "r"])["durability"] == "synced")
    try RPCClient(daemon).call("session.create", ["session": "m", "durability": "memory"])
    try end(daemon)
    let back = try run(["--copy-store", folder.store, server.address, "--copy-prefix", "back:"])
    #expect(back.lines.first == "The session \"m\" has the durability written instead of memory.", "\(back)")
  }

  @Test func aCheckNamesDamageAndChangesNothing() throws {
    let node = try server.node()
    let client = try RPCClient(node)
    try fill(client)
    #expect(try eventually { try !server.keys("celld:parts:*").isEmpty })
    for name in ["gap", "end", "head", "lost"] {
      for number in 0..<4 {
        try client.call(
          "cells.push", ["session": .string(name), "cells": [["id": JSON(number), "title": "T"]]])
      }
    }
    try end(node)
    let names = try server.ask("HGETALL", "celld:names")
    func id(_ name: String) throws -> String { try #require(names["\(getuid())/\(name)"]?.string) }
    let parts = try #require(try server.keys("celld:parts:*").first)
    try server.ask("LSET", parts, "0", "[]")
    try server.ask("XDEL", "celld:log:\(try id("gap"))", "3-0")
    try server.ask("XDEL", "celld:log:\(try id("end"))", "4-0")
    try server.ask("DEL", "celld:head:\(try id("head"))")
    try server.ask("DEL", "celld:session:\(try id("lost"))")
    let digest = """
      local keys = redis.call('KEYS', '*')
      table.sort(keys)
      local text = ''
      for _, key in ipairs(keys) do text = redis.sha1hex(text .. key .. redis.call('DUMP', key)) end
      return text
      """
    let before = try server.ask("EVAL", digest, "0")

    let check = try run(["--check-store", server.address])
    #expect(check.status == 1)
    for (name, reason) in [
      ("large", "does not fit its check"), ("gap", "The record after number 2 is missing in its log."),
      ("end", "The log does not end where its head is."), ("head", "The end of its log is missing."),
    ] {
      let line = check.lines.first { $0.hasPrefix("The session \"\(name)\" cannot be read. ") }
      #expect(line?.contains(reason) == true, "\(name): \(check.lines)")
      #expect(line?.hasSuffix("Put a backup back, or delete it.") == true)
    }
    #expect(check.lines.contains { $0.contains("/lost is missing in the store") && $0.contains("HDEL") })
    #expect(check.lines.last?.hasPrefix("3 of 7 sessions are whole") == true, "\(check.lines)")
    #expect(check.lines.count == 6)

    let copied = try run(["--copy-store", server.address, folder.store])
    #expect(copied.status == 0)
    #expect(copied.lines.last == "5 of 7 sessions were copied.", "\(copied.lines)")
    #expect(copied.lines.contains { $0.hasPrefix("The session \"gap\" is copied up to its damage.") })
    #expect(copied.lines.contains { $0.hasPrefix("The session \"large\" is not copied.") })
    #expect(try server.ask("EVAL", digest, "0") == before)
    let daemon = try folder.start()
    for (name, count) in [("gap", 2), ("end", 3), ("z", 3)] {
      #expect(try RPCClient(daemon).call("session.info", ["session": .string(name)])["count"]?.int == count)
    }

    let nobody = try run(["--check-store", "redis+unix:///tmp/celld-nobody.sock"])
    #expect(nobody.status == 1 && nobody.errors.contains("cannot be reached"))
  }
}
