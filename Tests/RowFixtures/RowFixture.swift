import CellProtocol

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
        let elements = (row["elements"]?.array ?? []).map { $0.text + "\n" }.joined()
        return elements + "label: \(row["label"]?.string ?? "")\nheight: \(row["height"]?.text ?? "")\n"
      case .picture: return (row["picture"]?.string ?? "") + "\n"
      }
    }.joined(separator: "\n")
  }
}
