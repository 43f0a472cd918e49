/// The series of a chart as it is drawn: levels of 0…1 between the lowest and the highest value.
/// Equal values have the level 1, or 0 if they are not positive.
///
/// If there are more values than the width can show, a level is the mean of several values.
struct ShownSeries {
  let form: HeaderContent.Chart.Form
  let levels: [Double]
  /// The level at which columns and areas begin. It is that of the value 0 if some value is
  /// negative, the highest if all are.
  let zero: Double

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
    let values = RecordField(head: 0, bytes: chart.values)
    let range = Range(of: values, count)
    levels = Self.levels(of: values, count, in: most, range)
    zero = range.lowest < 0 ? range.level(0) : 0
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

  /// Whether a single label is that of the lowest value: all values are equal, and not positive.
  var isLow: Bool { levels.allSatisfy { $0 == 0 } }

  /// The halves of the lowest and the highest value. The difference of halves cannot overflow.
  private struct Range {
    var (lowest, highest) = (Double.infinity, -Double.infinity)

    init(of values: RecordField, _ count: Int) {
      for index in 0..<count {
        lowest = min(lowest, values.double(at: index) / 2)
        highest = max(highest, values.double(at: index) / 2)
      }
    }

    /// The level of a value; that of the nearest if it is out of the range.
    func level(_ value: Double) -> Double {
      let span = highest - lowest
      guard span > 0 else { return lowest > 0 || value / 2 > highest ? 1 : 0 }
      let level = (value / 2 - lowest) / span
      return level.isFinite ? max(0, min(level, 1)) : 0
    }
  }

  /// The levels at `most` places: means of values, or points on the lines between them.
  private static func levels(
    of values: RecordField, _ count: Int, in most: Int, _ range: Range
  ) -> [Double] {
    func level(_ value: Double) -> Double { range.level(value) }
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
