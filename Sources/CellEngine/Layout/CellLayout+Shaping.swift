/// Shaping: what is pulled of a row in points is measured as it is drawn, its ellipsis included.
extension CellLayout {
  /// Shapes the placed lines, where the view has real fonts. Their left ends, middles or right ends stay where they are.
  func shapeLines() {
    guard let fonts = workspace.pointee.metrics.fonts else { return }
    row.runs.removeAll(keepingCapacity: true)
    for index in row.lines.indices {
      if row.lines[index].field >= 0 { keepJoining(row.lines[index], fonts) }
      if hasShapes(row.lines[index]) {
        // What is drawn of it in letters is shaped by itself.
        row.runs.append([])
        fitTexts(besideShapesOf: index, fonts)
        continue
      }
      let line = row.lines[index]
      let shaped = fit(shape(line, fonts), of: line, within: room(of: line), fonts)
      row.runs.append(shaped.runs)
      setAdvance(shaped.advance, ofLineAt: index)
    }
  }

  /// Fits the cut texts of a line that has shapes beside them.
  private func fitTexts(besideShapesOf index: Int, _ fonts: any FontMetrics) {
    let line = row.lines[index]
    for piece in line.pieces {
      guard case .text(let field, let first) = row.pieces[Int(piece)] else { continue }
      let before = row.textLines[Int(first)]
      guard before.ellipsisByteCount > 0 else { continue }
      var own = line
      own.content = .text(field: field)
      own.first = first
      own.advance = before.advance
      keepJoining(own, fonts)
      let others = row.lines[index].advance - before.advance
      let after = fit(shape(own, fonts), of: own, within: room(of: line) - others, fonts).advance
      row.textLines[Int(first)].advance = after
      setAdvance(others + after, ofLineAt: index)
    }
  }

  /// The shape of a line as it is drawn.
  func shape(_ line: PlacedLine, _ fonts: any FontMetrics) -> ShapedLine {
    withBytes(of: line) {
      fonts.shape($0, role: fontRole(of: line), isRightToLeft: line.isRightToLeft)
    }
  }

  /// Whether some of a line's pieces are drawn as shapes.
  private func hasShapes(_ line: PlacedLine) -> Bool {
    line.pieces.contains { row.pieces[Int($0)].isShape }
  }

  /// The role of the font that a line is set in.
  func fontRole(of line: PlacedLine) -> FontRole {
    if line.field >= 0 { return cell.fields[Int(line.field)].role }
    return switch row.elements[Int(line.element)].slot {
    case .status, .info: .status
    case .tags: .tag
    case .actions: .action
    default: .label
    }
  }

  /// Where a line is cut between letters that join, or a word is broken between two lines, they keep their forms.
  func keepJoining(_ line: PlacedLine, _ fonts: any FontMetrics) {
    var text = row.textLines[Int(line.first)]
    let isCut = text.ellipsisByteCount > 0
    let goesOn = goesOn(line)
    guard isCut || text.breaksWord || goesOn else { return }
    let display = cell.fields[Int(line.field)].display
    text.joinsStart = goesOn && text.start < text.end && fonts.joins(display, at: Int(text.start))
    text.joinsEllipsis =
      (isCut || text.breaksWord) && text.start < text.end && fonts.joins(display, at: Int(text.end))
    text.joinsTail = text.hasTail && fonts.joins(display, at: Int(text.tailStart))
    guard text.joinsStart || text.joinsEllipsis || text.joinsTail else { return }
    text.hasInvisibles = true
    row.textLines[Int(line.first)] = text
  }

  /// Whether a line begins inside of the word that the line above it ends in.
  private func goesOn(_ line: PlacedLine) -> Bool {
    let first = row.elements[Int(line.element)].lines.first.map { row.lines[Int($0)].first } ?? line.first
    return line.field >= 0 && line.first > first && row.textLines[Int(line.first) - 1].breaksWord
  }

  private func setAdvance(_ advance: Int32, ofLineAt index: Int) {
    let element = row.elements[Int(row.lines[index].element)]
    let old = row.lines[index].advance
    // Space between words may be kerned, which no single word knows of.
    let new = isUnlimited ? advance : min(advance, max(old, room(of: row.lines[index])))
    row.lines[index].advance = new
    let left = row.lines[index].x - element.x - inset(of: row.lines[index])
    let right = element.x + element.width - row.lines[index].x - old
    guard left > 0 else { return }
    row.lines[index].x += right > 0 ? (old - new) / 2 : old - new
  }
}
