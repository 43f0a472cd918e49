/// The series of a chart as it is drawn: levels of 0…1 between the lowest and the highest value.
///
/// If there are more values than the width can show, a level is the mean of several values.
struct ShownSeries {
  let form: HeaderContent.Chart.Form
  let levels: [Double]

  /// The levels that `width` shows; `nil` if it has no room for one.
  init?(of chart: CellFields.ChartEntry, in width: Int32, _ view: borrowing CellView) {
    let count = chart.values.count / 8
    form = chart.form
    let columns = Int(max(0, width) / max(1, view.glyphs.advance(of: .bar1)))
    let most =
      switch form {
      case .column: min(count, columns)
      // A terminal shows two dots of a line in each column.
      case .line, .area: view.lengths.isColumns ? 2 * columns : min(count, columns * 4)
      }
    guard columns > 0, most > 0 else { return nil }
    levels = Self.levels(of: RecordField(head: 0, bytes: chart.values), count, in: most)
  }

  /// The width with a column for each value.
  static func naturalWidth(of chart: CellFields.ChartEntry, _ view: borrowing CellView) -> Int32 {
    Int32(clamping: chart.values.count / 8).multipliedReportingOverflow(
      by: view.glyphs.advance(of: .bar1)
    ).partialValue
  }

  /// The width that a series takes of `room`: in columns one for each value. In points a line has
  /// all of the room, and a bar at most three times its minimum.
  static func width(of chart: CellFields.ChartEntry, in room: Int32, _ view: borrowing CellView) -> Int32 {
    let bar = view.glyphs.advance(of: .bar1)
    let count = Int64(chart.values.count / 8)
    if view.lengths.isColumns { return min(room, Int32(clamping: count * Int64(bar))) }
    return chart.form == .column ? min(room, Int32(clamping: count * Int64(bar) * 3)) : room
  }

  /// The levels at `most` places: means of values, or points on the lines between them.
  private static func levels(of values: RecordField, _ count: Int, in most: Int) -> [Double] {
    // Values are halved, so that their difference cannot overflow.
    var (lowest, highest) = (Double.infinity, -Double.infinity)
    for index in 0..<count {
      lowest = min(lowest, values.double(at: index) / 2)
      highest = max(highest, values.double(at: index) / 2)
    }
    let span = highest - lowest
    func level(_ value: Double) -> Double {
      let level = span > 0 ? (value / 2 - lowest) / span : 0
      return level.isFinite ? max(0, min(level, 1)) : 0
    }
    return (0..<most).map { place in
      if most > count {
        let position = Double(place) * Double(count - 1) / Double(most - 1)
        let (index, share) = (Int(position), position - position.rounded(.down))
        let next = level(values.double(at: min(index + 1, count - 1)))
        return level(values.double(at: index)) * (1 - share) + next * share
      }
      let part = (count * place / most)..<(count * (place + 1) / most)
      return level(part.reduce(0) { $0 + values.double(at: $1) / Double(part.count) })
    }
  }
}
