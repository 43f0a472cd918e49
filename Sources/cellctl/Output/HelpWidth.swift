import CellClient

/// The width that help is wrapped to.
enum HelpWidth {
  /// Lines of more columns are hard to read. In fewer, the columns of lists have no room for words.
  private static let range = 30...100

  /// Returns the columns of help on a descriptor: `$COLUMNS`, else those of the terminal, else 80.
  static func columns(of descriptor: Int32) -> Int {
    let chosen = environmentVariable("COLUMNS").flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
    let columns = chosen ?? Terminal.size(of: descriptor)?.columns ?? 80
    return min(max(columns, range.lowerBound), range.upperBound)
  }
}
