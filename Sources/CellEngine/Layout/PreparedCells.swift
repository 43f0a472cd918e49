/// How texts are prepared for a view: two views with equal preparations share prepared cells.
public struct Preparation: Hashable, Sendable {
  let widthModel: WidthModel
  let breaks: Environment.Breaks
  /// How far a text is prepared: the advance, without white space, that a row can show of it. Rounded up to
  /// powers of four, so that most changes of width need nothing new.
  let budget: Int32

  /// What rows in `environment` need.
  public init(_ environment: LayoutEnvironment) {
    widthModel = environment.widthModel
    breaks = environment.breaks
    budget = Self.budget(environment)
  }

  private static func budget(_ environment: LayoutEnvironment) -> Int32 {
    guard environment.width != LayoutEnvironment.unlimited, environment.descriptionLines > 0,
      environment.titleLines > 0
    else { return .max }
    let (needed, overflow) = environment.width.multipliedReportingOverflow(
      by: Int32(clamping: max(environment.descriptionLines, environment.titleLines)))
    guard !overflow else { return .max }
    var budget: Int32 = 256
    while budget < needed {
      guard budget <= .max / 4 else { return .max }
      budget *= 4
    }
    return budget
  }
}

/// What text analysis adds to a run of cells: the clusters, break opportunities and advances of those texts that are
/// not printable ASCII, in one arena. Printable ASCII in columns needs none.
public struct PreparedCells: Sendable {
  /// How the texts were prepared.
  public let preparation: Preparation
  private(set) var marks: [Mark] = []
  private(set) var texts: [PreparedText] = []
  /// For each cell the index of its first text; one more at the end.
  private(set) var firstText: [Int32] = [0]

  /// Prepares `cells`, in order.
  public init(_ cells: some Sequence<PackedCell>, for preparation: Preparation) {
    self.preparation = preparation
    for cell in cells { append(cell) }
  }

  /// The bytes that this takes beyond the cells.
  public var byteCount: Int {
    marks.capacity * MemoryLayout<Mark>.stride + texts.capacity * MemoryLayout<PreparedText>.stride
      + firstText.capacity * MemoryLayout<Int32>.stride + 160
  }

  private mutating func append(_ cell: PackedCell) {
    let metrics = ColumnMetrics(preparation.widthModel)
    cell.withFields { fields in
      while var field = fields.next() {
        if field.tag.endsLaidOutFields { break }
        guard field.tag.isLaidOutText else { continue }
        if field.hasDisplay, let display = fields.next() { field = display }
        if field.isASCII { continue }
        texts.append(
          metrics.prepare(
            field.bytes, breaks: preparation.breaks, budget: preparation.budget, into: &marks))
      }
    }
    firstText.append(Int32(texts.count))
  }
}
