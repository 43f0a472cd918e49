import CellWire
import Testing

/// The limit `reply` for lists other than rows and cells, and the limits of staged cells.
@Suite struct ReplyLimitTests {
  private let ids: [JSON] = (0..<100).map { .string("no-such-cell-\($0)") }

  @Test(arguments: ["rows.pull", "cells.get"], [100, 9_000])
  func unknownIdsAreCutLikeRows(method: String, count: Int) throws {
    let daemon = try DaemonProcess(["--limit", "reply=600"])
    let client = try RPCClient(daemon)
    try client.call(
      "cells.push", ["session": "s", "cells": [["id": "a", "title": "A"], ["id": "b", "title": "B"]]])
    var rest: [JSON] = (0..<count).map { .string("no-such-cell-\($0)") }
    rest.insert("b", at: count / 2)
    rest.insert("a", at: 1)
    let asked = rest
    var found: [String] = []
    var missing: [JSON] = []
    for _ in 0..<(count > 100 ? 3 : count) where !rest.isEmpty {
      let reply = try client.call(method, ["session": "s", "ids": .array(rest)])
      #expect(reply.text.utf8.count < 1_100)
      let cells = reply["rows"]?.array ?? reply["cells"]?.array ?? []
      let unknown = reply["missing"]?.array ?? []
      found += cells.compactMap { $0["id"]?.string }
      missing += unknown
      let next = reply["next"]?.int ?? rest.count
      #expect(next == cells.count + unknown.count)
      rest.removeFirst(next)
    }
    #expect(found == (count > 100 ? ["a"] : ["a", "b"]))
    #expect(missing == asked.filter { $0.string!.count > 1 }.prefix(missing.count) + [])
    #expect(count > 100 || rest.isEmpty)
  }

  /// Lists of sessions and views stop at the limit, and `next` continues them.
  @Test func aReplyThatChangesACellMayExceedTheShare() throws {
    let (daemon, _) = try DaemonProcess.withClient(["--limit", "pending=300000"])
    let client = try RPCClient(daemon)
    let title = JSON.string(String(repeating: "word ", count: 60_000))
    try client.call("cells.push", ["session": "s", "cells": [["id": "a", "title": title, "unread": true]]])
    let pull: JSON = ["session": "s", "id": "a"]
    #expect(try refusal { try client.call("header.pull", pull) }?.kind == "busy")
    let viewed = try client.call("header.pull", ["session": "s", "id": "a", "viewed": true])
    #expect(viewed["lines"]?.array?.isEmpty == false)
    #expect(try client.call("session.info", ["session": "s"])["revision"] == viewed["revision"])
  }

  @Test func listsOfSessionsAndViewsHavePages() throws {
    let daemon = try DaemonProcess(["--limit", "reply=20000"])
    let client = try RPCClient(daemon)
    let names = (0..<300).map { String(10_000 + $0) }
    for name in names { try client.call("session.create", ["session": .string(name)]) }
    let views = ["main"] + (0..<90).map { "v\($0)" }
    for name in views { try client.call("view.set", ["session": "10000", "view": .string(name)]) }
    func all(_ method: String, _ list: String, _ member: String, _ params: JSON) throws -> (
      pages: Int, [String?]
    ) {
      var (pages, found, params) = (0, [String?](), params)
      while true {
        let result = try client.call(method, params)
        pages += 1
        let part = result[list]?.array ?? []
        #expect(!part.isEmpty && result.text.utf8.count < 21_000)
        found += part.map { $0[member]?.string }
        guard let next = result["next"]?.int else { return (pages, found) }
        #expect(next == found.count)
        params["start"] = JSON(next)
      }
    }
    let sessions = try all("session.list", "sessions", "session", [:])
    #expect(sessions.pages > 3 && sessions.1 == names)
    let some = try all("session.list", "sessions", "session", ["prefix": "1010"])
    #expect(some.1 == names.filter { $0.hasPrefix("1010") })
    let listed = try all("view.list", "views", "view", ["session": "10000"])
    #expect(listed.pages > 2 && listed.1 == views)
    let cellctl = try CellctlProcess.run(["sessions", "-o", "ndjson"], socket: daemon.socketPath)
    #expect(cellctl.lines.count == 300)
  }

  @Test func oneIdIsGivenInAnyCase() throws {
    let daemon = try DaemonProcess(["--limit", "reply=1"])
    let client = try RPCClient(daemon)
    try client.call("session.create", ["session": "s"])
    for method in ["rows.pull", "cells.get"] {
      let reply = try client.call(method, ["session": "s", "ids": .array(ids)])
      #expect(reply["missing"] == [ids[0]] && reply["next"]?.int == 1, "\(method)")
    }
  }

  @Test func aChangeSaysHowManyItLeavesOut() throws {
    let daemon = try DaemonProcess(["--limit", "reply=600"])
    let client = try RPCClient(daemon)
    try client.call("session.create", ["session": "s"])
    let removed = try client.call("cells.remove", ["session": "s", "ids": .array(ids)])
    let missing = removed["missing"]?.array?.count ?? 0
    #expect(missing > 10 && missing + (removed["omitted"]?.int ?? 0) == 100)
    let cells = JSON.array(ids.map { ["id": $0] } + [["id": "good", "title": "G"]])
    let pushed = try client.call("cells.push", ["session": "s", "partial": true, "cells": cells])
    let rejected = pushed["rejected"]?.array?.count ?? 0
    #expect(rejected > 0 && rejected + (pushed["omitted"]?.int ?? 0) == 100)
    #expect(pushed["inserted"]?.int == 1)
    let few = try client.call("cells.remove", ["session": "s", "ids": ["good", "bad"]])
    #expect(few["missing"] == ["bad"] && few["omitted"] == nil)
  }

  @Test func stagedCellsCountInBytes() throws {
    let daemon = try DaemonProcess(["--limit", "bytes=100000"])
    let stager = try RPCClient(daemon)
    let other = try RPCClient(daemon)
    func cell(_ id: String) -> JSON {
      ["id": .string(id), "title": "T", "data": .string(String(repeating: "x", count: 30_000))]
    }
    func bytes() throws -> Int { try other.call("stats")["daemon"]?["bytes"]?.int ?? -1 }
    try stager.call("session.create", ["session": "s"])
    let empty = try bytes()
    for id in ["a", "b"] {
      try stager.call("cells.replace", ["session": "s", "more": true, "cells": [cell(id)]])
    }
    #expect(try bytes() > 60_000)
    let push: JSON = ["session": "o", "cells": [cell("x"), cell("y")]]
    #expect(try refusal { try other.call("cells.push", push) }?.limit == "bytes")
    let stage: JSON = ["session": "s", "more": true, "cells": [cell("c"), cell("d")]]
    #expect(try refusal { try stager.call("cells.replace", stage) }?.limit == "bytes")
    #expect(try bytes() == empty)
    try stager.call("cells.replace", ["session": "s", "more": true, "cells": [cell("a")]])
    #expect(try stager.call("cells.replace", ["session": "s", "cells": [cell("b")]])["inserted"]?.int == 2)
    #expect(try bytes() - empty == stager.call("session.info", ["session": "s"])["bytes"]?.int)
    try stager.call("cells.replace", ["session": "s", "more": true, "cells": [cell("c")]])
    try stager.call("session.delete", ["session": "s"])
    #expect(try bytes() == 0)
  }
}
