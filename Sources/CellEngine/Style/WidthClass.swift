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

  /// The width of one unit in dp, of which one is one point. With it, columns and points share the
  /// thresholds in dp.
  public var dpAcross: Double { self == .column ? 8 : 1 }

  /// The height of one unit in dp.
  public var dpDown: Double { self == .column ? 20 : 1 }
}

/// The width that a view has.
public enum AvailableWidth: Equatable, Hashable, Sendable {
  /// A width ≥ 0 in the view's unit; a fraction of a column is not used.
  case definite(Double)
  /// The width of the content: nothing is cut, and the class is expanded.
  case unlimited
}
