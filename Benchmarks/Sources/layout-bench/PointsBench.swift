import CellEngine
import CellFonts

/// Cells in points, measured with real fonts: the view that corresponds to the cell of Pango's program, a column of a
/// terminal being seven points.
struct PointsBench {
  /// What is measured.
  enum Stage: String, CaseIterable {
    /// Texts are measured, their words being known.
    case preparation = "celld points preparation"
    /// Layout at another width than before, with texts measured already.
    case layout = "celld points layout"
    /// The heights of a view that is resized column by column.
    case resizing = "celld points resizing"
    /// Layout and frames: lines are shaped as they are drawn.
    case frames = "celld points frames"
  }

  private static let pointsPerColumn = 7

  let name: String
  let columns: Int
  let cells: [PackedCell]
  let environment: LayoutEnvironment
  /// The same, resized.
  let resized: [LayoutEnvironment]

  init(_ path: String, columns: Int, limit: Int) throws {
    name = path.split(separator: "/").last.map(String.init) ?? path
    self.columns = columns
    cells = try Records.load(path, limit: limit)
    let fonts = FontLibrary(wordCacheBytes: 32 << 20)
    environment = try Self.environment(columns: columns, like: columns, fonts: fonts)
    resized = try Resizing.columns(around: columns).map {
      try Self.environment(columns: $0, like: columns, fonts: fonts)
    }
  }

  /// The view of `columns`, in the class of another.
  private static func environment(columns: Int, like other: Int, fonts: FontLibrary) throws
    -> LayoutEnvironment
  {
    var environment = Environment()
    environment.unit = .point
    environment.width = .definite(Double(columns * pointsPerColumn))
    environment.widthClass = other >= 100 ? .expanded : .compact
    environment.statusWidth = Double(13 * pointsPerColumn)
    environment.split = 45.0 / 80.0
    environment.tagLines = 1
    environment.margins = false
    return try LayoutEnvironment(environment, kept: KeptColumns(icons: 2), fonts: fonts)
  }

  /// Prints the rates of `runs` passes over all records, by processor time and by the clock on the wall, and the bytes that
  /// measuring adds to a cell.
  func measure(_ stage: Stage, runs: Int) {
    // Every word is known afterwards.
    let prepared = prepare()
    var rates: [Double] = []
    var processor: [Double] = []
    for _ in 0..<runs {
      let processorStart = processorTime()
      let wallStart = wallTime()
      var count = cells.count
      switch stage {
      case .preparation: _ = prepare()
      case .layout: layOut(cells, prepared) { $0.height }
      case .resizing:
        precondition(Resizing.heights(of: cells, prepared, in: resized) > 0)
        count *= resized.count
      case .frames: layOut(cells, prepared) { Int32($0.frames().count) }
      }
      processor.append(Double(count) / (processorTime() - processorStart))
      rates.append(Double(count) / (wallTime() - wallStart))
    }
    let byteCount = prepared.reduce(0) { $0 + $1.byteCount } / cells.count
    print(
      "{\"peer\":\"\(stage.rawValue)\",\"set\":\"\(name)\",\"width\":\(columns),\"n\":\(cells.count),"
        + "\"rates\":\(rates),\"cpu\":\(processor),\"bytes\":\(byteCount)}")
  }

  /// Seconds that the first rows of a list take while no word is known, but which fonts there are is.
  static func firstRows(_ path: String, columns: Int, count: Int) throws -> Double {
    let cells = try Records.load(path, limit: count)
    let fonts = FontLibrary()
    let environment = try environment(columns: columns, like: columns, fonts: fonts)
    let start = wallTime()
    let bench = PointsBench(name: path, columns: columns, cells: cells, environment: environment)
    bench.layOut(cells, bench.prepare()) { Int32($0.frames().count) }
    return wallTime() - start
  }

  private init(name: String, columns: Int, cells: [PackedCell], environment: LayoutEnvironment) {
    self.name = name
    self.columns = columns
    self.cells = cells
    self.environment = environment
    resized = []
  }

  private func prepare() -> [PreparedCells] {
    let preparation = Preparation(environment)
    return stride(from: 0, to: cells.count, by: LayoutBench.chunk).map {
      PreparedCells(cells[$0..<min($0 + LayoutBench.chunk, cells.count)], for: preparation)
    }
  }

  private func layOut(
    _ cells: [PackedCell], _ prepared: [PreparedCells], _ count: (inout CellLayout) -> Int32
  ) {
    let state = CellState()
    var layout = CellLayout(environment)
    var sum = 0
    for (chunk, start) in zip(prepared, stride(from: 0, to: cells.count, by: LayoutBench.chunk)) {
      for index in start..<min(start + LayoutBench.chunk, cells.count) {
        layout.layOut(cells[index], state: state, prepared: chunk, at: index - start) {
          sum += Int(count(&$0))
        }
      }
    }
    precondition(sum >= 0)
  }
}
