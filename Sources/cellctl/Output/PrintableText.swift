extension String {
  /// The text without control characters, of which a terminal would obey some; each stands as `\u{FFFD}`.
  var printable: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? "\u{FFFD}" : $0 }))
  }
}

extension Unicode.Scalar {
  /// C0, DEL and C1.
  fileprivate var isControl: Bool {
    value < 0x20 || (0x7F..<0xA0).contains(value)
  }
}
