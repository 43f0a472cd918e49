/// An element of a row with its rectangle: the room that it was given. Its lines are the ink.
public struct Frame: Equatable, Sendable {
  /// A line of an element; all lengths in the view's unit, from the row's top left corner.
  public struct Line: Equatable, Sendable {
    /// As drawn, ellipsis included.
    public var text: String
    public var x: Double
    public var y: Double
    public var width: Double
    /// Where the letters stand; in columns the bottom of the line.
    public var baseline: Double
    public var isRightToLeft: Bool
    /// The font that it is set in; `nil` in columns.
    public var font: Font?
    /// The runs of fonts in it, where it has more than one, or one that is not `font`.
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
  /// In points, what is drawn in place of the lines, where that is more than letters.
  public var parts: [Part] = []
  /// What it is to someone who operates it; `nil` where there is nothing to operate.
  public var widget: Widget?
  public var isTruncated: Bool
  /// Byte ranges of the field's own UTF-8 that are not shown.
  public var hidden: [Range<Int>]
}

extension CellLayout {
  /// The row as elements with frames, in the order in which they are read from leading to trailing.
  public mutating func frames() -> [Frame] {
    place()
    let unit = Double(environment.unit.layoutUnits)
    func length(_ value: Int32) -> Double { Double(value) / unit }
    var frames: [Frame] = []
    frames.reserveCapacity(row.elements.count)
    var avatars = 0
    var actions = 0
    for index in row.elements.indices {
      let element = row.elements[index]
      var frame = Frame(
        slot: element.slot, x: length(element.x), y: length(element.y), width: length(element.width),
        height: length(element.height), role: element.role, state: element.state, lines: [],
        isTruncated: element.isTruncated, hidden: hidden(in: element))
      let baseline = baseline(of: element)
      for lineIndex in element.lines {
        let runs = Int(lineIndex) < row.runs.count ? row.runs[Int(lineIndex)] : []
        let line = frameLine(row.lines[Int(lineIndex)], baseline: baseline, runs: runs)
        frame.lines.append(element.holdsInitials ? initials(line, in: element) : line)
      }
      frame.parts = parts(of: element, avatar: avatars, baseline: baseline)
      frame.widget = widget(of: element, action: actions)
      if element.slot == .avatars { avatars += 1 }
      if element.slot == .actions { actions += 1 }
      frames.append(frame)
    }
    return frames
  }

  /// A line that stands in a frame; `runs` is what shaping found out of it.
  func frameLine(_ line: PlacedLine, baseline: Int32, runs: [FontRun]) -> Frame.Line {
    let unit = Double(environment.unit.layoutUnits)
    return Frame.Line(
      text: string(of: line), x: Double(line.x) / unit, y: Double(line.y) / unit,
      width: Double(line.advance) / unit, baseline: Double(line.y &+ baseline) / unit,
      isRightToLeft: line.isRightToLeft, font: font(of: line), runs: frameRuns(runs))
  }

  /// Where letters stand in the lines of an element, from their top.
  private func baseline(of element: PlacedElement) -> Int32 {
    if lengths.isColumns { return lengths.line }
    // The initials of an image stand in its middle.
    if element.slot == .image { return environment.baseline(of: .label, inHeight: element.height) }
    return lineBaseline(of: element.slot)
  }

  /// The font of a line.
  private func font(of line: PlacedLine) -> Frame.Font? {
    guard let request = environment.fontRequest else { return nil }
    let style = request[fontRole(of: line)]
    return Frame.Font(family: request.family, size: style.size, weight: style.weight)
  }

  /// The runs of a line that is not all in the font of its role.
  private func frameRuns(_ runs: [FontRun]) -> [Frame.Run] {
    guard let request = environment.fontRequest else { return [] }
    if runs.count < 2, runs.first.map({ $0.family == request.family }) ?? true { return [] }
    let unit = Double(LengthUnit.unitsPerPoint)
    return runs.map {
      Frame.Run(
        bytes: $0.bytes, x: Double($0.x) / unit, width: Double($0.advance) / unit, family: $0.family,
        isRightToLeft: $0.isRightToLeft, isColored: $0.isColored)
    }
  }

  /// What an element hides, in bytes of the field as the client sent it.
  private func hidden(in element: PlacedElement) -> [Range<Int>] {
    guard element.isTruncated, element.field >= 0, !element.hidden.isEmpty else { return [] }
    let range = Int(element.hidden.lowerBound)..<Int(element.hidden.upperBound)
    guard let original = cell.original(of: element.field) else { return [range] }
    return [DisplayText.originalRange(of: range, in: original)]
  }
}

extension Frame.Line {
  /// The families of the runs, first those that set most of the line: where two have a letter, it is the first that a viewer
  /// takes. Emoji stand behind all others, for they have symbols, too, that are no emoji by themselves.
  var standIns: [String] {
    var weights: [String: Int] = [:]
    let length = runs.reduce(0) { max($0, $1.bytes.upperBound) }
    for run in runs { weights[run.family, default: run.isColored ? -length : 0] += run.bytes.count }
    return weights.keys.sorted { (-(weights[$0] ?? 0), $0) < (-(weights[$1] ?? 0), $1) }
  }
}
