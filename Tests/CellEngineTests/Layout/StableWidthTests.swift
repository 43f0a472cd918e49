import Testing

@testable import CellEngine

/// At every width in the range that a row reports as stable, its layout has the same height.
@Suite struct StableWidthTests {
  /// In columns. In points, a column has 8 pt. A little less makes fractional widths.
  private static let widths = Array(Int32(1)...170)

  private static func width(_ columns: Int32, in environment: Environment) -> Double {
    environment.unit == .point ? Double(columns) * 8 - 0.3 : Double(columns)
  }

  /// The height of a cell and its stable widths, at every width.
  private func rows(
    of cell: Cell, _ environment: Environment, kept: KeptColumns = KeptColumns()
  ) throws -> [(height: Int32, stable: ClosedRange<Int32>)] {
    let measured = try MeasuredCell(cell, environment, kept)
    return try Self.widths.map { try measured.row(width: Self.width($0, in: environment)) }
  }

  /// A cell whose texts are prepared once, since preparation does not depend on the width.
  private struct MeasuredCell {
    private let record: CellRecord
    private let state: CellState
    private let environment: Environment
    private let kept: KeptColumns
    private let prepared: PreparedCells

    init(_ cell: Cell, _ environment: Environment, _ kept: KeptColumns) throws {
      record = CellRecord(cell)
      state = CellState(of: cell)
      self.environment = environment
      self.kept = kept
      prepared = PreparedCells([record], for: Preparation(try Style(environment, kept: kept)))
    }

    /// The height of the cell and its stable widths, at one width.
    func row(width: Double) throws -> (height: Int32, stable: ClosedRange<Int32>) {
      var environment = environment
      environment.width = .definite(width)
      var layout = CellLayout(try Style(environment, kept: kept))
      var found: (Int32, ClosedRange<Int32>) = (-1, 0...0)
      layout.layOut(record, state: state, prepared: prepared, at: 0) {
        found = ($0.height, $0.stableWidths)
      }
      return found
    }
  }

  /// Checks that a cell has the same height at both ends of its stable widths.
  private func checkEnds(_ cell: Cell, _ environment: Environment, _ kept: KeptColumns) throws {
    let measured = try MeasuredCell(cell, environment, kept)
    let units = Double((environment.unit ?? .column).layoutUnits)
    for width in stride(from: Int32(7), through: 170, by: 9) {
      let row = try measured.row(width: Self.width(width, in: environment))
      let widest = Int32(Self.width(400, in: environment) * units)
      for end in [max(1, row.stable.lowerBound), min(widest, row.stable.upperBound)] {
        let other = try measured.row(width: Double(end) / units)
        guard other.height != row.height else { continue }
        let given = GivenRow(cell, try Style(environment, kept: kept))
        Issue.record(
          "\(row.stable) at \(width) has height \(row.height), but \(other.height) at \(end): \(given)")
        return
      }
    }
  }

  private func check(_ cell: Cell, _ environment: Environment, kept: KeptColumns = KeptColumns()) throws {
    let rows = try rows(of: cell, environment, kept: kept)
    let units = Double((environment.unit ?? .column).layoutUnits)
    let layoutUnits = Self.widths.map { Int32(Self.width($0, in: environment) * units) }
    for (width, (height, stable)) in zip(Self.widths, rows) {
      #expect(stable.contains(layoutUnits[Int(width) - 1]), "\(width) is not in \(stable)")
      let other = Self.widths.first {
        stable.contains(layoutUnits[Int($0) - 1]) && rows[Int($0) - 1].height != height
      }
      guard let other else { continue }
      let given = GivenRow(cell, try Style(environment, kept: kept))
      Issue.record("at \(width) \(stable) is stable, but not \(other): \(given) in \(environment)")
      return
    }
  }

  @Test(arguments: [WidthClass.compact, .expanded], LengthUnit.allCases)
  func randomCellsThoroughly(_ widthClass: WidthClass, _ unit: LengthUnit) throws {
    var random = RandomCells(seed: 31)
    for _ in 0..<60 {
      var environment = random.environment(width: 80)
      environment.widthClass = widthClass == .compact ? .compact : .expanded
      environment.unit = unit
      var kept = random.bool() ? KeptColumns(unread: true, icons: 2, image: true, number: 3) : KeptColumns()
      if random.bool() {
        kept.status = random.int(1...20)
        kept.accessory = true
        kept.description = random.bool()
      }
      let cell = random.cell(id: "a")
      try check(cell, environment, kept: kept)
      try checkEnds(cell, environment, kept)
    }
  }

  /// A cell that is measured alone, without what its height does not need, is as high as its row.
  @Test(arguments: LengthUnit.allCases, [WidthClass.compact, .expanded])
  func cellsMeasuredAloneHaveTheirHeight(_ unit: LengthUnit, _ widthClass: WidthClass) throws {
    var random = RandomCells(seed: 47)
    for _ in 0..<40 {
      var environment = random.environment(width: 80)
      environment.widthClass = widthClass == .compact ? .compact : .expanded
      environment.unit = unit
      let kept = random.bool() ? KeptColumns(icons: 2, number: 3) : KeptColumns()
      let cells = (0..<8).map { random.cell(id: "\($0)") }
      for width in [1, 12, 33, 60, 90, 140] as [Int32] {
        environment.width = .definite(Self.width(width, in: environment))
        let style = try Style(environment, kept: kept)
        var layout = CellLayout(style)
        for cell in cells {
          let (record, state) = (CellRecord(cell), CellState(of: cell))
          let prepared = PreparedCells([record], for: Preparation(style))
          var whole: (Int32, ClosedRange<Int32>) = (-1, 0...0)
          var alone = whole
          layout.layOut(record, state: state, prepared: prepared, at: 0) {
            whole = ($0.height, $0.stableWidths)
          }
          layout.measure(record, state: state) { alone = ($0.height, $0.stableWidths) }
          #expect(whole == alone, "at \(width): \(GivenRow(cell, style))")
        }
      }
    }
  }

  /// A slot that changes its height with the width is known to `stableWidths`.
  @Test(arguments: Slot.filled, LengthUnit.allCases)
  func eachSlot(_ slot: Slot, _ unit: LengthUnit) throws {
    let cell = Cell(only: slot)
    for (index, profile) in Profile.all.enumerated() {
      var environment = Environment()
      environment.profile = profile.name
      environment.unit = unit
      environment.widthClass = index % 2 == 0 ? .compact : .expanded
      try check(cell, environment)
      try checkEnds(cell, environment, KeptColumns())
    }
  }

  /// The widths of tags are stable up to the next change of height, with any limit of lines.
  @Test(arguments: [0, 1, 2, 3], LengthUnit.allCases)
  func tagsAreStableAsFarAsPossibleThoroughly(lines: Int, _ unit: LengthUnit) throws {
    var random = SplitMix64(seed: 7)
    var environment = Environment()
    environment.widthClass = .compact
    environment.tagLines = lines
    environment.unit = unit
    let units = Double(unit.layoutUnits)
    let layoutUnits = Self.widths.map { Int32(Self.width($0, in: environment) * units) }
    for _ in 0..<25 {
      var cell = Cell(id: "a", title: "T")
      cell.tags = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        String(repeating: "x", count: Int.random(in: 1...24, using: &random))
      }
      try check(cell, environment)
      let rows = try rows(of: cell, environment)
      // Narrower rows have too little room for `+N` or for the main block.
      for index in 40..<rows.count - 1 where rows[index].height == rows[index + 1].height {
        #expect(
          rows[index].stable.contains(layoutUnits[index + 1]),
          "\(cell.tags.map(\.count)) at \(Self.widths[index]): \(rows[index].stable)")
        #expect(
          rows[index + 1].stable.contains(layoutUnits[index]),
          "\(cell.tags.map(\.count)) at \(Self.widths[index + 1]): \(rows[index + 1].stable)")
      }
    }
  }

  @Test(arguments: LengthUnit.allCases)
  func recordsStayTheSameOverManyWidthsThoroughly(_ unit: LengthUnit) throws {
    var random = SplitMix64(seed: 5)
    for corpus in ["debian", "intl"] {
      let texts = try TextSamples.corpus(corpus).map { String(decoding: $0, as: UTF8.self) }
      var stableCount = 0
      for index in 0..<40 {
        func text() -> String? { texts.randomElement(using: &random) }
        var cell = Cell(id: "a", title: text().map { String($0.prefix(70)) } ?? "")
        cell.subtitle = text().map { String($0.prefix(40)) }
        cell.description = text()
        cell.tags = (0..<3).compactMap { _ in text().map { String($0.prefix(12)) } }
        cell.status = [Status(text: "in stock")]
        var environment = Environment()
        environment.widthClass = index % 2 == 0 ? .expanded : .compact
        environment.tagLines = index % 3
        environment.unit = unit
        try check(cell, environment)
        let stable = try rows(of: cell, environment)[99].stable
        let units = Double(unit.layoutUnits)
        stableCount += (90...110).count { stable.contains(Int32(Self.width($0, in: environment) * units)) }
      }
      // Of the 21 widths around 100, most are stable.
      #expect(stableCount / 40 >= 10, "\(corpus): \(stableCount)")
    }
  }
}
