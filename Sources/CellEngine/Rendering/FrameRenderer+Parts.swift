/// The parts of elements that are more than letters in points.
extension FrameRenderer {
  /// The parts of an element with one line.
  ///
  /// - Parameter uncovered: the part of an image that the next avatar does not cover.
  static func parts(
    of element: PlacedElement, lineAt index: Int, baseline: Int32, uncovered: Range<Int32>,
    in row: borrowing Row
  ) -> [Frame.Part] {
    let line = row.content.lines[index]
    func whole(_ content: Frame.Part.Content) -> Frame.Part { part(content, element) }
    switch line.content {
    case .nothing, .text, .more, .score, .count, .status(.text, _): return []
    case .placeholder: return [whole(.placeholder)]
    case .control(let control, let isOn): return [whole(.control(control, isOn: isOn))]
    case .unread: return [whole(.unread)]
    case .check: return [whole(.check)]
    case .accessory(.chevron): return [whole(.chevron)]
    case .accessory(.detail): return [whole(.detail)]
    case .accessory(.menu), .menu: return [whole(.menu)]
    case .icon(let icon): return [whole(Self.icon(at: icon, in: row))]
    case .pages(let shown, let count):
      let place = row.content.isMirrored ? count - 1 - shown : shown
      return [whole(.pages(shown: Int(place), count: Int(count)))]
    case .series: return row.content.series.map { [whole(.series($0.form, $0.levels, zero: $0.zero))] } ?? []
    case .download(_, let download): return [whole(.download(progress: download.progress))]
    case .image(let avatar, _):
      return [whole(ground(ofAvatar: avatar, in: row))]
        + text(ofLineAt: index, baseline, in: row).map { $0.asInitials(in: element, uncovered: uncovered) }
    case .tag: return [whole(.tag)] + text(ofLineAt: index, baseline, in: row)
    case .status(.named(let icon), let piece):
      return status(icon, piece, element, lineAt: index, baseline, in: row)
    case .stars: return stars(element, lineAt: index, baseline, in: row)
    case .button(let action, let face, let hasCheck):
      return button(
        face, isOn: row.view.cell.actions[Int(action)].isOn, hasCheck: hasCheck, element, lineAt: index,
        baseline, in: row)
    }
  }

  // MARK: Revealed parts

  /// The parts of a button of a swipe, or of an item of a menu: a ground, marks and letters.
  static func revealedParts(of element: PlacedElement, baseline: Int32, in row: borrowing Row) -> [Frame.Part]
  {
    guard let revealed = row.content.revealed else { return [] }
    let iconHeight = revealed.iconHeight > 0 ? revealed.iconHeight : row.lengths.height(of: .actions)
    var parts = revealed.reveal.isOverlay ? [] : [part(.ground, element)]
    for index in element.lines {
      let line = row.content.lines[Int(index)]
      var box = element
      (box.y, box.height) = (line.y, row.lengths.height(of: .actions))
      switch line.content {
      case .icon(let icon):
        box.height = iconHeight
        parts.append(part(Self.icon(at: icon, in: row), box, Span(line.x, line.advance)))
      case .check: parts.append(part(.check, box, Span(line.x, line.advance)))
      case .text: parts.append(text(Span(line.x, line.advance), lineAt: Int(index), baseline, in: row))
      default: break
      }
    }
    return parts
  }

  // MARK: Slots

  private static func status(
    _ icon: Int32, _ piece: TextPiece?, _ element: PlacedElement, lineAt index: Int, _ baseline: Int32,
    in row: borrowing Row
  ) -> [Frame.Part] {
    let line = row.content.lines[index]
    let iconAdvance = row.view.glyphs.iconAdvance(at: Int(icon))
    var parts = [
      part(Self.icon(at: icon, in: row), element, span(0, iconAdvance, of: line, in: row))
    ]
    if let piece {
      let space = iconAdvance > 0 ? row.view.glyphs.advance(of: .space) : 0
      let advance = row.content.texts[piece.line].advance
      parts.append(
        text(span(iconAdvance + space, advance, of: line, in: row), lineAt: index, baseline, in: row))
    }
    return parts
  }

  /// Stars at the leading edge, and the votes after them.
  private static func stars(
    _ element: PlacedElement, lineAt index: Int, _ baseline: Int32, in row: borrowing Row
  ) -> [Frame.Part] {
    guard let rating = row.content.rating else { return [] }
    let (full, hasHalf) = rating.value
    let width = rating.starsWidth(row.lengths)
    let x = row.content.isMirrored ? element.x + element.width - width : element.x
    let stars = part(
      .stars(value: Double(full) + (hasHalf ? 0.5 : 0), max: rating.rating.max), element, Span(x, width))
    guard rating.rating.count != nil else { return [stars] }
    let advance = rating.votesAdvance(row.view)
    let votesX = row.content.isMirrored ? element.x : element.x + element.width - advance
    return [stars, text(Span(votesX, advance), lineAt: index, baseline, in: row)]
  }

  /// The border of a button with a title or of a toggle that is on, then a check mark, and a title
  /// or an icon.
  private static func button(
    _ face: ButtonFace, isOn: Bool, hasCheck: Bool, _ element: PlacedElement, lineAt index: Int,
    _ baseline: Int32, in row: borrowing Row
  ) -> [Frame.Part] {
    let line = row.content.lines[index]
    let border = row.view.glyphs.advance(of: .buttonOpen)
    let check = hasCheck ? row.view.glyphs.advance(of: .toggleMark) : 0
    switch face {
    case .icon(let icon):
      guard isOn else {
        guard case .named(let icon) = icon else { return [] }
        return [part(Self.icon(at: icon, in: row), element)]
      }
      var parts = [part(.button(isOn: true), element)]
      if hasCheck { parts.append(part(.check, element, span(0, check, of: line, in: row))) }
      switch icon {
      case .named(let icon):
        let advance = row.view.glyphs.iconAdvance(at: Int(icon))
        parts.append(part(Self.icon(at: icon, in: row), element, span(check, advance, of: line, in: row)))
      case .text(let piece):
        let advance = row.content.texts[piece.line].advance
        parts.append(text(span(check, advance, of: line, in: row), lineAt: index, baseline, in: row))
      case nil: break
      }
      return parts
    case .title(let piece):
      var parts = [part(.button(isOn: isOn), element)]
      if hasCheck { parts.append(part(.check, element, span(border, check, of: line, in: row))) }
      if let piece {
        let advance = row.content.texts[piece.line].advance
        parts.append(
          text(span(border + check, advance, of: line, in: row), lineAt: index, baseline, in: row))
      }
      return parts
    case .both(let icon, let piece):
      var parts = [part(.button(isOn: isOn), element)]
      if hasCheck { parts.append(part(.check, element, span(border, check, of: line, in: row))) }
      guard case .named(let name) = icon else {
        let advance = line.advance - 2 * border - check
        parts.append(text(span(border + check, advance, of: line, in: row), lineAt: index, baseline, in: row))
        return parts
      }
      let advance = row.view.glyphs.iconAdvance(at: Int(name))
      parts.append(
        part(Self.icon(at: name, in: row), element, span(border + check, advance, of: line, in: row)))
      guard let piece else { return parts }
      let start = border + check + advance + row.view.glyphs.advance(of: .space)
      parts.append(
        text(
          span(start, row.content.texts[piece.line].advance, of: line, in: row), lineAt: index, baseline,
          in: row))
      return parts
    }
  }

  /// The background of an image. Images of persons and avatars are round, unless the client sets
  /// another shape and the profile allows it.
  private static func ground(ofAvatar avatar: Int32?, in row: borrowing Row) -> Frame.Part.Content {
    let image = avatar.map { row.view.cell.avatarPictures[Int($0)] } ?? row.view.cell.picture
    let isPerson = avatar != nil || image.showsPerson || row.view.cell.kind == .contact
    return .image(
      isRound: avatar == nil && DetailImage.isAlwaysRound(row.view)
        || image.shape.map { $0 == .circle } ?? isPerson,
      source: image.source.map { String(decoding: $0, as: UTF8.self) },
      accent: row.lengths.showsAvatarInitials ? nil : avatar.map { accent(ofAvatar: $0, in: row) })
  }

  /// The index of the colour of an avatar, so that equal initials have equal colours.
  private static func accent(ofAvatar avatar: Int32, in row: borrowing Row) -> Int {
    guard let initials = row.view.cell.avatars[Int(avatar)] else { return Int(avatar) }
    // FNV-1a: similar initials have different colours.
    let hash = row.view.cell.fields[Int(initials)].display.reduce(UInt32(2_166_136_261)) {
      ($0 ^ UInt32($1)) &* 16_777_619
    }
    return Int(hash >> 16)
  }

  private static func icon(at index: Int32, in row: borrowing Row) -> Frame.Part.Content {
    .icon(
      name: String(decoding: IconTable.entries[Int(index)].name.bytes, as: UTF8.self),
      glyph: String(decoding: row.view.glyphs.iconBytes(at: Int(index)), as: UTF8.self))
  }

  // MARK: Parts

  /// A part of a line: its left edge and its width, in layout units.
  private struct Span {
    var x: Int32
    var width: Int32

    init(_ x: Int32, _ width: Int32) {
      self.x = x
      self.width = width
    }
  }

  /// The part of a line from an offset on, in logical order.
  private static func span(
    _ offset: Int32, _ advance: Int32, of line: PlacedLine, in row: borrowing Row
  ) -> Span {
    Span(
      row.content.isMirrored ? line.x &+ line.advance &- offset &- advance : line.x &+ offset, advance)
  }

  private static func length(_ units: Int32) -> Double {
    Double(units) / Double(LengthUnit.point.layoutUnits)
  }

  /// A part with the rectangle of its element, or with the horizontal span of a part of its line.
  private static func part(
    _ content: Frame.Part.Content, _ element: PlacedElement, _ span: Span? = nil
  ) -> Frame.Part {
    let span = span ?? Span(element.x, element.width)
    return Frame.Part(
      content: content, x: length(span.x), y: length(element.y), width: length(span.width),
      height: length(element.height))
  }

  /// The letters of a line that has only letters.
  private static func text(
    ofLineAt index: Int, _ baseline: Int32, in row: borrowing Row
  ) -> [Frame.Part] {
    let line = row.content.lines[index]
    guard line.advance > 0, line.content.wholeText != nil else { return [] }
    return [text(Span(line.x, line.advance), lineAt: index, baseline, in: row)]
  }

  /// The letters of a line, in the runs that shaping found if there are fonts.
  private static func text(
    _ span: Span, lineAt index: Int, _ baseline: Int32, in row: borrowing Row
  ) -> Frame.Part {
    var line = row.content.lines[index]
    line.x = span.x
    line.advance = span.width
    var runs: [FontRun] = []
    if index < row.content.shapes.count {
      line.advance = row.content.shapes[index].advance
      runs = row.content.shapes[index].runs
    }
    var letters: [UInt8] = []
    line.content.appendLetters(of: row.content, row.view, to: &letters)
    let drawn = self.line(
      line, text: String(decoding: letters, as: UTF8.self), baseline: baseline, runs: runs, in: row)
    return Frame.Part(
      content: .text(drawn), x: drawn.x, y: drawn.y, width: drawn.width, height: length(row.lengths.line))
  }
}

extension Frame.Part {
  /// Moves initials to the middle of an image. Returns other parts unchanged.
  fileprivate func asInitials(in element: PlacedElement, uncovered: Range<Int32>) -> Frame.Part {
    guard case .text(let line) = content else { return self }
    let drawn = line.asInitials(in: element, uncovered: uncovered)
    return Frame.Part(content: .text(drawn), x: drawn.x, y: drawn.y, width: drawn.width, height: height)
  }
}

extension Download {
  /// The progress, 0…1; `nil` before the download starts.
  fileprivate var progress: Double? {
    switch self {
    case .ready: nil
    case .running(let percent): Double(percent) / 100
    case .done: 1
    }
  }
}
