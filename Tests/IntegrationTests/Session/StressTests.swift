import CellWire
import Foundation
import Testing

/// The rows of a window, to which `same` refers. They are checked against their clock.
private struct Seen {
  var revision = 0
  var layout = 0
  var ids: Set<String> = []
}

@Suite struct StressTests {
  /// Clients write, watch and change the width at the same time. Every message must be complete and
  /// of one revision. Each title contains the revision, so a mixture of two is detected.
  @Test(arguments: [1, 2]) func everyMessageIsOfOneMoment(seed: UInt64) async throws {
    let daemon = try DaemonProcess()
    let count = 60
    let rounds = DaemonProcess.isSanitized ? 20 : 60
    let setUp = try RPCClient(daemon)
    try setUp.call("session.create", ["session": "s", "selection": "multiple"])
    try setUp.call("cells.replace", ["session": "s", "cells": Self.cells(count, generation: 0)])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<3 {
        let client = try RPCClient(daemon)
        group.addTask {
          for round in 0..<rounds {
            let generation = round * 3 + writer
            try client.call(
              "cells.replace", ["session": "s", "cells": Self.cells(count, generation: generation)])
          }
        }
      }
      for resizer in 0..<2 {
        let client = try RPCClient(daemon)
        group.addTask {
          var random = SeededRandom(seed: seed &+ UInt64(resizer))
          for _ in 0..<rounds {
            let width = Int.random(in: 20...120, using: &random)
            try client.call("view.set", ["session": "s", "width": JSON(width)])
          }
        }
      }
      for watcher in 0..<4 {
        let client = try RPCClient(daemon)
        group.addTask {
          try Self.watch(client, rounds: rounds, format: watcher % 2 == 0 ? "text" : "frames")
        }
      }
      for puller in 0..<2 {
        let client = try RPCClient(daemon)
        group.addTask {
          for round in 0..<rounds {
            let width = 30 + (round + puller) % 5 * 20
            let result = try client.call(
              "rows.pull",
              ["session": "s", "count": 100, "environment": ["width": JSON(width)], "include": ["cell"]])
            Self.expectOneMoment(result)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(daemon.isRunning)
    let info = try setUp.call("session.info", ["session": "s"])
    #expect(info["count"]?.int == count)
  }

  private static func cells(_ count: Int, generation: Int) -> JSON {
    .array(
      (0..<count).map { number in
        // All cells change with every generation, and all move.
        let place = (number * 7 + generation) % count
        return [
          "id": .string("c\(place)"), "title": .string("g\(generation)"),
          "subtitle": .string("cell \(place)"),
        ]
      })
  }

  private static func watch(_ client: RPCClient, rounds: Int, format: String) throws {
    var seen = Seen()
    func apply(_ message: JSON) {
      let layout = message["layout"]?.int ?? 0
      let revision = message["revision"]?.int ?? 0
      #expect(revision >= seen.revision)
      let rows = message["rows"]?.array ?? []
      for row in rows where row["same"]?.bool == true {
        #expect(layout == seen.layout && seen.ids.contains(row["id"]?.string ?? ""))
      }
      var y = rows.first?["y"]?.int ?? 0
      for row in rows {
        #expect(row["y"]?.int == y)
        y += row["height"]?.int ?? 0
      }
      seen = Seen(revision: revision, layout: layout, ids: Set(rows.compactMap { $0["id"]?.string }))
      expectOneMoment(message)
    }
    apply(
      try client.call(
        "rows.watch", ["session": "s", "count": 60, "format": .string(format), "include": ["cell"]]))
    for _ in 0..<rounds {
      guard let message = try client.notification(within: 300) else { return }
      if let params = message["params"] { apply(params) }
    }
  }

  /// Checks that all titles of a message with complete rows are of one generation.
  private static func expectOneMoment(_ message: JSON) {
    let rows = message["rows"]?.array ?? []
    let titles = Set(rows.compactMap { $0["cell"]?["title"]?.string })
    #expect(titles.count <= 1, "\(titles)")
    #expect(rows.map { $0["index"]?.int } == rows.indices.map { $0 })
  }

  /// While one client pushes and lays out a large list, the others get many replies for each of its
  /// requests.
  @Test func heavyWorkHoldsNobodyUp() throws {
    let daemon = try DaemonProcess()
    let heavy = try RPCClient(daemon)
    let light = try RPCClient(daemon)
    let part = DaemonProcess.isSanitized ? 3_000 : 10_000
    try light.call("cells.push", ["session": "small", "cells": PullTests.cells(100)])
    let pushes = [0, part].map { start -> (String, JSON) in
      ("cells.push", ["session": "large", "cells": PullTests.cells(part, from: start)])
    }
    let pulls = [40, 80, 120].map { width -> (String, JSON) in
      let environment: JSON = ["width": JSON(width)]
      return ("rows.pull", ["session": "large", "environment": environment, "exact": true, "count": 1])
    }
    let requests = pushes + pulls
    var answered = 0
    for (method, params) in requests {
      let id = heavy.send(method, params)
      while !heavy.isReadable {
        if answered % 2 == 0 {
          try light.call("ping")
        } else {
          try light.call("rows.pull", ["session": "small", "start": JSON(answered / 2 % 50)])
        }
        answered += 1
      }
      let result = try heavy.reply(to: id)
      #expect(method == "cells.push" || result["exact"]?.bool == true)
    }
    #expect(answered > 3 * requests.count)
  }

  /// Writers of one session are served one after the other. In the end, the session has the cells
  /// of all of them.
  @Test func writersOfOneSessionLoseNothing() async throws {
    let daemon = try DaemonProcess()
    let writers = 4
    let each = 15
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<writers {
        let client = try RPCClient(daemon)
        group.addTask {
          var last = 0
          for round in 0..<each {
            // Long pushes run on a worker, short ones on the loop.
            let size = round % 3 == 0 ? 600 : 3
            let cells = (0..<size).map { number -> JSON in
              ["id": .string("w\(writer)-\(round)-\(number)"), "title": "t"]
            }
            let result = try client.call(
              "cells.push", ["session": "s", "cells": .array(cells), "position": "start"])
            let revision = result["revision"]?.int ?? 0
            #expect(result["inserted"]?.int == size && revision > last)
            last = revision
            let read = try client.call(
              "cells.get", ["session": "s", "ids": [.string("w\(writer)-\(round)-0")]])
            #expect(read["missing"] == nil && (read["revision"]?.int ?? 0) >= revision)
          }
        }
      }
      try await group.waitForAll()
    }
    let client = try RPCClient(daemon)
    let expected = writers * (each / 3 * 600 + (each - each / 3) * 3)
    #expect(try client.call("session.info", ["session": "s"])["count"]?.int == expected)
  }
}
