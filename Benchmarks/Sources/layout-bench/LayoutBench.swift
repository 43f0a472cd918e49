import CellEngine

/// Records in memory, and a view that corresponds to the cell of the peers.
struct LayoutBench {
  /// A measured stage.
  enum Stage: String, CaseIterable {
    /// Text is analysed, laid out and written, from the record to finished rows. Peers do the same.
    case whole = "celld"
    /// Only the analysis of the texts, as far as rows can show them.
    case analysis = "celld analysis"
    /// Only layout, at a new width, of analysed texts.
    case layout = "celld layout"
    /// Layout and rows of analysed texts: the cost of pulled rows after a change of width.
    case rows = "celld rows"
  }

  /// The number of cells that are prepared together, as in a session.
  static let chunk = 256

  let name: String
  let cells: [CellRecord]
  let environment: Style

  init(_ path: String, width: Int, limit: Int) throws {
    name = path.split(separator: "/").last.map(String.init) ?? path
    cells = try Records.load(path, limit: limit)
    environment = try Self.environment(width: width)
  }

  /// The view. At 100 columns: icon 2, main 45, description 35, status 13, and gaps. At other
  /// widths, the description is below.
  static func environment(width: Int) throws -> Style {
    try environment(width: width, isExpanded: width >= 100)
  }

  private static func environment(width: Int, isExpanded: Bool) throws -> Style {
    var environment = Environment()
    environment.width = .definite(Double(width))
    environment.widthClass = isExpanded ? .expanded : .compact
    environment.statusWidth = 13
    environment.split = 45.0 / 80.0
    environment.tagLines = 1
    return try Style(environment, kept: KeptColumns(icons: 2))
  }

  /// Prints the rates of `runs` passes over all records, in processor time and in wall-clock time.
  func measure(_ stage: Stage, runs: Int) throws {
    var rates: [Double] = []
    var processor: [Double] = []
    var byteCount = 0
    let prepared = stage == .whole || stage == .analysis ? [] : prepare()
    for _ in 0..<runs {
      let processorStart = processorTime()
      let wallStart = wallTime()
      byteCount = pass(stage, prepared)
      processor.append(Double(cells.count) / (processorTime() - processorStart))
      rates.append(Double(cells.count) / (wallTime() - wallStart))
    }
    print(
      "{\"peer\":\"\(stage.rawValue)\",\"set\":\"\(name)\",\"width\":\(environment.width),\"n\":\(cells.count),"
        + "\"rates\":\(rates),\"cpu\":\(processor),\"bytes\":\(byteCount)}")
  }

  /// The rows of all records.
  func rows() -> [UInt8] {
    var layout = CellLayout(environment)
    var output: [UInt8] = []
    let prepared = prepare()
    for (chunk, start) in zip(prepared, stride(from: 0, to: cells.count, by: Self.chunk)) {
      for index in start..<min(start + Self.chunk, cells.count) {
        layout.layOut(
          cells[index], state: CellState(), prepared: chunk, at: index - start, detail: .lines
        ) {
          TextRenderer(pads: true).append($0, to: &output)
        }
      }
    }
    return output
  }

  private func prepare() -> [PreparedCells] {
    let preparation = Preparation(environment)
    return stride(from: 0, to: cells.count, by: Self.chunk).map {
      PreparedCells(cells[$0..<min($0 + Self.chunk, cells.count)], for: preparation)
    }
  }

  /// Makes one pass over all records. Returns the number of written bytes, or of lines.
  private func pass(_ stage: Stage, _ prepared: [PreparedCells]) -> Int {
    let preparation = Preparation(environment)
    let state = CellState()
    var layout = CellLayout(environment)
    var output: [UInt8] = []
    output.reserveCapacity(1 << 16)
    var byteCount = 0
    for start in stride(from: 0, to: cells.count, by: Self.chunk) {
      let end = min(start + Self.chunk, cells.count)
      let chunk =
        stage == .whole || stage == .analysis
        ? PreparedCells(cells[start..<end], for: preparation) : prepared[start / Self.chunk]
      if stage == .analysis {
        byteCount += chunk.byteCount
        continue
      }
      for index in start..<end {
        layout.layOut(
          cells[index], state: state, prepared: chunk, at: index - start,
          detail: stage == .layout ? .height : .lines
        ) { row in
          guard stage != .layout else { return byteCount += Int(row.height) }
          output.removeAll(keepingCapacity: true)
          TextRenderer(pads: true).append(row, to: &output)
          byteCount += output.count
        }
      }
    }
    return byteCount
  }
}
