/// Shapes the lines of a row in points as they are drawn, their ellipses included.
enum LineShaper {
  /// Shapes the letters of all placed lines. The left ends, middles or right ends of the lines stay
  /// where they are.
  static func shape(_ content: inout RowContent, _ view: borrowing CellView, _ fonts: any FontMetrics) {
    for index in content.lines.indices {
      if index % 64 == 63, view.interruption.isDue { return }
      let line = content.lines[index]
      let piece = line.content.wholeText
      if piece != nil || !line.content.hasShapes {
        if let piece { keepJoining(piece, of: line, &content, view, fonts) }
        var shape = letters(of: line, content, view, fonts)
        if let piece {
          let room = room(of: line, content, view)
          shape = fit(shape, of: piece, in: line, advance: line.advance, within: room, &content, view, fonts)
        }
        content.shapes.append(shape)
        setAdvance(shape.advance, ofLineAt: index, &content, view)
      } else {
        if let piece = line.content.textBesideShapes {
          fit(piece, besideShapesOf: index, &content, view, fonts)
        }
        content.shapes.append(letters(of: line, content, view, fonts))
      }
    }
  }

  /// Fits the cut text of a line that has shapes next to it.
  private static func fit(
    _ piece: TextPiece, besideShapesOf index: Int, _ content: inout RowContent, _ view: borrowing CellView,
    _ fonts: any FontMetrics
  ) {
    let before = content.texts[piece.line]
    guard before.ellipsisByteCount > 0 else { return }
    let line = content.lines[index]
    let others = line.advance - before.advance
    keepJoining(piece, of: line, &content, view, fonts)
    let shape = fit(
      letters(of: line, content, view, fonts), of: piece, in: line, advance: before.advance,
      within: room(of: line, content, view) - others, &content, view, fonts)
    content.texts[piece.line].advance = shape.advance
    setAdvance(others + shape.advance, ofLineAt: index, &content, view)
  }

  /// The shape of a line's letters as they are drawn.
  static func letters(
    of line: PlacedLine, _ content: borrowing RowContent, _ view: borrowing CellView,
    _ fonts: any FontMetrics
  ) -> ShapedLine {
    var bytes: [UInt8] = []
    line.content.appendLetters(of: content, view, to: &bytes)
    let role = fontRole(of: line, content, view)
    return bytes.withUnsafeBufferPointer {
      fonts.shape($0, role: role, isRightToLeft: line.isRightToLeft)
    }
  }

  /// The role of the font of a line's letters.
  static func fontRole(
    of line: PlacedLine, _ content: borrowing RowContent, _ view: borrowing CellView
  ) -> FontRole {
    if let piece = line.content.wholeText ?? line.content.textBesideShapes {
      return view.cell.fields[Int(piece.field)].role
    }
    return switch content.elements[Int(line.element)].slot {
    case .status, .info: .status
    case .tags: .tag
    case .actions: .action
    default: .label
    }
  }

  /// Keeps the forms of letters that join at a cut, or where a word is broken between two lines.
  static func keepJoining(
    _ piece: TextPiece, of line: PlacedLine, _ content: inout RowContent, _ view: borrowing CellView,
    _ fonts: any FontMetrics
  ) {
    var text = content.texts[piece.line]
    let isCut = text.ellipsisByteCount > 0
    let continues = continuesWord(piece, of: line, content)
    guard isCut || text.breaksWord || continues else { return }
    let display = view.cell.fields[Int(piece.field)].display
    text.joinsStart = continues && text.start < text.end && fonts.joins(display, at: Int(text.start))
    text.joinsEllipsis =
      (isCut || text.breaksWord) && text.start < text.end && fonts.joins(display, at: Int(text.end))
    text.joinsTail = text.hasTail && fonts.joins(display, at: Int(text.tailStart))
    guard text.joinsStart || text.joinsEllipsis || text.joinsTail else { return }
    text.hasInvisibles = true
    content.texts[piece.line] = text
  }

  /// Whether a line begins inside of the word that the line above it ends in.
  private static func continuesWord(
    _ piece: TextPiece, of line: PlacedLine, _ content: borrowing RowContent
  ) -> Bool {
    let element = content.elements[Int(line.element)]
    guard case .text(let first) = content.lines[Int(element.firstLine)].content, piece.line > first.line
    else {
      return false
    }
    return content.texts[piece.line - 1].breaksWord
  }

  private static func setAdvance(
    _ advance: Int32, ofLineAt index: Int, _ content: inout RowContent, _ view: borrowing CellView
  ) {
    let line = content.lines[index]
    let element = content.elements[Int(line.element)]
    let old = line.advance
    // Space between words may be kerned, which the words alone do not know.
    let new = view.isUnlimited ? advance : min(advance, max(old, room(of: line, content, view)))
    content.lines[index].advance = new
    let left = line.x - element.x - inset(of: line, content, view)
    let right = element.x + element.width - line.x - old
    guard left > 0 else { return }
    content.lines[index].x += right > 0 ? (old - new) / 2 : old - new
  }
}

extension PlacedContent {
  /// Whether some of it is drawn as a shape in points.
  var hasShapes: Bool {
    switch self {
    case .nothing, .text, .tag, .image, .more, .score, .count: false
    case .status(.text, _), .download(_, .running): false
    case .button(_, face: .icon(.text), hasCheck: false), .button(_, face: .icon(nil), hasCheck: false): false
    case .check, .status, .icon, .control, .unread, .accessory, .button, .menu, .download, .stars, .series,
      .pages, .placeholder:
      true
    }
  }

  /// Appends the letters that fonts set: texts and numbers, without the marks that are drawn as
  /// shapes.
  func appendLetters(of content: borrowing RowContent, _ view: borrowing CellView, to bytes: inout [UInt8]) {
    if let piece = wholeText ?? textBesideShapes { return content.append(piece, view, to: &bytes) }
    switch self {
    case .status(.text(let icon), let text?), .button(_, face: .both(.text(let icon), let text?), _):
      content.append(icon, view, to: &bytes)
      if content.texts[icon.line].advance > 0 { bytes.append(UInt8(ascii: " ")) }
      content.append(text, view, to: &bytes)
    case .download(_, .running(let percent)): bytes += "\(percent)%".utf8
    case .more(let count): bytes += "+\(count)".utf8
    case .count(let count): bytes += "\(count)".utf8
    case .stars: bytes += (content.rating?.votes ?? "").utf8
    case .score: bytes += (content.rating.map { $0.number + $0.spacedVotes } ?? "").utf8
    default: break
    }
  }
}

extension RowContent {
  /// Appends the bytes that a text line shows.
  func append(_ piece: TextPiece, _ view: borrowing CellView, to bytes: inout [UInt8]) {
    texts[piece.line].append(
      of: view.cell.fields[Int(piece.field)].display, ellipsis: view.measures.ellipsis, to: &bytes)
  }
}
