import CellEngine
import CellProtocol
import CellWire

/// The object header of a cell, on some pages and in some environments, from a file.
public struct HeaderFixture: Sendable {
  /// The cell, as JSON.
  public let cell: String
  public let text: FixtureText

  public init(_ file: FixtureFile) throws {
    text = try file.text()
    guard text.cells.count == 1 else { throw FixtureError(description: "\(file): a header has one cell") }
    guard text.expectations.allSatisfy({ $0.reveal == nil }) else {
      throw FixtureError(description: "\(file): a header reveals nothing")
    }
    cell = text.cells[0]
  }

  /// Returns the header, laid out in this process.
  public func header(in expectation: Expectation) throws -> JSON {
    let cell = try JSONDocument(cell.utf8).withRoot { (root) throws(RPCError) in try CellCodec.read(root) }
    let environment = try JSONDocument(expectation.environment.utf8).withRoot { (root) throws(RPCError) in
      try EnvironmentCodec.read(root)
    }
    let resolved = try Style(environment)
    let packed = CellRecord(cell)
    let prepared = PreparedCells(header: packed, for: Preparation(resolved))
    var layout = CellLayout(resolved)
    var writer = RowWriter(format: expectation.format)
    var json = JSONWriter()
    json.beginObject()
    layout.layOutHeader(
      packed, state: CellState(of: cell), prepared: prepared, page: expectation.page
    ) { row, _, _ in
      writer.write(row, to: &json)
    }
    json.endObject()
    return try JSON(parsing: json.bytes)
  }
}
