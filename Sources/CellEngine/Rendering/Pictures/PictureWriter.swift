/// Writes rows as `svg` elements. It draws frames and nothing else: what it draws, any program could.
struct PictureWriter {
  var markup = Markup()
  let theme: Theme
  let scale: PictureScale
  /// The factor of the sizes of marks and texts.
  let markScale: Double
  let pinsText: Bool
  /// The families of all texts, as CSS lists them.
  let families: String
  let profile: Profile
  /// The maximum number of bytes of the picture as a string of JSON, without what closes its elements.
  let limit: Int
  /// Whether the picture ends before what does not fit.
  private(set) var isClipped = false

  /// More than the bytes that close the elements that are open when a picture is cut.
  private static let closingBytes = 64

  /// The size of letters in a terminal: those of a monospace font are six tenths as wide as they are high.
  private static let columnFontSize = LengthUnit.column.dpAcross / 0.6
  /// The baseline of a line of it, as a part of its height.
  private static let columnBaseline = 0.75

  init(_ style: Style, _ options: PictureOptions, limit: Int) {
    self.limit = limit - Self.closingBytes
    theme = style.theme.colors
    scale = PictureScale(style.unit)
    markScale = style.fontScale
    pinsText = options.pinsText
    profile = style.profile
    families =
      scale.isColumns ? "monospace" : Self.families([style.fontRequest?.family].compactMap { $0 })
  }

  /// Writes a row as an `svg` element.
  mutating func write(_ picture: RowPicture, role: StaticString, label: String?) {
    markup.begin("svg") { markup in
      markup.attribute("xmlns", "http://www.w3.org/2000/svg")
      markup.attribute("width", picture.size.width)
      markup.attribute("height", picture.size.height)
      markup.attribute("viewBox") { markup in
        markup.append("0 0 ")
        markup.number(picture.size.width)
        markup.append(" ")
        markup.number(picture.size.height)
      }
      markup.attribute("role", role)
      if let label { markup.attribute("aria-label", text: label) }
      markup.attribute("direction", "ltr")
      markup.attribute("font-family", text: families)
      markup.attribute("xml:space", "preserve")
    }
    markup.lineFeed()
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

  /// Takes back what was written since there were `count` bytes if the picture exceeds its limit.
  private mutating func clip(to count: Int) -> Bool {
    guard !isClipped, markup.exceeds(limit) else { return isClipped }
    markup.removeAll(behind: count)
    isClipped = true
    return true
  }

  /// The ground of the row, and the line below it.
  private mutating func writeGround(_ picture: RowPicture) {
    let ground = picture.isSelected ? theme.selected : theme.background
    markup.shape("rect") { markup in
      markup.attribute("width", picture.size.width)
      markup.attribute("height", picture.size.height)
      markup.attribute("fill", ground)
    }
    guard picture.separator > 0 else { return }
    let height = picture.separator * scale.down
    markup.shape("rect") { [theme, scale] markup in
      // A line of text has its rule in the middle, a line of points is one.
      markup.attribute("y", picture.size.height - (scale.isColumns ? height / 2 : height))
      markup.attribute("width", picture.size.width)
      markup.attribute("height", 1)
      markup.attribute("fill", theme.separator)
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
      if let widget { markup.attributes(of: widget) }
    }
    markup.lineFeed()
    if clip(to: start) { return }
    var style = PartStyle(
      color: theme.color(of: frame.role, frame.state), frame: frame, isMirrored: isMirrored)
    if frame.parts.isEmpty {
      if scale.isColumns, frame.role == .image { writeColumnImage(frame) }
      for line in frame.lines {
        let start = markup.bytes.count
        write(line, style, style.color)
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

  private mutating func writeColumnImage(_ frame: Frame) {
    markup.shape("rect") { [scale, theme] markup in
      markup.attribute("x", frame.x * scale.across)
      markup.attribute("y", frame.y * scale.down)
      markup.attribute("width", frame.width * scale.across)
      markup.attribute("height", frame.height * scale.down)
      markup.attribute("rx", 4)
      markup.attribute("fill", theme.image)
    }
  }

  // MARK: Text

  /// Writes a line of text; it is set to its width, unless an option says otherwise.
  ///
  /// - Parameter isCentred: whether its middle keeps its position in any font of the viewer.
  mutating func write(_ line: Frame.Line, _ style: PartStyle, _ color: Color, isCentred: Bool = false) {
    guard line.width > 0, !line.text.isEmpty else { return }
    markup.begin("text") { [scale, pinsText] markup in
      let width = line.width * scale.across
      // From right to left, text begins at its right end.
      let start = isCentred ? width / 2 : line.isRightToLeft ? width : 0
      markup.attribute("x", line.x * scale.across + start)
      markup.attribute(
        "y", scale.isColumns ? (line.y + Self.columnBaseline) * scale.down : line.baseline)
      markup.attribute("font-size", line.font?.size ?? Self.columnFontSize)
      let weight = line.font?.weight ?? (style.frame.role == .title ? 700 : 400)
      if weight != 400 { markup.attribute("font-weight", Double(weight)) }
      if !line.runs.isEmpty {
        markup.attribute(
          "font-family", text: Self.families((line.font.map { [$0.family] } ?? []) + line.standIns))
      }
      markup.attribute("fill", color)
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

  /// A list of families for CSS, each once, with a generic one at its end. Quotes, and what would take their meaning away,
  /// are in no name of a family.
  private static func families(_ names: [String]) -> String {
    var known: Set<String> = [FontRequest.fixedFamily, "sans-serif"]
    let quoted = names.filter { known.insert($0).inserted }.map { name in
      if GenericFamily.isKeyword(name) { return name }
      let safe = name.unicodeScalars.filter { !"'\"\\".unicodeScalars.contains($0) && $0.value >= 0x20 }
      return "'\(String(String.UnicodeScalarView(safe)))'"
    }
    return (quoted + ["sans-serif"]).joined(separator: ", ")
  }
}
