import CellEngine

/// Text as a client gets it, and what may be said of it by itself.
enum ShownText {
  /// The marks of a text's clusters.
  private static func clusters(of text: String, _ model: WidthModel = WidthModel()) -> [Mark] {
    var text = text
    return text.withUTF8 { bytes in
      var marks: [Mark] = []
      _ = ColumnMetrics(model).prepare(bytes, breaks: .normal, budget: .max, into: &marks)
      return marks.clusters(of: bytes)
    }
  }

  /// The columns of a text, counted anew.
  static func columns(_ text: String, _ model: WidthModel) -> Int {
    clusters(of: text, model).reduce(0) { $0 + Int($1.advance) }
  }

  /// Where clusters begin and end, in bytes of a text that is displayed as it is.
  static func clusterBoundaries(_ text: String) -> Set<Int> {
    var boundaries: Set<Int> = []
    var offset = 0
    for mark in clusters(of: text) {
      if !mark.isContinued { boundaries.insert(offset) }
      offset += mark.byteCount
    }
    boundaries.insert(offset)
    return boundaries
  }

  /// Where scalars begin and end, in bytes.
  static func scalarBoundaries(_ text: String) -> Set<Int> {
    var boundaries: Set<Int> = [0]
    var offset = 0
    for scalar in text.unicodeScalars {
      offset += UTF8.width(scalar)
      boundaries.insert(offset)
    }
    return boundaries
  }

  /// The widest cluster of a text that is displayed as it is.
  static func widestCluster(_ text: String, _ model: WidthModel) -> Int {
    Int(clusters(of: text, model).map(\.advance).max() ?? 0)
  }

  /// Whether a text is displayed as it is: it has nothing that is replaced, left out, or drawn at a line's end only.
  static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar == "\n"
      case .format, .unassigned, .lineSeparator, .paragraphSeparator: false
      default: !scalar.properties.isDefaultIgnorableCodePoint && scalar != "\u{FFFC}"
      }
    }
  }

  /// Without white space.
  static func ink(_ text: String) -> String.UnicodeScalarView {
    text.unicodeScalars.filter { !$0.properties.isWhitespace }
  }

  /// - Throws: `BrokenInvariant` where a line could do something to a terminal, or to what stands beside it.
  static func requireHarmless(_ line: String) throws(BrokenInvariant) {
    if line.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return }
    /// What is open; true stands for an isolate.
    var open: [Bool] = []
    for scalar in line.unicodeScalars {
      let category = scalar.properties.generalCategory
      try require(
        category != .control && category != .lineSeparator && category != .paragraphSeparator
          && scalar.value != 0xFEFF && !scalar.properties.isNoncharacterCodePoint,
        "U+\(String(scalar.value, radix: 16)) in \(line.debugDescription)")
      switch scalar.value {
      case 0x202A, 0x202B, 0x202D, 0x202E: open.append(false)
      case 0x2066...0x2068: open.append(true)
      case 0x202C:
        try require(open.popLast() == false, "U+202C closes nothing in \(line.debugDescription)")
      case 0x2069:
        // It closes what was opened inside of the isolate too (UAX #9, X6a).
        guard let isolate = open.lastIndex(of: true) else {
          throw BrokenInvariant(description: "U+2069 closes nothing in \(line.debugDescription)")
        }
        open.removeSubrange(isolate...)
      default: break
      }
    }
    try require(open.isEmpty, "formatting is left open in \(line.debugDescription)")
  }
}
