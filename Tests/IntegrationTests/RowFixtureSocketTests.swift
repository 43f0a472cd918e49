import CellProtocol
import RowFixtures
import Testing

/// Every folder of row fixtures, laid out by the real daemon and pulled through its socket.
@Suite("Row fixtures through the socket")
struct RowFixtureSocketTests {
  @Test(arguments: RowFixture.all)
  func rows(_ fixture: RowFixture) throws {
    let (daemon, connection) = try DaemonProcess.withClient()
    defer { withExtendedLifetime(daemon) {} }
    var members = try JSON(parsing: fixture.session ?? "{}").members ?? []
    members.append(JSON.Member("session", .string("fixture")))
    _ = try result(of: "session.create", .object(members), connection)
    let cells = try fixture.cells.map { try JSON(parsing: $0) }
    let pushed = try result(of: "cells.push", ["session": "fixture", "cells": .array(cells)], connection)
    #expect(pushed["inserted"]?.int == cells.count)
    for expectation in fixture.expectations {
      let reply = try result(
        of: "rows.pull",
        [
          "session": "fixture", "environment": try JSON(parsing: expectation.environment),
          "format": .string(expectation.format.rawValue),
        ], connection)
      let rows = try #require(reply["rows"]?.array)
      #expect(
        RowFixture.content(of: rows, format: expectation.format) == expectation.content,
        "\(fixture) \(expectation)")
      if expectation.format == .text {
        for row in rows { #expect(row["height"]?.int == row["lines"]?.array?.count) }
      }
    }
  }

  private func result(of method: String, _ params: JSON, _ connection: SocketClient) throws -> JSON {
    let request: JSON = ["id": 1, "method": .string(method), "params": params]
    connection.send(request.text)
    let reply = try JSON(parsing: try #require(connection.receive()))
    return try #require(reply["result"], "\(method): \(reply.text)")
  }
}
