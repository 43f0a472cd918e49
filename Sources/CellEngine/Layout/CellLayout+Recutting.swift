/// Cutting again: how wide letters are at a cut is known when they are shaped there. Half of a ligature, or a conjunct that
/// lost its last letter, may be wider than it was inside of its word; and some fonts kern words with the spaces between.
extension CellLayout {
  /// Moves the cut of a line in front of its ellipsis, cluster by cluster, to the last place where what is drawn fits its
  /// element.
  ///
  /// - Parameters:
  ///   - shape: the shape of the line as it was cut.
  ///   - width: what it has of its element.
  /// - Returns: the shape of what is drawn.
  func fit(
    _ shape: ShapedLine, of line: PlacedLine, within width: Int32, _ fonts: any FontMetrics
  ) -> ShapedLine {
    guard !isUnlimited, line.field >= 0, environment.truncateAt == .cluster else { return shape }
    let text = row.textLines[Int(line.first)]
    guard text.ellipsisByteCount > 0, text.start < text.end, !text.hasTail else {
      return shape
    }
    var fitted = shape
    if shape.advance > width {
      fitted = shortened(line, text, width, fonts)
    } else if shape.advance < line.advance - 1 {
      fitted = lengthened(line, text, width, fonts) ?? shape
    }
    let hidden = row.elements[Int(line.element)].hidden
    if hidden.lowerBound == text.end {
      row.elements[Int(line.element)].hidden = row.textLines[Int(line.first)].end..<hidden.upperBound
    }
    return fitted
  }

  /// What a line has of its element.
  func room(of line: PlacedLine) -> Int32 { row.elements[Int(line.element)].width - 2 * inset(of: line) }

  /// What a line stands from both sides of its element, where that is a tag.
  func inset(of line: PlacedLine) -> Int32 {
    let element = row.elements[Int(line.element)]
    let isTag = element.slot == .tags && line.field >= 0 && element.width > 2 * lengths.tagInset
    return isTag ? lengths.tagInset : 0
  }

  /// Takes clusters away until the line fits.
  private func shortened(
    _ line: PlacedLine, _ text: TextLine, _ width: Int32, _ fonts: any FontMetrics
  ) -> ShapedLine {
    var shape = ShapedLine(advance: 0, runs: [])
    for end in cuts(of: line, in: text.start..<text.end).dropLast().reversed() {
      shape = cut(line, text, at: end, fonts)
      if shape.advance <= width { break }
    }
    return shape
  }

  /// Adds clusters as long as they fit beside the ellipsis; that this may be kerned does not count. `nil` if none does.
  private func lengthened(
    _ line: PlacedLine, _ text: TextLine, _ width: Int32, _ fonts: any FontMetrics
  ) -> ShapedLine? {
    let display = cell.fields[Int(line.field)].display
    let room = width - workspace.pointee.fonts[Int(fontRole(of: line).rawValue)].ellipsisAdvance
    // So much cannot have been kerned away.
    let reach = Int32(truncatingIfNeeded: min(Int(text.end) + 48, display.count))
    var plain = text
    plain.ellipsisByteCount = 0
    var best: Int32?
    for end in [text.end] + cuts(of: line, in: text.end..<reach).dropFirst().dropLast() {
      guard cut(line, plain, at: end, fonts).advance <= room else { break }
      best = end
    }
    return cut(line, text, at: best ?? text.end, fonts)
  }

  /// Cuts a line anew, and shapes it.
  private func cut(
    _ line: PlacedLine, _ text: TextLine, at end: Int32, _ fonts: any FontMetrics
  ) -> ShapedLine {
    var text = text
    text.end = end
    text.joinsEllipsis = false
    row.textLines[Int(line.first)] = text
    keepJoining(line, fonts)
    return shape(line, fonts)
  }

  /// The places in a part of a line's text where it can be cut, between clusters and behind ink; both ends of the part are
  /// among them.
  private func cuts(of line: PlacedLine, in part: Range<Int32>) -> [Int32] {
    let display = cell.fields[Int(line.field)].display
    var marks: [Mark] = []
    _ = TextAnalysis.run(
      UnsafeBufferPointer(rebasing: display[Int(part.lowerBound)..<Int(part.upperBound)]),
      model: WidthModel(),
      columnAdvance: 1, breaks: nil, budget: .max, gathering: .runs, into: &marks)
    var cuts = [part.lowerBound]
    var place = part.lowerBound
    for mark in marks.flatMap(\.clusters) {
      place += Int32(truncatingIfNeeded: mark.byteCount)
      if mark.isHardBreak { break }
      if mark.isContinued, cuts.count > 1 { cuts.removeLast() }
      if mark.isInk { cuts.append(place) }
    }
    return cuts
  }
}
