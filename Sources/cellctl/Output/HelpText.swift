import CellClient

/// A text of help: paragraphs, tables and examples, with empty lines between them. The argument
/// parser writes such texts, too.
///
/// A line of a paragraph begins at the margin. A row of a table begins after two spaces: a name,
/// and a text in the column of the other texts. Lines to type begin after four.
struct HelpText {
  /// The columns that keep the parser from wrapping.
  static let unwrapped = 100_000
  /// The column of texts in the parser's tables.
  private static let parserColumn = 26
  /// Lines of more columns are hard to read. In fewer, tables have no room for words.
  private static let range = 30...100
  /// The minimum width of a text next to its name. It is below the name otherwise.
  private static let leastText = 26

  private let text: String
  /// The column of texts in tables. If it is nil, a text follows two spaces.
  private let column: Int?

  init(_ text: String) {
    self.text = text
    column = nil
  }

  /// The help of a command, with its examples. Returns nil if a text of the parser is not help, but
  /// a completion script or a version.
  /// - Parameter text: help that is not wrapped.
  init?(ofParser text: String) {
    let opening = "OVERVIEW: "
    guard text.hasPrefix(opening) else { return nil }
    let usage = text.firstRange(of: "USAGE: cellctl ").map { text[$0.upperBound...] } ?? ""
    let command = usage.prefix { $0.isLetter || $0 == "-" }
    let examples = Self.examples.first { $0.name == command }
    self.text =
      text.dropFirst(opening.count).replacing("\n  See '", with: "\nSee '")
      + (examples.map { "\n\nEXAMPLES:\n\($0.text)" } ?? "")
    column = Self.parserColumn
  }

  /// The examples of each command.
  static let examples = sections(of: PackageResources.examples_txt)

  /// Returns the parts of a file of help, which begin at lines `# NAME`.
  static func sections(of bytes: [UInt8]) -> [(name: String, text: String)] {
    ("\n" + String(decoding: bytes, as: UTF8.self)).split(separator: "\n# ").map { section in
      let name = section.prefix { $0 != "\n" }
      return (String(name), String(section.dropFirst(name.count).drop { $0 == "\n" }))
    }
  }

  /// Returns the rows of a table.
  static func table(_ rows: [(name: String, text: String)]) -> String {
    let width = (rows.map(\.name.columns).max() ?? 0) + 2
    return rows.map { name, text in
      "  \(name)" + String(repeating: " ", count: width - name.columns) + text
    }.joined(separator: "\n")
  }

  /// Returns the columns of help on a descriptor: `$COLUMNS`, else those of the terminal, else 80.
  static func columns(of descriptor: Int32) -> Int {
    let chosen = environmentVariable("COLUMNS").flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
    let columns = chosen ?? Terminal.size(of: descriptor)?.columns ?? 80
    return min(max(columns, range.lowerBound), range.upperBound)
  }

  /// Prints the text on standard output.
  func print() throws {
    let output = StandardOutput()
    for line in lines(columns: Self.columns(of: 1)) { try output.line(line) }
    try output.flush()
  }

  /// Returns lines of at most `columns`.
  func lines(columns: Int) -> [String] {
    var lines: [String] = []
    var rest = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = rest.popFirst() {
      switch line.indent {
      case _ where line.isEmpty: if lines.last != "" { lines.append("") }
      case 0 where line.hasPrefix("USAGE:"):
        let more = rest.popAll { $0.indent > 0 }
        lines += ([line] + more).flatMap { usage in
          String(usage).wrapped(columns: columns, indent: String(repeating: " ", count: usage.indent + 4))
        }
      case 0:
        let more = rest.popAll { !$0.isEmpty && $0.indent == 0 }
        lines += ([line] + more).joined(separator: " ").wrapped(columns: columns)
      case 2:
        let more = rest.popAll { $0.indent > 4 }
        lines += self.lines(ofRow: line, more, columns: columns)
      default:
        let more = rest.popAll { $0.indent > 3 }
        let isJSON = line.dropFirst(4).first == "{"
        lines += ([line] + more).flatMap { line in
          let text = String(line.dropFirst(4))
          guard isJSON else { return text.wrappedCommand(columns: columns) }
          let indent = String(repeating: " ", count: line.indent - 2)
          return text.wrapped(columns: columns - 4, indent: indent).map { "  " + $0 }
        }
      }
    }
    return Array(lines.reversed().drop(while: \.isEmpty).reversed())
  }

  /// Returns the lines of a row. Its text follows its name, or is on the lines below it.
  private func lines(ofRow row: Substring, _ more: ArraySlice<Substring>, columns: Int) -> [String] {
    let gap = row.dropFirst(2).firstRange(of: "  ")?.lowerBound ?? row.endIndex
    let start = row[gap...].firstIndex { $0 != " " } ?? row.endIndex
    let label = column.map { more.isEmpty ? row.prefix($0) : row } ?? row[..<start]
    let texts = [row[label.endIndex...]] + more.map { $0.drop { $0 == " " } }
    let text = texts.filter { !$0.isEmpty }.joined(separator: " ")
    let name = String(label)
    let column = column ?? name.columns
    guard columns - column >= Self.leastText else {
      return name.wrapped(columns: columns, indent: "    ") + text.wrapped(after: "      ", columns: columns)
    }
    if name.columns <= column, name.hasSuffix(" ") { return text.wrapped(after: name, columns: columns) }
    return [name] + text.wrapped(after: String(repeating: " ", count: column), columns: columns)
  }
}

extension StringProtocol {
  /// The number of spaces at the start.
  fileprivate var indent: Int { prefix { $0 == " " }.count }
}

extension ArraySlice {
  /// Removes and returns the first elements that meet a condition.
  fileprivate mutating func popAll(_ condition: (Element) -> Bool) -> ArraySlice {
    let all = prefix(while: condition)
    self = dropFirst(all.count)
    return all
  }
}

extension String {
  /// Returns the words on lines of at most `columns`. All lines but the first are indented.
  func wrapped(columns: Int, indent: String) -> [String] {
    let lead = prefix { $0 == " " }
    let lines = String(dropFirst(lead.count)).wrapped(columns: columns - max(lead.count, indent.count))
    return lines.prefix(1).map { lead + $0 } + lines.dropFirst().map { indent + $0 }
  }

  /// Returns a command for a shell, indented, on lines of at most `columns`. A backslash continues
  /// a line, and quoted words stay whole.
  func wrappedCommand(columns: Int) -> [String] {
    var lines: [String] = []
    let lead = String(prefix { $0 == " " })
    var line = lead + " "
    let words = shellWords
    for (index, word) in words.enumerated() {
      // Room for the backslash, which the last word does not need.
      if (line + " " + word).columns > (index == words.count - 1 ? columns : columns - 2),
        !line.allSatisfy({ $0 == " " })
      {
        lines.append(line + " \\")
        line = lead + "   "
      }
      line += " " + word
    }
    return lines + [line]
  }

  /// The words of a command, with their quotes.
  var shellWords: [String] {
    matches(of: #/(?:'[^']*'|"[^"]*"|[^ ])+/#).map { String($0.output) }
  }
}
