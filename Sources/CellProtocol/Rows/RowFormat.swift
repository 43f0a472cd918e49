/// What a row carries its content as.
public enum RowFormat: String, CaseIterable, Sendable {
  /// Lines of text without escape sequences.
  case text
  /// Lines of text with SGR colours and OSC 8 links.
  case ansi
  /// Runs of text with their places and roles, per line.
  case spans
  /// Elements with rectangles.
  case frames
  /// A picture that stands alone.
  case svg
  /// An item of a list, with a picture in it.
  case html

  /// Whether rows in points have this format: lines of text have no points.
  public var fitsPoints: Bool { self == .frames || isPicture }

  /// Whether a row is a picture.
  public var isPicture: Bool { self == .svg || self == .html }
}
