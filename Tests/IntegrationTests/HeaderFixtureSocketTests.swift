import CellWire
import RowFixtures
import Testing

/// Every file of header fixtures, pulled from the real daemon.
@Suite("Headers through the socket")
struct HeaderFixtureSocketTests {
  @Test(arguments: FixtureFile.all(.headers))
  func header(_ file: FixtureFile) throws {
    let fixture = try HeaderFixture(file)
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    let cell = try JSON(parsing: fixture.cell)
    try client.call("cells.push", ["session": "s", "cells": [cell]])
    let contents = try fixture.text.expectations.map { expectation in
      let header = try client.call(
        "header.pull",
        [
          "session": "s", "id": cell["id"] ?? .null, "page": JSON(expectation.page),
          "environment": try JSON(parsing: expectation.environment),
          "format": .string(expectation.format.rawValue),
        ])
      #expect(header["id"] == cell["id"])
      #expect((header["page"]?.int ?? .max) < (header["pages"]?.int ?? 0))
      return RowFixture.content(of: [header], format: expectation.format)
    }
    for difference in fixture.text.differences(from: contents, in: file) { Issue.record("\(difference)") }
  }

  @Test func pagesAreBoundedAndMissingCellsAreTold() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    let chart: JSON = ["values": [1, 2]]
    try client.call(
      "cells.push", ["session": "s", "cells": [["id": "a", "title": "A", "header": ["chart": chart]]]])
    let narrow: JSON = ["width": 30]
    let last = try client.call(
      "header.pull", ["session": "s", "id": "a", "page": 9, "environment": narrow])
    #expect(last["pages"]?.int == 2 && last["page"]?.int == 1)
    #expect(try client.call("header.pull", ["session": "s", "id": "a"])["pages"]?.int == 2)
    #expect(
      try refusal { try client.call("header.pull", ["session": "s", "id": "b"]) }?.kind == "cellNotFound")
  }

  /// The header is made from its cell: what changes there changes here.
  @Test func theHeaderFollowsItsCell() throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    try client.call(
      "cells.push",
      ["session": "s", "cells": [["id": "a", "title": "A", "subtitle": "S", "status": "Open"]]])
    try client.call(
      "cells.patch",
      ["session": "s", "patches": [["id": "a", "patch": ["title": "B", "status": ["text": "Done"]]]]])
    let header = try client.call("header.pull", ["session": "s", "id": "a", "environment": ["width": 20]])
    #expect(header["lines"] == ["B               Done", "S"])
  }
}
