/// The distances of a row in points. A terminal has distances of its own.
public struct ProfileDistances: Hashable, Sendable {
  /// The document that has the distances.
  public var source: String
  /// At both sides, in compact width and wider.
  public var compactMargin: Double
  public var margin: Double
  /// At the top and the bottom.
  public var padding: Double
  /// The padding of rows of three texts or more.
  public var highPadding: Double
  /// The minimum heights of rows of one, two and three texts; more texts have the last.
  public var leastHeights: [Double]
  /// Between the image and the texts.
  public var imageGap: Double
  /// The width of the icon column.
  public var iconColumn: Double
  /// Between neighbouring slots.
  public var gap: Double
  /// Between the texts and a description column.
  public var descriptionGap: Double
  /// Between text rows.
  public var rowGap: Double
  /// Around rows that are not texts: rating, avatars, info label, tags.
  public var blockGap = 8.0
  /// Between statuses in a stack.
  public var statusRowGap = 4.0
  /// Between a description column and the statuses or actions after it.
  public var statusGap: Double
  /// The minimum before an action that has no status next to it.
  public var actionGap: Double
  /// Between the texts and a description below them.
  public var belowGap: Double
}
