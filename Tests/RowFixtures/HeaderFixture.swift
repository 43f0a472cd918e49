import CellEngine
import CellProtocol
import Foundation

/// A folder of files that says which object header a cell has on which page in which environment.
///
/// `cell.json` holds the cell. Each request is a file `NAME.json` with the members `environment` and `page`; the lines
/// that are expected are `NAME.text`, `NAME.frames` the elements, `NAME.svg` or `NAME.html` the picture.
public struct HeaderFixture: Sendable, CustomStringConvertible {
  public let name: String
  /// JSON.
  public let cell: String
  public let expectations: [Expectation]
  public var description: String { name }

  /// All fixtures, by name.
  public static let all: [HeaderFixture] = FixtureFolders.all("headers").compactMap { try? HeaderFixture($0) }

  private init(_ folder: URL) throws {
    name = folder.lastPathComponent
    cell = try String(contentsOf: folder.appendingPathComponent("cell.json"), encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    expectations = try FixtureFolders.requests(in: folder, but: "cell.json").flatMap { name in
      let request = try JSON(parsing: Data(contentsOf: folder.appendingPathComponent("\(name).json")))
      return Expectation.formats(of: name, in: folder).map { format in
        Expectation(
          name: name, environment: request["environment"]?.text ?? "{}", page: request["page"]?.int ?? 0,
          format: format, file: Expectation.file(name, format, in: folder))
      }
    }
  }

  /// The header laid out in this process.
  public func header(in expectation: Expectation) throws -> JSON {
    let cell = try JSONDocument(cell.utf8).withRoot { (root) throws(RPCError) in try CellCodec.read(root) }
    let environment = try JSONDocument(expectation.environment.utf8).withRoot { (root) throws(RPCError) in
      try EnvironmentCodec.read(root)
    }
    let resolved = try LayoutEnvironment(environment)
    let packed = PackedCell(cell)
    let prepared = PreparedCells(header: packed, for: Preparation(resolved))
    var layout = CellLayout(resolved)
    var writer = RowWriter(format: expectation.format)
    var json = JSONWriter()
    json.beginObject()
    layout.layOutHeader(
      packed, state: CellState(of: cell), prepared: prepared, page: expectation.page
    ) { row, _, _ in
      writer.write(&row, to: &json)
    }
    json.endObject()
    return try JSON(parsing: json.bytes)
  }
}
