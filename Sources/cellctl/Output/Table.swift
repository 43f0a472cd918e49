/// A table of text: left-aligned texts, right-aligned numbers, two spaces between columns.
struct Table {
  private let headings: [String]
  private let numbers: Set<String>
  private var rows: [[String]] = []

  /// - Parameter numbers: the headings of columns with numbers.
  init(_ headings: String..., numbers: Set<String> = []) {
    self.headings = headings
    self.numbers = numbers
  }

  /// Adds a row with one text per column.
  mutating func append(_ row: [String]) {
    rows.append(row.map(\.printable))
  }

  /// The lines of the table, headings first, without trailing spaces.
  var lines: [String] {
    let texts = [headings] + rows
    let widths = headings.indices.map { column in texts.map { $0[column].columns }.max() ?? 0 }
    return texts.map { row in
      var line = ""
      for (column, text) in row.enumerated() {
        let padding = String(repeating: " ", count: widths[column] - text.columns)
        if column > 0 { line += "  " }
        line += numbers.contains(headings[column]) ? padding + text : text + padding
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Returns the lines for standard output. On a terminal that is narrower than the table, each row
  /// is an object cell with the first column as its title.
  func linesForOutput() throws -> [String] {
    let lines = lines
    guard let columns = Terminal.size()?.columns, lines.contains(where: { $0.columns > columns }) else {
      return lines
    }
    return try ListedCell.lines(
      of: rows.map { row in
        let values = zip(headings, row).dropFirst().filter { !$1.isEmpty }
        return ListedCell(
          title: row.first ?? "", pairs: values.map { (name: $0.lowercased(), value: $1) })
      }, columns: columns)
  }
}
