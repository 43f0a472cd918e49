/// The parts of elements in points, read from the pieces that their lines are made of.
extension CellLayout {
  /// What an element is drawn of, where that is more than its lines; `avatar` is how many avatars stand in front of it.
  func parts(of element: PlacedElement, avatar: Int, baseline: Int32) -> [Frame.Part] {
    guard !lengths.isColumns, let lineIndex = element.lines.first else { return [] }
    let line = row.lines[Int(lineIndex)]
    switch element.slot {
    case .control, .unread, .accessory, .pages:
      return mark(in: segments(of: line)).map { [part($0, element)] } ?? []
    case .image, .avatars:
      guard element.role != .more else { return [] }
      return [part(ground(ofAvatar: element.slot == .avatars ? avatar : nil), element)]
        + texts(of: line, baseline).map { initials($0, in: element) }
    case .icons: return icon(in: segments(of: line)).map { [part($0, element)] } ?? []
    case .status, .info: return status(line, element, baseline)
    case .tags: return element.role == .more ? [] : [part(.tag, element)] + texts(of: line, baseline)
    case .rating: return rating(line, element, baseline)
    case .actions: return action(line, element, baseline)
    case .chart: return bars(line).map { [part($0, element)] } ?? []
    case .title, .subtitle, .footnote, .caption, .description, .number: return []
    }
  }

  // MARK: Segments

  /// A run of pieces of a line that are drawn in one way.
  private struct Segment {
    enum Kind {
      case letters
      case icon(Int32)
      case mark(Glyph)
    }

    var kind: Kind
    /// The first of its pieces, and how many there are.
    var first: Int32
    var count: Int32
    /// In logical order, from where the line begins.
    var offset: Int32
    var advance: Int32
  }

  private func segments(of line: PlacedLine) -> [Segment] {
    var segments: [Segment] = []
    var offset: Int32 = 0
    for index in line.pieces {
      let (kind, advance) = appearance(of: row.pieces[Int(index)])
      defer { offset += advance }
      if case .letters = kind, let last = segments.last, case .letters = last.kind,
        last.first + last.count == index
      {
        segments[segments.count - 1].count += 1
        segments[segments.count - 1].advance += advance
      } else if let kind {
        segments.append(Segment(kind: kind, first: index, count: 1, offset: offset, advance: advance))
      }
    }
    return segments
  }

  /// How a piece is drawn, and its advance; spaces between others are not drawn.
  private func appearance(of piece: Piece) -> (Segment.Kind?, Int32) {
    switch piece {
    case .text(_, let line): return (.letters, row.textLines[Int(line)].advance)
    case .integer(let value): return (.letters, glyphs.advance(of: value))
    case .icon(let index): return (.icon(index), glyphs.iconAdvance(at: Int(index)))
    case .glyph(let glyph):
      let advance = glyphs.advance(of: glyph)
      if glyph == .space { return (nil, advance) }
      return (glyph.isLetter ? .letters : .mark(glyph), advance)
    }
  }

  /// The left edge of a segment.
  private func x(of segment: Segment, in line: PlacedLine) -> Int32 {
    line.isRightToLeft
      ? line.x &+ line.advance &- segment.offset &- segment.advance : line.x &+ segment.offset
  }

  // MARK: Parts

  private func length(_ units: Int32) -> Double { Double(units) / Double(environment.unit.layoutUnits) }

  /// A part as large as its element.
  private func part(_ content: Frame.Part.Content, _ element: PlacedElement) -> Frame.Part {
    Frame.Part(
      content: content, x: length(element.x), y: length(element.y), width: length(element.width),
      height: length(element.height))
  }

  /// A part as wide as its segment, and as high as its element.
  private func part(
    _ content: Frame.Part.Content, _ segment: Segment, in line: PlacedLine, _ element: PlacedElement
  ) -> Frame.Part {
    Frame.Part(
      content: content, x: length(x(of: segment, in: line)), y: length(element.y),
      width: length(segment.advance), height: length(element.height))
  }

  /// The letters of a segment, from `x` on or where it stands.
  private func text(
    _ segment: Segment, in line: PlacedLine, _ baseline: Int32, at x: Int32? = nil
  ) -> Frame.Part {
    var own = line
    own.x = x ?? self.x(of: segment, in: line)
    own.advance = segment.advance
    own.first = segment.first
    own.content = .pieces(count: segment.count)
    if segment.count == 1, case .text(let field, let first) = row.pieces[Int(segment.first)] {
      own.content = .text(field: field)
      own.first = first
    }
    return part(drawing: own, baseline)
  }

  /// The letters of a line that is nothing else.
  private func texts(of line: PlacedLine, _ baseline: Int32) -> [Frame.Part] {
    guard line.advance > 0 else { return [] }
    if line.field >= 0 { return [part(drawing: line, baseline)] }
    return segments(of: line).compactMap { segment in
      if case .letters = segment.kind { text(segment, in: line, baseline) } else { nil }
    }
  }

  private func part(drawing line: PlacedLine, _ baseline: Int32) -> Frame.Part {
    var line = line
    var runs: [FontRun] = []
    if let fonts = workspace.pointee.metrics.fonts {
      let shaped = shape(line, fonts)
      line.advance = shaped.advance
      runs = shaped.runs
    }
    let drawn = frameLine(line, baseline: baseline, runs: runs)
    return Frame.Part(
      content: .text(drawn), x: drawn.x, y: drawn.y, width: drawn.width, height: length(lengths.line))
  }

  // MARK: Slots

  /// A mark that stands alone.
  private func mark(in segments: [Segment]) -> Frame.Part.Content? {
    guard let first = segments.first, case .mark(let glyph) = first.kind else { return nil }
    switch glyph {
    case .checkboxOff, .checkboxOn: return .control(.checkbox, isOn: glyph == .checkboxOn)
    case .radioOff, .radioOn:
      return .control(rules.controlIsCircle ? .circle : .radio, isOn: glyph == .radioOn)
    case .unread: return .unread
    case .chevron, .mirroredChevron: return .chevron
    case .detail: return .detail
    case .menu: return .menu
    case .downloadReady: return .download(progress: nil)
    case .downloadDone: return .download(progress: 1)
    case .pageShown, .pageHidden:
      let shown = segments.firstIndex { if case .mark(.pageShown) = $0.kind { true } else { false } }
      return .pages(shown: shown ?? 0, count: segments.count)
    default: return nil
    }
  }

  private func icon(in segments: [Segment]) -> Frame.Part.Content? {
    guard let first = segments.first, case .icon(let index) = first.kind else { return nil }
    return icon(at: index)
  }

  private func icon(at index: Int32) -> Frame.Part.Content {
    .icon(
      name: String(decoding: IconTable.entries[Int(index)].name.bytes, as: UTF8.self),
      glyph: String(decoding: glyphs.iconBytes(at: Int(index)), as: UTF8.self))
  }

  /// Images of persons are round, and so are avatars, unless the client says otherwise and the profile lets it.
  private func ground(ofAvatar avatar: Int?) -> Frame.Part.Content {
    let image = avatar.map { cell.avatarPictures[$0] } ?? cell.picture
    let isPerson = avatar != nil || image.showsPerson || cell.kind == .contact
    return .image(
      isRound: avatar == nil && isAlwaysRound || image.shape.map { $0 == .circle } ?? isPerson,
      source: image.source.map { String(decoding: $0, as: UTF8.self) })
  }

  private func status(
    _ line: PlacedLine, _ element: PlacedElement, _ baseline: Int32
  ) -> [Frame.Part] {
    let segments = segments(of: line)
    guard icon(in: segments) != nil else { return [] }
    return segments.compactMap { segment in
      switch segment.kind {
      case .icon(let index): part(icon(at: index), segment, in: line, element)
      case .letters: text(segment, in: line, baseline)
      case .mark: nil
      }
    }
  }

  /// Stars at the leading edge, and the count behind them.
  private func rating(
    _ line: PlacedLine, _ element: PlacedElement, _ baseline: Int32
  ) -> [Frame.Part] {
    let segments = segments(of: line)
    guard let rating = measured.rating?.rating, let first = segments.first, case .mark = first.kind else {
      return []
    }
    let (full, half) = halves(of: rating)
    let width = Int32(clamping: rating.max) * (lengths.star + lengths.starGap) - lengths.starGap
    var stars = part(.stars(value: Double(full) + (half ? 0.5 : 0), max: rating.max), element)
    stars.width = length(width)
    if line.isRightToLeft { stars.x = length(element.x + element.width - width) }
    guard let count = segments.last, case .letters = count.kind else { return [stars] }
    let x = line.isRightToLeft ? element.x : element.x + element.width - count.advance
    return [stars, text(count, in: line, baseline, at: x)]
  }

  private func action(
    _ line: PlacedLine, _ element: PlacedElement, _ baseline: Int32
  ) -> [Frame.Part] {
    if line.pieces.count == 2, case .integer(let percentage) = row.pieces[Int(line.first)] {
      return [part(.download(progress: Double(percentage) / 100), element)]
    }
    let segments = segments(of: line)
    if segments.count == 1 {
      if let content = mark(in: segments) ?? icon(in: segments) { return [part(content, element)] }
    }
    let isOn = segments.contains { if case .mark(.toggleMark) = $0.kind { true } else { false } }
    let hasTitle = segments.contains { if case .mark(.buttonOpen) = $0.kind { true } else { false } }
    var parts = hasTitle || isOn ? [part(.button(isOn: isOn), element)] : []
    for segment in segments {
      switch segment.kind {
      case .mark(.toggleMark): parts.append(part(.check, segment, in: line, element))
      case .mark: break
      case .icon(let index): parts.append(part(icon(at: index), segment, in: line, element))
      case .letters: parts.append(text(segment, in: line, baseline))
      }
    }
    return parts
  }

  /// The series of a chart; `nil` for its texts.
  private func bars(_ line: PlacedLine) -> Frame.Part.Content? {
    guard !line.pieces.isEmpty, let chart = cell.chart,
      case .glyph(let glyph) = row.pieces[Int(line.first)], Glyph.bars.contains(glyph)
    else { return nil }
    return .bars(Self.levels(of: chart.values, bars: line.pieces.count))
  }
}
