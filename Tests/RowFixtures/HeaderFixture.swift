import CellEngine
import CellProtocol
import Foundation

/// A folder of files that says which object header a cell has on which page in which environment.
///
/// `cell.json` holds the cell. Each request is a file `NAME.json` with the members `environment` and `page`; the lines
/// that are expected are `NAME.text`, `NAME.frames` the elements, `NAME.svg` or `NAME.html` the picture.
public struct HeaderFixture: Sendable, CustomStringConvertible {
  /// What is expected of one request.
  public struct Expectation: Sendable, CustomStringConvertible {
    public let name: String
    /// JSON.
    public let environment: String
    public let page: Int
    public let format: RowFormat
    public let file: URL
    /// `nil` where the header was not recorded yet: the file is empty, or not there.
    public var content: String? {
      guard let content = try? String(contentsOf: file, encoding: .utf8), !content.isEmpty else { return nil }
      return content
    }
    public var description: String { "\(name).\(format.rawValue)" }
  }

  public let name: String
  /// JSON.
  public let cell: String
  public let expectations: [Expectation]
  public var description: String { name }

  /// All fixtures, by name.
  public static let all: [HeaderFixture] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/headers")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().compactMap { try? HeaderFixture(folder.appendingPathComponent($0)) }
  }()

  private init(_ folder: URL) throws {
    name = folder.lastPathComponent
    cell = try String(contentsOf: folder.appendingPathComponent("cell.json"), encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    expectations = try files.filter { $0.hasSuffix(".json") && $0 != "cell.json" }.map { file in
      let name = String(file.dropLast(5))
      let request = try JSON(parsing: Data(contentsOf: folder.appendingPathComponent(file)))
      let format = RowFormat.allCases.first { files.contains("\(name).\($0.rawValue)") } ?? .text
      return Expectation(
        name: name, environment: request["environment"]?.text ?? "{}", page: request["page"]?.int ?? 0,
        format: format, file: folder.appendingPathComponent("\(name).\(format.rawValue)"))
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
