/// What is made once per view, the cell being laid out, and its row.
struct LayoutWorkspace: ~Copyable {
  let environment: LayoutEnvironment
  let rules: LayoutRules
  let lengths: LayoutLengths
  let glyphs: GlyphSet
  let ellipsis: PreparedEllipsis
  /// Its first bytes.
  let ellipsisWord: ShortText
  /// By font role.
  var fonts = Scratch<FontLengths>(capacity: FontRole.allCases.count)
  /// By font role and mode.
  private var truncations = Scratch<Truncation>(
    capacity: FontRole.allCases.count * TruncationMode.allCases.count)
  /// Whether letters have advances of their own, so that texts of printable ASCII are prepared, too, and lines that are cut
  /// inside of words are cut again when they are placed.
  let measuresLetters: Bool
  /// How clusters of words that are one mark are counted where lines are cut in columns.
  let wordModel: WidthModel?
  /// Whether lines are shaped when they are placed.
  let hasFonts: Bool
  var cell = CellFields()
  var plan = ColumnPlan()
  var measured = MeasuredRow()
  var row = RowLayout()
  /// The interaction state of the cell, but that of its actions.
  var isUnread = false
  var isSelected = false
  var written = Scratch<UInt8>(capacity: 4096)
  /// The analysis of a text that has more room than it was prepared for.
  var furtherMarks: [Mark] = []
  let metrics: ViewMetrics
  /// The analysis of the cells being laid out, borrowed while one of them is.
  var analysis = PreparedCells.Analysis()
  /// The lines of the row in the order in which they are read, while it is written.
  var reading = ReadingOrder()

  init(_ environment: LayoutEnvironment) {
    self.environment = environment
    metrics = environment.metrics
    hasFonts = metrics.fonts != nil
    measuresLetters = metrics.asciiAdvance(of: .title) == nil
    wordModel = environment.wordModel
    let text = Array(environment.ellipsis.utf8)
    ellipsis = PreparedEllipsis(text, metrics: metrics)
    ellipsisWord = ShortText(ellipsis.bytes)
    lengths = LayoutLengths(environment)
    glyphs = GlyphSet(environment.glyphs, metrics: metrics, drawn: DrawnWidths(environment))
    rules = LayoutRules(
      environment, lengths: lengths, glyphs: glyphs, ellipsisByteCount: UInt8(ellipsis.bytes.count))
    for role in FontRole.allCases {
      // In columns all roles are the same.
      let own =
        environment.unit == .column ? ellipsis : PreparedEllipsis(text, metrics: metrics, role: role)
      fonts.append(FontLengths(metrics, role, ellipsis: own))
      for mode in TruncationMode.allCases {
        truncations.append(Truncation(mode: mode, unit: environment.truncateAt, ellipsis: own))
      }
    }
  }

  /// How texts of a font role are cut in a mode.
  @inline(__always)
  func truncation(_ mode: TruncationMode, _ role: FontRole) -> UnsafeMutablePointer<Truncation> {
    truncations.storage + (Int(role.rawValue) &* TruncationMode.allCases.count &+ Int(mode.code))
  }
}

/// What the fonts of a role say that wrapping needs, in layout units.
struct FontLengths {
  /// The advance of every printable ASCII character; 0 where each has its own.
  let asciiAdvance: Int32
  let hyphenAdvance: Int32
  /// The advance of spaces, rounded down; 0 where words are not joined with them.
  let spaceAdvance: Int32
  let ellipsisAdvance: Int32

  init(_ metrics: ViewMetrics, _ role: FontRole, ellipsis: PreparedEllipsis) {
    asciiAdvance = metrics.asciiAdvance(of: role) ?? 0
    hyphenAdvance = metrics.hyphenAdvance(of: role)
    spaceAdvance = metrics.fonts?.spaceAdvance(of: role) ?? (metrics.areColumns ? 1 : 0)
    ellipsisAdvance = ellipsis.advance
  }
}
