import CellEngine

/// A view whose width changes: a row is laid out anew only where it does not stay as it is.
extension LayoutBench {
  /// The widths that a stage goes through, around the one that is measured; `nil` where it has one only.
  func widths(of stage: Stage) -> [Int]? {
    let middle = Int(environment.width)
    let steps =
      Array(middle...middle + 20) + Array((middle - 20...middle + 19).reversed())
      + Array(middle - 19..<middle)
    switch stage {
    case .resizing: return steps
    case .jumping:
      // Every width once, in an order that no neighbours are left in.
      return (0..<steps.count).map { steps[$0 * 37 % steps.count] }
    case .whole, .analysis, .layout, .rows: return nil
    }
  }

  /// Knows the height of each cell at each of `widths`, one after the other; returns the sum of all.
  func resize(to widths: [Int], _ prepared: [PreparedCells]) throws -> Int {
    var stable = [ClosedRange<Int32>](repeating: -1 ... -1, count: cells.count)
    var heights = [Int32](repeating: 0, count: cells.count)
    let state = CellState()
    var sum = 0
    for width in widths {
      let environment = try Self.environment(width: width, like: environment)
      var layout = CellLayout(environment)
      for index in cells.indices {
        if !stable[index].contains(environment.width) {
          let chunk = index / Self.chunk
          layout.layOut(cells[index], state: state, prepared: prepared[chunk], at: index % Self.chunk) {
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
