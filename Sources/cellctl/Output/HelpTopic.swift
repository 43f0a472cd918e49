/// The pages of `cellctl help TOPIC`.
enum HelpTopic: String, CaseIterable {
  case cell
  case states
  case environment
  case exitCodes = "exit-codes"
  case formats
  case icons
  case mapping
  case presets
  case queries
  case recipes
  case records

  /// Returns the topic of a name. `cells` is another name of `cell`.
  static func named(_ name: String) -> HelpTopic? {
    HelpTopic(rawValue: name == "cells" ? "cell" : name)
  }

  /// Returns the page with lines of at most `columns`, ending with a line feed.
  func text(columns: Int) -> String {
    let heading = rawValue.uppercased().replacing("-", with: " ")
    return ([.heading(heading)] + blocks).map { $0.text(columns: columns) }.joined(separator: "\n")
  }

  private var blocks: [HelpBlock] {
    switch self {
    case .cell: Self.cellPage
    case .states: Self.statesPage
    case .environment: Self.environmentPage
    case .exitCodes: Self.exitCodesPage
    case .formats: Self.formatsPage
    case .icons: Self.iconsPage
    case .mapping: Self.mappingPage
    case .presets: Self.presetsPage
    case .queries: Self.queriesPage
    case .recipes: Self.recipesPage
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
  /// Lines to type, which are indented. Commands continue on the next line after a backslash.
  case example(String)

  /// Returns lines of at most `columns`, each ending with a line feed.
  func text(columns: Int) -> String {
    let lines =
      switch self {
      case .heading(let text), .paragraph(let text): text.wrapped(columns: columns)
      case .table(let rows): Self.lines(of: rows, columns: columns)
      case .section(let text, let rows):
        text.wrapped(columns: columns) + Self.lines(of: rows, columns: columns)
      case .example(let text):
        text.split(separator: "\n").flatMap {
          Self.lines(ofExample: String($0), isJSON: text.hasPrefix("{"), columns: columns)
        }
      }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns the lines of a command, or of a part of a JSON text.
  private static func lines(ofExample line: String, isJSON: Bool, columns: Int) -> [String] {
    guard isJSON else { return line.wrappedCommand(columns: columns) }
    let lead = line.prefix { $0 == " " }
    return line.wrapped(columns: columns - 4, indent: lead + "  ").map { "  " + $0 }
  }

  private static func lines(of rows: [(name: String, text: String)], columns: Int) -> [String] {
    let width = (rows.map(\.name.columns).max() ?? 0) + 2
    return rows.flatMap { name, text in
      text.wrapped(
        after: "  \(name)" + String(repeating: " ", count: width - name.columns), columns: columns)
    }
  }
}
