import CellProtocol
import Foundation
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

  /// Needs the right to change the user id for a moment.
  @Test(
    .enabled(
      if: getuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0 && access("/usr/bin/socat", X_OK) == 0))
  func otherUsersGetWhatIsSharedOnly() throws {
    let daemon = try DaemonProcess(["--mode", "666"])
    chmod(daemon.directory, 0o755)
    let client = try RPCClient(daemon)
    try client.call("session.create", ["session": "mine"])
    try client.call("session.create", ["session": "ours", "shared": true])
    let other = Process()
    other.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
    other.arguments = [
      "--reuid=65534", "--regid=65534", "--clear-groups", "socat", "-", "UNIX-CONNECT:\(daemon.socketPath)",
    ]
    let input = Pipe()
    let output = Pipe()
    other.standardInput = input
    other.standardOutput = output
    try other.run()
    let lines = [
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
    ]
    try input.fileHandleForWriting.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
    try input.fileHandleForWriting.close()
    let replies = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      .split(separator: "\n")
    other.waitUntilExit()
    try #require(replies.count == 11)
    let parsed = try replies.map { try JSON(parsing: String($0)) }
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
}
