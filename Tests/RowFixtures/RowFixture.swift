import CellEngine
import CellProtocol
import Foundation

/// A folder of files that says which rows some cells have in some environments.
///
/// `cells.ndjson` holds the cells, one a line. `session.json`, where there is one, holds what the session is created
/// with. Each environment is a file `NAME.json`; what is expected in it is `NAME.text`, or another format.
/// A file of `text` or `ansi` is the rows' lines, with an empty line between rows that nothing else ends.
public struct RowFixture: Sendable, CustomStringConvertible {
  public let name: String
  public let cells: [String]
  public let session: String?
  public let expectations: [Expectation]
  public var description: String { name }

  /// All fixtures, by name.
  public static let all: [RowFixture] = FixtureFolders.all("rows").compactMap(RowFixture.init)

  private init?(_ folder: URL) {
    func read(_ name: String) -> String? {
      try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
    guard let cells = read("cells.ndjson") else { return nil }
    name = folder.lastPathComponent
    self.cells = cells.split(separator: "\n").map(String.init)
    session = read("session.json")
    expectations = FixtureFolders.requests(in: folder, but: "session.json").flatMap { name in
      let environment = read("\(name).json") ?? "{}"
      return Expectation.formats(of: name, in: folder).map { format in
        Expectation(
          name: name, environment: environment, format: format,
          file: Expectation.file(name, format, in: folder))
      }
    }
  }

  /// Rows as the files hold them: `text` and `ansi` as lines, the other formats as JSON, a row a line.
  public static func content(of rows: [JSON], format: RowFormat) -> String {
    rows.map { row in
      switch format {
      case .text, .ansi:
        let lines = (row["lines"]?.array ?? []).map { $0.string ?? "" }
        let diagnostics = (row["diagnostics"]?.array ?? []).map { "# \($0.string ?? "")" }
        return (lines + diagnostics).map { $0 + "\n" }.joined()
      case .spans: return (row["lines"]?.array ?? []).map { $0.text + "\n" }.joined()
      case .frames:
        let elements = (row["elements"]?.array ?? []).map { $0.text + "\n" }.joined()
        return elements + "label: \(row["label"]?.string ?? "")\nheight: \(row["height"]?.text ?? "")\n"
      case .svg, .html: return (row["picture"]?.string ?? "") + "\n"
      }
    }.joined(separator: "\n")
  }
}
