import CellWire
import Testing

/// Long work is done on a worker, even for a few cells. Short work is done at once.
@Suite struct LoopShareTests {
  private static let text = JSON.string(String(repeating: "Vibration alarm on bearing 2. ", count: 8_000))
  private static let large: JSON = [
    "id": "large", "title": "Large", "description": text, "data": text,
    "actions": [["id": "go", "kind": "toggle"]],
  ]
  private static let small: JSON = [
    "id": "small", "title": "Small", "data": 1, "actions": [["id": "go", "kind": "toggle"]],
  ]
  private static let unlimited: JSON = ["width": 40, "lineLimits": "none"]

  /// Returns the number of jobs of workers for a request.
  private func work(_ client: RPCClient, _ method: String, _ params: JSON) throws -> Int {
    func jobs() throws -> Int { try client.call("stats")["daemon"]?["jobs"]?.int ?? -1 }
    let before = try jobs()
    try client.call(method, params)
    return try jobs() - before
  }

  private func client(_ daemon: DaemonProcess) throws -> RPCClient {
    let client = try RPCClient(daemon)
    try client.call("cells.push", ["session": "s", "cells": [Self.large, Self.small]])
    return client
  }

  @Test(
    arguments: [
      ("cells.get", ["session": "s", "ids": ["ID"]]),
      ("cells.get", ["session": "s", "start": "INDEX", "count": 1]),
      ("rows.pull", ["session": "s", "ids": ["ID"], "environment": unlimited]),
      (
        "rows.pull",
        ["session": "s", "start": "INDEX", "count": 1, "environment": unlimited, "format": "ansi"]
      ),
      ("cells.patch", ["session": "s", "patches": [["id": "ID", "patch": ["title": "New"]]]]),
      ("action.invoke", ["session": "s", "id": "ID", "action": "go"]),
      ("cell.layout", ["cell": "CELL", "environment": unlimited]),
      ("cells.push", ["session": "s", "cells": ["CELL"]]),
    ] as [(String, JSON)])
  func oneLargeCellIsWorkForAWorkerAndASmallOneIsNot(method: String, params: JSON) throws {
    let daemon = try DaemonProcess()
    let client = try client(daemon)
    func filled(_ id: String, _ index: Int, _ cell: JSON) throws -> JSON {
      let text = params.text.replacing("\"ID\"", with: "\"\(id)\"").replacing("\"INDEX\"", with: "\(index)")
      return try JSON(parsing: text.replacing("\"CELL\"", with: cell.text))
    }
    #expect(try work(client, method, filled("large", 0, Self.large)) >= 1)
    #expect(try work(client, method, filled("small", 1, Self.small)) == 0)
  }

  @Test func rowsThatAreThereAlreadyAreWeighedToo() throws {
    let daemon = try DaemonProcess()
    let client = try client(daemon)
    let pull: JSON = ["session": "s", "start": 0, "count": 1, "environment": Self.unlimited, "pad": true]
    let first = try client.call("rows.pull", pull)
    #expect(try work(client, "rows.pull", pull) >= (first.text.utf8.count > 512 << 10 ? 1 : 0))
    #expect(try client.call("rows.pull", pull)["rows"] == first["rows"])
  }

  /// Shaping and opening fonts take milliseconds, even for one short cell.
  @Test(arguments: ["frames", "svg"])
  func rowsInPointsAreMadeOnAWorkerAndJoinedOnTheLoop(format: String) throws {
    let daemon = try DaemonProcess()
    let client = try client(daemon)
    let points: JSON = ["unit": "point", "width": 320]
    let layout: JSON = ["cell": Self.small, "environment": points, "format": .string(format)]
    // The first request loads the fonts, which is work of its own.
    try client.call("cell.layout", layout)
    #expect(try work(client, "cell.layout", layout) == 1)
    var pull: JSON = ["session": "s", "ids": ["small"], "environment": points, "format": .string(format)]
    let first = try client.call("rows.pull", pull)["rows"]
    #expect(try work(client, "rows.pull", pull) == 0)
    #expect(try client.call("rows.pull", pull)["rows"] == first)
    pull["environment"] = ["unit": "point", "width": 300]
    #expect(try work(client, "rows.pull", pull) == 1)
    try client.call(
      "cells.patch", ["session": "s", "patches": [["id": "small", "patch": ["title": "New"]]]])
    #expect(try work(client, "rows.pull", pull) == 1)
  }

  @Test func manyIdsAreReadOnAWorker() throws {
    let daemon = try DaemonProcess()
    let client = try client(daemon)
    let ids = JSON.array((0..<6_000).map { JSON($0) })
    for (method, params) in [
      ("cells.get", ["session": "s", "ids": ids]), ("rows.pull", ["session": "s", "ids": ids]),
      ("cells.remove", ["session": "s", "ids": ids]),
    ] as [(String, JSON)] {
      #expect(try work(client, method, params) >= 2, "\(method)")
    }
    let bad = JSON.array((0..<6_000).map { JSON($0) } + [true])
    for method in ["cells.get", "cells.viewed", "selection.set"] {
      let refused = try refusal { try client.call(method, ["session": "s", "ids": bad]) }
      #expect(refused?.kind == "invalidParams" && refused?.path == "/ids/6000", "\(method)")
    }
  }

  @Test func aLongRequestOfABatchIsReadOnAWorker() throws {
    let daemon = try DaemonProcess()
    let client = try daemon.connect()
    let ids = (0..<6_000).map { "\($0)" }.joined(separator: ",")
    let push = #"{"id":1,"method":"cells.push","params":{"session":"s","cells":[{"id":5,"title":"T"}]}}"#
    let get = #"{"id":2,"method":"cells.get","params":{"session":"s","ids":[\#(ids)]}}"#
    let wrong = #"{"id":3,"method":"cells.get","params":{"session":"s","ids":[\#(ids),true]}}"#
    let silent = #"{"method":"cells.remove","params":{"session":"s","ids":[\#(ids)]}}"#
    let info = #"{"id":4,"method":"session.info","params":{"session":"s"}}"#
    client.send("[\(push),\(get),\(wrong),\(silent),\(info)]")
    client.send(#"{"id":5,"method":"ping"}"#)
    let replies = try JSON(parsing: try #require(client.receive())).array ?? []
    #expect(replies.map { $0["id"]?.int } == [1, 2, 3, 4])
    #expect(replies[1]["result"]?["cells"]?.array?.count == 1)
    #expect(replies[1]["result"]?["missing"]?.array?.count == 5_999)
    #expect(replies[2]["error"]?["data"]?["path"]?.string == "/ids/6000")
    #expect(replies[3]["result"]?["count"]?.int == 0)
    #expect(client.receive() == #"{"jsonrpc":"2.0","id":5,"result":{}}"#)
  }

  @Test func manySessionsAreListedOnAWorker() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    for number in 0..<100 { try client.call("session.create", ["session": .string("s\(1_000 + number)")]) }
    #expect(try work(client, "session.list", [:]) == 1)
    #expect(try client.call("session.list")["sessions"]?.array?.count == 100)
    #expect(try work(client, "session.list", ["prefix": "s101"]) == 0)
  }
}
