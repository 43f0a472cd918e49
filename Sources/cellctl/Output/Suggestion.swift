import CellProtocol

/// The nearest known name, as a sentence.
enum Suggestion {
  /// "Did you mean 'rows'?", or all the names where none is near.
  static func sentence(for name: String, among known: [String]) -> String {
    if let nearest = nearestName(to: name, in: known) { return "Did you mean '\(nearest)'?" }
    return "Known: \(known.joined(separator: ", "))"
  }
}
