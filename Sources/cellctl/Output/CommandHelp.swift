/// The help of a command: the text of the argument parser, wrapped at words, and examples.
///
/// The parser keeps descriptions in a column of their own even if it has room for one word. It does
/// not wrap usage lines.
struct CommandHelp {
  /// The columns that keep the parser from wrapping.
  static let unwrapped = 100_000
  /// The beginning of each help text of the parser.
  private static let opening = "OVERVIEW: "
  /// The column of descriptions, which the parser uses too.
  private static let descriptionColumn = 26
  /// The minimum width for descriptions next to their options.
  private static let leastColumns = 60

  private let text: Substring
  private let examples: [String]

  /// Returns nil if a text of the parser is not help, but a completion script or a version.
  /// - Parameter text: help that is not wrapped.
  init?(_ text: String) {
    guard text.hasPrefix(Self.opening) else { return nil }
    self.text = text.dropFirst(Self.opening.count)
    examples = CommandExamples.of(usage: text)
  }

  /// Returns the help with lines of at most `columns`.
  func text(columns: Int) -> String {
    var lines: [String] = []
    var isInSection = false
    var rest = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = rest.popFirst() {
      if !line.hasPrefix(" ") {
        if !line.isEmpty { isInSection = Self.isHeading(line) }
        let indent = line.hasPrefix("USAGE:") ? "    " : ""
        lines += line.isEmpty ? [""] : String(line).wrapped(columns: columns, indent: indent)
      } else if !isInSection || line.hasPrefix("  See '") {
        lines += String(line.dropFirst(2)).wrapped(columns: columns)
      } else {
        // The description follows a long label on a line of its own.
        let isAlone = rest.first?.hasPrefix(String(repeating: " ", count: Self.descriptionColumn)) == true
        let description = isAlone ? rest.popFirst() ?? "" : line
        lines += Self.element(
          label: isAlone ? line : line.prefix(Self.descriptionColumn),
          description: description.dropFirst(Self.descriptionColumn), columns: columns)
      }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    if !examples.isEmpty {
      lines += ["", "EXAMPLES:"] + examples.flatMap { $0.wrappedCommand(columns: columns) }
    }
    return lines.joined(separator: "\n")
  }

  private static func isHeading(_ line: Substring) -> Bool {
    line.hasSuffix(":") && line == line.uppercased()[...]
  }

  /// Returns the lines of an argument, an option or a command.
  private static func element(label: Substring, description: Substring, columns: Int) -> [String] {
    var heading = String(label)
    while heading.last == " " { heading.removeLast() }
    let text = String(description)
    let indent = columns < leastColumns ? 6 : descriptionColumn
    if text.isEmpty { return [heading] }
    if columns >= leastColumns, heading.columns < indent {
      return text.wrapped(
        after: heading + String(repeating: " ", count: indent - heading.columns), columns: columns)
    }
    return heading.wrapped(columns: columns, indent: "    ")
      + text.wrapped(after: String(repeating: " ", count: indent), columns: columns)
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
    var words: [String] = []
    var word = ""
    var quote: Character?
    for character in self {
      if character == " ", quote == nil {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      }
      word.append(character)
    }
    return word.isEmpty ? words : words + [word]
  }
}
