/// A plain table for a terminal: left-aligned texts, right-aligned numbers, two spaces between columns.
struct Table {
  /// One column: its heading and where its texts stand.
  struct Column {
    var heading: String
    var isNumeric = false
  }

  private let columns: [Column]
  private var rows: [[String]] = []

  init(_ columns: [Column]) {
    self.columns = columns
  }

  /// Adds a row of as many texts as there are columns.
  mutating func append(_ row: [String]) {
    rows.append(row.map(\.printable))
  }

  /// The lines of the table, heading first, without trailing spaces.
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
