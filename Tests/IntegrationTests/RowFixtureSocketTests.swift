import CellWire
import RowFixtures
import Testing

/// Every file of row fixtures, laid out by the real daemon and pulled through its socket.
@Suite("Row fixtures through the socket")
struct RowFixtureSocketTests {
  @Test(arguments: FixtureFile.all(.rows))
  func rows(_ file: FixtureFile) throws {
    let fixture = try RowFixture(file)
    let (daemon, connection) = try DaemonProcess.withClient()
    defer { withExtendedLifetime(daemon) {} }
    var members = try JSON(parsing: fixture.session ?? "{}").members ?? []
    members.append(JSON.Member("session", .string("fixture")))
    _ = try result(of: "session.create", .object(members), connection)
    let cells = try fixture.cells.map { try JSON(parsing: $0) }
    let pushed = try result(of: "cells.push", ["session": "fixture", "cells": .array(cells)], connection)
    #expect(pushed["inserted"]?.int == cells.count)
    let contents = try fixture.text.expectations.map { expectation in
      var params: JSON = [
        "session": "fixture", "environment": try JSON(parsing: expectation.environment),
        "format": .string(expectation.format.rawValue),
      ]
      if let reveal = expectation.reveal {
        params["reveal"] = ["id": .string(reveal.id), "what": .string(reveal.what.rawValue)]
      }
      let reply = try result(of: "rows.pull", params, connection)
      let rows = try #require(reply["rows"]?.array)
      if expectation.format == .text {
        for row in rows { #expect(row["height"]?.int == row["lines"]?.array?.count) }
      }
      return RowFixture.content(of: rows, format: expectation.format)
    }
    for difference in fixture.text.differences(from: contents, in: file) { Issue.record("\(difference)") }
  }

  private func result(of method: String, _ params: JSON, _ connection: SocketClient) throws -> JSON {
    let request: JSON = ["id": 1, "method": .string(method), "params": params]
    connection.send(request.text)
    let reply = try JSON(parsing: try #require(connection.receive()))
    return try #require(reply["result"], "\(method): \(reply.text)")
  }
}
