extension String {
  /// The text without characters that control a terminal or change the direction of other text.
  /// Each is replaced by `\u{FFFD}`: `"a\u{1B}[2J".printable` is `"a\u{FFFD}[2J"`.
  var printable: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? "\u{FFFD}" : $0 }))
  }
}

extension Unicode.Scalar {
  /// Control characters, line and paragraph separators, directional controls, and tag characters.
  fileprivate var isControl: Bool {
    switch value {
    case ..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    case 0xE0000...0xE007F: true
    default: false
    }
  }
}
