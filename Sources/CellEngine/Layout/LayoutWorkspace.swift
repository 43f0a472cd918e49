/// What is made once per view, the cell being laid out, and its row.
struct LayoutWorkspace: ~Copyable {
  let environment: LayoutEnvironment
  let lengths: LayoutLengths
  let glyphs: GlyphSet
  let ellipsis: PreparedEllipsis
  let slots: SlotSet
  var truncations = Scratch<Truncation>(capacity: TruncationMode.allCases.count)
  var cell = CellFields()
  var row = RowLayout()
  var plan = ColumnPlan()
  var state = CellState()
  var tagAdvances = Scratch<Int32>()
  var written = Scratch<UInt8>(capacity: 4096)
  /// The analysis of a text that has more room than it was prepared for.
  var furtherMarks: [Mark] = []
  let metrics: ColumnMetrics
  /// The analysis of the cells being laid out, borrowed while one of them is.
  var marks = UnsafeBufferPointer<Mark>(start: nil, count: 0)
  var texts = UnsafeBufferPointer<PreparedText>(start: nil, count: 0)

  init(_ environment: LayoutEnvironment) {
    self.environment = environment
    metrics = ColumnMetrics(environment.widthModel)
    let ellipsis = PreparedEllipsis(Array(environment.ellipsis.utf8), metrics: metrics)
    lengths = LayoutLengths(environment)
    glyphs = GlyphSet(environment.glyphs, metrics: metrics)
    self.ellipsis = ellipsis
    slots = SlotSet(environment.profile.slots)
    for mode in TruncationMode.allCases {
      truncations.append(Truncation(mode: mode, unit: environment.truncateAt, ellipsis: ellipsis))
    }
  }
}
