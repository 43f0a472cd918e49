/// The number of rows of known height and the sum of their heights, before each group and in total.
struct RowTops: Sendable {
  /// Rows of the list.
  var count: Int
  /// The assumed height of a row, while no height is known.
  var typicalHeight = 0
  private(set) var known: [Int] = []
  private(set) var heights: [Int] = []
  private(set) var totalKnown = 0
  private(set) var totalHeight = 0

  init(count: Int) {
    self.count = count
  }

  mutating func append(known: Int, height: Int) {
    self.known.append(totalKnown)
    heights.append(totalHeight)
    totalKnown += known
    totalHeight += height
  }

  var isExact: Bool { totalKnown == count }

  /// The height of rows: `height` for the known ones, and the average for each unknown one.
  func estimate(height: Int, unknown: Int) -> Int {
    guard unknown > 0 else { return height }
    guard totalKnown > 0 else { return height + unknown * typicalHeight }
    let (product, overflow) = unknown.multipliedReportingOverflow(by: totalHeight)
    return height + (overflow ? unknown * (totalHeight / totalKnown) : product / totalKnown)
  }

  /// The height of the list.
  var height: Int {
    estimate(height: totalHeight, unknown: count - totalKnown)
  }
}
