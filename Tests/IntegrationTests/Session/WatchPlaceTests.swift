import CellWire
import Testing

/// Watches with an anchor keep their place. If the first row goes, the next row of the last window
/// that is still shown replaces it. Otherwise the nearest row before it does, or the index decides.
@Suite struct WatchPlaceTests {
  /// The last window: its first row and what is known of it.
  private struct Place {
    var id = ""
    var offset = 0
    var index = 0
    /// The section of the first row, and the rows.
    var known: [String] = []
  }

  private struct Row: Equatable {
    var id: String
    var index: Int
    var y: Int
    var height: Int

    init?(_ json: JSON) {
      guard let id = json["id"]?.string, let index = json["index"]?.int, let y = json["y"]?.int,
        let height = json["height"]?.int
      else { return nil }
      (self.id, self.index, self.y, self.height) = (id, index, y, height)
    }
  }

  private static let height = 7

  private static func rows(_ reply: JSON) -> [Row] { reply["rows"]?.array?.compactMap(Row.init) ?? [] }

  /// The window that follows `last` in a list of `rows`.
  private static func follow(_ last: Place, _ rows: [Row]) -> [Row] {
    guard let end = rows.last else { return [] }
    let place = last.known.lastIndex(of: last.id) ?? 0
    let heirs = last.known.isEmpty ? [] : last.known[(place + 1)...] + last.known[..<place].reversed()
    let chosen = ([last.id] + heirs).lazy.compactMap { id in rows.first { $0.id == id } }.first
    let row = chosen ?? rows[min(last.index, rows.count - 1)]
    let top = max(0, min(row.y - last.offset, end.y + end.height - height))
    return rows.filter { $0.y + $0.height > top && $0.y < top + height }
  }

  private static func cell(_ number: Int, _ random: inout SeededRandom) -> JSON {
    let subtitle: JSON = number % 4 == 0 ? "two lines" : .null
    return [
      "id": .string("r\(number)"), "title": .string("Row \(number)"), "subtitle": subtitle,
      "data": [
        "ward": .string(["North", "East", "South"][Int.random(in: 0...2, using: &random)]),
        "rank": JSON(Int.random(in: 0...9, using: &random)),
        "open": .bool(Int.random(in: 0...3, using: &random) > 0),
      ],
    ]
  }

  /// A view: a filter, an order, groups, collapsed ones, or all of them.
  private static func view(_ random: inout SeededRandom) -> JSON {
    let wards: [JSON] = ["North", "East", "South"]
    let filter: JSON = ["field": "data/open", "is": true]
    let isGrouped = Bool.random(using: &random)
    return [
      "width": 60, "widthClass": "compact",
      "where": Bool.random(using: &random) ? filter : .null,
      "sort": Bool.random(using: &random) ? (Bool.random(using: &random) ? "data/rank" : "-title") : .null,
      "group": isGrouped ? "data/ward" : .null,
      "collapsed": isGrouped
        ? .array(wards.filter { _ in Int.random(in: 0...2, using: &random) == 0 }) : .null,
    ]
  }

  @Test(arguments: 1...(DaemonProcess.isSanitized ? 2 : 12)) func aWatchKeepsItsPlace(seed: UInt64) throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    var random = SeededRandom(seed: seed)
    var cells = (0..<60).map { Self.cell($0, &random) }
    var next = 60
    try client.call("cells.push", ["session": "s", "cells": .array(cells)])
    try client.call("view.set", ["session": "s", "view": "v", "width": 60])
    let target: JSON = ["session": "s", "view": "v", "height": JSON(Self.height)]
    var params = target
    params["anchor"] = ["id": "r30", "offset": 2]
    var last = Place()
    var message = try client.call("rows.watch", params)
    for step in 0..<50 {
      // The window that the client has now.
      let shown = Self.rows(message)
      if let first = shown.first, let anchor = message["anchor"] {
        #expect(anchor["id"]?.string == first.id)
        let section = message["section"]?["id"]?.string
        last = Place(
          id: first.id, offset: anchor["offset"]?.int ?? 0, index: first.index,
          known: (section.map { [$0] } ?? []) + shown.map(\.id))
      }
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        var change = Self.view(&random)
        change["session"] = "s"
        change["view"] = "v"
        try client.call("view.set", change)
      case 1:
        // The rows of the window go, or some of them, and some before it.
        let gone =
          shown.filter { _ in Bool.random(using: &random) }.map(\.id) + [cells[0]["id"]?.string ?? ""]
        let ids = Set(gone.filter { $0.utf8.first != 1 })
        cells.removeAll { ids.contains($0["id"]?.string ?? "") }
        try client.call("cells.remove", ["session": "s", "ids": .array(ids.sorted().map { .string($0) })])
      case 2:
        let new = (next..<next + 10).map { Self.cell($0, &random) }
        next += 10
        cells = new + cells
        try client.call("cells.push", ["session": "s", "cells": .array(new), "position": "start"])
      default:
        // Rows go, come, move, and leave by the condition, in one change.
        let gone = Set(shown.prefix(Int.random(in: 0...shown.count, using: &random)).map(\.id))
        cells.removeAll { gone.contains($0["id"]?.string ?? "") && Bool.random(using: &random) }
        for index in cells.indices where Int.random(in: 0...4, using: &random) == 0 {
          let number = Int(cells[index]["id"]?.string?.dropFirst() ?? "") ?? 0
          cells[index] = Self.cell(number, &random)
        }
        let new = (next..<next + Int.random(in: 0...15, using: &random)).map { Self.cell($0, &random) }
        next += 15
        cells = new + (step % 7 == 6 ? cells.shuffled(using: &random) : cells)
        try client.call("cells.replace", ["session": "s", "cells": .array(cells)])
      }
      let all = Self.rows(try client.call("rows.pull", ["session": "s", "view": "v", "count": 1000]))
      let expected = Self.follow(last, all)
      while Self.rows(message) != expected {
        guard let news = try client.notification(within: 2_000)?["params"] else { break }
        message = news
      }
      #expect(Self.rows(message) == expected, "step \(step) of \(seed)")
      guard Self.rows(message) == expected else { break }
    }
  }

  @Test func rowsInCollapsedGroupsAreReplacedByTheirSection() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    let cells = (0..<90).map { number -> JSON in
      [
        "id": .string("k\(number)"), "title": .string("Kit \(number)"),
        "data": ["bay": .string("B\(number / 30)")],
      ]
    }
    try client.call("cells.push", ["session": "s", "cells": .array(cells)])
    try client.call("view.set", ["session": "s", "view": "v", "width": 30, "group": "data/bay"])
    try client.call("rows.watch", ["session": "s", "view": "v", "anchor": ["id": "k40"], "height": 5])
    try client.call(
      "view.set", ["session": "s", "view": "v", "width": 30, "group": "data/bay", "collapsed": ["B1"]])
    let rows = try client.notification()?["params"]?["rows"]?.array?.compactMap { $0["id"]?.string }
    #expect(rows?.prefix(2) == ["\u{1}\"B1\"", "\u{1}\"B2\""])
  }

  @Test func aPullHasNoLastWindow() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    try client.call("cells.push", ["session": "s", "cells": PullTests.cells(30)])
    let anchor: JSON = ["id": "c9", "index": 9]
    let window: JSON = ["session": "s", "anchor": anchor, "height": 3]
    try client.call("rows.pull", window)
    try client.call("cells.remove", ["session": "s", "ids": ["c9", "c1", "c2"]])
    let rows = try client.call("rows.pull", window)["rows"]?.array
    #expect(rows?.first?["id"] == "c12")
  }
}
