import Testing

@testable import CellEngine

/// The chart of an object header: its figures, its series and the labels of the series.
@Suite struct ChartTests {
  @Test(arguments: [
    (0, "0"), (-0.0, "0"), (7, "7"), (-7, "-7"), (61, "61"), (999.96, "1000"), (1013.25, "1013"),
    (9999, "9999"), (10_000, "10K"), (12_345, "12.3K"), (-1_234_567, "-1.23M"), (4.5e9, "4.5B"),
    (1e12, "1T"), (0.5, "0.5"), (0.1 + 0.2, "0.3"), (0.0625, "0.0625"), (41.28, "41.3"), (9.999, "10"),
    (0.001, "0.001"),
  ])
  func aLabelHasThreeDigits(value: Double, label: String) {
    #expect(ValueLabels.text(value) == label)
  }

  @Test(arguments: [1e-300, -1e-9, 1e15, -1.7976931348623157e308])
  func extremeValuesHaveALabel(value: Double) {
    #expect(Double(ValueLabels.text(value)) == value)
  }

  /// Equal values are as high as their only label.
  @Test func equalValuesHaveOneLabel() throws {
    #expect(try lines(chart(.column, [3, 3])) == ["Chart", "██ 3", "██"])
    #expect(try lines(chart(.line, [3, 3])) == ["Chart", "⠉⠉ 3", "  "])
    #expect(try lines(chart(.column, [0, 0])) == ["Chart", "  ", "▁▁ 0"])
    #expect(try lines(chart(.column, [-3, -3])) == ["Chart", "██", "██ -3"])
    #expect(ValueLabels(of: [3, 3])?.minimum == nil && ValueLabels(of: [3, 3])?.maximum == "3")
    #expect(ValueLabels(of: []) == nil)
  }

  @Test func aSeriesHasTwoLinesInATerminal() throws {
    #expect(try lines(chart(.column, [0, 1, 2, 3])) == ["Chart", "  ▃█ 3", "▁▆██ 0"])
    #expect(try lines(chart(.line, [0, 1, 2, 3])) == ["Chart", "  ⡠⠊ 3", "⡠⠊   0"])
    #expect(try lines(chart(.area, [0, 1, 2, 3])) == ["Chart", "  ⣠⣾ 3", "⣠⣾⣿⣿ 0"])
  }

  /// Columns of negative values hang from the value 0.
  @Test func negativeValuesHang() throws {
    #expect(try lines(chart(.column, [4, 2, -1, -4, 0])) == ["Chart", "█▅  ▁ 4", "  ▀█  -4"])
    #expect(try lines(chart(.column, [-1, -2, -4])) == ["Chart", "▔▀█ -1", "  █ -4"])
    #expect(try lines(chart(.area, [2, -2])) == ["Chart", "⣧⣀ 2", " ⢻ -2"])
    #expect(try lines(chart(.column, [4, -4])) { $0.glyphs = .ascii } == ["Chart", "#  4", " # -4"])
  }

  @Test func everyFormIsSpelledInASCII() throws {
    for form in HeaderContent.Chart.Form.allCases {
      let lines = try lines(chart(form, [0, 1, 2, 3])) { $0.glyphs = .ascii }
      #expect(lines.allSatisfy { $0.utf8.count == $0.count })
    }
  }

  @Test func figuresStandBeforeTheSeries() throws {
    var chart = chart(.column, [0, 3])
    chart.trend = Status(text: "+2", icon: Icon(name: "trend-up"), state: .positive)
    #expect(try lines(chart) == ["Chart", "↗ +2   █ 3", "      ▁█ 0"])
    chart.kpi = "3 kW"
    #expect(try lines(chart) == ["Chart", "↗ +2   █ 3", "3 kW  ▁█ 0"])
    chart.values = []
    #expect(try lines(chart) == ["Chart", "↗ +2", "3 kW"])
  }

  private func chart(_ form: HeaderContent.Chart.Form, _ values: [Double]) -> HeaderContent.Chart {
    HeaderContent.Chart(title: "Chart", form: form, values: values)
  }

  /// The lines of the page with the chart, without spaces at their ends.
  private func lines(
    _ chart: HeaderContent.Chart, _ change: (inout Environment) -> Void = { _ in }
  ) throws -> [String] {
    var cell = Cell(id: "1", title: "Title")
    cell.header = HeaderContent(chart: chart)
    var environment = Environment()
    environment.width = .definite(30)
    change(&environment)
    let style = try Style(environment)
    let packed = CellRecord(cell)
    var layout = CellLayout(style)
    var text: [UInt8] = []
    layout.layOutHeader(
      packed, state: CellState(of: cell), prepared: PreparedCells(header: packed, for: Preparation(style)),
      page: 1
    ) { row, _, _ in TextRenderer().append(row, to: &text) }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    // The dots of the pages, and the end of the last line.
    return lines.dropLast(2).map(String.init)
  }
}
