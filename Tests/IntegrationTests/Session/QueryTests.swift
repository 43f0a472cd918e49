import CellEngine
import CellProtocol
import CellWire
import FuzzChecks
import Testing

/// A client that watches a view and only applies what it hears.
private final class Watcher {
  let query: Query
  let environment: JSON
  private let client: RPCClient
  private(set) var subscription = JSON.null
  private var rows: [String: JSON] = [:]
  private(set) var window: [JSON] = []
  private(set) var last = JSON.null

  init(_ daemon: DaemonProcess, _ query: Query, _ parameters: JSON) throws {
    self.query = query
    client = try RPCClient(daemon)
    var environment = try Self.json(query)
    environment["width"] = 40
    self.environment = environment
    var request = parameters
    request["session"] = "s"
    request["environment"] = environment
    let reply = try client.call("rows.watch", request)
    subscription = reply["subscription"] ?? .null
    try apply(reply)
  }

  /// The members of an environment.
  private static func json(_ query: Query) throws -> JSON {
    var environment = CellEngine.Environment()
    environment.condition = query.condition
    environment.sort = query.sort.isEmpty ? nil : query.sort
    environment.group = query.group
    environment.collapsed = query.collapsed.isEmpty ? nil : query.collapsed
    var writer = JSONWriter()
    EnvironmentCodec.write(environment, to: &writer)
    return try JSON(parsing: writer.bytes)
  }

  private func apply(_ message: JSON) throws {
    var next: [String: JSON] = [:]
    window = []
    for row in message["rows"]?.array ?? [] {
      let id = try #require(row["id"]?.string)
      var whole = row
      if row["same"]?.bool == true {
        whole = try #require(rows[id], "the row \(id) is the same as one that was never sent")
        for name in ["index", "y", "height"] { whole[name] = row[name] }
      }
      next[id] = whole
      window.append(whole)
    }
    rows = next
    last = message
  }

  func move(_ parameters: JSON) throws {
    var request = parameters
    request["subscription"] = subscription
    try listen()
    try apply(try client.call("rows.window", request))
  }

  /// Applies all notifications of the changes that others have made.
  func listen() throws {
    for message in try client.takeNotifications() {
      if let parameters = message["params"], message["method"] == "rows.changed" { try apply(parameters) }
    }
  }

  /// Listens until the window is that of a pull.
  func follow(_ pull: (JSON) throws -> JSON) throws -> (window: [JSON], pull: JSON) {
    var expected = JSON.null
    for _ in 0..<200 {
      expected = try pull(environment)
      try listen()
      if window == expected["rows"]?.array, last["count"] == expected["count"] { break }
    }
    return (window, expected)
  }
}

@Suite struct QueryTests {
  /// Rows of watched views with random queries agree with a plain sort of the cells after any edit.
  @Test(arguments: 1...4 as ClosedRange<UInt64>) func viewsFollowEdits(seed: UInt64) throws {
    var source = RandomQueries(seed: seed)
    let (daemon, _) = try DaemonProcess.withClient()
    let writer = try RPCClient(daemon)
    func json(_ cell: Cell) throws -> JSON {
      var writer = JSONWriter()
      CellCodec.write(cell, to: &writer)
      return try JSON(parsing: writer.bytes)
    }
    try writer.call(
      "cells.push", ["session": "s", "cells": .array(try (0..<400).map { try json(source.cell("c\($0)")) })])
    let windows: [JSON] = [
      ["start": 0, "count": 30], ["top": 20, "height": 24], ["count": 1000],
      ["anchor": ["id": "c7", "offset": 5, "index": 3], "height": 20],
    ]
    let watchers = try windows.map { try Watcher(daemon, source.query(), $0) }
    for step in 0..<12 {
      try edit(writer, &source, step, json)
      let cells = try (writer.call("cells.get", ["session": "s", "count": 100_000])["cells"]?.array ?? [])
        .map { cell in try JSONDocument(cell.text.utf8).withRoot { try CellCodec.read($0) } }
      for (watcher, parameters) in zip(watchers, windows) {
        let (window, pulled) = try watcher.follow { environment in
          var request = parameters
          request["session"] = "s"
          request["environment"] = environment
          // A watch with an anchor follows its first row.
          if let anchor = watcher.last["anchor"], parameters["anchor"] != nil { request["anchor"] = anchor }
          return try writer.call("rows.pull", request)
        }
        #expect(window == pulled["rows"]?.array, "seed \(seed), step \(step): \(watcher.query)")
        let all = try writer.call(
          "rows.pull", ["session": "s", "environment": watcher.environment, "count": 100_000])
        let shown = (all["rows"]?.array ?? []).map { row in
          guard row["kind"]?.string == "section" else { return row["id"]?.string ?? "" }
          return "\(row["title"]?.string ?? ""): \(row["count"]?.int ?? 0)"
        }
        #expect(
          shown == PlainOrder(watcher.query).rows(cells), "seed \(seed), step \(step): \(watcher.query)")
      }
      if step % 3 == 0 {
        try watchers[0].move(["start": JSON(source.random.below(300)), "count": 20])
        try watchers[0].move(["start": 0, "count": 30])
      }
    }
  }

  private func edit(
    _ writer: RPCClient, _ source: inout RandomQueries, _ step: Int, _ json: (Cell) throws -> JSON
  ) throws {
    switch source.random.below(6) {
    case 0:
      let cells = try (0..<1 + source.random.below(40)).map { try json(source.cell("n\(step)-\($0)")) }
      try writer.call("cells.push", ["session": "s", "cells": .array(cells), "position": "start"])
    case 1:
      let ids = (0..<10).map { _ in JSON.string("c\(source.random.below(400))") }
      try writer.call("cells.remove", ["session": "s", "ids": .array(ids)])
    case 2:
      let cell = try json(source.cell("c\(source.random.below(400))"))
      try writer.call("cells.push", ["session": "s", "cells": [cell]])
    case 3:
      let ids = try writer.call("cells.get", ["session": "s", "count": 60])["cells"]?.array?.compactMap {
        $0["id"]
      }
      let picked = (ids ?? []).shuffled(using: &source.random).prefix(3)
      try writer.call("cells.move", ["session": "s", "ids": .array(Array(picked)), "position": "end"])
    case 4:
      let unread = try writer.call("cells.get", ["session": "s", "count": 30])["cells"]?.array?.compactMap {
        $0["id"]
      }
      try writer.call("cells.viewed", ["session": "s", "ids": .array(unread ?? [])])
    default:
      let cells = try (0..<380).map { try json(source.cell("c\($0)")) }
      try writer.call(
        "cells.replace", ["session": "s", "cells": .array(cells.shuffled(using: &source.random))])
    }
  }

  private func work() throws -> (DaemonProcess, RPCClient) {
    let (daemon, _) = try DaemonProcess.withClient()
    let client = try RPCClient(daemon)
    let cells = (0..<20_000).map { index -> JSON in
      [
        "id": .string("c\(index)"), "title": .string("Job \(index * 7919 % 20_000)"),
        "data": ["plant": .string("Plant \(index % 12)"), "n": JSON(index)],
      ]
    }
    for start in stride(from: 0, to: cells.count, by: 5_000) {
      try client.call("cells.push", ["session": "s", "cells": .array(Array(cells[start..<start + 5_000]))])
    }
    return (daemon, client)
  }

  /// Orders of long lists are made on workers; the replies are those of any list.
  @Test func longListsAreOrderedOnWorkers() throws {
    let (daemon, client) = try work()
    let environment: JSON = ["width": 30, "sort": "title"]
    let pull = try client.call(
      "rows.pull", ["session": "s", "environment": environment, "start": 777, "count": 2])
    #expect(pull["rows"]?.array?.map { $0["lines"]?.array?.first?.string } == ["Job 777", "Job 778"])
    let set = try client.call("view.set", ["session": "s", "view": "v", "group": "data/plant"])
    // The order may be complete already.
    #expect(set["count"] == .null || set["count"] == 20_012)
    let grouped = try client.call("rows.pull", ["session": "s", "view": "v", "count": 1])
    #expect(grouped["count"] == 20_012 && grouped["section"]?["title"] == "Plant 0")
    let watcher = try RPCClient(daemon)
    let watch = try watcher.call("rows.watch", ["session": "s", "environment": environment, "count": 3])
    #expect(watch["count"] == 20_000)
    // A change of a row outside of the window is not sent.
    try client.call(
      "cells.patch", ["session": "s", "patches": [["id": "c9999", "patch": ["subtitle": "x"]]]])
    try client.call(
      "cells.patch", ["session": "s", "patches": [["id": "c1", "patch": ["title": "Job -1"]]]])
    let note = try watcher.notification()
    #expect(note?["params"]?["rows"]?.array?.first?["id"] == "c1")
  }

  /// The first rows are sent before the order is complete. They are those of the complete order,
  /// and a client that goes on from there hears only of changes.
  @Test func theFirstRowsAreThoseOfTheCompleteOrder() throws {
    let (daemon, client) = try work()
    defer { withExtendedLifetime(daemon) {} }
    let orders: [JSON] = [
      ["sort": "title"], ["sort": ["-data/n"]],
      ["sort": "-title", "where": ["field": "data/plant", "in": ["Plant 3", "Plant 4"]]],
      ["where": ["not": ["field": "id", "is": "c0"]]],
    ]
    for (number, order) in orders.enumerated() {
      var environment = order
      environment["width"] = JSON(30 + number)
      let request: JSON = ["session": "s", "environment": environment, "start": 40, "count": 60]
      // The second request is answered when the order is complete.
      let first = client.send("rows.pull", request)
      var last = request
      last["start"] = 1_600
      let second = client.send("rows.pull", last)
      let head = try client.reply(to: first)
      #expect(head["rows"]?.array?.count == 60 && head["next"] == nil)
      #expect(try client.reply(to: second)["count"] == head["count"])
      let all = try client.call("rows.pull", request)
      for name in ["rows", "count", "revision", "clock", "layout"] {
        #expect(all[name] == head[name], "\(name) of \(order)")
      }
      var news = request
      news["since"] = head["clock"] ?? .null
      let same = try client.call("rows.pull", news)["rows"]?.array ?? []
      #expect(same.count == 60 && same.allSatisfy { $0["same"] == true })
    }
  }

  @Test func aViewSelectsWhatItShows() throws {
    let (daemon, client) = try work()
    defer { withExtendedLifetime(daemon) {} }
    try client.call("session.configure", ["session": "s", "selection": "multiple"])
    try client.call(
      "view.set",
      ["session": "s", "view": "v", "where": ["field": "data/plant", "is": "plant 3"], "sort": "-data/n"])
    let selected = try client.call("selection.set", ["session": "s", "all": true, "view": "v"])
    #expect(selected["selected"] == 1_667)
    let pull = try client.call(
      "rows.pull",
      [
        "session": "s", "environment": ["where": ["field": "selected", "is": true], "sort": "data/n"],
        "count": 1,
      ])
    #expect(pull["count"] == 1_667 && pull["rows"]?.array?.first?["id"] == "c3")
    #expect(
      try refusal { try client.call("selection.set", ["session": "s", "ids": ["c1"], "view": "v"]) }
        == RPCClient.Refusal(kind: "invalidParams", path: "/view"))
    let toggled = try client.call(
      "selection.set", ["session": "s", "all": true, "view": "v", "op": "toggle"])
    #expect(toggled["selected"] == 0)
    let environment: JSON = ["unit": "point", "where": ["field": "text", "contains": "plant 3"]]
    let anonymous = try client.call(
      "selection.set", ["session": "s", "all": true, "environment": environment])
    #expect(anonymous["selected"] == 1_667)
    let refused: [(JSON, String)] = [
      (["session": "s", "ids": ["c1"], "environment": environment], "/environment"),
      (["session": "s", "all": true, "view": "v", "environment": environment], "/environment"),
      (
        ["session": "s", "all": true, "environment": ["where": ["field": "tilte", "is": "x"]]],
        "/environment/where/field"
      ),
    ]
    for (parameters, path) in refused {
      #expect(
        try refusal { try client.call("selection.set", parameters) }
          == RPCClient.Refusal(kind: "invalidParams", path: path))
    }
  }

  @Test func windowsOfUnknownSubscriptionsAreRefused() throws {
    let (daemon, _) = try DaemonProcess.withClient()
    let client = try RPCClient(daemon)
    try client.call("cells.push", ["session": "s", "cells": [["id": "a", "title": "A"]]])
    let other = try RPCClient(daemon)
    try other.call("rows.watch", ["session": "s"])
    #expect(
      try refusal { try client.call("rows.window", ["subscription": 1, "start": 0]) }?.kind
        == "subscriptionNotFound")
    #expect(
      try refusal { try other.call("rows.window", ["subscription": 1, "count": 10_001]) }
        == RPCClient.Refusal(kind: "limitExceeded", path: nil, limit: "window"))
    #expect(try other.call("rows.window", ["subscription": 1, "count": 1])["rows"]?.array?.count == 1)
    for parameters: JSON in [["anchor": ["id": "a"]], ["anchor": ["id": "a"], "height": 2, "top": 1]] {
      var request = parameters
      request["subscription"] = 1
      #expect(try refusal { try other.call("rows.window", request) }?.kind == "invalidParams")
    }
  }

  /// An anchored window does not leave the list, and follows its row when the list changes.
  @Test func anchorsKeepTheirPlace() throws {
    let (daemon, _) = try DaemonProcess.withClient()
    let client = try RPCClient(daemon)
    let cells = (0..<100).map { ["id": .string("c\($0)"), "title": .string("T\($0)")] as JSON }
    try client.call("cells.push", ["session": "s", "cells": .array(cells)])
    func window(_ anchor: JSON, _ height: JSON = 10) throws -> ([String], JSON?) {
      let reply = try client.call("rows.pull", ["session": "s", "anchor": anchor, "height": height])
      return ((reply["rows"]?.array ?? []).compactMap { $0["id"]?.string }, reply["anchor"])
    }
    #expect(try window(["id": "c50", "offset": 3]).0 == (47..<57).map { "c\($0)" })
    #expect(try window(["id": "c50", "offset": -2]).1 == ["id": "c52", "offset": 0, "index": 52])
    #expect(try window(["id": "c0", "offset": 5]).0.first == "c0")
    #expect(try window(["id": "c99"]).0 == (90..<100).map { "c\($0)" })
    #expect(try window(["id": "nobody", "index": 20]).0.first == "c20")
    #expect(try window(["id": "nobody", "index": 900]).0.last == "c99")
    #expect(try window(["id": "nobody"], 1000).0.count == 100)
    let watcher = try RPCClient(daemon)
    try watcher.call("rows.watch", ["session": "s", "anchor": ["id": "c50"], "height": 3])
    try client.call(
      "cells.push", ["session": "s", "cells": [["id": "new", "title": "N"]], "position": "start"])
    let moved = try #require(try watcher.notification()?["params"])
    #expect(moved["rows"]?.array?.map { $0["index"]?.int } == [51, 52, 53])
    #expect(moved["rows"]?.array?.allSatisfy { $0["same"] == true } == true)
    try client.call("cells.remove", ["session": "s", "ids": ["c50"]])
    let replaced = try #require(try watcher.notification()?["params"])
    #expect(replaced["rows"]?.array?.map { $0["id"]?.string } == ["c51", "c52", "c53"])
    #expect(replaced["anchor"] == ["id": "c51", "offset": 0, "index": 51])
  }

  /// The order of a view counts in the bytes of its owner, and is given back.
  @Test func ordersCountAsBytes() throws {
    let (daemon, _) = try DaemonProcess.withClient(["--limit", "bytes=3000000"])
    let client = try RPCClient(daemon)
    let cells = (0..<5_000).map { ["id": .string("c\($0)"), "title": "T", "number": JSON($0)] as JSON }
    try client.call("cells.push", ["session": "s", "cells": .array(cells)])
    let before = try #require(try client.call("stats")["daemon"]?["bytes"]?.int)
    var views = 0
    while views < 50 {
      let error = try refusal {
        try client.call("view.set", ["session": "s", "view": .string("v\(views)"), "sort": ["-number"]])
        try client.call("rows.pull", ["session": "s", "view": .string("v\(views)"), "count": 1])
      }
      if error != nil {
        #expect(error?.kind == "limitExceeded" && error?.limit == "bytes")
        break
      }
      views += 1
    }
    #expect((2..<50).contains(views))
    for view in 0...views { try client.call("view.delete", ["session": "s", "view": .string("v\(view)")]) }
    #expect(try client.call("stats")["daemon"]?["bytes"]?.int == before)
  }
}
