/// The initials of images and avatars, which are drawn as large as suits their image.
extension CellLayout {
  /// A line of initials as it is drawn, in the middle of its image; in columns it is as it was placed.
  func initials(_ line: Frame.Line, in element: PlacedElement) -> Frame.Line {
    guard let font = line.font, line.width > 0 else { return line }
    let unit = Double(LengthUnit.unitsPerPoint)
    let (x, y, edge) = (Double(element.x) / unit, Double(element.y) / unit, Double(element.width) / unit)
    let factor = min(
      (edge < 24 ? LayoutEnvironment.smallInitialsShare : LayoutEnvironment.initialsShare) * edge / font.size,
      LayoutEnvironment.widestInitialsShare * edge / line.width)
    var drawn = line
    drawn.font?.size *= factor
    drawn.width *= factor
    drawn.x = x + (edge - drawn.width) / 2
    // Capitals reach up seven tenths of their size.
    drawn.baseline = y + edge / 2 + font.size * factor * 0.35
    drawn.runs = line.runs.map { run in
      var run = run
      run.x *= factor
      run.width *= factor
      return run
    }
    return drawn
  }

  /// The same of a part that is letters.
  func initials(_ part: Frame.Part, in element: PlacedElement) -> Frame.Part {
    guard case .text(let line) = part.content else { return part }
    let drawn = initials(line, in: element)
    return Frame.Part(
      content: .text(drawn), x: drawn.x, y: drawn.y, width: drawn.width, height: part.height)
  }
}

extension PlacedElement {
  /// Whether its line is the initials of an image, and not the `+N` behind avatars.
  var holdsInitials: Bool { slot == .image || slot == .avatars && role != .more }
}
