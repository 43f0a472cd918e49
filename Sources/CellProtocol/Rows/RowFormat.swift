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
}
