import CellProtocol
import CellWire

/// The rows of some cells in some environments, from a file.
///
/// `text` and `ansi` expect the lines of the rows, with an empty line between rows.
public struct RowFixture: Sendable {
  /// The cells, as JSON.
  public var cells: [String] { text.cells }
  /// The parameters that create the session, as JSON.
  public var session: String? { text.session }
  public let text: FixtureText

  public init(_ file: FixtureFile) throws {
    text = try file.text()
  }

  /// The rows in the form of the files: `text` and `ansi` as lines, pictures as documents, and the
  /// other formats as JSON.
  public static func content(of rows: [JSON], format: RowFormat) -> String {
    rows.map { row in
      switch format.kind {
      case .lines:
        let lines = (row["lines"]?.array ?? []).map { $0.string ?? "" }
        let diagnostics = (row["diagnostics"]?.array ?? []).map { "# \($0.string ?? "")" }
        return (lines + diagnostics).map { $0 + "\n" }.joined()
      case .data where format == .spans: return (row["lines"]?.array ?? []).map { $0.text + "\n" }.joined()
      case .data:
        let label = "label: \(row["label"]?.string ?? "")\nheight: \(row["height"]?.text ?? "")\n"
        return elements(of: row) + label + overlay(of: row)
      case .picture: return (row["picture"]?.string ?? "") + "\n" + overlay(of: row)
      }
    }.joined(separator: "\n")
  }

  private static func elements(of parts: JSON) -> String {
    (parts["elements"]?.array ?? []).map { $0.text + "\n" }.joined()
  }

  /// A line with the rectangle of the menu or the preview next to a row, and its content.
  private static func overlay(of row: JSON) -> String {
    guard let overlay = row["overlay"] else { return "" }
    let rectangle = ["x", "y", "width", "height"].map { overlay[$0]?.text ?? "" }
    let head = (["overlay:", overlay["what"]?.string ?? ""] + rectangle).joined(separator: " ")
    return head + "\n" + elements(of: overlay) + (overlay["picture"]?.string.map { $0 + "\n" } ?? "")
  }
}
