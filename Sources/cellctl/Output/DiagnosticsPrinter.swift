import CellProtocol

/// Tells on standard error what all rows of a view have otherwise than was asked for, each once.
struct DiagnosticsPrinter {
  private var told: Set<String> = []

  /// Tells what a reply with rows brings.
  mutating func tell(_ result: JSONNode) {
    for sentence in result["diagnostics"]?.elements.compactMap(\.string) ?? []
    where told.insert(sentence).inserted {
      StandardError.line("cellctl: \(sentence.printable)")
    }
  }
}
