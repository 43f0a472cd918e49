import CellWire
import Testing

/// Actions of several cells, known actions, and the end of unread marks.
@Suite struct BulkActionTests {
  /// A daemon with a session of three unread cells, and a client that watches its events.
  private struct Scene {
    let daemon: DaemonProcess
    let client: RPCClient
    let watcher: RPCClient

    init(_ settings: JSON = ["selection": "multiple"], _ cells: [JSON] = Scene.cells) throws {
      daemon = try DaemonProcess()
      client = try RPCClient(daemon)
      watcher = try RPCClient(daemon)
      var creation = settings
      creation["session"] = "s"
      try client.call("session.create", creation)
      try client.call("cells.push", ["session": "s", "cells": .array(cells)])
      try watcher.call("rows.watch", ["session": "s", "count": 0, "events": true])
    }

    static let cells: [JSON] = ["a", "b", "c"].map { id in
      [
        "id": .string(id), "title": .string(id), "unread": true, "preview": "Preview", "accessory": "detail",
        "actions": [["id": "follow", "kind": "toggle"], ["id": "get", "kind": "download"]],
        "menu": [["id": "pin", "kind": "toggle", "title": "Pin"]],
        "swipe": ["trailing": [["id": "delete", "title": "Delete", "role": "destructive"], "follow"]],
      ]
    }

    @discardableResult func call(_ method: String, _ members: JSON) throws -> JSON {
      var params = members
      params["session"] = "s"
      return try client.call(method, params)
    }

    func invoke(_ action: String, _ members: JSON) throws -> JSON {
      var params = members
      params["action"] = .string(action)
      return try call("action.invoke", params)
    }

    func cells() throws -> [JSON] { try call("cells.get", [:])["cells"]?.array ?? [] }

    func unread() throws -> [String] {
      try cells().filter { $0["unread"]?.bool == true }.compactMap { $0["id"]?.string }
    }

    func states(_ place: Int, _ member: String) throws -> [JSON?] {
      try cells().map { $0["actions"]?[place]?[member] }
    }

    /// Returns the next action that the watcher gets.
    func heard() throws -> JSON? {
      while let message = try watcher.notification() {
        if message["method"]?.string == "action.invoked" { return message["params"] }
      }
      return nil
    }
  }

  @Test func anActionOfSeveralCellsIsOneEvent() throws {
    let scene = try Scene()
    #expect(try scene.invoke("delete", ["ids": ["c", "a"]]) == ["delivered": 1])
    let event = try scene.heard()
    #expect(event?["ids"] == ["c", "a"] && event?["id"] == nil && event?["action"] == "delete")
    #expect(try scene.unread() == ["b"])
    #expect(try scene.invoke("delete", ["id": "b"]) == ["delivered": 1])
    let single = try scene.heard()
    #expect(single?["id"] == "b" && single?["ids"] == nil)
  }

  @Test func togglesAreAllOnThenAllOff() throws {
    let scene = try Scene()
    _ = try scene.invoke("follow", ["id": "b"])
    _ = try scene.heard()
    _ = try scene.invoke("follow", ["ids": ["a", "b", "c"]])
    #expect(try scene.states(0, "on") == [true, true, true])
    #expect(try scene.heard()?["value"] == true)
    _ = try scene.invoke("follow", ["ids": ["a", "b"]])
    #expect(try scene.states(0, "on") == [false, false, true])
    #expect(try scene.heard()?["value"] == false)
    _ = try scene.invoke("follow", ["ids": ["a", "c"], "value": true])
    #expect(try scene.states(0, "on") == [true, false, true])
    _ = try scene.invoke("get", ["ids": ["a", "b"], "value": 0.5])
    #expect(try scene.states(1, "progress") == [0.5, 0.5, nil])
  }

  @Test func togglesOfGesturesHaveStates() throws {
    let scene = try Scene()
    _ = try scene.invoke("pin", ["ids": ["a", "c"]])
    #expect(try scene.cells().map { $0["menu"]?[0]?["on"] } == [true, nil, true])
    try scene.call("cells.push", ["cells": .array(Scene.cells)])
    #expect(try scene.cells().map { $0["menu"]?[0]?["on"] } == [true, nil, true])
  }

  @Test func allCellsOrNone() throws {
    var cells = Scene.cells
    cells[1]["actions"] = [["id": "follow", "kind": "toggle", "enabled": false]]
    cells[2]["enabled"] = false
    let scene = try Scene(["selection": "multiple"], cells)
    func refused(_ action: String, _ ids: JSON) throws -> RPCClient.Refusal? {
      try refusal { _ = try scene.invoke(action, ["ids": ids]) }
    }
    #expect(try refused("follow", ["a", "b"]) == RPCClient.Refusal(kind: "actionDisabled", path: "/action"))
    #expect(try refused("get", ["a", "b"]) == RPCClient.Refusal(kind: "actionNotFound", path: "/action"))
    #expect(try refused("delete", ["a", "c"]) == RPCClient.Refusal(kind: "actionDisabled", path: "/ids/1"))
    #expect(try refused("delete", ["a", "x"]) == RPCClient.Refusal(kind: "cellNotFound", path: "/ids/1"))
    #expect(try refused("delete", []) == RPCClient.Refusal(kind: "invalidParams", path: "/ids"))
    #expect(try scene.states(0, "on") == [nil, nil, nil])
    #expect(try scene.unread() == ["a", "b", "c"])
    for params: JSON in [
      ["id": "a", "ids": ["b"]], ["id": "a", "selected": true], ["ids": ["a"], "selected": true], [:],
    ] {
      #expect(try refusal { _ = try scene.invoke("delete", params) }?.kind == "invalidParams")
    }
  }

  @Test func theSelectionHasActionsOfItsOwn() throws {
    let scene = try Scene([
      "selection": "multiple",
      "selectionActions": [
        ["id": "archive", "title": "Archive", "role": "positive"],
        ["id": "more", "kind": "menu", "items": [["id": "move"]]], ["id": "print", "enabled": false],
      ],
    ])
    let nothing = try refusal { _ = try scene.invoke("archive", ["selected": true]) }
    #expect(nothing == RPCClient.Refusal(kind: "invalidParams", path: "/selected"))
    try scene.call("selection.set", ["ids": ["a", "c"], "viewed": false])
    for action in ["archive", "move", "delete", "follow"] {
      #expect(try scene.invoke(action, ["selected": true]) == ["delivered": 1])
      #expect(try scene.heard()?["ids"] == ["a", "c"])
    }
    #expect(try scene.unread() == ["b"])
    #expect(
      try refusal { _ = try scene.invoke("print", ["selected": true]) }?.kind == "actionDisabled")
    let info = try scene.call("session.info", [:])
    #expect(info["selectionActions"]?[0]?["role"] == "positive" && info["drillDown"] == true)
    #expect(try scene.call("session.configure", ["selectionActions": []])["selectionActions"] == [])
    #expect(
      try refusal { _ = try scene.invoke("archive", ["selected": true]) }?.kind == "actionNotFound")
    let twice = try refusal {
      try scene.call("session.configure", ["selectionActions": [["id": "a"], ["id": "a"]]])
    }
    #expect(twice == RPCClient.Refusal(kind: "invalidParams", path: "/selectionActions/1/id"))
    let long: JSON = .string(String(repeating: "x", count: 70_000))
    let tooLong = try refusal {
      try scene.call("session.configure", ["selectionActions": [["id": "a", "title": long]]])
    }
    #expect(tooLong == RPCClient.Refusal(kind: "invalidParams", path: "/selectionActions"))
  }

  @Test func knownActionsReachWatchers() throws {
    let scene = try Scene()
    for action in ["menu", "peek"] {
      #expect(try scene.invoke(action, ["id": "a"]) == ["delivered": 1])
      #expect(try scene.heard()?["action"]?.string == action)
    }
    #expect(try scene.unread() == ["a", "b", "c"])
    _ = try scene.invoke("detail", ["id": "a"])
    #expect(try scene.unread() == ["b", "c"])
    _ = try scene.invoke("open", ["id": "b"])
    #expect(try scene.unread() == ["c"])
    try scene.call("cells.push", ["cells": [["id": "bare", "title": "Bare"]]])
    for action in ["menu", "peek", "detail"] {
      #expect(try refusal { _ = try scene.invoke(action, ["id": "bare"]) }?.kind == "actionNotFound")
    }
    // A cell's own action of that name wins.
    try scene.call(
      "cells.push",
      [
        "cells": [
          ["id": "own", "title": "Own", "unread": true, "actions": [["id": "peek", "kind": "toggle"]]]
        ]
      ])
    _ = try scene.invoke("peek", ["id": "own"])
    #expect(try scene.cells().last?["actions"]?[0]?["on"] == true)
    #expect(try scene.unread() == ["c"])
  }

  @Test func theDrillDownCanBeRefused() throws {
    let scene = try Scene(["selection": "multiple", "profile": "ios"])
    try scene.call("cells.push", ["cells": [["id": "d", "title": "Link", "accessory": "disclosure"]]])
    func hasChevron() throws -> Bool {
      let rows = try scene.call("rows.pull", ["ids": ["d"], "environment": ["width": 20]])["rows"]
      return rows?[0]?["lines"]?[0]?.string?.hasSuffix("›") ?? false
    }
    let before = try scene.call("view.set", ["width": 12])["layout"]
    #expect(try hasChevron())
    #expect(try scene.call("session.configure", ["drillDown": false])["drillDown"] == false)
    #expect(try !hasChevron())
    #expect(try scene.call("view.set", [:])["layout"] != before)
    let refused = try refusal { _ = try scene.invoke("open", ["id": "a"]) }
    #expect(refused == RPCClient.Refusal(kind: "actionDisabled", path: "/action"))
    #expect(try scene.unread() == ["a", "b", "c"])
    _ = try scene.invoke("detail", ["id": "a"])
    try scene.call(
      "cells.push", ["cells": [["id": "o", "title": "Own", "actions": [["id": "open", "title": "Open"]]]]])
    #expect(try scene.invoke("open", ["id": "o"]) == ["delivered": 1])
  }

  @Test func selectionAndHeaderAreViews() throws {
    let scene = try Scene()
    try scene.call("selection.set", ["ids": ["a"]])
    #expect(try scene.unread() == ["b", "c"])
    try scene.call("selection.set", ["ids": ["b"], "viewed": false])
    try scene.call("selection.set", ["all": true])
    #expect(try scene.unread() == ["b", "c"])
    let before = try scene.call("header.pull", ["id": "b"])["revision"]?.int
    #expect(try scene.unread() == ["b", "c"])
    let viewed = try scene.call("header.pull", ["id": "b", "viewed": true])
    #expect(viewed["revision"]?.int == before.map { $0 + 1 } && viewed["lines"]?.array?.isEmpty == false)
    #expect(try scene.unread() == ["c"])
    // Nothing changes the second time.
    #expect(try scene.call("header.pull", ["id": "b", "viewed": true])["revision"] == viewed["revision"])
    #expect(
      try refusal { try scene.call("header.pull", ["id": "x", "viewed": true]) }
        == RPCClient.Refusal(kind: "cellNotFound", path: "/id"))
    try scene.call("selection.set", ["all": true, "op": "remove", "viewed": true])
    #expect(try scene.unread() == [])
  }
}
