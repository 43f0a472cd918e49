/// A part of a row that only a gesture or a tap shows.
public enum Reveal: String, CaseIterable, Sendable {
  /// The actions of the swipe at an edge.
  case leading, trailing
  /// The context menu.
  case menu
  /// The overflow menu.
  case overflow
  /// The preview.
  case peek

  /// Whether it is drawn next to the row, and not in it.
  public var isOverlay: Bool { self != .leading && self != .trailing }
}
