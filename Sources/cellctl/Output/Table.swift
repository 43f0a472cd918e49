/// A table of text: left-aligned texts, right-aligned numbers, two spaces between columns.
struct Table {
  /// A column: its heading and its alignment.
  struct Column {
    var heading: String
    var isNumeric = false
  }

  private let columns: [Column]
  private var rows: [[String]] = []

  init(_ columns: [Column]) {
    self.columns = columns
  }

  /// Adds a row with one text per column.
  mutating func append(_ row: [String]) {
    rows.append(row.map(\.printable))
  }

  /// The lines of the table, headings first, without trailing spaces.
  var lines: [String] {
    let texts = [columns.map(\.heading)] + rows
    let widths = columns.indices.map { column in texts.map { $0[column].columns }.max() ?? 0 }
    return texts.map { row in
      var line = ""
      for (column, text) in row.enumerated() {
        let padding = String(repeating: " ", count: widths[column] - text.columns)
        if column > 0 { line += "  " }
        line += columns[column].isNumeric ? padding + text : text + padding
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
