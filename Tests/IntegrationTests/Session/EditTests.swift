import CellWire
import Testing

@Suite struct EditTests {
  private func cells(_ ids: [String], title: String = "t") -> JSON {
    .array(ids.map { ["id": .string($0), "title": .string(title)] })
  }

  private func order(_ client: RPCClient, _ session: String = "s") throws -> [String] {
    try client.call("cells.get", ["session": .string(session)])["cells"]?.array?.compactMap {
      $0["id"]?.string
    } ?? []
  }

  @Test func aPushPutsNewCellsWhereItSaysAndReplacesTheOthers() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    let first = try client.call("cells.push", ["session": "s", "cells": cells(["a", "b", "c"])])
    #expect(first["inserted"]?.int == 3 && first["updated"]?.int == 0 && first["unchanged"]?.int == 0)
    let second = try client.call(
      "cells.push",
      [
        "session": "s", "position": ["after": "a"],
        "cells": [
          ["id": "b", "title": "t"], ["id": "c", "title": "new"], ["id": "d", "title": "t"],
          ["id": 5, "title": ""],
        ],
      ])
    #expect(second["inserted"]?.int == 2 && second["updated"]?.int == 1 && second["unchanged"]?.int == 1)
    #expect(try order(client) == ["a", "d", "5", "b", "c"])
    for (position, place) in [("start", 0), ("end", 6)] {
      try client.call(
        "cells.push", ["session": "s", "position": .string(position), "cells": cells([position])])
      #expect(try order(client)[place] == position)
    }
    try client.call("cells.push", ["session": "s", "position": 99, "cells": cells(["past"])])
    #expect(try order(client).last == "past")
    try client.call("cells.push", ["session": "s", "position": ["before": "b"], "cells": cells(["x", "y"])])
    #expect(try order(client) == ["start", "a", "d", "5", "x", "y", "b", "c", "end", "past"])
  }

  @Test func theRevisionGrowsWithRealChangesOnly() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    func revision(_ method: String, _ params: JSON) throws -> Int {
      try client.call(method, params)["revision"]?.int ?? -1
    }
    let push: JSON = ["session": "s", "cells": cells(["a", "b"])]
    let first = try revision("cells.push", push)
    #expect(try revision("cells.push", push) == first)
    #expect(try revision("cells.remove", ["session": "s", "ids": ["nobody"]]) == first)
    #expect(try revision("cells.move", ["session": "s", "ids": ["a"], "position": "start"]) == first)
    #expect(try revision("cells.viewed", ["session": "s", "ids": ["a"]]) == first)
    #expect(try revision("cells.replace", push) == first)
    #expect(try revision("selection.set", ["session": "s", "ids": []]) == first)
    #expect(
      try revision("cells.patch", ["session": "s", "patches": [["id": "a", "patch": ["title": "t"]]]])
        == first)
    let moved = try revision("cells.move", ["session": "s", "ids": ["b"], "position": "start"])
    #expect(moved > first)
    #expect(try revision("cells.remove", ["session": "s", "all": true]) > moved)
  }

  @Test func whatFailsChangesNothing() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    try client.call("cells.push", ["session": "s", "cells": cells(["a", "b", "c"])])
    let before = try client.call("cells.get", ["session": "s"])
    let revision = before["revision"]?.int ?? -1
    let failing: [(String, JSON, String, String?)] = [
      (
        "cells.push", ["session": "s", "cells": [["id": "d", "title": "t"], ["id": "e"]]], "invalidParams",
        nil
      ),
      ("cells.push", ["session": "s", "cells": cells(["d", "d"])], "invalidParams", "/cells/1/id"),
      (
        "cells.push", ["session": "s", "cells": cells(["d"]), "position": ["before": "z"]], "cellNotFound",
        "/position/before"
      ),
      (
        "cells.push", ["session": "s", "cells": cells(["d"]), "ifRevision": JSON(revision + 1)],
        "revisionConflict", "/ifRevision"
      ),
      (
        "cells.patch",
        ["session": "s", "patches": [["id": "a", "patch": ["title": "x"]], ["id": "z", "patch": [:]]]],
        "cellNotFound", "/patches/1/id"
      ),
      (
        "cells.patch", ["session": "s", "patches": [["id": "a", "patch": ["id": "q"]]]], "invalidParams",
        "/patches/0/patch/id"
      ),
      ("cells.move", ["session": "s", "ids": ["a", "z"], "position": "end"], "cellNotFound", "/ids/1"),
      (
        "cells.move", ["session": "s", "ids": ["a"], "position": ["after": "a"]], "invalidParams",
        "/position/after"
      ),
      ("cells.viewed", ["session": "s", "ids": ["z"]], "cellNotFound", "/ids/0"),
      ("cells.replace", ["session": "s", "cells": cells(["q", "q"])], "invalidParams", "/cells/1/id"),
      ("selection.set", ["session": "s", "ids": ["a"]], "invalidParams", "/ids"),
      (
        "cells.push", ["session": "other", "cells": cells(["d"]), "position": ["after": "z"]], "cellNotFound",
        "/position/after"
      ),
    ]
    for (method, params, kind, path) in failing {
      let refusal = try refusal { try client.call(method, params) }
      #expect(refusal?.kind == kind, "\(method) \(params.text)")
      if let path { #expect(refusal?.path == path, "\(method) \(params.text)") }
    }
    #expect(try client.call("cells.get", ["session": "s"]) == before)
    #expect(try refusal { try client.call("session.info", ["session": "other"]) }?.kind == "sessionNotFound")
  }

  @Test func partialPushesKeepTheGoodCells() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    let result = try client.call(
      "cells.push",
      [
        "session": "s", "partial": true,
        "cells": [
          ["id": "a", "title": "t"], ["id": "b", "tilte": "t"], ["id": "a", "title": "u"],
          ["id": "c", "title": "t"],
        ],
      ])
    #expect(result["inserted"]?.int == 2)
    let rejected = result["rejected"]?.array ?? []
    #expect(rejected.map { $0["index"]?.int } == [1, 2])
    #expect(rejected.first?["error"]?["data"]?["path"]?.string == "/cells/1/tilte")
    #expect(try order(client) == ["a", "c"])
  }

  @Test func replacementsMayComeInParts() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    let other = try RPCClient(daemon)
    try client.call("cells.push", ["session": "s", "cells": cells(["a", "b", "c", "d"])])
    let staged = try client.call(
      "cells.replace", ["session": "s", "more": true, "cells": cells(["d", "a"])])
    #expect(staged == ["staged": 2])
    #expect(try order(other) == ["a", "b", "c", "d"])
    let result = try client.call("cells.replace", ["session": "s", "cells": cells(["b", "e"], title: "u")])
    #expect(result["inserted"]?.int == 1 && result["removed"]?.int == 1 && result["updated"]?.int == 1)
    #expect(result["moved"]?.int == 1 && result["unchanged"]?.int == 1)
    #expect(try order(other) == ["d", "a", "b", "e"])
  }

  @Test func selectionFollowsTheMode() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    try client.call("session.create", ["session": "s", "selection": "single"])
    try client.call("cells.push", ["session": "s", "cells": cells(["a", "b", "c"])])
    func select(_ params: JSON) throws -> Int? { try client.call("selection.set", params)["selected"]?.int }
    #expect(try select(["session": "s", "ids": ["a"]]) == 1)
    #expect(try select(["session": "s", "ids": ["b"]]) == 1)
    #expect(
      try refusal { _ = try select(["session": "s", "ids": ["a"], "op": "add"]) }?.kind == "invalidParams")
    #expect(try refusal { _ = try select(["session": "s", "all": true]) }?.kind == "invalidParams")
    try client.call("session.configure", ["session": "s", "selection": "multiple"])
    #expect(try select(["session": "s", "ids": ["a"], "op": "add"]) == 2)
    #expect(try select(["session": "s", "all": true, "op": "toggle"]) == 1)
    #expect(try select(["session": "s", "ids": ["c", "a"], "op": "toggle"]) == 1)
    #expect(try select(["session": "s", "all": true]) == 3)
    #expect(try select(["session": "s", "ids": ["b"], "op": "remove"]) == 2)
    #expect(try refusal { _ = try select(["session": "s", "ids": ["z"]]) }?.kind == "cellNotFound")
    let rows = try client.call("rows.pull", ["session": "s"])["rows"]?.array ?? []
    #expect(rows.map { $0["selected"]?.bool ?? false } == [true, false, true])
  }

  @Test func selectingAllChangesOnlyWhatWasNotSelected() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    try client.call("session.create", ["session": "s", "selection": "multiple"])
    try client.call("cells.push", ["session": "s", "cells": cells((0..<400).map { "c\($0)" })])
    try client.call("selection.set", ["session": "s", "ids": ["c1", "c300"]])
    let clock = try client.call("rows.pull", ["session": "s", "count": 400])["clock"] ?? .null
    try client.call("selection.set", ["session": "s", "all": true])
    let rows =
      try client.call("rows.pull", ["session": "s", "count": 400, "since": clock])["rows"]?.array ?? []
    let same = rows.filter { $0["same"]?.bool == true }.compactMap { $0["id"]?.string }
    #expect(rows.count == 400 && same == ["c1", "c300"])
  }
}
