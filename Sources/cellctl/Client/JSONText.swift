import CellProtocol

/// JSON that is short and made by hand.
enum JSONText {
  /// A text as a JSON string.
  static func string(_ text: String) -> String {
    JSON.string(text).text
  }

  /// Whether a text is one JSON value.
  static func isValue(_ text: String) -> Bool {
    (try? JSONDocument(text.utf8)) != nil
  }

  /// Whether a text is a JSON number.
  static func isNumber(_ text: String) -> Bool {
    guard let document = try? JSONDocument(text.utf8) else { return false }
    return document.withRoot { $0.kind == .number && $0.raw.count == text.utf8.count }
  }
}
