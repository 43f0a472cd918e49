import CellWire
import Glibc
import Testing

@Suite struct SessionLimitTests {
  private func refusedLimit(_ body: () throws -> Void) throws -> String? {
    do {
      try body()
      return nil
    } catch let refusal as RPCClient.Refusal {
      return refusal.kind == "limitExceeded" ? refusal.limit : refusal.kind
    }
  }

  @Test func whatClientsCanMakeGrowIsBounded() throws {
    let daemon = try DaemonProcess(
      ["sessions=2", "cells=50", "views=3", "subscriptions=4", "window=20", "bytes=40000"].flatMap {
        ["--limit", $0]
      })
    let client = try RPCClient(daemon)
    func push(_ session: String, _ count: Int, from start: Int = 0) throws {
      try client.call(
        "cells.push", ["session": .string(session), "cells": PullTests.cells(count, from: start)])
    }
    try push("a", 50)
    let before = try client.call("cells.get", ["session": "a"])
    #expect(try refusedLimit { try push("a", 1, from: 50) } == "cells")
    #expect(try client.call("cells.get", ["session": "a"]) == before)
    try push("a", 50)
    try push("b", 1)
    #expect(try refusedLimit { try push("c", 1) } == "sessions")
    #expect(try refusedLimit { try client.call("session.create", ["session": "c"]) } == "sessions")
    let long = String(repeating: "x", count: 50_000)
    #expect(
      try refusedLimit {
        try client.call("cells.push", ["session": "b", "cells": [["id": "l", "title": .string(long)]]])
      } == "bytes")
    #expect(try client.call("session.info", ["session": "b"])["count"] == 1)
    for name in ["one", "two"] { try client.call("view.set", ["session": "a", "view": .string(name)]) }
    #expect(try refusedLimit { try client.call("view.set", ["session": "a", "view": "three"]) } == "views")
    #expect(try refusedLimit { try client.call("rows.watch", ["session": "a", "count": 21]) } == "window")
    for _ in 0..<4 { try client.call("rows.watch", ["session": "a", "count": 20]) }
    #expect(
      try refusedLimit { try client.call("rows.watch", ["session": "a", "count": 1]) } == "subscriptions")
    try client.call("rows.unwatch", ["subscription": 1])
    try client.call("rows.watch", ["session": "a", "count": 1])
    try client.call("session.delete", ["session": "b"])
    try push("c", 1)
  }

  @Test func aSessionMadeForAPushThatFailsIsGone() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    let params: JSON = ["session": "s", "cells": PullTests.cells(2), "ifRevision": 7]
    #expect(try refusal { try client.call("cells.push", params) }?.kind == "revisionConflict")
    #expect(try client.call("session.list")["sessions"] == [])
    let large: JSON = [
      "session": "s", "cells": PullTests.cells(900), "position": ["before": "nobody"],
    ]
    #expect(try refusal { try client.call("cells.push", large) }?.kind == "cellNotFound")
    #expect(try client.call("session.list")["sessions"] == [])
  }

  @Test(.enabled(if: OtherUser.isPossible))
  func otherUsersGetWhatIsSharedOnly() throws {
    let daemon = try DaemonProcess(["--mode", "666"])
    chmod(daemon.directory, 0o755)
    let client = try RPCClient(daemon)
    try client.call("session.create", ["session": "mine"])
    try client.call("session.create", ["session": "ours", "shared": true])
    let parsed = try OtherUser.ask(
      [
        #"{"id":1,"method":"session.info","params":{"session":"mine"}}"#,
        #"{"id":2,"method":"cells.push","params":{"session":"mine","cells":[]}}"#,
        #"{"id":3,"method":"rows.watch","params":{"session":"mine"}}"#,
        #"{"id":4,"method":"session.create","params":{"session":"mine","ifAbsent":true}}"#,
        #"{"id":5,"method":"cells.push","params":{"session":"ours","cells":[{"id":1,"title":"t"}]}}"#,
        #"{"id":6,"method":"session.list"}"#,
        #"{"id":7,"method":"session.configure","params":{"session":"ours","shared":false}}"#,
        #"{"id":8,"method":"session.delete","params":{"session":"ours"}}"#,
        #"{"id":9,"method":"session.create","params":{"session":"ours"}}"#,
        #"{"id":10,"method":"session.create","params":{"session":"ours"}}"#,
        #"{"id":11,"method":"session.info","params":{"session":"ours"}}"#,
      ], of: daemon)
    // Each user has names of their own.
    #expect(parsed[0]["error"]?["data"]?["kind"] == "sessionNotFound")
    #expect(parsed[1]["result"]?["revision"] == 0)
    #expect(parsed[2]["error"] == nil)
    #expect(parsed[3]["result"]?["owner"] == 65_534)
    #expect(try client.call("session.info", ["session": "mine"])["owner"] == 0)
    #expect(parsed[4]["result"]?["inserted"] == 1)
    // Only the owner changes the settings of a session.
    for reply in parsed[6..<8] {
      #expect(reply["error"]?["data"]?["kind"] == "accessDenied")
      #expect(reply["error"]?["message"]?.string?.contains("Only the owner") == true)
    }
    // A shared session does not keep its name from other users, either.
    #expect(parsed[8]["result"]?["owner"] == 65_534)
    #expect(parsed[9]["error"]?["data"]?["kind"] == "sessionExists")
    #expect(parsed[10]["result"]?["owner"] == 65_534)
    #expect(try client.call("session.info", ["session": "ours"])["shared"] == true)
    #expect(parsed[5]["result"]?["sessions"]?.array?.map { $0["session"]?.string } == ["mine", "ours"])
  }

  /// `owner` selects the session of one user exactly, and only among those that the caller may use.
  @Test(.enabled(if: OtherUser.isPossible)) func anOwnerSelectsExactly() throws {
    let daemon = try DaemonProcess(["--mode", "666"])
    chmod(daemon.directory, 0o755)
    let root = try RPCClient(daemon)
    try root.call("session.create", ["session": "ours", "shared": true])
    try root.call("session.create", ["session": "mine"])
    let replies = try OtherUser.ask(
      [
        #"{"id":1,"method":"cells.push","params":{"session":"ours","owner":"me","cells":[{"id":1,"title":"t"}]}}"#,
        #"{"id":2,"method":"session.info","params":{"session":"ours","owner":"root"}}"#,
        #"{"id":3,"method":"session.info","params":{"session":"ours","owner":0}}"#,
        #"{"id":4,"method":"session.info","params":{"session":"ours"}}"#,
        #"{"id":5,"method":"session.info","params":{"session":"mine","owner":"root"}}"#,
        #"{"id":6,"method":"cells.push","params":{"session":"new","owner":"root","cells":[]}}"#,
        #"{"id":7,"method":"session.create","params":{"session":"new","owner":"root"}}"#,
        #"{"id":8,"method":"session.info","params":{"session":"ours","owner":"no such user"}}"#,
        #"{"id":9,"method":"view.set","params":{"session":"ours","owner":"root","width":30}}"#,
        #"{"id":10,"method":"cells.push","params":{"session":"secret","owner":"me","cells":[]}}"#,
      ], of: daemon)
    #expect(replies[0]["result"]?["inserted"] == 1)
    #expect(try root.call("session.info", ["session": "ours"])["count"] == 0)
    for reply in replies[1...2] {
      #expect(reply["result"]?["owner"] == 0)
      #expect(reply["result"]?["ownerName"] == "root")
    }
    #expect(replies[3]["result"]?["owner"] == 65_534)
    #expect(replies[3]["result"]?["ownerName"] == "nobody")
    for reply in replies[4...6] { #expect(reply["error"]?["data"]?["kind"] == "sessionNotFound") }
    #expect(replies[7]["error"]?["data"]?["path"] == "/owner")
    #expect(replies[8]["result"]?["width"] == 30)
    // Root sees and deletes the sessions of all users, but reads only those that are shared.
    let listed = try root.call("session.list")["sessions"]?.array ?? []
    #expect(listed.compactMap { $0["session"]?.string } == ["mine", "ours", "ours", "secret"])
    #expect(try refusal { try root.call("cells.get", ["session": "secret"]) }?.kind == "sessionNotFound")
    #expect(try refusal { try root.call("session.delete", ["session": "secret"]) }?.kind == "invalidParams")
    try root.call("session.delete", ["session": "secret", "owner": "nobody"])
    try root.call("session.delete", ["session": "ours", "owner": 65_534])
    #expect(try root.call("session.info", ["session": "ours"])["owner"] == 0)
    #expect(try root.call("session.list")["sessions"]?.array?.count == 2)
  }

  /// Users see their own figures in `stats`, and root sees those of all.
  @Test(.enabled(if: OtherUser.isPossible)) func figuresOfOtherUsersDoNotShow() throws {
    let daemon = try DaemonProcess(["--mode", "666", "--limit", "sessions=6"])
    chmod(daemon.directory, 0o755)
    let root = try RPCClient(daemon)
    try root.call("cells.push", ["session": "mine", "cells": PullTests.cells(5)])
    let push = #"{"id":1,"method":"cells.push","params":{"session":"a","cells":[{"id":1,"title":"t"}]}}"#
    let creations = ["b", "c", "d"].map {
      #"{"id":1,"method":"session.create","params":{"session":"\#($0)"}}"#
    }
    let replies = try OtherUser.ask([push] + creations + [#"{"id":1,"method":"stats"}"#], of: daemon)
    // Half of the five sessions that root leaves, rounded up.
    #expect(replies[3]["error"]?["data"]?["scope"] == "user")
    let stats = try #require(replies[4]["result"])
    #expect(stats["daemon"] == nil)
    #expect(stats["user"]?["sessions"] == 3 && stats["user"]?["cells"] == 1)
    #expect(stats["user"]?["connections"] == 1 && stats["user"]?["requests"] == 5)
    let all = try root.call("stats")
    #expect(all["daemon"]?["sessions"] == 4 && all["user"]?["sessions"] == 1 && all["user"]?["cells"] == 5)
  }
}
