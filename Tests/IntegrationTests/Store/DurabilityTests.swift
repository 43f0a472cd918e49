import CellWire
import Glibc
import Testing

/// Sessions outlive the daemon: docs/store.md.
@Suite struct DurabilityTests {
  private static let all: JSON = ["session": "s", "count": 100]

  private func fill(_ client: RPCClient) throws {
    let cells = (0..<40).map { number -> JSON in
      [
        "id": .string("c\(number)"), "title": .string("Row \(number)"), "unread": true,
        "actions": [["id": "follow", "title": "Follow", "titleOn": "Following", "kind": "toggle"]],
        "swipe": ["trailing": [["id": "delete", "title": "Delete", "role": "destructive"], "follow"]],
        "menu": [["id": "pin", "kind": "toggle", "on": true, "presentation": "icon"]],
      ]
    }
    try client.call("cells.push", ["session": "s", "cells": .array(cells)])
    try client.call(
      "session.configure",
      [
        "session": "s", "selection": "multiple", "profile": "ios", "drillDown": false,
        "selectionActions": [["id": "archive", "title": "Archive", "role": "positive"]],
      ])
    try client.call(
      "view.set",
      [
        "session": "s", "view": "phone", "width": 33, "where": ["not": ["field": "id", "is": "c11"]],
        "sort": ["-title"], "group": "unread",
      ])
    try client.call("view.set", ["session": "s", "view": "gone", "width": 34])
    try client.call("view.delete", ["session": "s", "view": "gone"])
    try client.call("cells.move", ["session": "s", "ids": ["c9", "c3"], "position": 5])
    try client.call("cells.remove", ["session": "s", "ids": ["c20"]])
    try client.call("cells.patch", ["session": "s", "patches": [["id": "c5", "patch": ["title": "Five"]]]])
    try client.call("selection.set", ["session": "s", "ids": ["c7", "c8"], "op": "add"])
    try client.call("cells.viewed", ["session": "s", "ids": ["c1", "c2"]])
    try client.call("action.invoke", ["session": "s", "id": "c4", "action": "follow"])
    try client.call("action.invoke", ["session": "s", "ids": ["c5", "c6"], "action": "pin"])
  }

  /// The store has the members that a view sets. The defaults are those of the daemon that reads.
  @Test func aViewKeepsTheWidthModelThatItSets() throws {
    let directory = try StoreDirectory()
    var daemon = try directory.start()
    var client = try RPCClient(daemon)
    let cell: JSON = ["id": "1", "title": "ক্ষ্ম", "status": "Open"]
    try client.call("cells.push", ["session": "s", "cells": .array([cell])])
    try client.call("view.set", ["session": "s", "view": "own", "width": 20, "widthModel": "grapheme"])
    try client.call("view.set", ["session": "s", "view": "plain", "width": 20])
    daemon.signal(SIGTERM)
    _ = try daemon.exitStatus()

    daemon = try directory.start()
    client = try RPCClient(daemon)
    let views = try client.call("view.list", ["session": "s"])["views"]?.array ?? []
    let own = views.first { $0["view"]?.string == "own" }
    #expect(own?["widthModel"] == "grapheme")
    #expect(own?["set"] == ["width": 20, "widthModel": "grapheme"])
    let plain = views.first { $0["view"]?.string == "plain" }
    #expect(plain?["widthModel"] == "wcwidth")
    #expect(plain?["set"] == ["width": 20])
    for (view, spaces) in [("own", 14), ("plain", 13)] {
      let rows = try client.call("rows.pull", ["session": "s", "view": .string(view), "count": 1])
      let line = rows["rows"]?.array?.first?["lines"]?.array?.first?.string ?? ""
      #expect(line.count { $0 == " " } == spaces, "\(view): \(line)")
    }
  }

  @Test(arguments: [SIGKILL, SIGTERM]) func everythingIsThereAfterTheEnd(signal: Int32) throws {
    let directory = try StoreDirectory()
    var daemon = try directory.start()
    var client = try RPCClient(daemon)
    try fill(client)
    let cells = try client.call("cells.get", ["session": "s"])
    let info = try client.call("session.info", ["session": "s"])
    let rows = try client.call("rows.pull", ["session": "s", "view": "phone", "count": 100])
    let instance = try client.call("hello")["instance"]
    daemon.signal(signal)
    _ = try daemon.exitStatus()

    daemon = try directory.start()
    client = try RPCClient(daemon)
    #expect(try client.call("session.list")["sessions"]?.array?.count == 1)
    #expect(try client.call("cells.get", ["session": "s"]) == cells)
    var infoNow = try client.call("session.info", ["session": "s"])
    infoNow["bytes"] = info["bytes"] ?? .null
    #expect(infoNow == info)
    #expect(try client.call("hello")["instance"] != instance)
    let again = try client.call("rows.pull", ["session": "s", "view": "phone", "count": 100])
    #expect(again["rows"] == rows["rows"] && again["clock"] == rows["clock"])
    #expect((again["layout"]?.int ?? 0) > (rows["layout"]?.int ?? 0))

    // The clock brings only what changed, in a pull and in a watch.
    try client.call("cells.patch", ["session": "s", "patches": [["id": "c6", "patch": ["title": "Six"]]]])
    for method in ["rows.pull", "rows.watch"] {
      let news = try client.call(
        method, ["session": "s", "view": "phone", "count": 100, "since": rows["clock"] ?? .null])
      let changed = (news["rows"]?.array ?? []).filter { $0["same"] == nil }
      #expect(changed.map { $0["id"] } == ["c6"])
    }
    #expect(
      try client.call("session.info", ["session": "s"])["revision"]?.int == (info["revision"]?.int ?? 0) + 1)
  }

  /// V6: changes of one connection do not wait for each other. All else waits for them, and the
  /// replies come in order, also those of lines that are wrong.
  @Test func editsThatDoNotWaitAreReadAfterwards() throws {
    let directory = try StoreDirectory()
    let daemon = try directory.start(["--durability", "synced"])
    let client = try daemon.connect()
    client.send(
      #"{"id":"a","method":"cells.push","params":{"session":"s","cells":[{"id":"c","title":"0"}]}}"#)
    _ = client.receive()
    func patch(_ number: Int) -> String {
      #"{"id":\#(number),"method":"cells.patch","params":{"session":"s","patches":"#
        + #"[{"id":"\#(number % 50 == 7 ? "none" : "c")","patch":{"title":"\#(number)"}}]}}"#
    }
    let read = #"{"id":"read","method":"cells.get","params":{"session":"s"}}"#
    var lines = (1...400).map(patch)
    lines.insert("no JSON", at: 100)
    lines.insert(read, at: 200)
    lines.insert("[\(read),\(patch(401))]", at: 301)
    client.send(lines.joined(separator: "\n"))
    var replies: [JSON] = []
    while replies.count < lines.count {
      replies.append(try JSON(parsing: Array((try #require(client.receive())).utf8)))
    }
    for (line, reply) in zip(lines, replies) {
      if let number = line.firstMatch(of: /"id":(\d+),/), !line.hasPrefix("[") {
        #expect(reply["id"]?.int == Int(number.1))
        let isMissing = (Int(number.1) ?? 0) % 50 == 7
        #expect((reply["error"] != nil || reply["result"]?["missing"] != nil) == isMissing)
      }
    }
    #expect(replies[100]["error"]?["code"]?.int == -32700)
    // Each reading line has what the edits before it made.
    #expect(replies[200]["result"]?["cells"]?[0]?["title"] == "199")
    #expect(replies[301][0]?["result"]?["cells"]?[0]?["title"] == "299")
  }

  /// A change of a view waits for its turn. Its parameters must not be read from the memory of a
  /// line that was answered long ago.
  @Test func viewsThatWaitKeepTheirParameters() throws {
    let directory = try StoreDirectory()
    let daemon = try directory.start()
    let clients = try (0..<4).map { _ in try daemon.connect() }
    clients[0].send(#"{"id":0,"method":"session.create","params":{"session":"s"}}"#)
    _ = clients[0].receive()
    for round in 0..<50 {
      for (number, client) in clients.enumerated() {
        let name = String(repeating: "n", count: 1 + 37 * number)
        client.send(
          #"{"id":\#(round),"method":"view.set","params":{"session":"s","view":"\#(name)","width":\#(20 + round)}}"#
        )
      }
      for client in clients {
        let reply = try JSON(parsing: Array((try #require(client.receive())).utf8))
        try #require(reply["result"]?["set"]?["width"]?.int == 20 + round, "\(reply.text)")
      }
    }
    let views = try RPCClient(daemon).call("view.list", ["session": "s"])["views"]?.array ?? []
    #expect(views.dropFirst().map { $0["set"]?["width"]?.int } == [69, 69, 69, 69])
  }

  @Test func aDeletedSessionStaysDeletedAndItsNameIsFree() throws {
    let directory = try StoreDirectory()
    var daemon = try directory.start()
    var client = try RPCClient(daemon)
    try fill(client)
    let clock = try client.call("rows.pull", Self.all)["clock"] ?? .null
    try client.call("session.delete", ["session": "s"])
    try client.call("cells.push", ["session": "s", "cells": [["id": "new", "title": "New"]]])
    try client.call("cells.push", ["session": "t", "cells": [["id": "new", "title": "New"]]])
    try client.call("session.delete", ["session": "t"])
    daemon.kill9()
    daemon = try directory.start()
    client = try RPCClient(daemon)
    #expect(try client.call("session.list")["sessions"]?.array?.count == 1)
    let rows = try client.call("rows.pull", ["session": "s", "count": 100, "since": clock])
    #expect(rows["rows"]?.array?.count == 1 && rows["rows"]?[0]?["same"] == nil)
  }

  /// docs/store.md, L3: who may have lost changes gets a new life.
  @Test(arguments: [
    ("memory", SIGKILL, "b1", true), ("memory", SIGTERM, "b1", false), ("written", SIGKILL, "b1", false),
    ("written", SIGKILL, "b2", true), ("written", SIGTERM, "b2", false), ("synced", SIGKILL, "b2", false),
  ]) func aPossibleLossStartsANewLife(durability: String, signal: Int32, boot: String, isNew: Bool) throws {
    let directory = try StoreDirectory()
    var daemon = try directory.start(["--durability", durability])
    var client = try RPCClient(daemon)
    #expect(try client.call("hello")["durability"] == .string(durability))
    try fill(client)
    let before = try client.call("rows.pull", Self.all)
    // Changes are stored in their order: after this one, the session is in the store.
    try client.call("session.create", ["session": "t", "durability": "written"])
    daemon.signal(signal)
    _ = try daemon.exitStatus()
    daemon = try directory.start(bootID: boot)
    client = try RPCClient(daemon)
    let info = try client.call("session.info", ["session": "s"])
    #expect(info["durability"] == .string(durability))
    let revision = info["revision"]?.int ?? 0
    if isNew { #expect(revision >= 1 << 32) } else { #expect(revision == before["revision"]?.int) }
    var since = Self.all
    since["since"] = before["clock"] ?? .null
    let rows = try client.call("rows.pull", since)["rows"]?.array ?? []
    #expect(rows.allSatisfy { ($0["same"] == nil) == isNew })
    if durability != "memory" { #expect(rows.count == 39) }
  }

  @Test func aLevelThatTheStoreCannotPromiseIsUnsupported() throws {
    let plain = try DaemonProcess()
    let client = try RPCClient(plain)
    for level: JSON in ["written", "synced", ["replicated": 2]] {
      #expect(throws: RPCClient.Refusal(kind: "unsupported", path: "/durability")) {
        try client.call("session.create", ["session": "s", "durability": level])
      }
    }
    try client.call("session.create", ["session": "s", "durability": "memory"])
    let directory = try StoreDirectory()
    let daemon = try directory.start()
    let stored = try RPCClient(daemon)
    #expect(throws: RPCClient.Refusal(kind: "unsupported", path: "/durability")) {
      try stored.call("session.create", ["session": "s", "durability": ["replicated": 2]])
    }
    #expect(try stored.call("hello")["durabilities"] == ["memory", "written", "synced"])
  }

  @Test func anEditWithoutEffectIsAnswered() throws {
    let directory = try StoreDirectory()
    let daemon = try directory.start()
    let client = try RPCClient(daemon)
    let push: JSON = ["session": "s", "cells": [["id": "a", "title": "A"]]]
    try client.call("cells.push", ["session": "empty", "cells": []])
    try client.call("cells.push", push)
    #expect(try client.call("cells.push", push)["unchanged"]?.int == 1)
    #expect(try client.call("cells.remove", ["session": "s", "ids": ["b"]])["missing"] == ["b"])
    #expect(try client.call("session.info", ["session": "s"])["revision"]?.int == 1)
  }

  @Test func twoDaemonsCannotShareAStore() throws {
    let directory = try StoreDirectory()
    let daemon = try directory.start()
    _ = try daemon.connect()
    let second = try DaemonProcess(["--store", directory.store])
    #expect(try second.exitStatus() == 1)
    #expect(second.readErrors().contains(directory.store))
  }

  @Test func aReadWaitsForARevision() throws {
    let daemon = try DaemonProcess()
    let (reader, writer) = (try RPCClient(daemon), try RPCClient(daemon))
    try writer.call("cells.push", ["session": "s", "cells": [["id": "a", "title": "A"]]])
    let pull = reader.send("rows.pull", ["session": "s", "minRevision": 2, "timeout": 60_000])
    try writer.call("ping")
    #expect(!reader.isReadable)
    try writer.call("cells.push", ["session": "s", "cells": [["id": "b", "title": "B"]]])
    #expect(try reader.reply(to: pull)["rows"]?.array?.count == 2)
    let get = reader.send("cells.get", ["session": "s", "minRevision": 3, "timeout": 60_000])
    try writer.call("session.delete", ["session": "s"])
    #expect(throws: RPCClient.Refusal(kind: "sessionNotFound", path: nil)) { try reader.reply(to: get) }
    try writer.call("cells.push", ["session": "s", "cells": [["id": "a", "title": "A"]]])
    #expect(throws: RPCClient.Refusal(kind: "busy", path: nil)) {
      try reader.call("rows.pull", ["session": "s", "minRevision": 9, "timeout": 1])
    }
  }
}
