import CellWire
import Foundation
import Testing

/// A request that is repeated gets the reply that is true now, not the one before.
@Suite struct RepeatedPullTests {
  private func start(_ daemon: DaemonProcess, _ count: Int) throws -> RPCClient {
    let client = try RPCClient(daemon)
    try client.call("cells.push", ["session": "s", "cells": PullTests.cells(count)])
    return client
  }

  /// Makes a request three times in a row. Returns the reply, which is the same each time.
  private func repeated(_ client: RPCClient, _ params: JSON) throws -> JSON {
    let first = try client.call("rows.pull", params)
    #expect(try client.call("rows.pull", params) == first)
    #expect(try client.call("rows.pull", params) == first)
    return first
  }

  @Test(arguments: 1...3) func editsAndViewsAreSeen(seed: UInt64) throws {
    let daemon = try DaemonProcess()
    let client = try start(daemon, 90)
    var random = SeededRandom(seed: seed)
    func id() -> JSON { .string("c\(Int.random(in: 0..<90, using: &random))") }
    for step in 0..<60 {
      switch Int.random(in: 0..<9, using: &random) {
      case 0:
        let patch: JSON = [
          "id": id(), "patch": ["title": .string("Title \(step) of a cell that was changed")],
        ]
        _ = try? client.call("cells.patch", ["session": "s", "patches": [patch]])
      case 1: _ = try? client.call("cells.move", ["session": "s", "ids": [id()], "position": "start"])
      case 2: _ = try? client.call("cells.remove", ["session": "s", "ids": [id()]])
      case 3: try client.call("cells.push", ["session": "s", "cells": PullTests.cells(2, from: 90 + step)])
      case 4:
        let width = JSON(Int.random(in: 30...90, using: &random))
        try client.call("view.set", ["session": "s", "width": width])
      case 5:
        let isSorted = Bool.random(using: &random)
        try client.call("view.set", ["session": "s", "sort": isSorted ? ["title"] : .null])
      case 6:
        try client.call(
          "session.configure", ["session": "s", "selection": step % 2 == 0 ? "multiple" : "none"])
      case 7: _ = try? client.call("cells.viewed", ["session": "s", "ids": [id()]])
      default: break
      }
      let whole = try client.call("rows.pull", ["session": "s", "count": 500])
      for count in [20, 5] {
        let part = try repeated(client, ["session": "s", "count": JSON(count)])
        #expect(part["rows"]?.array == (whole["rows"]?.array).map { Array($0.prefix(count)) })
        for member in ["revision", "layout", "clock", "height", "count"] {
          #expect(part[member] == whole[member], "\(member) after step \(step)")
        }
      }
    }
  }

  @Test func heightsThatBecomeKnownAreSeen() throws {
    let daemon = try DaemonProcess()
    let client = try start(daemon, 12_000)
    let params: JSON = ["session": "s", "environment": ["width": 44], "start": 6_000, "count": 10]
    for _ in 0..<3 { try client.call("rows.pull", params) }
    let exact = try client.call(
      "rows.pull", ["session": "s", "environment": ["width": 44], "exact": true, "count": 1])
    let reply = try repeated(client, params)
    #expect(reply["exact"] == true && reply["height"] == exact["height"])
  }

  @Test func formsAndLimitsAreSeen() throws {
    let daemon = try DaemonProcess()
    let client = try start(daemon, 60)
    let text = try repeated(client, ["session": "s"])
    let padded = try repeated(client, ["session": "s", "pad": true])
    let frames = try repeated(client, ["session": "s", "format": "frames"])
    #expect(text["rows"] != padded["rows"] && text["rows"]?[0]?["lines"] != nil)
    #expect(frames["rows"]?[0]?["lines"] == nil)
    #expect(try repeated(client, ["session": "s"]) == text)
    #expect(
      try repeated(client, ["session": "s", "since": text["clock"] ?? .null])["rows"]?[0]?["same"] == true)
    // Larger than the reply that is kept.
    try client.call("cells.push", ["session": "s", "cells": PullTests.cells(2_000)])
    let all = try repeated(client, ["session": "s", "count": 2_000])
    #expect(all["rows"]?.array?.count == 2_000)
  }

  @Test func aReplyThatALimitHasCutIsNotKept() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "celld-limits-\(UUID())")
    defer { try? FileManager.default.removeItem(at: directory) }
    try Data("reply=65536\n".utf8).write(to: directory)
    let daemon = try DaemonProcess(["--limits", directory.path])
    let client = try RPCClient(daemon)
    var cells = (0..<3).map { ["id": JSON($0), "title": "T"] as JSON }
    cells[1]["data"] = .string(String(repeating: "x", count: 66_000))
    try client.call("cells.push", ["session": "s", "cells": .array(cells)])
    let params: JSON = ["session": "s", "count": 3, "include": ["cell"]]
    #expect(try repeated(client, params)["next"] == 1)
    try Data("reply=4000000\n".utf8).write(to: directory)
    daemon.signal(SIGHUP)
    #expect(try eventually { try client.call("hello")["limits"]?["reply"] == 4_000_000 })
    let whole = try repeated(client, params)
    #expect(whole["next"] == nil && whole["rows"]?.array?.count == 3)
  }
}
