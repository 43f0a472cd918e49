import CellWire

/// Prints the diagnostics of views and of rows to standard error, each of them once. Those of rows
/// have the number of rows: "2 cells: icons: …".
struct DiagnosticsPrinter {
  /// Whether the diagnostics of rows are printed. In JSON, the rows have them.
  let countsRows: Bool
  private var printed: Set<String> = []
  private var counts: [(sentence: String, count: Int)] = []
  /// The maximum number of sentences about rows.
  private static let limit = 8

  init(countsRows: Bool = false) {
    self.countsRows = countsRows
  }

  /// Prints the diagnostics of a reply with rows, and counts those of its rows.
  mutating func print(_ result: JSONNode) {
    for sentence in Self.sentences(of: result) where printed.insert(sentence).inserted {
      StandardError.line("cellctl: \(sentence.printable)")
    }
    guard countsRows, let rows = result["rows"] else { return }
    for row in rows.elements { count(Self.sentences(of: row)) }
  }

  /// Counts the diagnostics of a row.
  mutating func count(_ sentences: [String]) {
    for sentence in sentences {
      if let index = counts.firstIndex(where: { $0.sentence == sentence }) {
        counts[index].count += 1
      } else {
        counts.append((sentence, 1))
      }
    }
  }

  /// Prints the counted diagnostics. Call it after the rows.
  mutating func printCounts() {
    for (sentence, count) in counts.prefix(Self.limit) {
      StandardError.line("cellctl: \(count.counted("cell")): \(sentence.printable)")
    }
    let others = counts.count - Self.limit
    if others > 0 { StandardError.line("cellctl: \(others.counted("more diagnostic")); -o json prints all") }
    counts = []
  }

  private static func sentences(of node: JSONNode) -> [String] {
    node["diagnostics"]?.elements.compactMap(\.string) ?? []
  }
}
