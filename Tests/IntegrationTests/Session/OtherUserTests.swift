import CellWire
import Glibc
import Testing

/// Users cannot disturb each other, and see shared sessions only.
@Suite struct OtherUserTests {
  private func start(_ limits: [String] = []) throws -> (DaemonProcess, RPCClient) {
    let daemon = try DaemonProcess(["--mode", "666"] + limits.flatMap { ["--limit", $0] })
    let client = try RPCClient(daemon)
    chmod(daemon.directory, 0o755)
    return (daemon, client)
  }

  /// Calls with the parameters besides the session.
  private static let calls = [
    ("session.info", ""), ("cells.get", ""), ("rows.pull", ""), ("rows.watch", ""),
    ("header.pull", #","id":"1""#), ("lint", ""), ("view.list", ""), ("view.set", #","width":3"#),
    ("view.delete", #","view":"v""#), ("cells.patch", #","patches":[]"#),
    ("cells.patch", #","patches":[{"id":"1","patch":{"title":"x"}}]"#), ("cells.remove", #","all":true"#),
    ("cells.remove", #","ids":["1"]"#), ("cells.replace", #","cells":[]"#),
    ("cells.replace", #","cells":[],"more":true"#), ("cells.move", #","ids":["1"],"position":"end""#),
    ("cells.viewed", #","ids":["1"]"#), ("selection.set", #","ids":["1"]"#),
    ("action.invoke", #","id":"1","action":"open""#), ("session.configure", #","shared":true"#),
    ("session.delete", ""), ("session.info", #","owner":"root""#), ("session.delete", #","owner":0"#),
    ("cells.push", #","owner":"root","cells":[]"#), ("session.create", #","owner":"root""#),
  ]

  /// A private session of another user is exactly like one that does not exist.
  @Test(.enabled(if: OtherUser.isPossible)) func privateSessionsDoNotShow() throws {
    let (daemon, root) = try start()
    let cell: JSON = ["id": "1", "title": "secret", "unread": true]
    try root.call("session.create", ["session": "private", "selection": "single"])
    try root.call("cells.push", ["session": "private", "cells": [cell]])
    try root.call("view.set", ["session": "private", "view": "v", "width": 30])
    let methods = ["session.info", "cells.get", "view.list"]
    let before = try methods.map { try root.call($0, ["session": "private"]) }
    func lines(_ name: String) -> [String] {
      Self.calls.map { #"{"id":1,"method":"\#($0)","params":{"session":"\#(name)"\#($1)}}"# }
    }
    let replies = try OtherUser.ask(lines("private"), of: daemon)
    let absent = try OtherUser.ask(lines("another"), of: daemon)
    for (call, (reply, other)) in zip(Self.calls, zip(replies, absent)) {
      #expect(reply.text == other.text.replacing("another", with: "private"), "\(call)")
      #expect(reply["error"]?["data"]?["kind"] == "sessionNotFound", "\(call)")
    }
    let rest = try OtherUser.ask(
      [
        #"{"id":1,"method":"session.info","params":{"session":"privat"}}"#,
        #"{"id":2,"method":"session.list"}"#,
        #"{"id":3,"method":"cells.push","params":{"session":"private","cells":[{"id":"1","title":"mine"}]}}"#,
        #"{"id":4,"method":"cells.get","params":{"session":"private"}}"#,
        #"{"id":5,"method":"session.delete","params":{"session":"private"}}"#,
      ], of: daemon)
    #expect(rest[0]["error"]?["data"]?["hint"] == nil)
    #expect(rest[1]["result"]?["sessions"] == [])
    #expect(rest[2]["result"]?["inserted"] == 1)
    #expect(rest[3]["result"]?["cells"]?[0]?["title"] == "mine")
    #expect(rest[4]["result"] == [:])
    #expect(try methods.map { try root.call($0, ["session": "private"]) } == before)
  }

  /// In a shared session, others change cells and views, but not its settings.
  @Test(.enabled(if: OtherUser.isPossible)) func sharedSessionsKeepTheirOwner() throws {
    let (daemon, root) = try start()
    try root.call("session.create", ["session": "open", "shared": true])
    try root.call("cells.push", ["session": "open", "cells": [["id": "1", "title": "t"]]])
    let replies = try OtherUser.ask(
      [
        #"{"id":1,"method":"cells.push","params":{"session":"open","cells":[{"id":"2","title":"by nobody"}]}}"#,
        #"{"id":2,"method":"cells.remove","params":{"session":"open","all":true}}"#,
        #"{"id":3,"method":"view.set","params":{"session":"open","view":"b","width":9}}"#,
        #"{"id":4,"method":"session.configure","params":{"session":"open","shared":false}}"#,
        #"{"id":5,"method":"session.delete","params":{"session":"open"}}"#,
      ], of: daemon)
    #expect(replies[0]["result"]?["inserted"] == 1 && replies[1]["result"]?["removed"] == 2)
    #expect(replies[2]["result"]?["width"] == 9)
    for reply in replies[3...4] { #expect(reply["error"]?["data"]?["kind"] == "accessDenied") }
    let info = try root.call("session.info", ["session": "open"])
    #expect(info["owner"] == 0 && info["shared"] == true && info["views"] == ["main", "b"])
  }

  /// A user who creates sessions without end leaves half of them, and all names, to others.
  @Test(.enabled(if: OtherUser.isPossible)) func nobodyCanTakeAllSessions() throws {
    let (daemon, root) = try start(["sessions=20"])
    let greedy = (0..<12).map { #"{"id":1,"method":"session.create","params":{"session":"s\#($0)"}}"# }
    let replies = try OtherUser.ask(greedy, of: daemon)
    #expect(replies.map { $0["error"] == nil } == Array(repeating: true, count: 10) + [false, false])
    #expect(replies[10]["error"]?["data"]?["scope"] == "user")
    #expect(replies[10]["error"]?["data"]?["max"] == 10)
    let others = (0..<6).map {
      #"{"id":1,"method":"cells.push","params":{"session":"s\#($0)","cells":[{"id":"1","title":"t"}]}}"#
    }
    let second = try OtherUser.ask(others, of: daemon, as: 65_533)
    #expect(second.map { $0["result"]?["inserted"]?.int } == [1, 1, 1, 1, 1, nil])
    for number in 0..<5 { try root.call("session.create", ["session": .string("s\(number)")]) }
    #expect(try root.call("stats")["daemon"]?["sessions"] == 20)
  }

  /// A user who connects without end leaves half of the connections to others.
  @Test(.enabled(if: OtherUser.isPossible)) func nobodyCanTakeAllConnections() throws {
    let (daemon, root) = try start(["connections=13"])
    let greedy = try (0..<9).map { _ in try OtherUser.connect(to: daemon) }
    defer {
      for process in greedy {
        // The signal mask of the tests can block SIGTERM.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }
    }
    func count(_ name: String) throws -> Int? { try root.call("stats")["daemon"]?[name]?.int }
    // Half of the twelve that root leaves. The others get an error, and end.
    #expect(try eventually { try count("refused") == 3 && count("connections") == 7 })
    #expect(eventually { greedy.count(where: \.isRunning) == 6 })
    let pings = try OtherUser.ask([#"{"id":1,"method":"ping"}"#], of: daemon, as: 65_533)
    #expect(pings[0]["result"] == [:])
  }
}
