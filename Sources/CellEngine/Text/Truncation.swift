/// The part of a text that is hidden if the text does not fit.
public enum TruncationMode: String, CaseIterable, Sendable {
  /// The end is hidden.
  case tail
  /// The beginning is hidden.
  case head
  /// The middle is hidden.
  case middle
  /// The part that does not fit is hidden, without an ellipsis.
  case none

  /// Whether the end of a cut text is shown, so that it must be known.
  var showsEnd: Bool { self == .head || self == .middle }
}

/// The units between which a text may be cut: grapheme clusters, or those between which a line may
/// end (UAX #14).
public enum TruncationUnit: String, CaseIterable, Sendable {
  case cluster, word
}

/// The way in which a text that does not fit is cut: the part that is hidden, the positions of a
/// cut, and the ellipsis.
public struct Truncation: Equatable, Sendable {
  /// The part that is hidden.
  public var mode: TruncationMode
  /// The units between which the text may be cut.
  public var unit: TruncationUnit
  /// The string that replaces the hidden part.
  public var ellipsis: PreparedEllipsis
  /// Where a line may end, if the text is cut there.
  public var breaks: LineBreakRule

  /// A way of cutting.
  public init(
    mode: TruncationMode, unit: TruncationUnit, ellipsis: PreparedEllipsis, breaks: LineBreakRule = .normal
  ) {
    self.breaks = breaks
    self.mode = mode
    self.unit = unit
    self.ellipsis = ellipsis
  }
}
