/// An element of a row with its rectangle: the room that it was given. Its lines are the ink.
public struct Frame: Equatable, Sendable {
  /// A line of an element; all lengths in the view's unit, from the row's top left corner.
  public struct Line: Equatable, Sendable {
    /// As drawn, ellipsis included.
    public var text: String
    public var x: Double
    public var y: Double
    public var width: Double
    /// The baseline; in columns the bottom of the line.
    public var baseline: Double
    public var isRightToLeft: Bool
    /// The font that it is set in; `nil` in columns.
    public var font: Font?
    /// The runs of fonts in it, if it has more than one, or one that is not `font`.
    public var runs: [Run] = []
  }

  /// A font: its family, its size in points, and its weight as in CSS.
  public struct Font: Hashable, Sendable {
    public var family: String
    public var size: Double
    public var weight: Int
  }

  /// A part of a line in one font and direction, in points from the line's left edge.
  public struct Run: Equatable, Sendable {
    /// Bytes of the line's text.
    public var bytes: Range<Int>
    public var x: Double
    public var width: Double
    public var family: String
    public var isRightToLeft: Bool
    /// Whether the family draws emoji in colours.
    public var isColored = false
  }

  public var slot: Slot
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double
  public var role: StyleRole
  public var state: Status.State?
  public var lines: [Line]
  /// In points, the parts that are drawn in place of the lines, if they are more than letters.
  public var parts: [Part] = []
  /// The widget that it is to someone who operates it, if there is something to operate.
  public var widget: Widget?
  public var isTruncated: Bool
  /// Byte ranges of the field's own UTF-8 that are not shown.
  public var hidden: [Range<Int>]
}

extension Frame.Line {
  /// The families of the runs, ordered by how much of the line they set. A viewer takes the first that has a letter, so
  /// emoji come last: their fonts also have symbols that are not emoji by themselves.
  var standIns: [String] {
    var weights: [String: Int] = [:]
    let length = runs.reduce(0) { max($0, $1.bytes.upperBound) }
    for run in runs { weights[run.family, default: run.isColored ? -length : 0] += run.bytes.count }
    return weights.keys.sorted { (-(weights[$0] ?? 0), $0) < (-(weights[$1] ?? 0), $1) }
  }
}
