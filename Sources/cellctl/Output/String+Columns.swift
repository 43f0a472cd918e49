import CellEngine

extension String {
  /// The columns that a terminal gives it.
  var columns: Int {
    marks.reduce(0) { $0 + Int($1.advance) }
  }

  /// Its beginning, as far as it fits into so many columns; no cluster is cut apart.
  func prefix(columns: Int) -> String {
    var room = columns
    var end = 0
    for mark in marks {
      room -= Int(mark.advance)
      if room < 0 { break }
      end += mark.byteCount
    }
    return String(decoding: utf8.prefix(end), as: UTF8.self)
  }

  /// Its words on lines of at most so many columns; a word that is wider alone is cut.
  func wrapped(columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ") {
      let longer = line.isEmpty ? String(word) : "\(line) \(word)"
      if !line.isEmpty, longer.columns > columns {
        lines.append(line)
        line = String(word)
      } else {
        line = longer
      }
    }
    return (lines + [line]).map { $0.prefix(columns: columns) }
  }

  /// A mark for each of its clusters.
  private var marks: [Mark] {
    var text = self
    return text.withUTF8 {
      var marks: [Mark] = []
      _ = ColumnMetrics(WidthModel()).prepare($0, breaks: .normal, budget: .max, into: &marks)
      return marks.clusters(of: $0)
    }
  }
}
