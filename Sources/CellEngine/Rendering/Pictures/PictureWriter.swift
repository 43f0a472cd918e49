/// Writes rows as `svg` elements. It uses only the frames of a row, so a client can draw the same
/// picture.
struct PictureWriter {
  var markup: Markup
  let theme: ThemeColors
  let scale: PictureScale
  /// The scale of marks and texts.
  let markScale: Double
  let pinsText: Bool
  /// The font families of the whole picture, as a CSS list.
  let families: String
  let profile: Profile
  /// The maximum number of bytes of the picture as a JSON string, without the bytes that close its
  /// elements.
  let limit: Int
  /// The font size of the `svg` element, which texts have if they do not name one.
  private var fontSize: Double?
  /// The ground of the row.
  var ground: Color
  /// The opacity of images, 0…1.
  private(set) var imageOpacity = 1.0
  /// Whether elements or lines were left out because they do not fit.
  private(set) var isClipped = false

  /// An upper bound of the bytes that close the open elements of a clipped picture.
  private static let closingBytes = 64

  /// The opacity of images of a disabled cell, as Horizon has it.
  static let disabledOpacity = 0.4

  /// The width of the lines of icons, in a square of 24 units.
  static let lineWidth = 2.0

  /// The font size in columns. The width of a letter of a monospace font is about 0.6 of its size.
  private static let columnFontSize = LengthUnit.column.dpAcross / 0.6
  /// The baseline of a line in columns, as a part of the line's height.
  private static let columnBaseline = 0.75

  init(_ style: Style, _ options: PictureOptions, _ paint: Markup.Paint, limit: Int) {
    markup = Markup(paint)
    self.limit = limit - Self.closingBytes
    theme = style.theme.colors
    ground = theme.background
    scale = PictureScale(style.unit)
    markScale = style.fontScale
    pinsText = options.pinsText
    profile = style.profile
    families =
      scale.isColumns ? "monospace" : FontFamilies.list([style.fontRequest?.family].compactMap { $0 })
  }

  /// Writes a row as an `svg` element.
  mutating func write(_ picture: RowPicture, role: StaticString, label: String?) {
    begin(
      picture.size, role: role, label: label, isHeading: picture.kind == .section,
      of: picture.frames)
    writeGround(picture)
    let isHidden = label == nil || picture.isOperable
    if isHidden { markup.begin("g") { $0.attribute("aria-hidden", "true") } }
    for frame in picture.frames where !picture.isOperable(frame) && !isClipped {
      write(frame, isMirrored: picture.isMirrored)
    }
    if isHidden { markup.end("g") }
    for frame in picture.frames where picture.isOperable(frame) && !isClipped {
      if frame.slot == .title, let href = picture.href {
        let start = markup.bytes.count
        markup.begin("a") { $0.attribute("href", text: href) }
        if clip(to: start) { break }
        write(frame, isMirrored: picture.isMirrored)
        markup.end("a")
      } else {
        write(frame, isMirrored: picture.isMirrored, widget: frame.widget)
      }
    }
    markup.end("svg")
  }

  /// Opens the `svg` element of `frames`. Its attributes are those that most of its elements have:
  /// the colour and the size of texts, and the style of lines.
  ///
  /// - Parameters:
  ///   - x: the coordinate of its left edge.
  ///   - y: the coordinate of its top edge.
  private mutating func begin(
    _ size: PictureSize, x: Double = 0, y: Double = 0, role: StaticString, label: String?,
    isHeading: Bool = false,
    of frames: [Frame]
  ) {
    if scale.isColumns {
      fontSize = Self.columnFontSize
    } else {
      let text = frames.first { $0.role == .secondary || $0.role == .body }
      fontSize = text?.lines.first?.font?.size
    }
    markup.begin("svg") { [families, theme, fontSize] markup in
      // HTML knows the element without its namespace.
      if markup.paint == .svg { markup.attribute("xmlns", "http://www.w3.org/2000/svg") }
      markup.attribute("width", size.width)
      markup.attribute("height", size.height)
      markup.attribute("viewBox") { markup in
        for (index, number) in [x, y, size.width, size.height].enumerated() {
          if index > 0 { markup.append(" ") }
          markup.number(number)
        }
      }
      markup.attribute("role", role)
      if isHeading { markup.attribute("aria-level", "3") }
      if let label { markup.attribute("aria-label", text: label) }
      markup.attribute("direction", "ltr")
      markup.attribute("font-family", text: families)
      if let fontSize { markup.attribute("font-size", fontSize) }
      if frames.contains(where: { $0.parts.contains { $0.content.isDrawnAsLine } }) {
        markup.attribute("stroke-width", Self.lineWidth)
        markup.attribute("stroke-linecap", "round")
        markup.attribute("stroke-linejoin", "round")
      }
      markup.fill(theme.secondary)
    }
    markup.lineFeed()
  }

  /// Writes a menu or a preview as an `svg` element, whose coordinates are those of the row.
  mutating func write(_ overlay: Overlay, isMirrored: Bool) {
    let (x, y) = (overlay.x * scale.across, overlay.y * scale.down)
    let (width, height) = (overlay.width * scale.across, overlay.height * scale.down)
    begin(
      PictureSize(width: width, height: height), x: x, y: y, role: "group",
      label: overlay.reveal == .peek ? "preview" : "menu", of: overlay.frames)
    markup.shape("rect") { [theme, profile] markup in
      markup.attribute("x", x + 0.5)
      markup.attribute("y", y + 0.5)
      markup.attribute("width", max(0, width - 1))
      markup.attribute("height", max(0, height - 1))
      markup.attribute("rx", profile.overlays.radius)
      markup.fill(theme.background)
      markup.stroke(theme.separator, 1)
    }
    for (index, frame) in overlay.frames.enumerated() where !isClipped {
      if index > 0, frame.widget != nil, profile.overlays.separatesItems, !scale.isColumns {
        writeRule(y: frame.y, x: x, width: width)
      }
      write(frame, isMirrored: isMirrored, widget: frame.widget)
    }
    markup.end("svg")
  }

  /// Writes the line between two items of a menu.
  private mutating func writeRule(y: Double, x: Double, width: Double) {
    markup.shape("rect") { [theme] markup in
      markup.attribute("x", x)
      markup.attribute("y", y)
      markup.attribute("width", width)
      markup.attribute("height", 1)
      markup.fill(theme.separator)
    }
  }

  /// Removes the bytes after the first `count` if the picture exceeds its limit. Returns whether
  /// the picture is clipped.
  private mutating func clip(to count: Int) -> Bool {
    guard !isClipped, markup.exceeds(limit) else { return isClipped }
    markup.removeAll(behind: count)
    isClipped = true
    return true
  }

  /// Writes the background of the row, and the separator below it.
  private mutating func writeGround(_ picture: RowPicture) {
    ground = picture.isSelected ? theme.selected : theme.background
    imageOpacity = picture.isDimmed ? Self.disabledOpacity : 1
    markup.shape("rect") { [ground] markup in
      markup.attribute("width", picture.size.width)
      markup.attribute("height", picture.size.height)
      markup.fill(ground)
    }
    guard picture.separator > 0 else { return }
    let height = picture.separator * scale.down
    markup.shape("rect") { [theme, scale] markup in
      // In columns, the rule is in the middle of its line. In points, the separator is the rule.
      let inset = picture.separatorInset * scale.across
      if inset > 0, !picture.isMirrored { markup.attribute("x", inset) }
      markup.attribute("y", picture.size.height - (scale.isColumns ? height / 2 : height))
      markup.attribute("width", max(0, picture.size.width - inset))
      markup.attribute("height", 1)
      markup.fill(theme.separator)
    }
  }

  /// Writes an element of the row, with its label if it is a widget.
  private mutating func write(_ frame: Frame, isMirrored: Bool, widget: Frame.Widget? = nil) {
    guard widget != nil || frame.lines.contains(where: { $0.width > 0 }) || !frame.parts.isEmpty else {
      return
    }
    let start = markup.bytes.count
    markup.begin("g") { markup in
      markup.attribute("data-slot", text: frame.slot.rawValue)
      if frame.role == .destructive || frame.role == .positive {
        markup.attribute("data-role", text: frame.role.rawValue)
      }
      if let widget { markup.attributes(of: widget) }
    }
    markup.lineFeed()
    if clip(to: start) { return }
    // The items of a menu are texts, and only their roles have a colour.
    let isItem = frame.reveal?.isOverlay == true && frame.role == .button
    let color = isItem ? theme.text : theme.color(of: frame.role, frame.state)
    var style = PartStyle(color: color, frame: frame, isMirrored: isMirrored)
    if frame.parts.isEmpty {
      if scale.isColumns, frame.role == .image { writeColumnGround(frame, theme.image) }
      let hasGround = scale.isColumns && frame.reveal?.isOverlay == false
      if hasGround { writeColumnGround(frame, color, radius: 0) }
      for line in frame.lines {
        let start = markup.bytes.count
        write(line, style, hasGround ? theme.onAccent : color)
        if clip(to: start) { break }
      }
    } else {
      for part in frame.parts {
        let start = markup.bytes.count
        write(part, &style)
        if clip(to: start) { break }
      }
    }
    markup.end("g")
    markup.lineFeed()
  }

  private mutating func writeColumnGround(_ frame: Frame, _ color: Color, radius: Double = 4) {
    markup.shape("rect") { [scale] markup in
      markup.attribute("x", frame.x * scale.across)
      markup.attribute("y", frame.y * scale.down)
      markup.attribute("width", frame.width * scale.across)
      markup.attribute("height", frame.height * scale.down)
      if radius > 0 { markup.attribute("rx", radius) }
      markup.fill(color)
    }
  }

  // MARK: Text

  /// Writes a line of text, stretched to its width if the options demand it.
  ///
  /// - Parameter isCentred: whether the middle of the text keeps its position with any font of the
  ///   viewer.
  mutating func write(_ line: Frame.Line, _ style: PartStyle, _ color: Color, isCentred: Bool = false) {
    guard line.width > 0, !line.text.isEmpty else { return }
    markup.begin("text") { [scale, pinsText, theme, fontSize] markup in
      // Browsers have a rule for each text that is stronger than one around it.
      markup.attribute("xml:space", "preserve")
      let width = line.width * scale.across
      // The `x` of right-to-left text is its right end.
      let start = isCentred ? width / 2 : line.isRightToLeft ? width : 0
      markup.attribute("x", line.x * scale.across + start)
      markup.attribute(
        "y", scale.isColumns ? (line.y + Self.columnBaseline) * scale.down : line.baseline)
      let size = line.font?.size ?? Self.columnFontSize
      if size != fontSize { markup.attribute("font-size", size) }
      let weight = line.font?.weight ?? style.frame.role.weight
      if weight != 400 { markup.attribute("font-weight", Double(weight)) }
      if !line.runs.isEmpty {
        markup.attribute(
          "font-family", text: FontFamilies.list((line.font.map { [$0.family] } ?? []) + line.standIns))
      }
      // Most texts have the colour of the picture.
      if color != theme.secondary { markup.fill(color) }
      if isCentred { markup.attribute("text-anchor", "middle") }
      if line.isRightToLeft { markup.attribute("direction", "rtl") }
      if let language = style.language { markup.attribute("xml:lang", language) }
      if pinsText {
        markup.attribute("textLength", width)
        markup.attribute("lengthAdjust", "spacingAndGlyphs")
      }
    }
    markup.text(line.text)
    markup.end("text")
    markup.lineFeed()
  }
}
