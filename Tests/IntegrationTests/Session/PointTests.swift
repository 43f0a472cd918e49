import CellWire
import Testing

@Suite("Rows in points through the socket")
struct PointTests {
  private static let environment: JSON = ["unit": "point", "width": 375, "profile": "swiftui"]

  private func start() throws -> (daemon: DaemonProcess, client: RPCClient) {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    let cells: JSON = [
      ["id": "a", "title": "A"], ["id": "b", "title": "B", "subtitle": "S"],
      ["id": "c", "title": "C", "subtitle": "S", "footnote": "F"],
    ]
    try client.call("cells.push", ["session": "s", "cells": cells])
    return (daemon, client)
  }

  @Test func heightsAddUp() throws {
    let (daemon, client) = try start()
    defer { withExtendedLifetime(daemon) {} }
    let params: JSON = ["session": "s", "environment": Self.environment, "format": "frames"]
    let reply = try client.call("rows.pull", params)
    let rows = reply["rows"]?.array ?? []
    #expect(rows.map { $0["height"]?.double } == [50, 75, 98])
    #expect(rows.map { $0["y"]?.double } == [0, 50, 125])
    #expect(reply["height"]?.double == 223 && reply["width"]?.double == 375)
    var again = params
    again["since"] = reply["clock"]
    let known = try client.call("rows.pull", again)["rows"]?.array ?? []
    #expect(known.allSatisfy { $0["same"]?.bool == true })
    #expect(known.map { $0["y"]?.double } == [0, 50, 125])
  }

  @Test(arguments: [(0.0, 50.0, ["a"]), (49.9, 0.2, ["a", "b"]), (130, 500, ["c"]), (223, 10, [])])
  func aSpanIsInPoints(top: Double, height: Double, ids: [String]) throws {
    let (daemon, client) = try start()
    defer { withExtendedLifetime(daemon) {} }
    var params: JSON = ["session": "s", "environment": Self.environment, "format": "frames"]
    params["top"] = JSON(top)
    params["height"] = JSON(height)
    let rows = try client.call("rows.pull", params)["rows"]?.array ?? []
    #expect(rows.compactMap { $0["id"]?.string } == ids)
  }

  @Test(arguments: ["text", "ansi", "spans"])
  func textHasNoPoints(format: String) throws {
    let (daemon, client) = try start()
    defer { withExtendedLifetime(daemon) {} }
    for method in ["rows.pull", "rows.watch"] {
      let refused = try refusal {
        try client.call(
          method, ["session": "s", "environment": Self.environment, "format": .string(format)])
      }
      #expect(refused == RPCClient.Refusal(kind: "unsupported", path: "/format"))
    }
    let cell: JSON = ["id": "x", "title": "X"]
    let alone = try refusal {
      try client.call(
        "cell.layout", ["cell": cell, "environment": Self.environment, "format": .string(format)])
    }
    #expect(alone?.kind == "unsupported")
  }

  @Test func aWatchFollowsItsViewToPoints() throws {
    let (daemon, client) = try start()
    defer { withExtendedLifetime(daemon) {} }
    try client.call("view.set", ["session": "s", "view": "v", "width": 40])
    try client.call("rows.watch", ["session": "s", "view": "v"])
    let view = try client.call("view.set", ["session": "s", "view": "v", "unit": "point", "width": 375])
    #expect(view["unit"]?.string == "point" && view["width"]?.double == 375)
    let told = try #require(try client.notification())
    let rows = told["params"]?["rows"]?.array ?? []
    #expect(rows.count == 3 && rows.allSatisfy { $0["elements"]?.array?.isEmpty == false })
  }

  @Test(arguments: ["object", "contact", "keyValue", "grid"])
  func everyKindIsLaidOutAlone(kind: String) throws {
    let (daemon, client) = try start()
    defer { withExtendedLifetime(daemon) {} }
    let cell: JSON = [
      "id": "x", "title": "Title", "subtitle": "Subtitle", "kind": .string(kind),
      "columns": [["text": "One", "width": 80], ["text": "Two", "width": "rest"]],
    ]
    let text = try client.call("cell.layout", ["cell": cell, "environment": ["width": 80]])["row"]
    let expected: JSON =
      switch kind {
      case "keyValue": ["Title                                   Subtitle"]
      case "grid": ["One         Two"]
      default: ["Title", "Subtitle"]
      }
    #expect(text?["lines"] == expected)
    let points = try client.call(
      "cell.layout", ["cell": cell, "environment": Self.environment, "format": "frames"])["row"]
    #expect((points?["height"]?.double ?? 0) >= 50)
  }
}
