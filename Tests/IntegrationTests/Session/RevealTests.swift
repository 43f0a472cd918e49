import CellWire
import Testing

/// Rows that a client asks to draw with a swipe, a menu or a preview.
@Suite struct RevealRequestTests {
  private static let cells: JSON = [
    [
      "id": "a", "title": "Pump", "preview": "A preview",
      "actions": [["id": "call", "title": "Call"], ["id": "mail", "title": "Mail"]],
      "swipe": ["trailing": [["id": "delete", "title": "Delete", "role": "destructive"]]], "menu": ["call"],
    ],
    ["id": "b", "title": "Lift"],
  ]

  private func start() throws -> (DaemonProcess, RPCClient) {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    try client.call("session.create", ["session": "s", "profile": "ios"])
    try client.call("cells.push", ["session": "s", "cells": Self.cells])
    return (daemon, client)
  }

  private func pull(
    _ client: RPCClient, _ what: String?, id: String = "a", format: String = "frames", since: JSON? = nil
  ) throws -> JSON {
    var params: JSON = ["session": "s", "format": .string(format), "environment": ["width": 40]]
    if let what { params["reveal"] = ["id": .string(id), "what": .string(what)] }
    params["since"] = since
    return try client.call("rows.pull", params)
  }

  @Test func oneRowIsDrawnInItsState() throws {
    let (daemon, client) = try start()
    _ = daemon
    let plain = try pull(client, nil)
    for what in ["trailing", "menu", "overflow", "peek"] {
      let open = try pull(client, what)
      #expect(open["rows"]?[0]?["height"] == plain["rows"]?[0]?["height"])
      #expect(open["rows"]?[1] == plain["rows"]?[1])
      #expect(open["rows"]?[0] != plain["rows"]?[0])
      if what == "trailing" {
        let button = open["rows"]?[0]?["elements"]?.array?.last
        #expect(button?["id"] == "delete" && button?["reveal"] == "trailing")
        #expect(button?["role"] == "destructive" && open["rows"]?[0]?["overlay"] == nil)
      } else {
        let overlay = open["rows"]?[0]?["overlay"]
        #expect(overlay?["what"]?.string == what && overlay?["elements"]?.array?.isEmpty == false)
        #expect(open["rows"]?[0]?["elements"] == plain["rows"]?[0]?["elements"])
      }
    }
    for format in ["svg", "html"] {
      let overlay = try pull(client, "menu", format: format)["rows"]?[0]?["overlay"]
      #expect(overlay?["picture"]?.string?.hasPrefix("<svg") == true)
      #expect(overlay?["width"]?.double ?? 0 > 0 && overlay?["y"]?.double ?? 0 > 0)
    }
  }

  @Test func itIsPartOfTheForm() throws {
    let (daemon, client) = try start()
    _ = daemon
    let plain = try pull(client, nil)
    let open = try pull(client, "menu")
    let clocks = [plain["clock"], open["clock"], try pull(client, "peek")["clock"]]
    #expect(Set(clocks.compactMap { $0?.string }).count == 3)
    #expect(try pull(client, "menu", since: open["clock"])["rows"]?[0]?["same"] == true)
    #expect(try pull(client, "menu", since: plain["clock"])["rows"]?[1]?["same"] == nil)
    #expect(try pull(client, nil, since: open["clock"])["rows"]?[0]?["same"] == nil)
    #expect(try pull(client, nil)["rows"] == plain["rows"])
  }

  @Test func whatCannotBeRevealedIsAnError() throws {
    let (daemon, client) = try start()
    _ = daemon
    for format in ["text", "ansi", "spans", "markdown", "pango"] {
      #expect(
        try refusal { _ = try pull(client, "menu", format: format) }
          == RPCClient.Refusal(kind: "invalidParams", path: "/reveal"))
    }
    #expect(
      try refusal { _ = try pull(client, "menu", id: "x") }
        == RPCClient.Refusal(kind: "cellNotFound", path: "/reveal/id"))
    #expect(try refusal { _ = try pull(client, "left") }?.path == "/reveal/what")
    let nothing = try pull(client, "menu", id: "b")["rows"]?[1]
    #expect(nothing?["overlay"] == nil)
    #expect(nothing?["diagnostics"] == ["menu: the cell has no context menu, so nothing is revealed"])
  }

  @Test func aLoneCellHasStatesToo() throws {
    let (daemon, client) = try start()
    _ = daemon
    var params: JSON = ["cell": Self.cells[0] ?? .null, "format": "svg", "reveal": ["what": "peek"]]
    params["environment"] = ["unit": "point", "width": 320, "font": ["family": "fixed"]]
    let row = try client.call("cell.layout", params)["row"]
    #expect(row?["overlay"]?["picture"]?.string?.contains("A preview") == true)
    params["reveal"] = ["what": "leading"]
    #expect(try client.call("cell.layout", params)["row"]?["diagnostics"]?.array?.count == 1)
    params["format"] = "text"
    params["environment"] = nil
    #expect(try refusal { _ = try client.call("cell.layout", params) }?.kind == "invalidParams")
  }
}
