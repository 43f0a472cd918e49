import CellWire
import Testing

@Suite struct PullTests {
  /// Cells of different heights, some of them with unread marks, icons and images.
  static func cells(_ count: Int, from start: Int = 0) -> JSON {
    .array(
      (start..<start + count).map { number in
        var cell: JSON = [
          "id": .string("c\(number)"), "title": .string("Pump station \(number) — vibration alarm"),
        ]
        if number % 2 == 0 { cell["subtitle"] = .string("WO-\(number * 37 % 1000)") }
        if number % 3 == 0 {
          cell["description"] =
            "Bearing temperature rose to 78 °C within two hours after start-up; check lubrication."
        }
        if number % 5 == 0 { cell["status"] = [["text": "High", "state": "negative"], "Open"] }
        if number % 7 == 0 { cell["tags"] = ["pump", "日本語", "👩‍👩‍👧"] }
        return cell
      })
  }

  private func start(_ daemon: DaemonProcess, _ count: Int) throws -> RPCClient {
    let client = try RPCClient(daemon)
    try client.call("cells.push", ["session": "s", "cells": Self.cells(count)])
    return client
  }

  @Test func rowsPulledInPiecesEqualRowsPulledAtOnce() throws {
    let daemon = try DaemonProcess()
    let client = try start(daemon, 700)
    for format in ["text", "ansi", "spans", "frames"] {
      let form: JSON = [
        "session": "s", "environment": ["width": 44], "format": .string(format), "count": 700,
      ]
      let whole = try client.call("rows.pull", form)
      #expect(whole["exact"]?.bool == true && whole["count"]?.int == 700)
      let rows = whole["rows"]?.array ?? []
      var pieces: [JSON] = []
      var start = 0
      for size in [1, 126, 2, 130, 300, 500] {
        var piece = form
        piece["start"] = JSON(start)
        piece["count"] = JSON(size)
        pieces += try client.call("rows.pull", piece)["rows"]?.array ?? []
        start += size
      }
      #expect(rows.count == 700 && pieces == rows)
      var y = 0
      for (index, row) in rows.enumerated() {
        #expect(row["index"]?.int == index && row["y"]?.int == y)
        if format == "text" { #expect(row["lines"]?.array?.count == row["height"]?.int) }
        y += row["height"]?.int ?? 0
      }
      #expect(whole["height"]?.int == y)
    }
  }

  @Test func aSpanHasTheRowsThatStandInIt() throws {
    let daemon = try DaemonProcess()
    let client = try start(daemon, 300)
    let environment: JSON = ["width": 40, "separator": "line"]
    let all =
      try client.call("rows.pull", ["session": "s", "environment": environment, "count": 300])["rows"]?.array
      ?? []
    var random = SeededRandom(seed: 4)
    for _ in 0..<40 {
      let top = Int.random(in: 0..<1_200, using: &random)
      let height = Int.random(in: 0..<30, using: &random)
      let expected = all.filter { row in
        let y = row["y"]?.int ?? 0
        return y < top + height && y + (row["height"]?.int ?? 0) > top
      }
      let span = try client.call(
        "rows.pull", ["session": "s", "environment": environment, "top": JSON(top), "height": JSON(height)])
      #expect(span["rows"]?.array ?? [] == (height == 0 ? [] : expected))
    }
  }

  @Test func idsComeInTheOrderAskedForAndTheUnknownAreNamed() throws {
    let daemon = try DaemonProcess()
    let client = try start(daemon, 50)
    let result = try client.call(
      "rows.pull", ["session": "s", "ids": ["c40", "z", "c3"], "include": ["cell"]])
    #expect(result["rows"]?.array?.map { $0["id"]?.string } == ["c40", "c3"])
    #expect(result["rows"]?[0]?["index"]?.int == 40 && result["missing"] == ["z"])
    #expect(result["rows"]?[1]?["cell"]?["title"]?.string == "Pump station 3 — vibration alarm")
    #expect(try client.call("rows.pull", ["session": "s", "start": 99])["rows"] == [])
  }

  @Test func sinceSaysWhatTheClientHas() throws {
    let daemon = try DaemonProcess()
    let client = try start(daemon, 60)
    let first = try client.call("rows.pull", ["session": "s", "count": 60])
    let clock = first["clock"] ?? .null
    func same(_ params: JSON) throws -> Int {
      var all: JSON = ["session": "s", "count": 60, "since": clock]
      for member in params.members ?? [] { all[member.name] = member.value }
      let rows = try client.call("rows.pull", all)["rows"]?.array ?? []
      return rows.filter { $0["same"]?.bool == true && $0["lines"] == nil }.count
    }
    #expect(try same([:]) == 60)
    #expect(try same(["format": "ansi"]) == 0)
    #expect(try same(["pad": true]) == 0)
    // Another view in which rows look the same.
    #expect(try same(["environment": [:]]) == 60)
    #expect(try same(["environment": ["width": 60]]) == 0)
    #expect(try same(["since": "nonsense"]) == 0)
    try client.call("cells.patch", ["session": "s", "patches": [["id": "c7", "patch": ["title": "New"]]]])
    try client.call("cells.move", ["session": "s", "ids": ["c50"], "position": "start"])
    #expect(try same([:]) == 59)
    try client.call("view.set", ["session": "s", "width": 50])
    #expect(try same([:]) == 0)
    try client.call("session.delete", ["session": "s"])
    try client.call("cells.push", ["session": "s", "cells": Self.cells(60)])
    #expect(try same([:]) == 0)
  }

  @Test func anUnreadMarkAnywhereKeepsItsColumnInAllRows() throws {
    let daemon = try DaemonProcess()
    let client = try start(daemon, 3)
    func pull() throws -> (title: String, layout: Int) {
      let result = try client.call("rows.pull", ["session": "s", "count": 1])
      return (result["rows"]?[0]?["lines"]?[0]?.string ?? "", result["layout"]?.int ?? 0)
    }
    let without = try pull()
    try client.call("cells.patch", ["session": "s", "patches": [["id": "c2", "patch": ["unread": true]]]])
    let with = try pull()
    #expect(with.title.hasPrefix("  Pump") && without.title.hasPrefix("Pump") && with.layout > without.layout)
    try client.call("cells.viewed", ["session": "s", "ids": ["c2"]])
    let after = try pull()
    #expect(after.title == without.title && after.layout > with.layout)
  }

  @Test func aReplyStopsAtItsLimitAndSaysWhereToGoOn() throws {
    let daemon = try DaemonProcess(["--limit", "reply=4000"])
    let client = try start(daemon, 200)
    var ids: [String] = []
    var start = 0
    var replies = 0
    while true {
      let result = try client.call("rows.pull", ["session": "s", "start": JSON(start), "count": 200])
      ids += result["rows"]?.array?.compactMap { $0["id"]?.string } ?? []
      replies += 1
      guard let next = result["next"]?.int else { break }
      #expect(result.text.utf8.count < 5_000 && next > start)
      start = next
    }
    #expect(ids == (0..<200).map { "c\($0)" } && replies > 5)
    var cells: [String] = []
    start = 0
    while true {
      let result = try client.call("cells.get", ["session": "s", "start": JSON(start)])
      cells += result["cells"]?.array?.compactMap { $0["id"]?.string } ?? []
      guard let next = result["next"]?.int else { break }
      start = next
    }
    #expect(cells == ids)
    let big: JSON = ["id": "big", "title": .string(String(repeating: "x", count: 9_000))]
    try client.call("cells.push", ["session": "t", "cells": [big, ["id": "small", "title": "t"]]])
    let one = try client.call("rows.pull", ["session": "t", "environment": ["width": .null]])
    #expect(one["rows"]?.array?.count == 1 && one["next"]?.int == 1)
  }

  @Test func linesFilledToAGreatWidthStayWithinTheLimit() throws {
    let daemon = try DaemonProcess(["--limit", "reply=3000000"])
    let client = try start(daemon, 600)
    let before = daemon.residentBytes
    let all: JSON = .array((0..<600).map { .string("c\($0)") })
    let environment: JSON = ["width": 1_000_000]
    for rows: (String, JSON) in [("count", 600), ("ids", all)] {
      var params: JSON = ["session": "s", "pad": true, "environment": environment]
      params[rows.0] = rows.1
      let result = try client.call("rows.pull", params)
      let count = result["rows"]?.array?.count ?? 0
      #expect((1...3).contains(count) && result["next"]?.int == count)
    }
    if !DaemonProcess.isSanitized { #expect(daemon.residentBytes - before < 100 << 20) }
  }

  @Test func aLongListBecomesExact() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    // More rows than one step lays out. Sanitised programs are slow, so not many more.
    let count = DaemonProcess.isSanitized ? 8_000 : 20_000
    for start in stride(from: 0, to: count, by: 4_000) {
      try client.call("cells.push", ["session": "s", "cells": Self.cells(4_000, from: start)])
    }
    let exact = try client.call("rows.pull", ["session": "s", "environment": ["width": 30], "exact": true])
    #expect(exact["exact"]?.bool == true)
    let estimate = try client.call(
      "rows.pull", ["session": "s", "environment": ["width": 31], "start": JSON(count - 1_000)])
    #expect(estimate["exact"]?.bool == false && estimate["rows"]?.array?.count == 50)
    let watcher = try RPCClient(daemon)
    let first = try watcher.call("rows.watch", ["session": "s", "environment": ["width": 30], "count": 0])
    #expect(first["exact"]?.bool == true && first["height"] == exact["height"])
    let named = try watcher.call("rows.watch", ["session": "s", "count": 0])
    var message = named["exact"]?.bool == false ? try watcher.notification() : ["params": named]
    while let params = message?["params"], params["exact"]?.bool != true {
      message = try watcher.notification()
    }
    let pulled = try client.call("rows.pull", ["session": "s", "exact": true, "count": 0])
    #expect(message?["params"]?["height"] == pulled["height"])
  }
}
