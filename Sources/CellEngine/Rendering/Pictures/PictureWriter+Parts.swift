/// Draws the marks that celld does not set as text.
extension PictureWriter {
  /// Writes a part of an element. It can change `style` for the parts after it.
  mutating func write(_ part: Frame.Part, _ style: inout PartStyle) {
    let color = style.color
    switch part.content {
    case .text(let line):
      guard !style.hasImage else { return }
      let isDimmed = style.isDisabled && style.frame.showsImage
      write(
        line, style, style.isOn ? theme.onAccent : isDimmed ? theme.dimmedInitials : color,
        isCentred: style.frame.showsImage)
    case .image(let isRound, let source, let accent):
      style.hasImage = writeImage(
        part, isRound: isRound, source: source, accent: accent, overlaps: style.frame.slot == .avatars)
    case .icon(let name, let glyph):
      writeIcon(
        name, glyph, part, style.isOn ? theme.onAccent : color, isLarge: style.frame.slot == .image)
    case .control(let control, let isOn):
      writeControl(control, part, isOn ? color : style.isDisabled ? color : theme.control, isOn: isOn)
    case .unread: writeDot(part, color)
    case .chevron: writeChevron(part, color, isMirrored: style.isMirrored)
    case .detail:
      writeIcon("information", "", part, style.isDisabled ? color : theme.accent)
    case .menu: writeMenu(part, style.isDisabled ? color : theme.accent)
    case .button(let isOn):
      style.isOn = isOn
      writeButton(part, color, isOn: isOn)
    case .check: writeCheck(part, style.isOn ? theme.onAccent : color, isMirrored: style.isMirrored)
    case .download(let progress): writeDownload(part, color, progress: progress)
    case .stars(let value, let max): writeStars(part, style, value: value, max: max)
    case .placeholder: markup.placeholder(part, profile.listParts.skeleton.radius, color)
    case .tag: writeTag(part, isDisabled: style.isDisabled)
    case .ground:
      style.isOn = true
      writeGround(part, color)
    case .series(let form, let values, let zero):
      markup.series(form, values, zero: zero, part, style.isDisabled ? color : theme.accent)
    case .pages(let shown, let count): writePages(shown: shown, count: count, part, color)
    }
  }

  // MARK: Backgrounds

  private mutating func writeTag(_ part: Frame.Part, isDisabled: Bool) {
    markup.shape("rect") { [theme] markup in
      markup.rectangle(part, inset: 0.5)
      markup.attribute("rx", min(8, part.height / 2) - 0.5)
      markup.fill(theme.tag)
      markup.stroke(isDisabled ? theme.separator : theme.tagBorder, 1)
    }
  }

  private mutating func writeGround(_ part: Frame.Part, _ color: Color) {
    markup.shape("rect") { markup in
      markup.rectangle(part)
      markup.fill(color)
    }
  }

  private mutating func writeButton(_ part: Frame.Part, _ color: Color, isOn: Bool) {
    markup.shape("rect") { markup in
      markup.rectangle(part, inset: 0.5)
      markup.attribute("rx", min(8, part.height / 2))
      if isOn { markup.fill(color) } else { markup.attribute("fill", "none") }
      markup.stroke(color, 1)
    }
  }

  // MARK: Marks

  private mutating func writeControl(
    _ control: Frame.Part.Control, _ part: Frame.Part, _ color: Color, isOn: Bool
  ) {
    let edge = min(part.width, part.height, 20 * markScale)
    let (x, y) = (part.x + (part.width - edge) / 2, part.y + (part.height - edge) / 2)
    let isFilled = isOn && control != .radio
    markup.shape("rect") { [markScale] markup in
      markup.rectangle(
        Frame.Part(content: part.content, x: x, y: y, width: edge, height: edge), inset: markScale)
      markup.attribute("rx", control == .checkbox ? 4 * markScale : edge / 2)
      if isFilled { markup.fill(color) } else { markup.attribute("fill", "none") }
      markup.stroke(color, 1.5 * markScale)
    }
    guard isOn else { return }
    if control == .radio {
      writeCircle(x: x + edge / 2, y: y + edge / 2, radius: edge / 4, color)
    } else {
      writePath("M5 12.5l4.5 4.5L19 7", x: x + edge / 6, y: y + edge / 6, edge: edge * 2 / 3, theme.onAccent)
    }
  }

  private mutating func writeDot(_ part: Frame.Part, _ color: Color) {
    writeCircle(
      x: part.x + part.width / 2, y: part.y + part.height / 2,
      radius: min(max(part.width, 8 * markScale), part.height, 10 * markScale) / 2, color)
  }

  private mutating func writeCircle(x: Double, y: Double, radius: Double, _ color: Color) {
    markup.shape("circle") { markup in
      markup.attribute("cx", x)
      markup.attribute("cy", y)
      markup.attribute("r", radius)
      markup.fill(color)
    }
  }

  private mutating func writeChevron(_ part: Frame.Part, _ color: Color, isMirrored: Bool) {
    let edge = min(20 * markScale, part.height)
    writePath(
      isMirrored ? "M15 5l-7 7 7 7" : "M9 5l7 7-7 7", x: part.x + (part.width - edge) / 2,
      y: part.y + (part.height - edge) / 2, edge: edge, color)
  }

  private mutating func writeMenu(_ part: Frame.Part, _ color: Color) {
    let isVertical = profile.actions.hasVerticalMenu
    for place in [-1.0, 0, 1] {
      let distance = 6 * markScale * place
      writeCircle(
        x: part.x + part.width / 2 + (isVertical ? 0 : distance),
        y: part.y + part.height / 2 + (isVertical ? distance : 0),
        radius: 1.75 * markScale, color)
    }
  }

  /// Writes an icon in the middle of its part. A large one fills its part, and has a thin line.
  private mutating func writeIcon(
    _ name: String, _ glyph: String, _ part: Frame.Part, _ color: Color, isLarge: Bool = false
  ) {
    let edge = min(max(part.width, 16 * markScale), part.height, isLarge ? .infinity : 20 * markScale)
    guard let path = IconPath.named(name) else { return writeGlyph(glyph, part, color) }
    writePath(
      path, x: part.x + (part.width - edge) / 2, y: part.y + (part.height - edge) / 2, edge: edge, color,
      lineWidth: isLarge ? 1.25 : Self.lineWidth)
  }

  /// Writes a check mark at the leading edge of its part, before the title of the button.
  private mutating func writeCheck(_ part: Frame.Part, _ color: Color, isMirrored: Bool) {
    let edge = min(part.width, part.height, 16)
    // The path ends 2 units before the edges of its square.
    let x = isMirrored ? part.x + part.width - edge + 2 : part.x - 2
    writePath("M5 12.5l4.5 4.5L19 7", x: x, y: part.y + (part.height - edge) / 2, edge: edge, color)
  }

  /// Writes the fallback of an icon without a drawing.
  private mutating func writeGlyph(_ glyph: String, _ part: Frame.Part, _ color: Color) {
    markup.begin("text") { [markScale] markup in
      markup.attribute("xml:space", "preserve")
      markup.attribute("x", part.x + part.width / 2)
      markup.attribute("y", part.y + part.height / 2 + 5 * markScale)
      markup.attribute("font-size", 14 * markScale)
      markup.attribute("text-anchor", "middle")
      markup.fill(color)
    }
    markup.text(glyph)
    markup.end("text")
    markup.lineFeed()
  }

  /// Draws a path in a square of 24 units. The width of its line is in these units. The `svg`
  /// element has the ends and corners of the line, and the usual width.
  private mutating func writePath(
    _ path: StaticString, x: Double, y: Double, edge: Double, _ color: Color,
    lineWidth: Double = PictureWriter.lineWidth
  ) {
    markup.shape("path") { markup in
      markup.attribute("transform") { markup in
        markup.append("translate(")
        markup.number(x)
        markup.append(" ")
        markup.number(y)
        markup.append(") scale(")
        markup.number(edge / 24)
        markup.append(")")
      }
      markup.attribute("d", path)
      markup.attribute("fill", "none")
      markup.stroke(color, lineWidth == Self.lineWidth ? nil : lineWidth)
    }
  }

  /// Writes a download: an arrow before it starts, a ring while it runs, then a check mark.
  private mutating func writeDownload(_ part: Frame.Part, _ color: Color, progress: Double?) {
    guard let progress, progress < 1 else {
      return writeIcon(progress == nil ? "download" : "check", "", part, color)
    }
    let radius = min(part.width, part.height) / 2 - 2 * markScale
    let length = 2 * Double.pi * radius
    // The part that is left is thin: in some themes both colours have too little contrast.
    for (share, ring, width) in [(1, theme.separator, 1), (progress, color, 2.5)] {
      markup.shape("circle") { [markScale] markup in
        markup.attribute("cx", part.x + part.width / 2)
        markup.attribute("cy", part.y + part.height / 2)
        markup.attribute("r", radius)
        markup.attribute("fill", "none")
        markup.stroke(ring, width * markScale)
        markup.attribute("stroke-linecap", "butt")
        guard share < 1 else { return }
        markup.attribute("stroke-dasharray") { markup in
          markup.number(length * share)
          markup.append(" ")
          markup.number(length)
        }
        markup.attribute("transform") { markup in
          markup.append("rotate(-90 ")
          markup.number(part.x + part.width / 2)
          markup.append(" ")
          markup.number(part.y + part.height / 2)
          markup.append(")")
        }
      }
    }
  }

  private mutating func writePages(shown: Int, count: Int, _ part: Frame.Part, _ color: Color) {
    for page in 0..<count {
      let place = Double(page) - Double(count - 1) / 2
      writeCircle(
        x: part.x + part.width / 2 + 14 * markScale * place, y: part.y + part.height / 2,
        radius: 3.5 * markScale,
        page == shown ? color : theme.unrated)
    }
  }
}

extension Frame {
  /// Whether the element is an image or an avatar.
  fileprivate var showsImage: Bool {
    parts.contains { if case .image = $0.content { true } else { false } }
  }
}

extension Markup {
  /// Appends the bar of content that is being loaded.
  mutating func placeholder(_ part: Frame.Part, _ radius: Double, _ color: Color) {
    shape("rect") { markup in
      markup.rectangle(part)
      markup.attribute("rx", min(radius, part.height / 2))
      markup.fill(color)
    }
  }

  /// Appends the position and the size of a part.
  mutating func rectangle(_ part: Frame.Part, inset: Double = 0) {
    attribute("x", part.x + inset)
    attribute("y", part.y + inset)
    attribute("width", max(0, part.width - 2 * inset))
    attribute("height", max(0, part.height - 2 * inset))
  }
}

extension Frame.Part.Content {
  /// Whether the content has lines whose ends and corners are those of the `svg` element.
  var isDrawnAsLine: Bool {
    switch self {
    case .icon(let name, _): IconPath.named(name) != nil
    case .control(_, let isOn): isOn
    case .chevron, .detail, .check, .stars: true
    case .download(let progress): progress.map { $0 >= 1 } ?? true
    case .text, .image, .unread, .menu, .button, .tag, .ground, .series, .pages, .placeholder: false
    }
  }
}
