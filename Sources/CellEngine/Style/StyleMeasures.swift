/// A style with its marks, its ellipsis and the lengths of its fonts, as measured.
struct StyleMeasures: ~Copyable {
  let style: Style
  /// The columns that all rows have.
  let columns: CommonColumns
  let glyphs: GlyphSet
  let ellipsis: PreparedEllipsis
  /// The first bytes of the ellipsis.
  let ellipsisWord: ShortText
  /// The lengths of each font role.
  private var fonts = Scratch<FontLengths>(capacity: FontRole.allCases.count)
  /// The truncation of each font role and mode.
  private var truncations = Scratch<Truncation>(
    capacity: FontRole.allCases.count * TruncationMode.allCases.count)
  /// Whether letters have different advances. Then texts of printable ASCII are prepared, too.
  /// Lines that were cut between words are cut again when they are placed.
  let measuresLetters: Bool
  /// The metrics of the view. It is a pointer, because a value would be retained and released for
  /// every text.
  let metrics: UnsafePointer<ViewMetrics>
  /// Whether lines are shaped with fonts.
  let hasFonts: Bool
  /// Memory for the clusters of the text that is wrapped; `nil` if no fonts measure letters.
  let cut: UnsafeMutablePointer<CutSegment>?

  init(_ style: Style) {
    self.style = style
    let metrics = style.metrics
    let room = UnsafeMutablePointer<ViewMetrics>.allocate(capacity: 1)
    room.initialize(to: metrics)
    self.metrics = UnsafePointer(room)
    hasFonts = metrics.fonts != nil
    measuresLetters = metrics.asciiAdvance(of: .title) == nil
    cut = hasFonts ? .allocate(capacity: 1) : nil
    cut?.initialize(to: CutSegment())
    let text = Array(style.ellipsis.utf8)
    ellipsis = PreparedEllipsis(text, metrics: metrics)
    ellipsisWord = ShortText(ellipsis.bytes)
    glyphs = GlyphSet(
      style.glyphs, metrics: metrics, drawn: DrawnWidths(style),
      hasVerticalMenu: style.profile.actions.hasVerticalMenu)
    columns = CommonColumns(style, lengths: style.lengths, glyphs: glyphs)
    for role in FontRole.allCases {
      // In columns, all roles have the same ellipsis.
      let own =
        style.unit == .column ? ellipsis : PreparedEllipsis(text, metrics: metrics, role: role)
      fonts.append(FontLengths(metrics, role, ellipsis: own))
      for mode in TruncationMode.allCases {
        truncations.append(
          Truncation(mode: mode, unit: style.truncateAt, ellipsis: own, breaks: style.breaks))
      }
    }
  }

  deinit {
    let room = UnsafeMutablePointer(mutating: metrics)
    room.deinitialize(count: 1)
    room.deallocate()
    cut?.pointee.deallocate()
    cut?.deallocate()
  }

  /// The lengths of a role's font.
  @inline(__always)
  func fonts(of role: FontRole) -> FontLengths { fonts[Int(role.rawValue)] }

  /// The truncation of texts of a font role in a mode.
  @inline(__always)
  func truncation(_ mode: TruncationMode, _ role: FontRole) -> UnsafePointer<Truncation> {
    UnsafePointer(
      truncations.storage + (Int(role.rawValue) &* TruncationMode.allCases.count &+ Int(mode.code)))
  }
}

/// The lengths of a role's font that wrapping needs, in layout units.
struct FontLengths {
  /// The advance of every printable ASCII character; 0 if the characters have different advances.
  let asciiAdvance: Int32
  /// How columns are counted.
  let model: WidthModel
  let hyphenAdvance: Int32
  /// The exact advance of U+0020, in 1/16 of a layout unit.
  let exactSpaceAdvance: Int32
  let ellipsisAdvance: Int32

  init(_ metrics: ViewMetrics, _ role: FontRole, ellipsis: PreparedEllipsis) {
    asciiAdvance = metrics.asciiAdvance(of: role) ?? 0
    model = if case .columns(let columns) = metrics { columns.model } else { .ofClusters }
    hyphenAdvance = metrics.hyphenAdvance(of: role)
    exactSpaceAdvance = metrics.exactSpaceAdvance(of: role)
    ellipsisAdvance = ellipsis.advance
  }
}
