/// Where text that does not fit is cut.
public enum TruncationMode: String, CaseIterable, Sendable {
  /// The end is hidden.
  case tail
  /// The beginning is hidden.
  case head
  /// The middle is hidden.
  case middle
  /// What does not fit is hidden without an ellipsis.
  case none
}

/// Between what text may be cut: grapheme clusters, or words (UAX #29).
public enum TruncationUnit: String, CaseIterable, Sendable {
  case cluster, word
}
