/// The metrics of a view: terminal columns, or points of a fixed advance.
enum ViewMetrics: TextMetrics, Hashable {
  case columns(ColumnMetrics)
  case fixed(FixedAdvanceMetrics)

  /// The metrics of rows in `environment`.
  init(_ environment: LayoutEnvironment) {
    self =
      environment.unit == .column
      ? .columns(ColumnMetrics(environment.widthModel))
      : .fixed(FixedAdvanceMetrics(scale: environment.textScale))
  }

  var asciiAdvance: Int32? {
    switch self {
    case .columns(let metrics): metrics.asciiAdvance
    case .fixed(let metrics): metrics.asciiAdvance
    }
  }

  var hyphenAdvance: Int32 {
    switch self {
    case .columns(let metrics): metrics.hyphenAdvance
    case .fixed(let metrics): metrics.hyphenAdvance
    }
  }

  func prepare(
    _ text: UnsafeBufferPointer<UInt8>, breaks: Environment.Breaks?, budget: Int32, into marks: inout [Mark]
  ) -> PreparedText {
    switch self {
    case .columns(let metrics): metrics.prepare(text, breaks: breaks, budget: budget, into: &marks)
    case .fixed(let metrics): metrics.prepare(text, breaks: breaks, budget: budget, into: &marks)
    }
  }
}
