/// Writes rows as elements with frames.
public enum FrameRenderer {
  /// The minimum number of bytes, as JSON and in pictures, of an element and of a line without its
  /// text.
  private static let leastBytes = 48

  /// The frames of a row, in reading order from leading to trailing.
  public static func frames(of row: borrowing Row) -> [Frame] { frames(of: row, limit: .max).frames }

  /// The frames of a row that fit in `limit`. The last one has only the lines that fit.
  ///
  /// - Parameter limit: the maximum number of bytes of the frames as JSON.
  public static func frames(of row: borrowing Row, limit: Int) -> (frames: [Frame], isClipped: Bool) {
    frames(of: row, in: rowElements(of: row), limit: limit)
  }

  /// The frames of the elements in `range` that fit in `limit`.
  static func frames(
    of row: borrowing Row, in range: Range<Int>, limit: Int
  ) -> (frames: [Frame], isClipped: Bool) {
    var size = 0
    let unit = Double(row.style.unit.layoutUnits)
    func length(_ value: Int32) -> Double { Double(value) / unit }
    var frames: [Frame] = []
    frames.reserveCapacity(min(range.count, limit / leastBytes))
    for index in range {
      size += leastBytes
      guard size <= limit else { return (touchable(frames, in: row), true) }
      let element = row.content.elements[index]
      var frame = Frame(
        slot: element.slot, x: length(element.x), y: length(element.y), width: length(element.width),
        height: length(element.height), role: element.role, state: element.state, lines: [],
        isTruncated: element.hidden != nil, hidden: hidden(in: element, of: row))
      let baseline = baseline(of: element, in: row)
      if let action = revealedAction(at: index, in: row) {
        frame.reveal = row.content.revealed?.reveal
        if !row.lengths.isColumns { frame.parts = revealedParts(of: element, baseline: baseline, in: row) }
        frame.widget = Frame.Widget(action, of: row.view)
      } else if element.lineCount > 0 {
        let first = Int(element.firstLine)
        if !row.lengths.isColumns {
          frame.parts = parts(
            of: element, lineAt: first, baseline: baseline, uncovered: uncovered(index, in: row), in: row)
        }
        frame.widget = Frame.Widget(element, row.content.lines[first].content, of: row.view)
      }
      for lineIndex in element.lines {
        let line = line(at: Int(lineIndex), baseline: baseline, in: row)
        size += leastBytes + line.text.utf8.count
        guard size <= limit else {
          if !frame.lines.isEmpty { frames.append(frame) }
          return (touchable(frames, in: row), true)
        }
        frame.lines.append(
          element.holdsInitials ? line.asInitials(in: element, uncovered: uncovered(index, in: row)) : line)
      }
      frames.append(frame)
    }
    return (touchable(frames, in: row), false)
  }

  /// Returns frames with the areas that react to touch.
  private static func touchable(_ frames: [Frame], in row: borrowing Row) -> [Frame] {
    guard !row.lengths.isColumns, frames.contains(where: { $0.widget != nil }) else { return frames }
    let unit = Double(row.style.unit.layoutUnits)
    var frames = frames
    frames.setHits(
      target: row.style.profile.ornaments.touchTarget,
      in: (Double(row.width) / unit, Double(row.contentHeight) / unit))
    return frames
  }

  /// The characters that have a longer form in markup or in JSON, and the maximum length of that
  /// form.
  private static let escaped = Array("&<>\"'\\".utf8)
  private static let longestEscape = 6

  /// The label of a row for screen readers.
  ///
  /// - Parameter limit: the maximum number of bytes of the label as JSON and in pictures.
  /// - Returns: the label, and whether it was cut to the limit.
  public static func label(of row: borrowing Row, limit: Int) -> (text: String, isClipped: Bool) {
    let label = row.label
    let bytes = label.utf8
    guard bytes.count > limit / longestEscape else { return (label, false) }
    var size = 0
    let end = bytes.indices.first { index in
      size += escaped.contains(bytes[index]) ? longestEscape : 1
      return size > limit
    }
    guard let end else { return (label, false) }
    // Slices begin and end with whole scalars.
    return (String(label.unicodeScalars[..<end]), true)
  }

  // MARK: Lines

  /// The placed line at an index as it is drawn.
  private static func line(at index: Int, baseline: Int32, in row: borrowing Row) -> Frame.Line {
    let line = row.content.lines[index]
    // The runs of a line with shapes belong to its parts.
    let hasRuns = index < row.content.shapes.count && !line.content.hasShapes
    return self.line(
      line, text: TerminalSpelling.string(of: line, in: row), baseline: baseline,
      runs: hasRuns ? row.content.shapes[index].runs : [], in: row)
  }

  /// A line with this text.
  static func line(
    _ line: PlacedLine, text: String, baseline: Int32, runs: [FontRun], in row: borrowing Row
  ) -> Frame.Line {
    let unit = Double(row.style.unit.layoutUnits)
    return Frame.Line(
      text: text, x: Double(line.x) / unit, y: Double(line.y) / unit, width: Double(line.advance) / unit,
      baseline: Double(line.y &+ baseline) / unit, isRightToLeft: line.isRightToLeft,
      font: font(of: line, in: row), runs: self.runs(runs, in: row))
  }

  /// The baseline of the lines of an element, from their top.
  private static func baseline(of element: PlacedElement, in row: borrowing Row) -> Int32 {
    if row.lengths.isColumns { return row.lengths.line }
    // Initials are in the middle of their image, and `+N` in that of its element.
    if element.slot == .image || element.slot == .avatars {
      return row.style.baseline(of: .label, inHeight: element.height)
    }
    // The texts of a chart have several fonts.
    if element.slot == .chart, element.lineCount > 0 {
      let line = row.content.lines[Int(element.firstLine)]
      return row.style.baseline(
        of: LineShaper.fontRole(of: line, row.content, row.view), inHeight: element.height)
    }
    return row.view.lineBaseline(of: element.slot)
  }

  /// The font of a line.
  private static func font(of line: PlacedLine, in row: borrowing Row) -> Frame.Font? {
    guard let request = row.style.fontRequest else { return nil }
    let style = request[LineShaper.fontRole(of: line, row.content, row.view)]
    return Frame.Font(family: request.family, size: style.size, weight: style.weight)
  }

  /// The runs of a line, unless all of it is in the font of its role.
  private static func runs(_ runs: [FontRun], in row: borrowing Row) -> [Frame.Run] {
    guard let request = row.style.fontRequest else { return [] }
    if runs.count < 2, runs.first.map({ $0.family == request.family }) ?? true { return [] }
    let unit = Double(row.style.unit.layoutUnits)
    return runs.map {
      Frame.Run(
        bytes: $0.bytes, x: Double($0.x) / unit, width: Double($0.advance) / unit, family: $0.family,
        isRightToLeft: $0.isRightToLeft, isColored: $0.isColored)
    }
  }

  // MARK: Initials

  /// The part of an image that the next avatar does not cover, in layout units from the left edge
  /// of the row. The last avatar of a stack has as much room for initials as the others.
  static func uncovered(_ index: Int, in row: borrowing Row) -> Range<Int32> {
    let element = row.content.elements[index]
    let (start, end) = (element.x, element.x + max(0, element.width))
    let overlap = max(0, -row.lengths.avatarGap)
    guard element.slot == .avatars, element.role != .more, overlap > 0 else { return start..<end }
    func isAvatar(_ index: Int) -> Bool {
      guard row.content.elements.indices.contains(index) else { return false }
      let element = row.content.elements[index]
      return element.slot == .avatars && element.role != .more
    }
    if isAvatar(index + 1) {
      return row.content.isMirrored ? start + overlap..<end : start..<end - overlap
    }
    guard isAvatar(index - 1) else { return start..<end }
    return start + overlap / 2..<end - (overlap - overlap / 2)
  }

  // MARK: Hidden text

  /// The bytes that an element hides of the field as the client sent it.
  private static func hidden(in element: PlacedElement, of row: borrowing Row) -> [Range<Int>] {
    guard let hidden = element.hidden, !hidden.bytes.isEmpty else { return [] }
    let range = Int(hidden.bytes.lowerBound)..<Int(hidden.bytes.upperBound)
    guard let original = row.view.cell.original(of: hidden.field) else { return [range] }
    return [DisplayText.originalRange(of: range, in: original)]
  }
}

extension PlacedElement {
  /// Whether its line is the initials of an image, and not the `+N` after avatars.
  var holdsInitials: Bool { slot == .image || slot == .avatars && role != .more }
}

extension Frame.Line {
  /// Moves a line of initials to the middle of the part of its image that is not covered, and
  /// scales it to that part. In columns, it is unchanged.
  func asInitials(in element: PlacedElement, uncovered: Range<Int32>) -> Frame.Line {
    guard let font, width > 0 else { return self }
    let unit = Double(LengthUnit.point.layoutUnits)
    let (y, edge) = (Double(element.y) / unit, Double(element.width) / unit)
    let (x, room) = (Double(uncovered.lowerBound) / unit, Double(uncovered.count) / unit)
    let share = edge < 24 ? Style.smallInitialsShare : Style.initialsShare
    let height = min(share * edge, Style.coveredInitialsShare * room)
    let factor = min(height / font.size, Style.widestInitialsShare * room / width)
    var drawn = self
    drawn.font?.size *= factor
    drawn.width *= factor
    drawn.x = x + (room - drawn.width) / 2
    // The height of capitals is about 0.7 of their size.
    drawn.baseline = y + edge / 2 + font.size * factor * 0.35
    drawn.runs = runs.map { run in
      var run = run
      run.x *= factor
      run.width *= factor
      return run
    }
    return drawn
  }
}
