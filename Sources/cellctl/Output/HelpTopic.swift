/// The pages of `cellctl help TOPIC`.
enum HelpTopic: String, CaseIterable {
  case cells
  case environment
  case exitCodes = "exit-codes"
  case formats
  case icons
  case mapping
  case records

  /// Returns the page with lines of at most `columns`, ending with a line feed.
  func text(columns: Int) -> String {
    let heading = rawValue.uppercased().replacing("-", with: " ")
    return ([.heading(heading)] + blocks).map { $0.text(columns: columns) }.joined(separator: "\n")
  }

  private var blocks: [HelpBlock] {
    switch self {
    case .cells: Self.cellsPage
    case .environment: Self.environmentPage
    case .exitCodes: Self.exitCodesPage
    case .formats: Self.formatsPage
    case .icons: Self.iconsPage
    case .mapping: Self.mappingPage
    case .records: Self.recordsPage
    }
  }
}

/// A part of a help page. An empty line separates it from the next one.
enum HelpBlock {
  case heading(String)
  /// A text that is wrapped.
  case paragraph(String)
  /// Names and their texts. The texts are aligned and wrapped.
  case table([(name: String, text: String)])
  /// A table with a paragraph directly above.
  case section(String, [(name: String, text: String)])
  /// Lines to type, which are indented and not wrapped.
  case example(String)

  /// Returns lines of at most `columns`, each ending with a line feed.
  func text(columns: Int) -> String {
    let lines =
      switch self {
      case .heading(let text), .paragraph(let text): text.wrapped(columns: columns)
      case .table(let rows): Self.lines(of: rows, columns: columns)
      case .section(let text, let rows):
        text.wrapped(columns: columns) + Self.lines(of: rows, columns: columns)
      case .example(let text): text.split(separator: "\n").map { "  \($0)" }
      }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func lines(of rows: [(name: String, text: String)], columns: Int) -> [String] {
    let width = (rows.map(\.name.columns).max() ?? 0) + 2
    return rows.flatMap { name, text in
      text.wrapped(
        after: "  \(name)" + String(repeating: " ", count: width - name.columns), columns: columns)
    }
  }
}
