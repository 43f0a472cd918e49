import CellProtocol

/// Prints the diagnostics of a view to standard error, each of them once.
struct DiagnosticsPrinter {
  private var printed: Set<String> = []

  /// Prints the diagnostics of a reply with rows.
  mutating func print(_ result: JSONNode) {
    for sentence in result["diagnostics"]?.elements.compactMap(\.string) ?? []
    where printed.insert(sentence).inserted {
      StandardError.line("cellctl: \(sentence.printable)")
    }
  }
}
