import CellProtocol

/// Short JSON texts.
enum JSONText {
  /// Returns a text as a JSON string.
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

extension [UInt8] {
  /// A valid JSON text on one line. It has raw line breaks only between tokens, so each becomes a
  /// space.
  var withoutLineBreaks: [UInt8] {
    contains(0x0A) || contains(0x0D) ? map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } : self
  }
}
