import CellWire
import Testing

/// Changes by users: one client acts, and another watches the rows and the actions.
@Suite("Interaction is state and events")
struct InteractionTests {
  /// A daemon with a session, a client that acts, and the owner of the session, who watches.
  private struct Scene {
    let daemon: DaemonProcess
    let user: RPCClient
    let owner: RPCClient

    init(_ settings: JSON, _ cells: JSON, width: Int = 24) throws {
      daemon = try DaemonProcess()
      user = try RPCClient(daemon)
      owner = try RPCClient(daemon)
      var creation = settings
      creation["session"] = "s"
      try owner.call("session.create", creation)
      try owner.call("cells.push", ["session": "s", "cells": cells])
      try owner.call("view.set", ["session": "s", "width": JSON(width)])
      try owner.call("rows.watch", ["session": "s", "events": true])
    }

    @discardableResult func act(_ method: String, _ params: JSON) throws -> JSON {
      var params = params
      params["session"] = "s"
      return try user.call(method, params)
    }

    /// Returns the lines of the changed rows in the next message to the owner.
    func shown() throws -> [String] {
      while let message = try owner.notification() {
        guard message["method"]?.string == "rows.changed" else { continue }
        let rows = message["params"]?["rows"]?.array ?? []
        return rows.filter { $0["same"] == nil }.flatMap { $0["lines"]?.array?.compactMap(\.string) ?? [] }
      }
      return []
    }

    /// Returns the next action that the owner gets.
    func heard() throws -> JSON? {
      while let message = try owner.notification() {
        if message["method"]?.string == "action.invoked" { return message["params"] }
      }
      return nil
    }
  }

  private static let pair: JSON = [["id": "a", "title": "A"], ["id": "b", "title": "B"]]

  @Test func oneOfAListIsSelected() throws {
    let scene = try Scene(["selection": "single"], Self.pair)
    try scene.act("view.set", ["mode": "edit"])
    #expect(try scene.shown() == ["○ A", "○ B"])
    #expect(try scene.act("selection.set", ["ids": ["a"]])["selected"]?.int == 1)
    #expect(try scene.shown() == ["◉ A"])
    #expect(try scene.act("selection.set", ["ids": ["b"]])["selected"]?.int == 1)
    #expect(try scene.shown() == ["○ A", "◉ B"])
    #expect(try refusal { try scene.act("selection.set", ["all": true]) }?.kind == "invalidParams")
  }

  @Test func manyOrAllAreSelected() throws {
    let scene = try Scene(["selection": "multiple"], Self.pair)
    try scene.act("view.set", ["mode": "edit"])
    #expect(try scene.shown() == ["☐ A", "☐ B"])
    #expect(try scene.act("selection.set", ["all": true])["selected"]?.int == 2)
    #expect(try scene.shown() == ["☑ A", "☑ B"])
    #expect(try scene.act("selection.set", ["ids": ["a"], "op": "remove"])["selected"]?.int == 1)
    #expect(try scene.shown() == ["☐ A"])
  }

  @Test func onlyObjectsAreSelected() throws {
    let cells: JSON = [
      ["id": "s", "title": "S", "kind": "section"], ["id": "a", "title": "A"],
      ["id": "k", "kind": "skeleton"],
    ]
    let scene = try Scene(["selection": "multiple"], cells)
    try scene.act("view.set", ["mode": "edit"])
    #expect(try scene.act("selection.set", ["all": true])["selected"]?.int == 1)
    #expect(try scene.act("selection.set", ["all": true, "op": "toggle"])["selected"]?.int == 0)
    let refused = try refusal { try scene.act("selection.set", ["ids": ["a", "s"]]) }
    #expect(refused?.kind == "invalidParams" && refused?.path == "/ids/1")
    #expect(try scene.act("selection.set", ["ids": ["a"]])["selected"]?.int == 1)
    // A selected object that becomes a part of the list is not selected any more.
    try scene.act("cells.push", ["cells": [["id": "a", "title": "A", "kind": "empty"]]])
    #expect(try scene.act("selection.set", ["ids": ["s"], "op": "remove"])["selected"]?.int == 0)
    for action in ["open", "peek", "menu"] {
      let params: JSON = ["id": "s", "action": .string(action)]
      #expect(try refusal { try scene.act("action.invoke", params) }?.kind == "actionNotFound")
    }
  }

  @Test func aListOfManySelectedCellsDoesNotBecomeOneOfASingle() throws {
    let scene = try Scene(["selection": "multiple"], Self.pair)
    try scene.act("selection.set", ["all": true])
    let refused = try refusal { try scene.act("session.configure", ["selection": "single"]) }
    #expect(refused?.kind == "invalidParams" && refused?.path == "/selection")
    #expect(try scene.act("session.info", [:])["selection"] == "multiple")
    try scene.act("selection.set", ["ids": ["b"]])
    #expect(try scene.act("session.configure", ["selection": "single"])["selection"] == "single")
  }

  @Test func aListWithoutSelectionHasNoControl() throws {
    let scene = try Scene(["selection": "none"], Self.pair)
    try scene.act("view.set", ["mode": "edit"])
    #expect(try scene.shown() == ["A", "B"])
    #expect(try refusal { try scene.act("selection.set", ["ids": ["a"]]) }?.kind == "invalidParams")
  }

  @Test func editModeShiftsTheContentAndTakesTheAccessoryAway() throws {
    let cells: JSON = [
      ["id": "a", "title": "Push", "accessory": "disclosure"],
      ["id": "b", "title": "Modal", "accessory": "detail"],
    ]
    let scene = try Scene(["selection": "single", "profile": "ios"], cells)
    let environment: JSON = ["environment": ["width": 24]]
    let before = try scene.act("rows.pull", environment)["rows"]?.array ?? []
    #expect(
      before.map { $0["lines"]?[0]?.string } == ["Push                   ›", "Modal                  ⓘ"])
    try scene.act("view.set", ["mode": "edit"])
    #expect(try scene.shown() == ["○ Push", "○ Modal"])
    try scene.act("view.set", ["mode": "browse"])
    #expect(try scene.shown() == ["Push                   ›", "Modal                  ⓘ"])
  }

  @Test func unreadGoesOnceViewedOrActedOn() throws {
    let cells: JSON = [
      ["id": "a", "title": "A", "unread": true], ["id": "b", "title": "B", "unread": true],
    ]
    let scene = try Scene([:], cells)
    try scene.act("cells.viewed", ["ids": ["a"]])
    #expect(try scene.shown() == ["  A"])
    try scene.act("action.invoke", ["id": "b", "action": "open"])
    // No cell is unread any more, so no row keeps the column.
    #expect(try scene.shown() == ["A", "B"])
    let cell = try scene.act("cells.get", ["ids": ["b"]])["cells"]?[0]
    #expect(cell?["unread"]?.bool != true)
  }

  @Test func aToggleIsSeenByAll() throws {
    let cells: JSON = [
      ["id": "a", "title": "Ada", "actions": [["id": "follow", "title": "Follow", "kind": "toggle"]]]
    ]
    let scene = try Scene([:], cells)
    try scene.act("action.invoke", ["id": "a", "action": "follow"])
    #expect(try scene.shown() == ["Ada           [✓ Follow]"])
    try scene.act("action.invoke", ["id": "a", "action": "follow", "value": false])
    #expect(try scene.shown() == ["Ada             [Follow]"])
  }

  @Test func aDownloadGoesThroughItsStates() throws {
    let cells: JSON = [["id": "a", "title": "Manual", "actions": [["id": "get", "kind": "download"]]]]
    let scene = try Scene([:], cells)
    for (value, line) in [
      (JSON.null, "Manual                0%"), (0.42, "Manual               42%"),
      ("done", "Manual                 ✓"),
    ] {
      var params: JSON = ["id": "a", "action": "get"]
      if value != .null { params["value"] = value }
      try scene.act("action.invoke", params)
      #expect(try scene.shown() == [line])
    }
  }

  @Test func theOwnerHearsActionsBehindGestures() throws {
    let cells: JSON = [
      ["id": "17", "title": "A", "swipe": ["trailing": ["delete"]], "menu": ["archive"]]
    ]
    let scene = try Scene([:], cells)
    for action in ["delete", "archive", "open"] {
      #expect(try scene.act("action.invoke", ["id": "17", "action": .string(action)])["delivered"]?.int == 1)
      let heard = try scene.heard()
      #expect(heard?["id"]?.string == "17")
      #expect(heard?["action"]?.string == action)
      #expect(heard?["by"]?["process"]?.int != nil)
    }
    #expect(
      try refusal { try scene.act("action.invoke", ["id": "17", "action": "erase"]) }?.kind
        == "actionNotFound")
  }
}
