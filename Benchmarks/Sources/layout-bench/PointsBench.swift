import CellEngine
import CellFonts
import Dispatch
import Glibc

/// Cells in points, measured with real fonts. The view corresponds to the cell of Pango's program,
/// with seven points per terminal column.
struct PointsBench {
  /// A measured stage.
  enum Stage: String, CaseIterable {
    /// Texts are measured. All words are known.
    case preparation = "celld points preparation"
    /// Layout at a new width, of measured texts.
    case layout = "celld points layout"
    /// Layout and frames. Lines are shaped when they are drawn.
    case frames = "celld points frames"
  }

  private static let pointsPerColumn = 7

  let name: String
  let columns: Int
  let cells: [CellRecord]
  let environment: Style

  init(_ path: String, columns: Int, limit: Int) throws {
    name = path.split(separator: "/").last.map(String.init) ?? path
    self.columns = columns
    cells = try Records.load(path, limit: limit)
    let fonts = FontLibrary(wordCacheBytes: 32 << 20)
    environment = try Self.environment(columns: columns, fonts: fonts)
  }

  /// Returns the view of `columns`.
  private static func environment(columns: Int, fonts: FontLibrary) throws -> Style {
    var environment = Environment()
    environment.unit = .point
    environment.width = .definite(Double(columns * pointsPerColumn))
    environment.widthClass = columns >= 100 ? .expanded : .compact
    environment.statusWidth = Double(13 * pointsPerColumn)
    environment.split = 45.0 / 80.0
    environment.tagLines = 1
    environment.margins = false
    return try Style(environment, kept: KeptColumns(icons: 2), fonts: fonts)
  }

  /// Prints the rates of `runs` passes over all records, in processor time and in wall-clock time.
  /// Also prints the bytes that measuring adds to a cell.
  func measure(_ stage: Stage, runs: Int) {
    // After this pass, all words are known.
    let prepared = prepare()
    var rates: [Double] = []
    var processor: [Double] = []
    for _ in 0..<runs {
      let processorStart = processorTime()
      let wallStart = wallTime()
      switch stage {
      case .preparation: _ = prepare()
      case .layout: layOut(cells, prepared, detail: .height) { $0.height }
      case .frames: layOut(cells, prepared) { Int32(FrameRenderer.frames(of: $0).count) }
      }
      processor.append(Double(cells.count) / (processorTime() - processorStart))
      rates.append(Double(cells.count) / (wallTime() - wallStart))
    }
    let byteCount = prepared.reduce(0) { $0 + $1.byteCount } / cells.count
    print(
      "{\"peer\":\"\(stage.rawValue)\",\"set\":\"\(name)\",\"width\":\(columns),\"n\":\(cells.count),"
        + "\"rates\":\(rates),\"cpu\":\(processor),\"bytes\":\(byteCount)}")
  }

  /// The seconds for the first rows of a list, no word of which is known.
  struct FirstRows {
    /// On one core. fontconfig has answered, and no face is open.
    var cold = 0.0
    /// On one core, and on all, if the faces of the list are open.
    var loaded = 0.0
    var parallel = 0.0
  }

  static func firstRows(_ path: String, columns: Int, count: Int) throws -> FirstRows {
    let cells = try Records.load(path, limit: count)
    let fonts = FontLibrary()
    var benches: [PointsBench] = []
    /// Measures the rows with styles of which no word is known. Open faces stay open.
    func seconds(_ layOut: (PointsBench) -> Void) throws -> Double {
      fonts.reload()
      let environment = try environment(columns: columns, fonts: fonts)
      let bench = PointsBench(name: path, columns: columns, cells: cells, environment: environment)
      benches.append(bench)
      let start = wallTime()
      layOut(bench)
      return wallTime() - start
    }
    func onOneCore(_ bench: PointsBench) {
      bench.layOut(bench.cells, bench.prepare()) { Int32(FrameRenderer.frames(of: $0).count) }
    }
    var first = FirstRows()
    first.cold = try seconds(onOneCore)
    first.loaded = try seconds(onOneCore)
    // The first run starts the threads, and makes a shaper for each.
    _ = try seconds { $0.layOutOnAllCores() }
    first.parallel = try seconds { $0.layOutOnAllCores() }
    return first
  }

  /// Prepares, lays out and draws the rows in parts, as the daemon does.
  private func layOutOnAllCores() {
    let parts = 2 * Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let size = (cells.count + parts - 1) / parts
    DispatchQueue.concurrentPerform(iterations: parts) { part in
      let mine = Array(cells[min(part * size, cells.count)..<min((part + 1) * size, cells.count)])
      layOut(mine, [PreparedCells(mine, for: Preparation(environment))]) {
        Int32(FrameRenderer.frames(of: $0).count)
      }
    }
  }

  private init(name: String, columns: Int, cells: [CellRecord], environment: Style) {
    self.name = name
    self.columns = columns
    self.cells = cells
    self.environment = environment
  }

  private func prepare() -> [PreparedCells] {
    let preparation = Preparation(environment)
    return stride(from: 0, to: cells.count, by: LayoutBench.chunk).map {
      PreparedCells(cells[$0..<min($0 + LayoutBench.chunk, cells.count)], for: preparation)
    }
  }

  private func layOut(
    _ cells: [CellRecord], _ prepared: [PreparedCells], detail: RowDetail = .elements,
    _ count: (borrowing Row) -> Int32
  ) {
    let state = CellState()
    var layout = CellLayout(environment)
    var sum = 0
    for (chunk, start) in zip(prepared, stride(from: 0, to: cells.count, by: LayoutBench.chunk)) {
      for index in start..<min(start + LayoutBench.chunk, cells.count) {
        layout.layOut(cells[index], state: state, prepared: chunk, at: index - start, detail: detail) {
          sum += Int(count($0))
        }
      }
    }
    precondition(sum >= 0)
  }
}
