import CellEngine
import CellWire
import Foundation
import Glibc
import Testing

/// Names and ids are the same if their bytes are, not if they are canonically equivalent.
@Suite struct IdentityTests {
  /// Korean, Greek, Devanagari, Latin: texts that `String` takes for equal.
  static let spellings = [
    ["\u{AC00}", "\u{1100}\u{1161}"], ["\u{3AC}", "\u{3B1}\u{301}", "\u{1F71}"],
    ["\u{958}", "\u{915}\u{93C}"],
    ["\u{C5}", "\u{212B}", "A\u{30A}"], ["K", "\u{212A}"],
  ]

  private func bytes(_ json: JSON?) -> [UInt8] { Array((json?.string ?? "").utf8) }

  /// Makes a session for each spelling, with cells, actions and views that have these names, too.
  private func fill(_ client: RPCClient, _ names: [String]) throws {
    let cells = names.map { ["id": .string($0), "title": .string("T" + $0)] as JSON }
    let actions = names.map { ["id": .string($0), "title": "x", "kind": "toggle"] as JSON }
    let last: JSON = ["id": "acts", "title": "t", "actions": .array(actions)]
    for (index, name) in names.enumerated() {
      let session = JSON.string(name)
      let pushed = try client.call("cells.push", ["session": session, "cells": .array(cells + [last])])
      #expect(pushed["inserted"]?.int == names.count + 1)
      try client.call(
        "action.invoke", ["session": session, "id": "acts", "action": .string(name), "value": true])
      for (index, view) in names.enumerated() {
        try client.call(
          "view.set", ["session": session, "view": .string(view), "width": JSON(20 + index)])
      }
      try client.call("cells.remove", ["session": session, "ids": [.string(names[index])]])
    }
  }

  private func check(_ client: RPCClient, _ names: [String]) throws {
    let listed = try client.call("session.list")["sessions"]?.array ?? []
    #expect(Set(listed.map { bytes($0["session"]) }) == Set(names.map { Array($0.utf8) }))
    for name in names {
      let session: JSON = ["session": .string(name)]
      let cells = try client.call("cells.get", session)["cells"]?.array ?? []
      let left = names.filter { Array($0.utf8) != Array(name.utf8) } + ["acts"]
      #expect(cells.map { bytes($0["id"]) } == left.map { Array($0.utf8) })
      for action in cells.last?["actions"]?.array ?? [] {
        let isInvoked = bytes(action["id"]) == Array(name.utf8)
        #expect((action["on"] == true) == isInvoked, "\(name) \(action)")
      }
      #expect(cells.last?["actions"]?.array?.count == names.count)
      let views = try client.call("view.list", session)["views"]?.array ?? []
      for (index, name) in names.enumerated() {
        let view = views.first { bytes($0["view"]) == Array(name.utf8) }
        #expect(view?["set"]?["width"] == JSON(20 + index))
      }
    }
  }

  @Test(arguments: spellings) func spellingsAreDifferentNames(names: [String]) throws {
    let folder = try StoreDirectory()
    var daemon = try folder.start()
    try fill(RPCClient(daemon), names)
    try check(RPCClient(daemon), names)
    daemon.signal(SIGTERM)
    #expect(try daemon.exitStatus() == 0)
    daemon = try folder.start()
    try check(RPCClient(daemon), names)
  }

  @Test(arguments: spellings.prefix(2)) func spellingsAreDifferentNamesForManyDaemons(names: [String]) throws
  {
    let server = try RedisServerProcess()
    let (first, second) = (try server.node(), try server.node())
    try fill(RPCClient(first), names)
    try check(RPCClient(first), names)
    let client = try RPCClient(second)
    #expect(try eventually { try client.call("session.list")["sessions"]?.array?.count == names.count })
    for name in names {
      let revision = try RPCClient(first).call("session.info", ["session": .string(name)])["revision"] ?? 0
      _ = try client.call("rows.pull", ["session": .string(name), "minRevision": revision])
    }
    try check(client, names)
    // A daemon that starts later reads all names at once, and so does a check of the store.
    let third = try server.node()
    try check(RPCClient(third), names)
    let report = try DaemonProcess(["--check-store", server.address])
    #expect(try report.exitStatus() == 0)
    let said = report.readOutput()
    #expect(said.contains("\(names.count) of \(names.count) sessions"), "\(said)")
  }

  /// A view whose query is spelled differently is another one.
  @Test(arguments: spellings) func spellingsAreDifferentQueries(names: [String]) throws {
    for (left, right) in zip(names, names.dropFirst()) {
      #expect(CellField("data/\(left)") != CellField("data/\(right)"))
      #expect(CellField("data/\(left)") == CellField("data/\(left)"))
      for operation in [Comparison.Operation.contains, Comparison.Operation.matches] {
        #expect(operation(left) != operation(right) && operation(left) == operation(left))
      }
      for operation in [Comparison.Operation.is, Comparison.Operation.above, Comparison.Operation.below] {
        #expect(operation(.text(left)) != operation(.text(right)))
        #expect(operation(.text(left)) == operation(.text(left)))
      }
      #expect(Comparison.Operation.in([.text(left)]) != .in([.text(right)]))
    }
  }
}
