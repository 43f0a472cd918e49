/// How lines break in text without spaces, as `word-break` does in CSS.
public enum LineBreakRule: String, CaseIterable, Sendable {
  /// Between ideographs, kana and Hangul syllables.
  case normal
  /// Korean and ideographs break at spaces only.
  case keepAll
}
