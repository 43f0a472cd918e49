/// Cutting a line again after shaping, because only shaping has the widths of the letters at a cut.
/// Half of a ligature may be wider than the same letters in their word, and so may a conjunct
/// without its last letter. Some fonts also kern words with the spaces between them.
extension LineShaper {
  /// Moves the cut of a line before its ellipsis, cluster by cluster, to the last position at which
  /// what is drawn fits.
  ///
  /// - Parameters:
  ///   - shape: the shape of the text as it was cut.
  ///   - advance: its advance as it was measured.
  ///   - width: what it has of its element.
  /// - Returns: the shape of what is drawn.
  static func fit(
    _ shape: ShapedLine, of piece: TextPiece, in line: PlacedLine, advance: Int32, within width: Int32,
    _ content: inout RowContent, _ view: borrowing CellView, _ fonts: any FontMetrics
  ) -> ShapedLine {
    guard !view.isUnlimited, view.style.truncateAt == .cluster else { return shape }
    let text = content.texts[piece.line]
    guard text.ellipsisByteCount > 0, text.start < text.end, !text.hasTail else { return shape }
    var fitted = shape
    if shape.advance > width {
      fitted = shortened(piece, line, text, width, &content, view, fonts)
    } else if shape.advance < advance - 1 {
      fitted = lengthened(piece, line, text, width, &content, view, fonts)
    }
    let end = content.texts[piece.line].end
    if let hidden = content.elements[Int(line.element)].hidden, hidden.bytes.lowerBound == text.end {
      content.elements[Int(line.element)].hidden?.bytes = end..<hidden.bytes.upperBound
    }
    return fitted
  }

  /// The width that a line has of its element.
  ///
  /// An item of a menu has an icon beside its title, and space at both ends. So the title keeps the
  /// width that it was cut to.
  static func room(
    of line: PlacedLine, _ content: borrowing RowContent, _ view: borrowing CellView
  ) -> Int32 {
    if let revealed = content.revealed, Int(line.element) >= revealed.firstElement { return line.advance + 1 }
    return content.elements[Int(line.element)].width - 2 * inset(of: line, content, view)
  }

  /// The distance of a line from both sides of its element, if that is a tag.
  static func inset(
    of line: PlacedLine, _ content: borrowing RowContent, _ view: borrowing CellView
  ) -> Int32 {
    guard case .tag(.some, _) = line.content,
      content.elements[Int(line.element)].width > 2 * view.lengths.tagInset
    else { return 0 }
    return view.lengths.tagInset
  }

  /// Takes clusters away until the line fits.
  private static func shortened(
    _ piece: TextPiece, _ line: PlacedLine, _ text: TextLine, _ width: Int32, _ content: inout RowContent,
    _ view: borrowing CellView, _ fonts: any FontMetrics
  ) -> ShapedLine {
    var shape = ShapedLine(advance: 0, runs: [])
    let display = view.cell.fields[Int(piece.field)].display
    for end in cuts(of: display, in: text.start..<text.end).dropLast().reversed() {
      shape = cut(piece, line, text, at: end, &content, view, fonts)
      if shape.advance <= width { break }
    }
    return shape
  }

  /// Adds clusters as long as they fit next to the ellipsis, even if that may be kerned.
  private static func lengthened(
    _ piece: TextPiece, _ line: PlacedLine, _ text: TextLine, _ width: Int32, _ content: inout RowContent,
    _ view: borrowing CellView, _ fonts: any FontMetrics
  ) -> ShapedLine {
    let field = view.cell.fields[Int(piece.field)]
    let room = width - view.measures.fonts(of: field.role).ellipsisAdvance
    // More cannot have been kerned away.
    let reach = Int32(truncatingIfNeeded: min(Int(text.end) + 48, field.display.count))
    var plain = text
    plain.ellipsisByteCount = 0
    var best = text.end
    for end in [text.end] + cuts(of: field.display, in: text.end..<reach).dropFirst().dropLast() {
      guard cut(piece, line, plain, at: end, &content, view, fonts).advance <= room else { break }
      best = end
    }
    return cut(piece, line, text, at: best, &content, view, fonts)
  }

  /// Cuts a text at another position, and shapes it.
  private static func cut(
    _ piece: TextPiece, _ line: PlacedLine, _ text: TextLine, at end: Int32, _ content: inout RowContent,
    _ view: borrowing CellView, _ fonts: any FontMetrics
  ) -> ShapedLine {
    var text = text
    text.end = end
    text.joinsEllipsis = false
    content.texts[piece.line] = text
    keepJoining(piece, of: line, &content, view, fonts)
    return letters(of: line, content, view, fonts)
  }

  /// The byte offsets in a part of a line's text where the text can be cut: after each cluster with
  /// ink. They include the start of the part.
  private static func cuts(of display: UnsafeBufferPointer<UInt8>, in part: Range<Int32>) -> [Int32] {
    var walk = ClusterWalk(Int(part.lowerBound)..<Int(part.upperBound), of: display)
    var cuts = [part.lowerBound]
    while let cluster = walk.next(), cluster.kind != .hardBreak {
      if cluster.kind == .ink { cuts.append(Int32(truncatingIfNeeded: walk.index)) }
    }
    return cuts
  }
}
