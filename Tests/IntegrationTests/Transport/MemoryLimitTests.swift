import CellProtocol
import CellWire
import Foundation
import Testing

/// No request ends the daemon, or makes it use much more memory than the limits of a reply.
@Suite(.serialized) struct MemoryLimitTests {
  /// Requests that took up to tens of gigabytes in earlier versions.
  enum Attack: CaseIterable {
    case emptyLines, paddedLines, longLink, logOfOneLongLine, separators, paddedRows, manyFrames, manyPictures
    case manySpans, millionsOfLines

    var cells: [JSON] {
      switch self {
      case .emptyLines: [["id": "1", "title": .string("x" + String(repeating: "\n", count: 30_000) + "x")]]
      case .paddedLines: [["id": "1", "title": .string("x" + String(repeating: "\n", count: 300) + "x")]]
      case .longLink:
        [
          [
            "id": "1", "title": .string("x" + String(repeating: "\n", count: 20_000) + "x"),
            "href": .string(String(repeating: "a", count: 1 << 20)),
          ]
        ]
      case .logOfOneLongLine:
        [
          [
            "id": "1", "title": "Build",
            "description": .string(
              String(repeating: "compile step ok\n", count: 100_000) + String(repeating: "A", count: 400_000)),
          ]
        ]
      case .millionsOfLines:
        [
          [
            "id": "1", "title": "x",
            "description": .string("x" + String(repeating: "\n", count: 2_500_000) + "x"),
          ]
        ]
      case .separators, .paddedRows: (0..<300).map { ["id": JSON($0), "title": "x"] }
      case .manyFrames, .manyPictures, .manySpans:
        (0..<20).map {
          ["id": JSON($0), "title": .string(String(repeating: "a\n", count: 20_000))]
        }
      }
    }

    var params: JSON {
      switch self {
      case .emptyLines: ["environment": ["width": 1_000_000, "lineLimits": "none"]]
      case .paddedLines: ["environment": ["width": 1_000_000, "titleLines": 0], "pad": true]
      case .longLink: ["environment": ["width": 80, "titleLines": 0], "format": "ansi"]
      case .logOfOneLongLine, .millionsOfLines: ["environment": ["width": .null]]
      case .separators: ["environment": ["width": 1_000_000, "separator": "line"]]
      case .paddedRows: ["environment": ["width": 1_000_000], "pad": true]
      case .manyFrames: ["environment": ["width": 80, "titleLines": 0], "format": "frames"]
      case .manyPictures: ["environment": ["width": 80, "titleLines": 0], "format": "svg"]
      case .manySpans: ["environment": ["width": 80, "titleLines": 0], "format": "spans"]
      }
    }
  }

  @Test(arguments: Attack.allCases)
  func rowsTakeBoundedMemoryThoroughly(attack: Attack) throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    try client.call("cells.push", ["session": "s", "cells": .array(attack.cells)])
    let before = daemon.peakBytes
    let limits = Limits.standard
    let ids = JSON.array(attack.cells.indices.reversed().compactMap { attack.cells[$0]["id"] })
    for window in [JSON.Member("count", 300), JSON.Member("ids", ids)] {
      let params = (attack.params.members ?? []) + [JSON.Member("session", "s"), window]
      let result = try client.call("rows.pull", .object(params))
      let rows = try #require(result["rows"]?.array)
      #expect(!rows.isEmpty)
      let lengths = rows.map { $0.text.utf8.count }
      for length in lengths { #expect(length <= limits.row) }
      #expect(lengths.reduce(0, +) <= limits.reply + 2_000)
    }
    // The rows, the reply, and the bytes of the reply that are written at once.
    #expect(DaemonProcess.isSanitized || daemon.peakBytes - before < 96 << 20, "\(daemon.peakBytes - before)")
    #expect(try client.call("ping") == [:])
  }

  @Test func aRowThatIsCutKeepsItsHeight() throws {
    let (daemon, _) = try DaemonProcess.withClient(["--limit", "row=2000"])
    let client = try RPCClient(daemon)
    #expect(try client.call("hello")["limits"]?["row"]?.int == 2_000)
    let title = (0..<200).map { "line \($0)" }.joined(separator: "\n")
    try client.call("cells.push", ["session": "s", "cells": [["id": "1", "title": .string(title)]]])
    let environment: JSON = ["width": 40, "titleLines": 0]
    let params: JSON = ["session": "s", "environment": environment]
    let row = try #require(client.call("rows.pull", params)["rows"]?.array?.first)
    let lines = try #require(row["lines"]?.array)
    #expect(row["clipped"]?.bool == true && row["height"]?.int == 200)
    #expect(lines.count > 50 && lines.count < 200 && row.text.utf8.count <= 2_000)
    let lone = try client.call(
      "cell.layout", ["cell": ["id": "1", "title": .string(title)], "environment": environment])
    #expect(lone["row"]?["clipped"]?.bool == true && lone["row"]?["height"]?.int == 200)
    #expect(lone["row"].map { $0.text.utf8.count > 1_000 && $0.text.utf8.count <= 2_000 } == true)
    let header = try client.call("header.pull", ["session": "s", "id": "1", "environment": environment])
    #expect(header["clipped"]?.bool == true && header.text.utf8.count <= 2_000)
    // A row that includes its cell has all of the cell.
    let carrier = try client.call("rows.pull", ["session": "s", "include": ["cell"]])
    #expect(carrier["rows"]?.array?.first?["cell"]?["title"]?.string == title)
  }
}

/// The member `bytes` of a session is about the memory that its cells take.
@Suite(.serialized) struct CountedBytesTests {
  /// Cells whose memory is in their states, their entries and their content.
  private static func cell(_ mix: String, _ number: Int) -> JSON {
    var cell: JSON = ["id": JSON(number), "title": "Pump station"]
    func actions(_ count: Int, _ id: String) -> JSON {
      .array((0..<count).map { ["id": .string("\(id)\($0)"), "on": true, "kind": "toggle"] })
    }
    switch mix {
    case "states": cell["actions"] = actions(400, "")
    case "names": cell["actions"] = actions(40, "an action with a long name ")
    case "content": cell["description"] = .string(String(repeating: "Vibration alarm. ", count: 80))
    default: break
    }
    return cell
  }

  @Test(
    .enabled(if: !DaemonProcess.isSanitized),
    arguments: [("states", 2_000), ("names", 10_000), ("content", 40_000), ("entries", 200_000)])
  func theyAreNearTheResidentMemory(mix: String, count: Int) throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    func push(_ session: String, _ range: Range<Int>) throws {
      let cells = range.map { Self.cell(mix, $0) }
      try client.call("cells.push", ["session": .string(session), "cells": .array(cells)])
    }
    // Memory that a request frees may stay resident, so requests are small.
    let step = count / 200
    // The first request takes memory that later ones use again.
    try push("first", 0..<step)
    try client.call("session.delete", ["session": "first"])
    let before = daemon.residentBytes
    for start in stride(from: 0, to: count, by: step) { try push("s", start..<start + step) }
    let bytes = try client.call("session.info", ["session": "s"])["bytes"]?.int ?? 0
    let resident = daemon.residentBytes - before
    #expect(resident > bytes * 3 / 4 && resident < bytes * 4 / 3, "\(resident) of \(bytes)")
  }
}

/// Whatever a request makes the daemon keep counts in the member `bytes` of its user.
@Suite(.serialized) struct KeptMemoryTests {
  private static func text(_ number: Int, _ count: Int) -> JSON {
    .string("\(number) ".padding(toLength: count, withPad: "kept ", startingAt: 0))
  }

  private static func cells(_ number: Int, actions: Int = 0) -> JSON {
    .array(
      (0..<100).map { cell in
        let toggles = (0..<actions).map { ["id": text($0, 20), "kind": "toggle", "on": true] as JSON }
        return ["id": JSON(number * 100 + cell), "title": text(number, 200), "actions": .array(toggles)]
      })
  }

  private static func ids(_ number: Int, _ count: Int, _ length: Int) -> JSON {
    .array((0..<count).map { text(number * count + $0, length) })
  }

  /// For each method large requests that differ. If they keep bytes that do not count, these are
  /// more than 16 MiB. `nil` ends the requests.
  private static let requests: [String: @Sendable (Int) -> JSON?] = [
    "hello": { $0 < 100 ? [:] : nil },
    "ping": { $0 < 100 ? [:] : nil },
    "rpc.discover": { $0 < 30 ? [:] : nil },
    "stats": { $0 < 100 ? [:] : nil },
    "session.create": { number in
      let actions = (0..<90).map { ["id": text($0, 30), "title": text(number, 60)] as JSON }
      return number < 1_000 ? ["session": JSON(number), "selectionActions": .array(actions)] : nil
    },
    "session.configure": { number in
      let actions = (0..<90).map { ["id": text($0, 30), "title": text(number, 60)] as JSON }
      return number < 50 ? ["session": "s", "selectionActions": .array(actions)] : nil
    },
    "session.info": { $0 < 100 ? ["session": "s"] : nil },
    "session.list": { $0 < 100 ? ["prefix": text($0, 200)] : nil },
    "session.delete": { $0 == 0 ? ["session": "other"] : nil },
    "cells.push": { $0 < 60 ? ["session": "s", "cells": cells($0, actions: 20)] : nil },
    "cells.patch": {
      $0 < 50 ? ["session": "s", "patches": [["id": "a", "patch": ["title": text($0, 90_000)]]]] : nil
    },
    "cells.remove": { $0 < 20 ? ["session": "s", "ids": ids($0, 1_000, 200)] : nil },
    "cells.move": { $0 < 100 ? ["session": "s", "ids": ["a"], "position": ["before": "b"]] : nil },
    "cells.replace": { $0 < 60 ? ["session": "s", "more": true, "cells": cells($0, actions: 20)] : nil },
    "cells.get": { $0 < 20 ? ["session": "s", "ids": ids($0, 1_000, 200)] : nil },
    "cells.viewed": { $0 < 100 ? ["session": "s", "ids": ["a"]] : nil },
    "view.set": { number in
      guard number < 600 else { return nil }
      // Conditions that are short take far more memory than they have bytes.
      let short = (0..<60).map { ["field": "id", "is": JSON(number * 60 + $0)] as JSON }
      guard number < 150 else {
        return ["session": "s", "view": JSON(number), "where": ["any": .array(short)]]
      }
      return ["session": "s", "view": JSON(number), "group": "title", "collapsed": ids(number, 500, 200)]
    },
    "view.list": { $0 < 100 ? ["session": "s"] : nil },
    "view.delete": { $0 < 100 ? ["session": "s", "view": JSON($0 + 1)] : nil },
    "rows.pull": { number in
      let words = (0..<60).map { ["field": "title", "contains": text(number * 60 + $0, 200)] as JSON }
      return number < 60 ? ["session": "s", "environment": ["where": ["any": .array(words)]]] : nil
    },
    "rows.watch": { $0 < 12 ? ["session": "s", "ids": ids($0, 9_000, 200)] : nil },
    "rows.window": { $0 < 100 ? ["subscription": 1, "start": JSON($0), "count": 100] : nil },
    "rows.unwatch": { $0 == 0 ? ["subscription": 1] : nil },
    "header.pull": { $0 < 300 ? ["session": "s", "id": "a", "environment": ["width": JSON($0 + 20)]] : nil },
    "cell.layout": { $0 < 30 ? ["cell": ["id": JSON($0), "title": text($0, 60_000)]] : nil },
    "selection.set": { $0 < 100 ? ["session": "s", "ids": [$0 % 2 == 0 ? "a" : "b"]] : nil },
    "action.invoke": { number in
      let value: JSON = number % 2 == 0 ? true : false
      return number < 300 ? ["session": "s", "id": "a", "action": "t", "value": value] : nil
    },
    "lint": { $0 < 100 ? ["session": "s", "environment": ["width": JSON($0 + 20)]] : nil },
    "profile.get": { $0 < 100 ? ["profile": "ios"] : nil },
  ]

  @Test(.enabled(if: !DaemonProcess.isSanitized), arguments: Methods.names)
  func itCountsForTheUserThoroughly(method: String) throws {
    let request = try #require(Self.requests[method], "what does \(method) keep?")
    let daemon = try DaemonProcess(["--limit", "views=1000"])
    let client = try RPCClient(daemon)
    for session: JSON in ["s", "other"] {
      try client.call("session.create", ["session": session, "selection": "multiple"])
    }
    let toggles: JSON = [["id": "t", "kind": "toggle", "title": "T"]]
    let cells: JSON = [["id": "a", "title": "A", "actions": toggles], ["id": "b", "title": "B"]]
    try client.call("cells.push", ["session": "s", "cells": cells])
    try client.call("rows.watch", ["session": "s", "count": 1, "interval": 600_000])
    for view in 1...100 { try client.call("view.set", ["session": "s", "view": JSON(view)]) }
    func counted() throws -> Int {
      let stats = try client.call("stats")
      return (stats["user"]?["bytes"]?.int ?? 0) + (stats["daemon"]?["cacheBytes"]?.int ?? 0)
    }
    let (memory, bytes) = (daemon.residentBytes, try counted())
    var number = 0
    while let params = request(number) {
      try client.call(method, params)
      number += 1
    }
    let (taken, kept) = (daemon.residentBytes - memory, try counted() - bytes)
    #expect(taken <= kept * 5 / 2 + 16 << 20, "\(taken) bytes of memory, \(kept) are counted")
  }

  /// A request that waits keeps its parameters.
  @Test func requestsThatWaitCount() throws {
    let daemon = try DaemonProcess(["--limit", "bytes=4000000"])
    let (client, other) = (try RPCClient(daemon), try RPCClient(daemon))
    try client.call("session.create", ["session": "s"])
    func bytes() throws -> Int { try client.call("stats")["user"]?["bytes"]?.int ?? 0 }
    let before = try bytes()
    let ids = Self.ids(0, 3_000, 12)
    let wait: JSON = ["session": "s", "minRevision": 1, "timeout": 60_000, "ids": ids]
    _ = other.send("rows.pull", wait)
    while try bytes() - before < 3_000 * 12 { usleep(1_000) }
    let long: JSON = ["session": "s", "minRevision": 1, "ids": Self.ids(0, 60_000, 40)]
    #expect(try refusal { try client.call("rows.pull", long) }?.limit == "bytes")
    try client.call("cells.push", ["session": "s", "cells": []])
  }
}

/// Memory of deleted cells goes back to the system.
@Suite(.serialized) struct FreedMemoryTests {
  @Test(.enabled(if: !DaemonProcess.isSanitized))
  func largeDeletionsGoBack() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    try client.call("cells.push", ["session": "s", "cells": [["id": "kept", "title": "T"]]])
    let before = daemon.residentBytes
    let description = JSON.string(String(repeating: "Vibration alarm on bearing 2. ", count: 20))
    for start in stride(from: 0, to: 120_000, by: 10_000) {
      let cells = (start..<start + 10_000).map { number -> JSON in
        ["id": JSON(number), "title": "T", "description": description]
      }
      try client.call("cells.push", ["session": "large", "cells": .array(cells)])
    }
    let full = daemon.residentBytes
    #expect(full - before > 80 << 20)
    try client.call("session.delete", ["session": "large"])
    #expect(
      eventually { daemon.residentBytes - before < (full - before) / 4 },
      "\(before >> 20) MB, then \(full >> 20), then \(daemon.residentBytes >> 20)")
    #expect(try client.call("session.info", ["session": "s"])["count"] == 1)
  }
}

/// The size of the replies to a batch is limited, whatever its requests are.
@Suite(.serialized) struct BatchLimitTests {
  /// Sends a batch with `count` copies of `request`. Returns its reply.
  private func reply(
    to request: String, count: Int, _ daemon: DaemonProcess
  ) throws -> (text: String, json: JSON) {
    let client = try daemon.connect()
    client.send("[" + Array(repeating: request, count: count).joined(separator: ",") + "]")
    let line = try #require(client.receive())
    client.send(#"{"id":1,"method":"ping"}"#)
    #expect(client.receive() == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
    return (line, try JSON(parsing: line))
  }

  @Test(arguments: [
    "1", #"{"id":1,"method":"nonsense"}"#, #"{"id":1,"method":"ping"}"#, #"{"id":1,"method":"rpc.discover"}"#,
  ])
  func everyRequestThatIsLeftOutGetsAnError(request: String) throws {
    let daemon = try DaemonProcess(["--limit", "reply=20000"])
    let count = request.contains("discover") ? 40 : request.contains("ping") ? 580 : 150
    let (text, json) = try reply(to: request, count: count, daemon)
    let replies = try #require(json.array)
    #expect(replies.count == count)
    let leftOut = replies.filter { $0["error"]?["data"]?["limit"]?.string == "reply" }
    let discovery = request.contains("discover") ? replies[0].text.utf8.count : 0
    #expect(text.utf8.count <= 31_000 + discovery)
    #expect(!leftOut.isEmpty && leftOut.count < count)
    #expect(replies.suffix(leftOut.count).map(\.text) == leftOut.map(\.text))
  }

  @Test(arguments: ["1", #"{"id":1,"method":"nonsense"}"#, #"{"id":1,"method":"ping"}"#])
  func aBatchWithTooManyRequestsGetsOneError(request: String) throws {
    let daemon = try DaemonProcess(["--limit", "reply=20000"])
    let (_, json) = try reply(to: request, count: 20_000, daemon)
    #expect(json["id"] == .null && json["error"]?["data"]?["kind"]?.string == "limitExceeded")
    #expect(json["error"]?["data"]?["limit"]?.string == "reply")
  }

  @Test func requestsThatAreLeftOutHaveNoEffect() throws {
    let daemon = try DaemonProcess(["--limit", "reply=3000"])
    let client = try daemon.connect()
    let pings = Array(repeating: #"{"id":1,"method":"ping"}"#, count: 85)
    let changes = [
      #"{"id":2,"method":"session.create","params":{"session":"a"}}"#,
      #"{"method":"session.create","params":{"session":"b"}}"#,
    ]
    client.send("[" + (pings + changes).joined(separator: ",") + "]")
    let line = try #require(client.receive())
    let replies = try #require(try JSON(parsing: line).array)
    #expect(replies.count == 86 && replies[85]["id"]?.int == 2)
    #expect(replies[85]["error"]?["data"]?["kind"]?.string == "limitExceeded")
    client.send(#"{"id":3,"method":"session.list"}"#)
    #expect(client.receive()?.contains(#""sessions":[]"#) == true)
  }

  @Test func aBatchOfNumbersTakesBoundedMemory() throws {
    let daemon = try DaemonProcess()
    _ = try reply(to: #"{"id":1,"method":"ping"}"#, count: 1, daemon)
    let before = daemon.peakBytes
    let (text, _) = try reply(to: "1", count: 1_000_000, daemon)
    #expect(text.utf8.count < 1_000)
    #expect(DaemonProcess.isSanitized || daemon.peakBytes - before < 96 << 20, "\(daemon.peakBytes - before)")
  }
}
