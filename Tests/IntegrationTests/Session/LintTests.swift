import CellWire
import Testing

@Suite("Lint through the socket")
struct LintTests {
  @Test func aLongListIsHeldAgainstTheGuideline() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    let cells = (0..<3_000).map { index -> JSON in
      var cell: JSON = ["id": JSON(index), "title": "Cell", "subtitle": "Subtitle"]
      if index % 1_000 == 7 { cell["swipe"] = ["trailing": [["id": "delete"]]] }
      if index == 2_500 { cell["footnote"] = "One row more" }
      return cell
    }
    try client.call("cells.push", ["session": "s", "cells": .array(cells)])
    let findings = try client.call("lint", ["session": "s"])["findings"]?.array ?? []
    #expect(findings.map { $0["rule"]?.string } == ["gesture-only", "mixed-heights", "mixed-content"])
    #expect(findings.first?["ids"] == ["7", "1007", "2007"])
    #expect(findings.dropFirst().allSatisfy { $0["ids"] == ["2500"] })
    #expect(findings.map { $0["severity"]?.string } == ["error", "warning", "warning"])
    #expect(findings.allSatisfy { $0["source"]?.string?.hasPrefix("S2 ") == true })
  }

  @Test func theViewDecides() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    let cells: JSON = [
      ["id": "1", "title": "Cell", "description": "Short."],
      ["id": "2", "title": "Cell", "description": "A description of more than twenty columns."],
    ]
    try client.call("cells.push", ["session": "s", "cells": cells])
    func rules(_ params: JSON) throws -> [String] {
      var params = params
      params["session"] = "s"
      return try client.call("lint", params)["findings"]?.array?.compactMap { $0["rule"]?.string } ?? []
    }
    #expect(try rules([:]).isEmpty)
    #expect(try rules(["environment": ["width": 20]]) == ["mixed-heights"])
    #expect(try rules(["environment": ["profile": "android", "width": 20]]).isEmpty)
    try client.call("view.set", ["session": "s", "view": "narrow", "width": 20])
    #expect(try rules(["view": "narrow"]) == ["mixed-heights"])
    #expect(try refusal { _ = try rules(["view": "none"]) }?.kind == "viewNotFound")
  }
}
