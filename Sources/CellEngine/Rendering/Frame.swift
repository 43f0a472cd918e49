/// An element of a row: its rectangle, which is its room in the layout, and the lines
/// drawn in it.
public struct Frame: Equatable, Sendable {
  /// A line of an element. Lengths are in the view's unit, from the row's top left corner.
  public struct Line: Equatable, Sendable {
    /// The text as it is drawn, with its ellipsis.
    public var text: String
    public var x: Double
    public var y: Double
    public var width: Double
    /// The baseline. In columns, it is the bottom of the line.
    public var baseline: Double
    public var isRightToLeft: Bool
    /// The font of the line; `nil` in columns.
    public var font: Font?
    /// The runs of fonts. Empty if the whole line is set in `font`.
    public var runs: [Run] = []
  }

  /// A font: its family, its size in points, and its weight as in CSS.
  public struct Font: Hashable, Sendable {
    public var family: String
    public var size: Double
    public var weight: Int
  }

  /// A part of a line in one font and direction. Lengths are in points, from the line's left edge.
  public struct Run: Equatable, Sendable {
    /// The bytes of the line's text.
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
  /// The parts that replace the lines in a picture, if the element is more than letters. Empty in
  /// columns.
  public var parts: [Part] = []
  /// The widget of an element that can be operated; `nil` for others.
  public var widget: Widget?
  /// The part of the row that the element belongs to, if a gesture or a tap shows it.
  public var reveal: Reveal?
  /// The area that reacts to touch; `nil` if the element cannot be operated, and in columns.
  public var hit: Hit?
  public var isTruncated: Bool
  /// Byte ranges of the field that are not shown, in the UTF-8 that the client sent.
  public var hidden: [Range<Int>]
}

extension Frame.Line {
  /// The families of the runs, ordered by the bytes that they set. A viewer uses the first family
  /// that has a letter. Emoji come last, because their fonts also have symbols that are not emoji
  /// by default.
  var standIns: [String] {
    var weights: [String: Int] = [:]
    let length = runs.reduce(0) { max($0, $1.bytes.upperBound) }
    for run in runs { weights[run.family, default: run.isColored ? -length : 0] += run.bytes.count }
    return weights.keys.sorted { (-(weights[$0] ?? 0), $0) < (-(weights[$1] ?? 0), $1) }
  }
}
