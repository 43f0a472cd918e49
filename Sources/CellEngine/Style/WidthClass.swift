/// The room that a view has across, in the classes of its profile.
public enum WidthClass: String, CaseIterable, Sendable {
  case compact, medium, expanded
}

/// How much room a view has down.
public enum HeightClass: String, CaseIterable, Sendable {
  case compact, regular
}

/// The unit of lengths: terminal columns and lines, or points.
public enum LengthUnit: String, CaseIterable, Sendable {
  case column, point

  /// How many dp (one dp is one point) one unit of width stands for, so that thresholds in dp serve
  /// both.
  public var dpAcross: Double { self == .column ? 8 : 1 }

  /// How many dp one unit of height stands for.
  public var dpDown: Double { self == .column ? 20 : 1 }
}

/// The width that a view has.
public enum AvailableWidth: Equatable, Hashable, Sendable {
  /// A width ≥ 0 in the view's unit; a fraction of a column is not used.
  case definite(Double)
  /// The width of the content: nothing is cut, and the class is expanded.
  case unlimited
}
