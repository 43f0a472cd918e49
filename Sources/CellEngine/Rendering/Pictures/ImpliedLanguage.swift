/// The language that the script of a text implies. It decides the forms of ideographs, and the
/// voice of a screen reader.
enum ImpliedLanguage {
  /// A range of scalars of a script that is used almost only for one language.
  private struct Script {
    var range: ClosedRange<UInt32>
    /// A BCP 47 tag.
    var language: StaticString
  }

  private static let scripts: [Script] = [
    Script(range: 0x0370...0x03FF, language: "el"), Script(range: 0x0530...0x058F, language: "hy"),
    Script(range: 0x0590...0x05FF, language: "he"), Script(range: 0x0A80...0x0AFF, language: "gu"),
    Script(range: 0x0A00...0x0A7F, language: "pa"), Script(range: 0x0B00...0x0B7F, language: "or"),
    Script(range: 0x0B80...0x0BFF, language: "ta"), Script(range: 0x0C00...0x0C7F, language: "te"),
    Script(range: 0x0C80...0x0CFF, language: "kn"), Script(range: 0x0D00...0x0D7F, language: "ml"),
    Script(range: 0x0D80...0x0DFF, language: "si"), Script(range: 0x0E00...0x0E7F, language: "th"),
    Script(range: 0x0E80...0x0EFF, language: "lo"), Script(range: 0x1000...0x109F, language: "my"),
    Script(range: 0x10A0...0x10FF, language: "ka"), Script(range: 0x1100...0x11FF, language: "ko"),
    Script(range: 0x1780...0x17FF, language: "km"), Script(range: 0x3040...0x30FF, language: "ja"),
    Script(range: 0x3100...0x312F, language: "zh"), Script(range: 0xAC00...0xD7A3, language: "ko"),
  ]

  /// The language of the first letter that implies one. `nil` for scripts of many languages, such
  /// as Latin, Cyrillic, Arabic and Devanagari, and for Han without kana.
  static func tag(of text: String) -> StaticString? {
    for scalar in text.unicodeScalars where scalar.value >= 0x0370 {
      if let script = scripts.first(where: { $0.range.contains(scalar.value) }) { return script.language }
    }
    return nil
  }
}
