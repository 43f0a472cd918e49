import CellWire

/// Hints for misspelled names.
enum Suggestion {
  /// Returns "Did you mean 'rows'?", or a list of all names if none is similar.
  /// - Parameter otherwise: replaces the list.
  static func sentence(for name: String, among known: [String], otherwise: String? = nil) -> String {
    if let nearest = nearestName(to: name, in: known) { return "Did you mean '\(nearest)'?" }
    return otherwise ?? "known: \(known.joined(separator: ", "))"
  }
}
