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
  }

  public var slot: Slot
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double
  public var role: StyleRole
  public var state: Status.State?
  public var lines: [Line]
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
    for index in row.elements.indices {
      let element = row.elements[index]
      var frame = Frame(
        slot: element.slot, x: length(element.x), y: length(element.y), width: length(element.width),
        height: length(element.height), role: element.role, state: element.state, lines: [],
        isTruncated: element.isTruncated, hidden: hidden(in: element))
      let baseline = baseline(of: element)
      for lineIndex in element.lines {
        let line = row.lines[Int(lineIndex)]
        frame.lines.append(
          Frame.Line(
            text: string(of: line), x: length(line.x), y: length(line.y), width: length(line.advance),
            baseline: length(line.y &+ baseline), isRightToLeft: line.isRightToLeft))
      }
      frames.append(frame)
    }
    return frames
  }

  /// Where letters stand in the lines of an element, from their top.
  private func baseline(of element: PlacedElement) -> Int32 {
    if lengths.isColumns { return lengths.line }
    // The initials of an image stand in its middle.
    if element.slot == .image { return element.height / 2 + lengths.line / 4 }
    let isHeaderTitle = element.slot == .title && measured.headerNotes != nil
    return isHeaderTitle ? lengths.lines.headerTitle.baseline : lengths.baseline(of: element.slot)
  }

  /// What an element hides, in bytes of the field as the client sent it.
  private func hidden(in element: PlacedElement) -> [Range<Int>] {
    guard element.isTruncated, element.field >= 0, !element.hidden.isEmpty else { return [] }
    let field = cell.fields[Int(element.field)]
    let range = Int(element.hidden.lowerBound)..<Int(element.hidden.upperBound)
    guard let original = field.original else { return [range] }
    return [DisplayText.originalRange(of: range, in: original)]
  }
}
