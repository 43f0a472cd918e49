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

  /// Whether the end of a cut text is shown, so that it must be known.
  var showsEnd: Bool { self == .head || self == .middle }
}

/// Between what text may be cut: grapheme clusters, or words (UAX #29).
public enum TruncationUnit: String, CaseIterable, Sendable {
  case cluster, word
}

/// How a text that does not fit is cut: what gives way, where, and what stands in its place.
public struct Truncation: Equatable, Sendable {
  /// Which part gives way.
  public var mode: TruncationMode
  /// Where it may be cut.
  public var unit: TruncationUnit
  /// What is drawn in place of what was cut.
  public var ellipsis: PreparedEllipsis

  /// A way of cutting.
  public init(mode: TruncationMode, unit: TruncationUnit, ellipsis: PreparedEllipsis) {
    self.mode = mode
    self.unit = unit
    self.ellipsis = ellipsis
  }
}
