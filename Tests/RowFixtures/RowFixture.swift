import CellEngine
import CellProtocol
import Foundation

/// A folder of files that says which rows some cells have in some environments.
///
/// `cells.ndjson` holds the cells, one a line. `session.json`, where there is one, holds what the session is created
/// with. Each environment is a file `NAME.json`; what is expected in it is `NAME.text`, or another format.
/// A file of `text` or `ansi` is the rows' lines, with an empty line between rows that nothing else ends.
public struct RowFixture: Sendable, CustomStringConvertible {
  /// What is expected in one environment and format.
  public struct Expectation: Sendable, CustomStringConvertible {
    public let name: String
    public let environment: String
    public let format: RowFormat
    public let file: URL
    /// `nil` where the rows were not recorded yet: the file is empty, or not there.
    public var content: String? {
      guard let content = try? String(contentsOf: file, encoding: .utf8), !content.isEmpty else { return nil }
      return content
    }
    public var description: String { "\(name).\(format.rawValue)" }
  }

  public let name: String
  public let cells: [String]
  public let session: String?
  public let expectations: [Expectation]
  public var description: String { name }

  /// All fixtures, by name.
  public static let all: [RowFixture] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/rows")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().compactMap { RowFixture(folder.appendingPathComponent($0)) }
  }()

  private init?(_ folder: URL) {
    func read(_ name: String) -> String? {
      try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
    guard let cells = read("cells.ndjson") else { return nil }
    name = folder.lastPathComponent
    self.cells = cells.split(separator: "\n").map(String.init)
    session = read("session.json")
    let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    var expectations: [Expectation] = []
    for file in files where file.hasSuffix(".json") && file != "session.json" {
      let name = String(file.dropLast(5))
      let environment = read(file) ?? "{}"
      var formats = RowFormat.allCases.filter { files.contains("\(name).\($0.rawValue)") }
      if formats.isEmpty { formats = [.text] }
      for format in formats {
        expectations.append(
          Expectation(
            name: name, environment: environment.trimmingCharacters(in: .whitespacesAndNewlines),
            format: format, file: folder.appendingPathComponent("\(name).\(format.rawValue)")))
      }
    }
    self.expectations = expectations
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
