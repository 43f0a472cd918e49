/// The marks of a view, measured once, as labels.
struct GlyphSet: ~Copyable {
  /// The bytes and the advance of each mark, by raw value.
  private var texts = Scratch<StaticString>(capacity: Glyph.allCases.count)
  private var words = Scratch<ShortText>(capacity: Glyph.allCases.count)
  private var advances = Scratch<Int32>(capacity: Glyph.allCases.count)
  /// The advance of each named icon, by its index in the table.
  private var iconAdvances = Scratch<Int32>(capacity: IconTable.entries.count)
  /// The advance of the widest ASCII digit.
  let digitAdvance: Int32
  let isASCII: Bool

  /// Creates the marks of a view, with the widths of `drawn` or else those of their characters.
  ///
  /// - Parameter hasVerticalMenu: whether the dots of a menu form a vertical line.
  init(
    _ glyphs: Environment.Glyphs, metrics: ViewMetrics, drawn: DrawnWidths?,
    hasVerticalMenu: Bool = false
  ) {
    isASCII = glyphs == .ascii
    for glyph in Glyph.allCases {
      let isVertical = glyph == .menu && hasVerticalMenu
      let text = glyphs == .ascii ? glyph.ascii : isVertical ? Glyph.verticalMenu : glyph.unicode
      texts.append(text)
      words.append(ShortText(text.bytes))
      advances.append(drawn?.width(of: glyph) ?? text.bytes.advance(in: metrics))
    }
    for advance in Self.iconAdvances(glyphs, metrics, drawn) { iconAdvances.append(advance) }
    digitAdvance = ("0123456789" as StaticString).bytes.reduce(0) { widest, digit in
      max(widest, withUnsafeBytes(of: digit) { $0.bindMemory(to: UInt8.self).advance(in: metrics) })
    }
  }

  /// The advances of all named icons. In columns they are found once for each width model. For
  /// each view again, that was 25 % of the instructions of the stage "jumping".
  private static func iconAdvances(
    _ glyphs: Environment.Glyphs, _ metrics: ViewMetrics, _ drawn: DrawnWidths?
  ) -> [Int32] {
    if let drawn { return IconTable.entries.map(drawn.width) }
    guard glyphs == .unicode, case .columns(let columns) = metrics else {
      return IconTable.entries.map { $0.ascii.bytes.advance(in: metrics) }
    }
    return switch (columns.model.mode, columns.model.ambiguous) {
    case (.grapheme, 1): graphemeIcons
    case (.grapheme, _): wideGraphemeIcons
    case (.wcwidth, 1): scalarIcons
    case (.wcwidth, _): wideScalarIcons
    }
  }

  private static let graphemeIcons = iconColumns(WidthModel(mode: .grapheme, ambiguous: 1))
  private static let wideGraphemeIcons = iconColumns(WidthModel(mode: .grapheme, ambiguous: 2))
  private static let scalarIcons = iconColumns(WidthModel(mode: .wcwidth, ambiguous: 1))
  private static let wideScalarIcons = iconColumns(WidthModel(mode: .wcwidth, ambiguous: 2))

  private static func iconColumns(_ model: WidthModel) -> [Int32] {
    IconTable.entries.map { $0.unicode.bytes.advance(in: ColumnMetrics(model)) }
  }

  func bytes(of glyph: Glyph) -> UnsafeBufferPointer<UInt8> { texts[Int(glyph.rawValue)].bytes }

  /// The bytes of a mark, for a writer.
  @inline(__always)
  func word(of glyph: Glyph) -> ShortText { words[Int(glyph.rawValue)] }

  /// The bytes of the named icon at `index` of the icon table.
  func iconBytes(at index: Int) -> UnsafeBufferPointer<UInt8> {
    (isASCII ? IconTable.entries[index].ascii : IconTable.entries[index].unicode).bytes
  }

  func iconAdvance(at index: Int) -> Int32 { iconAdvances[index] }

  @inline(__always)
  func advance(of glyph: Glyph) -> Int32 { advances[Int(glyph.rawValue)] }

  /// The advance of `value` in decimal digits; `value` is not negative.
  func advance(of value: Int32) -> Int32 {
    var digits: Int32 = 1
    var rest = value / 10
    while rest > 0 {
      digits += 1
      rest /= 10
    }
    return digits * digitAdvance
  }
}

extension StaticString {
  /// The string's bytes, which live as long as the program.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The advance of a short text on one line, as a label.
  func advance(in metrics: some TextMetrics) -> Int32 {
    var arena: [Segment] = []
    var text = metrics.prepare(self, role: .label, breaks: .normal, budget: .max, into: &arena)
    return arena.withUnsafeBufferPointer { arena in
      PreparedText.segments(of: &text, in: arena).reduce(0) { $0.addingSaturating(Int32($1.advance)) }
    }
  }
}
