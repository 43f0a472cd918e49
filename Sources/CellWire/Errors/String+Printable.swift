extension String {
  /// The text without characters that control a terminal or change the direction of other text.
  /// Each is replaced by `\u{FFFD}`: `"a\u{1B}[2J".printable` is `"a\u{FFFD}[2J"`.
  public var printable: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? "\u{FFFD}" : $0 }))
  }

  /// At most `limit` scalars of the ``printable`` text, then an ellipsis if there are more.
  package func printable(atMost limit: Int) -> String {
    let shown = String(unicodeScalars.prefix(limit)).printable
    return unicodeScalars.dropFirst(limit).isEmpty ? shown : shown + "…"
  }
}

extension Unicode.Scalar {
  /// Whether the scalar can control a terminal, change the direction of other text, or be
  /// invisible between other characters. These are control characters, line and paragraph
  /// separators, directional and deprecated format controls, U+FEFF, annotations and tags.
  public var isControl: Bool {
    switch value {
    case ..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2065...0x206F: true
    case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
  }
}
