/// What is made once per view, the cell being laid out, and its row.
struct LayoutWorkspace: ~Copyable {
  let environment: LayoutEnvironment
  let rules: LayoutRules
  let lengths: LayoutLengths
  let glyphs: GlyphSet
  let ellipsis: PreparedEllipsis
  var truncations = Scratch<Truncation>(capacity: TruncationMode.allCases.count)
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
    metrics = ViewMetrics(environment)
    let ellipsis = PreparedEllipsis(Array(environment.ellipsis.utf8), metrics: metrics)
    lengths = LayoutLengths(environment)
    glyphs = GlyphSet(environment.glyphs, metrics: metrics)
    rules = LayoutRules(
      environment, lengths: lengths, ellipsis: ellipsis, unreadAdvance: glyphs.advance(of: .unread))
    self.ellipsis = ellipsis
    for mode in TruncationMode.allCases {
      truncations.append(Truncation(mode: mode, unit: environment.truncateAt, ellipsis: ellipsis))
    }
  }
}
