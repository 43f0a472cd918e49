import CellWire
import Glibc
import Testing

/// Clients that leave. Their connections are closed, and their reads end.
@Suite(.serialized) struct LeavingTests {
  /// The moment at which a client leaves.
  private enum Leave: CaseIterable {
    /// After all of the request is sent, without reading.
    case unread
    /// In the middle of the line.
    case halfLine
    /// The sending side only; then all after the first bytes of the reply have come.
    case halfClosed
    /// After the first bytes of the reply.
    case begun
    /// In a batch with other requests.
    case batch
    /// While a watch is open.
    case watching
  }

  /// Long enough for a worker.
  private static let many = 300

  private static func prepare(_ client: RPCClient) throws {
    let cells: [JSON] = (0..<many).map {
      ["id": .string("\($0)"), "title": .string("Pump \($0)"), "status": "Open"]
    }
    try client.call("cells.push", ["session": "tasks", "cells": .array(cells)])
  }

  /// The examples of all methods, and requests that take workers, orders and fonts.
  private static func requests(_ client: RPCClient) throws -> [JSON] {
    let methods = try #require(try client.call("rpc.discover")["methods"]?.array)
    var requests: [JSON] = methods.compactMap { method in
      guard let name = method["name"], name != "session.delete" else { return nil }
      let params = method["examples"]?[0]?["params"]?.array ?? []
      let members = params.compactMap { param in
        param["name"]?.string.map { JSON.Member($0, param["value"] ?? .null) }
      }
      return ["id": 1, "method": name, "params": .object(members)]
    }
    let environments: [JSON] = [
      ["width": 33, "sort": ["title"]], ["width": 34, "where": ["field": "text", "contains": "Pump"]],
      ["unit": "point", "width": 300],
    ]
    for environment in environments {
      for method in ["rows.pull", "rows.watch", "lint", "header.pull"] {
        var params: JSON = ["session": "tasks", "environment": environment]
        if method == "header.pull" { params["id"] = "2" }
        if method != "lint" { params["format"] = "frames" }
        requests.append(["id": 1, "method": .string(method), "params": params])
      }
    }
    return requests
  }

  private static func leave(_ leave: Leave, _ request: JSON, _ daemon: DaemonProcess) throws {
    let client = try daemon.connect()
    let line = Array((request.text + "\n").utf8)
    switch leave {
    case .unread: client.send(bytes: line)
    case .halfLine: client.send(bytes: Array(line.prefix(line.count / 2)))
    case .halfClosed:
      client.send(bytes: line)
      client.halfClose()
    case .begun:
      client.send(bytes: line)
      _ = client.isClosed(within: 50)
    case .batch: client.send("[\(request.text),\(request.text),{\"id\":2,\"method\":\"ping\"}]")
    case .watching:
      client.send(#"{"id":9,"method":"rows.watch","params":{"session":"tasks","count":5}}"#)
      client.send(bytes: line)
    }
  }

  private static func connections(_ client: RPCClient) throws -> Int? {
    try client.call("stats")["daemon"]?["connections"]?.int
  }

  @Test func noConnectionStaysWhateverAClientLeaves() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    try Self.prepare(client)
    for request in try Self.requests(client) {
      for moment in Leave.allCases {
        for _ in 0..<3 { try Self.leave(moment, request, daemon) }
      }
      #expect(eventually { (try? Self.connections(client)) == 1 }, "\(request.text.prefix(200))")
    }
    #expect(daemon.isRunning)
  }

  /// The client that stays asked first, so that its time is over before that of the others.
  @Test(arguments: ["rows.pull", "rows.watch", "cells.get"])
  func readsThatWaitEndWithTheirClients(method: String) throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    try Self.prepare(client)
    let params: JSON = ["session": "tasks", "minRevision": 1_000_000, "timeout": 60_000]
    let request: JSON = ["id": 1, "method": .string(method), "params": params]
    let staying = try daemon.connect()
    staying.send(request.text)
    for moment in Leave.allCases { try Self.leave(moment, request, daemon) }
    #expect(eventually { (try? Self.connections(client)) == 2 })
    #expect(!staying.isReadable)
  }

  @Test func theDaemonOfOneClientEndsWhenItLeaves() throws {
    for method in ["ping", "rows.pull", "lint", "cells.get"] {
      let daemon = try DaemonProcess(["--stdio"], withSocket: false)
      let cells = (0..<Self.many).map { #"{"id":"\#($0)","title":"Pump"}"# }.joined(separator: ",")
      try daemon.write(
        #"{"id":1,"method":"cells.push","params":{"session":"tasks","cells":[\#(cells)]}}"# + "\n")
      let params = method == "ping" ? "{}" : #"{"session":"tasks"}"#
      try daemon.write(#"{"id":2,"method":"\#(method)","params":\#(params)}"# + "\n")
      try daemon.closeOutput()
      try daemon.closeInput()
      _ = try daemon.exitStatus()
    }
  }

  // MARK: Long work

  /// Requests that take seconds for one cell, and the cell.
  private static var longReads: [(name: String, cell: JSON, method: String, params: JSON)] {
    let conditions: [JSON] = (0..<60).map {
      ["field": "title", "matches": .string("*" + String(repeating: "x?", count: 30) + "*y\($0)")]
    }
    let text = String(repeating: "x", count: 4_000_000)
    let words = (0..<400_000).map { "w" + String($0 * 7, radix: 30) }.joined(separator: " ")
    let statuses: [JSON] = (0..<200_000).map { .string("s\($0)") }
    let points: JSON = ["unit": "point", "width": 300, "truncation": ["*": "middle"]]
    return [
      (
        "conditions", ["id": "1", "title": .string(text)], "rows.pull",
        ["environment": ["width": 40, "where": ["any": .array(conditions)]], "count": 1]
      ),
      (
        "a lint with conditions", ["id": "1", "title": .string(text)], "lint",
        ["environment": ["width": 40, "where": ["any": .array(conditions)]]]
      ),
      (
        "words", ["id": "1", "title": .string(words)], "rows.pull",
        ["environment": points, "format": "frames"]
      ),
      (
        "words of a header", ["id": "1", "title": .string(words)], "header.pull",
        ["environment": points, "format": "svg", "id": "1"]
      ),
      ("a long cell", ["id": "1", "title": "t", "status": .array(statuses)], "cells.get", [:]),
      (
        "a long cell in a row", ["id": "1", "title": "t", "status": .array(statuses)], "rows.pull",
        ["environment": points, "format": "svg"]
      ),
    ]
  }

  /// A read ends soon after its client has left, also in the middle of one cell.
  @Test(.enabled(if: !DaemonProcess.isSanitized)) func aReadEndsInsideOfOneCellThoroughly() throws {
    for (name, cell, method, params) in Self.longReads {
      let daemon = try DaemonProcess()
      let other = try RPCClient(daemon)
      try other.call("cells.push", ["session": "s", "cells": .array([cell])])
      var params = params
      params["session"] = "s"
      let request: JSON = ["id": 1, "method": .string(method), "params": params]
      let start = daemon.processorSeconds
      var client: SocketClient? = try daemon.connect()
      client?.send(request.text)
      #expect(eventually { daemon.processorSeconds - start > 0.1 || client?.isReadable ?? true })
      let left = daemon.processorSeconds
      client = nil
      // The connection stays until its read has ended.
      #expect(eventually { (try? Self.connections(other)) == 1 })
      let abandoned = daemon.processorSeconds - left
      client = try daemon.connect()
      client?.send(request.text)
      _ = client?.receive()
      let whole = daemon.processorSeconds - left - abandoned
      #expect(abandoned < max(0.4, whole / 4), "\(name): \(abandoned) s of \(whole) s")
    }
  }
}
