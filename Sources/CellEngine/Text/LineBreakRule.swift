/// How lines break in text without spaces, as `word-break` does in CSS.
public enum LineBreakRule: String, CaseIterable, Sendable {
  /// Between ideographs, kana and Hangul syllables.
  case normal
  /// Not between letters and numbers. Everything else is as in ``normal``.
  case keepAll
}
