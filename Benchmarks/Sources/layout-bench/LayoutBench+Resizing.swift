import CellEngine

/// A view whose width changes. A row is laid out again only if its height may change.
extension LayoutBench {
  /// The widths of a stage, around the measured one, or nil if it has only one.
  func widths(of stage: Stage) -> [Int]? {
    let steps = Resizing.columns(around: Int(environment.width))
    switch stage {
    case .resizing: return steps
    case .jumping:
      // Every width once, in an order without neighbours.
      return (0..<steps.count).map { steps[$0 * 37 % steps.count] }
    case .whole, .analysis, .layout, .rows: return nil
    }
  }

  /// Finds the height of each cell at each of `widths`. Returns the sum of all heights.
  func resize(to widths: [Int], _ prepared: [PreparedCells]) throws -> Int {
    Resizing.heights(
      of: cells, prepared, in: try widths.map { try Self.environment(width: $0, like: environment) })
  }
}

/// The work of a view whose width changes.
enum Resizing {
  /// Widths that change by one column, up and down around `middle`.
  static func columns(around middle: Int) -> [Int] {
    Array(middle...middle + 20) + Array((middle - 20...middle + 19).reversed()) + Array(middle - 19..<middle)
  }

  /// Finds the height of each cell in each of `environments`. Returns the sum of all heights.
  static func heights(
    of cells: [CellRecord], _ prepared: [PreparedCells], in environments: [Style]
  ) -> Int {
    var stable = [ClosedRange<Int32>](repeating: -1 ... -1, count: cells.count)
    var heights = [Int32](repeating: 0, count: cells.count)
    let state = CellState()
    var sum = 0
    for environment in environments {
      var layout = CellLayout(environment)
      for index in cells.indices {
        if !stable[index].contains(environment.width) {
          let (chunk, offset) = index.quotientAndRemainder(dividingBy: LayoutBench.chunk)
          layout.layOut(
            cells[index], state: state, prepared: prepared[chunk], at: offset, detail: .height
          ) {
            heights[index] = $0.height
            stable[index] = $0.stableWidths
          }
        }
        sum += Int(heights[index])
      }
    }
    return sum
  }
}
