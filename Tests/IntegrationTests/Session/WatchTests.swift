import CellWire
import Glibc
import Testing

/// The state of a client that watches: its rows by id, and the window in the order of the last
/// message.
private struct Replica {
  private var rows: [String: JSON] = [:]
  private(set) var window: [JSON] = []
  /// The members about the whole list.
  private(set) var list: [JSON?] = []

  /// Applies a reply or a notification. Returns false if it has `same` for an unknown row.
  mutating func apply(_ message: JSON) -> Bool {
    var next: [String: JSON] = [:]
    window = []
    for row in message["rows"]?.array ?? [] {
      guard let id = row["id"]?.string else { return false }
      var whole = row
      if row["same"]?.bool == true {
        guard let known = rows[id] else { return false }
        whole = known
        for name in ["index", "y", "height"] { whole[name] = row[name] }
      }
      next[id] = whole
      window.append(whole)
    }
    rows = next
    list = Self.list(message)
    return true
  }

  /// Returns true if all rows equal those of a pull. The revision is not compared, as changes of
  /// other rows are not sent.
  func shows(_ pull: JSON) -> Bool {
    window == pull["rows"]?.array && list == Self.list(pull)
  }

  private static func list(_ message: JSON) -> [JSON?] {
    ["layout", "count", "height", "exact", "next", "missing"].map { message[$0] }
  }
}

@Suite struct WatchTests {
  /// The heights of the rows are known, so the loop answers itself.
  @Test func aSpanHasAtMostTheRowsOfTheLimit() throws {
    let daemon = try DaemonProcess(["--limit", "window=5"])
    let client = try RPCClient(daemon)
    try client.call("cells.push", ["session": "s", "cells": PullTests.cells(30)])
    for _ in 1...2 {
      let top: JSON = ["session": "s", "top": 0, "height": 40]
      let anchor: JSON = ["session": "s", "anchor": ["id": "c3"], "height": 40]
      for window in [top, anchor] {
        let reply = try client.call("rows.watch", window)
        #expect(reply["rows"]?.array?.count == 5)
        #expect(reply["next"]?.int == (reply["rows"]?.array?.first?["index"]?.int ?? 0) + 5)
      }
    }
  }

  @Test func aWatchWithoutRoomIsBusyOrWaitsForRowsThatFit() throws {
    // A connection may have 75 kB of unsent replies.
    let (daemon, _) = try DaemonProcess.withClient(["--limit", "pending=300000"])
    let writer = try RPCClient(daemon)
    let watcher = try RPCClient(daemon)
    func push(_ title: String) throws {
      try writer.call("cells.push", ["session": "s", "cells": [["id": "a", "title": .string(title)]]])
    }
    let params: JSON = ["session": "s", "environment": ["width": .null]]
    let long = String(repeating: "long ", count: 40_000)
    try push(long)
    #expect(throws: RPCClient.Refusal(kind: "busy", path: nil, limit: "pending")) {
      try watcher.call("rows.watch", params)
    }
    #expect(try writer.call("stats")["daemon"]?["subscriptions"] == 0)
    try push("short")
    try watcher.call("rows.watch", params)
    try push(long)
    try push("new")
    let message = try #require(try watcher.notification())
    #expect(message["params"]?["rows"]?.array?.first?["lines"] == ["new"])
    #expect(try watcher.call("ping") == [:] && watcher.notifications.isEmpty)
  }

  @Test(arguments: 1...(DaemonProcess.isSanitized ? 2 : 6)) func aReplicaShowsWhatAFreshPullShows(
    seed: UInt64
  ) throws {
    let daemon = try DaemonProcess()
    let writer = try RPCClient(daemon)
    let watcher = try RPCClient(daemon)
    var random = SeededRandom(seed: seed)
    try writer.call("session.create", ["session": "s", "selection": "multiple"])
    try writer.call("cells.push", ["session": "s", "cells": PullTests.cells(300)])
    let windows: [JSON] = [
      ["session": "s", "start": 0, "count": 40],
      ["session": "s", "start": 120, "count": 60, "format": "frames"],
      ["session": "s", "top": 50, "height": 70, "format": "ansi"],
      ["session": "s", "ids": ["c1", "c200", "c90", "no"]],
      ["session": "s", "environment": ["width": 33], "start": 250, "count": 100],
    ]
    var replicas: [Int: Replica] = [:]
    var window: [Int: JSON] = [:]
    for params in windows {
      let result = try watcher.call("rows.watch", params)
      let number = try #require(result["subscription"]?.int)
      var replica = Replica()
      let isWhole = replica.apply(result)
      #expect(isWhole)
      replicas[number] = replica
      window[number] = params
    }
    var next = 300
    for step in 0..<60 {
      try change(writer, step, &next, &random)
      if step % 3 != 0 { continue }
      // After the last message, the rows of the watcher equal those of a new pull.
      var pulls: [Int: JSON] = [:]
      for (number, params) in window { pulls[number] = try writer.call("rows.pull", params) }
      func isCurrent() -> Bool {
        pulls.allSatisfy { number, pull in replicas[number]?.shows(pull) == true }
      }
      while !isCurrent(), let message = try watcher.notification() {
        let params = try #require(message["params"])
        let number = try #require(params["subscription"]?.int)
        let isWhole = replicas[number]?.apply(params)
        #expect(isWhole == true)
      }
      for (number, pull) in pulls { #expect(replicas[number]?.shows(pull) == true) }
    }
  }

  @Test func onlyChangesOfWhatIsWatchedAreTold() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    let watcher = try RPCClient(daemon)
    try client.call("session.create", ["session": "s", "selection": "multiple"])
    try client.call("cells.push", ["session": "s", "cells": PullTests.cells(10)])
    try watcher.call("rows.watch", ["session": "s", "start": 1, "count": 2])
    func title(_ id: JSON, _ title: JSON) throws -> Int? {
      let patch: JSON = ["id": id, "patch": ["title": title]]
      return try client.call("cells.patch", ["session": "s", "patches": [patch]])["revision"]?.int
    }
    _ = try title("c5", "Elsewhere")
    _ = try client.call("selection.set", ["session": "s", "ids": ["c0"]])
    #expect(try watcher.notification(within: 300) == nil)
    let changed = try title("c2", "Here")
    let first = try watcher.notification()?["params"]
    #expect(first?["revision"]?.int == changed)
    #expect(first?["rows"]?.array?.map { $0["same"]?.bool } == [true, nil])
    // A moved row and a changed count are changes of the window.
    let moved = try client.call("cells.move", ["session": "s", "ids": ["c2"], "position": ["before": "c1"]])
    let second = try watcher.notification()?["params"]
    #expect(second?["revision"] == moved["revision"])
    #expect(second?["rows"]?.array?.map { $0["same"]?.bool } == [true, true])
    let removed = try client.call("cells.remove", ["session": "s", "ids": ["c9"]])
    let third = try watcher.notification()?["params"]
    #expect(third?["revision"] == removed["revision"] && third?["count"]?.int == 9)
  }

  @Test func aWatchWithoutRowsIsToldOfEveryChange() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    let watcher = try RPCClient(daemon)
    try client.call("cells.push", ["session": "s", "cells": PullTests.cells(10)])
    try watcher.call("rows.watch", ["session": "s", "count": 0])
    let patch: JSON = ["id": "c5", "patch": ["title": "Changed"]]
    let revision = try client.call("cells.patch", ["session": "s", "patches": [patch]])["revision"]
    #expect(try watcher.notification()?["params"]?["revision"] == revision)
  }

  private func change(
    _ client: RPCClient, _ step: Int, _ next: inout Int, _ random: inout SeededRandom
  ) throws {
    let cells = try client.call("cells.get", ["session": "s"])["cells"]?.array ?? []
    let ids = cells.compactMap { $0["id"]?.string }
    let some = ids.shuffled(using: &random).prefix(Int.random(in: 1...5, using: &random)).map {
      JSON.string($0)
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      let count = Int.random(in: 1...40, using: &random)
      let position = Int.random(in: 0...ids.count, using: &random)
      try client.call(
        "cells.push",
        ["session": "s", "cells": PullTests.cells(count, from: next), "position": JSON(position)])
      next += count
    case 1: try client.call("cells.remove", ["session": "s", "ids": .array(some)])
    case 2: try client.call("cells.move", ["session": "s", "ids": .array(some), "position": "start"])
    case 3:
      try client.call(
        "cells.replace", ["session": "s", "cells": .array(cells.shuffled(using: &random).dropLast(3))])
    case 4, 5:
      let width = Int.random(in: 10...140, using: &random)
      try client.call("view.set", ["session": "s", "width": JSON(width)])
    case 6: try client.call("selection.set", ["session": "s", "ids": .array(some), "op": "toggle"])
    case 7:
      try client.call("selection.set", ["session": "s", "all": true, "op": step % 2 == 0 ? "add" : "remove"])
    default:
      let patches = some.map { id -> JSON in
        let flag = Bool.random(using: &random)
        return ["id": id, "patch": ["title": .string("Changed \(step)"), "unread": flag ? true : false]]
      }
      try client.call("cells.patch", ["session": "s", "patches": .array(patches)])
    }
  }

  @Test func patchedAndMovedListsLookLikeFreshOnes() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    var random = SeededRandom(seed: 77)
    try client.call("session.create", ["session": "s", "selection": "multiple"])
    try client.call("session.create", ["session": "fresh", "selection": "multiple"])
    try client.call("cells.push", ["session": "s", "cells": PullTests.cells(300)])
    var next = 300
    for step in 0..<40 {
      try client.call(
        "rows.pull", ["session": "s", "count": 500, "format": step % 2 == 0 ? "text" : "frames"])
      try change(client, step, &next, &random)
    }
    let cells = try client.call("cells.get", ["session": "s"])["cells"] ?? []
    try client.call("cells.push", ["session": "fresh", "cells": cells])
    for width in [20, 61, 110] {
      for format in ["text", "frames"] {
        func rows(_ session: String) throws -> JSON? {
          try client.call(
            "rows.pull",
            [
              "session": .string(session), "count": 1_000, "format": .string(format),
              "environment": ["width": JSON(width), "mode": "edit"],
            ])["rows"]
        }
        #expect(try rows("s") == rows("fresh"))
      }
    }
  }

  @Test func deletionIsTheLastWord() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    let watcher = try RPCClient(daemon)
    try client.call("cells.push", ["session": "s", "cells": PullTests.cells(3)])
    try client.call("view.set", ["session": "s", "view": "side", "width": 30])
    let side = try watcher.call("rows.watch", ["session": "s", "view": "side"])["subscription"]
    let main = try watcher.call("rows.watch", ["session": "s"])["subscription"]
    try client.call("view.delete", ["session": "s", "view": "side"])
    let first = try watcher.notification()
    #expect(first?["method"]?.string == "view.deleted" && first?["params"]?["view"]?.string == "side")
    #expect(first?["params"]?["subscription"] == side)
    try client.call("session.delete", ["session": "s"])
    let second = try watcher.notification()
    #expect(second?["method"]?.string == "session.deleted" && second?["params"]?["subscription"] == main)
    let refused = try refusal { try watcher.call("rows.unwatch", ["subscription": main ?? .null]) }
    #expect(refused?.kind == "subscriptionNotFound")
  }

  @Test func anIntervalKeepsMessagesApart() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    let watcher = try RPCClient(daemon)
    try client.call("cells.push", ["session": "s", "cells": PullTests.cells(3)])
    try watcher.call("rows.watch", ["session": "s", "interval": 150])
    var last = 0
    let clock = ContinuousClock()
    let start = clock.now
    for number in 0..<50 {
      let patch: JSON = ["id": "c1", "patch": ["title": .string("\(number)")]]
      last = try client.call("cells.patch", ["session": "s", "patches": [patch]])["revision"]?.int ?? 0
    }
    var messages: [JSON] = []
    while messages.last?["params"]?["revision"]?.int != last, let message = try watcher.notification() {
      messages.append(message)
    }
    let most = Int((clock.now - start) / .milliseconds(150)) + 2
    #expect((1...most).contains(messages.count))
  }

  @Test func aThousandWatchersThatNeverReadHoldNobodyUp() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    try client.call("cells.push", ["session": "s", "cells": PullTests.cells(200)])
    let watchers = try (0..<(DaemonProcess.isSanitized ? 20 : 200)).map { _ in try RPCClient(daemon) }
    for watcher in watchers {
      for _ in 0..<5 { _ = watcher.send("rows.watch", ["session": "s", "count": 100]) }
    }
    // A watch that starts after the last change gets no message about it.
    while try client.call("stats")["daemon"]?["subscriptions"]?.int != 5 * watchers.count { usleep(10_000) }
    var revision = 0
    let before = daemon.residentBytes
    for step in 0..<(DaemonProcess.isSanitized ? 40 : 300) {
      let patches = (0..<20).map { number -> JSON in
        ["id": .string("c\(number)"), "patch": ["title": .string("step \(step)")]]
      }
      revision =
        try client.call("cells.patch", ["session": "s", "patches": .array(patches)])["revision"]?.int ?? 0
    }
    if !DaemonProcess.isSanitized { #expect(daemon.residentBytes - before < 200 << 20) }
    // A client that reads again gets the newest state in the end.
    let late = watchers[17]
    var newest: Set<Int> = []
    while newest.count < 5, let message = try late.notification() {
      if message["params"]?["revision"]?.int == revision, let number = message["params"]?["subscription"]?.int
      {
        newest.insert(number)
      }
    }
    #expect(newest.count == 5)
  }

  /// The heights of a view count in the bytes of the session's owner. It has those of one width.
  @Test func heightsCountAsBytes() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    let cells = (0..<4_000).map { ["id": .string("c\($0)"), "title": "T"] as JSON }
    try client.call("cells.push", ["session": "s", "cells": .array(cells)])
    func bytes() throws -> Int { try client.call("stats")["daemon"]?["bytes"]?.int ?? -1 }
    let before = try bytes()
    for width in [30, 40, 50] {
      try client.call("view.set", ["session": "s", "view": "v", "width": JSON(width)])
      let without = try bytes()
      try client.call("rows.pull", ["session": "s", "view": "v", "count": 1, "exact": true])
      // A height takes 4 bytes.
      #expect(try bytes() - without >= 16_000)
      #expect(try bytes() - before < 40_000)
    }
    try client.call("view.delete", ["session": "s", "view": "v"])
    #expect(try bytes() == before)
  }

  /// The rows of watches, and events that wait, count in the bytes of the user who has them.
  @Test func watchesCountAsBytes() throws {
    let daemon = try DaemonProcess(["--limit", "bytes=3000000"])
    let client = try RPCClient(daemon)
    let cells = (0..<4_000).map { ["id": .string("c\($0)"), "title": "T"] as JSON }
    try client.call("cells.push", ["session": "s", "cells": .array(cells)])
    // The heights of the view count, too.
    try client.call("rows.pull", ["session": "s", "count": 1, "exact": true])
    func bytes() throws -> Int { try client.call("stats")["daemon"]?["bytes"]?.int ?? -1 }
    let before = try bytes()
    let watcher = try RPCClient(daemon)
    let watch: JSON = ["session": "s", "count": 4_000, "interval": 60_000]
    var watches: [JSON] = []
    while watches.count < 1_000 {
      let error = try refusal {
        watches.append(try #require(try watcher.call("rows.watch", watch)["subscription"]))
      }
      // A tag of 8 bytes for each row.
      #expect(try bytes() - before >= 32_000 * watches.count)
      guard error == nil else {
        #expect(error?.kind == "limitExceeded" && error?.limit == "bytes")
        break
      }
    }
    #expect((2..<1_000).contains(watches.count))
    for watch in watches { try watcher.call("rows.unwatch", ["subscription": watch]) }
    #expect(try bytes() == before)
  }
}
