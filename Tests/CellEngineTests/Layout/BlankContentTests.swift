import CellProtocol
import Testing

@testable import CellEngine

/// A cell with content that shows nothing is laid out and spoken as one without it.
@Suite("Blank content")
struct BlankContentTests {
  private struct Shown: Equatable {
    var text: String
    var label: String
    var slots: [Slot]
  }

  private func shown(_ cell: Cell, _ change: (inout Environment) -> Void = { _ in }) throws -> Shown {
    var environment = Environment()
    environment.width = .definite(60)
    change(&environment)
    let style = try Style(environment, kept: KeptColumns(ColumnNeeds(of: [cell])))
    let packed = CellRecord(cell)
    var layout = CellLayout(style)
    let prepared = PreparedCells([packed], for: Preparation(style))
    var shown = Shown(text: "", label: "", slots: [])
    layout.layOut(packed, state: CellState(of: cell), prepared: prepared, at: 0) { row in
      var bytes: [UInt8] = []
      if environment.unit != .point { TextRenderer(pads: true).append(row, to: &bytes) }
      shown.text = String(decoding: bytes, as: UTF8.self)
      shown.label = row.label
      shown.slots = FrameRenderer.frames(of: row).map(\.slot)
    }
    return shown
  }

  private static let blanks = [
    " ", "\t\n ", "\u{A0}\u{3000}", "\u{200B}", "\u{AD}\u{2060}", "\u{2800}\u{2800}", "\u{301}\u{327}",
    "\u{3164}", "\u{FE0F}",
    "\u{E0041}", "\u{FEFF}\r\n",
  ]

  @Test(arguments: blanks) func blankMembersAreAbsent(blank: String) throws {
    let members: [(inout Cell) -> Void] = [
      { $0.subtitle = blank }, { $0.footnote = blank }, { $0.caption = blank }, { $0.description = blank },
      { $0.number = blank }, { $0.icons = [Icon(text: blank)] }, { $0.tags = [blank, blank] },
      { $0.status = [Status(text: blank, state: .negative)] }, { $0.info = Status(text: blank) },
      { $0.avatars = [Image(initials: blank), Image(initials: blank, label: blank)] },
      { $0.icons = [Icon(text: blank, label: "word")] },
      { $0.status = [Status(text: blank, label: "word")] },
      { $0.image = Image(initials: blank) }, { $0.image = Image(initials: blank, label: "word") },
      { $0.icons = [Icon(name: blank)] }, { $0.icons = [Icon(name: blank, label: "word")] },
      { $0.info = Status(icon: Icon(name: blank)) },
    ]
    for (index, add) in members.enumerated() {
      for profile in ["compose", "ios", "android"] {
        for unit in [LengthUnit.column, .point] {
          func set(_ environment: inout Environment) {
            environment.profile = profile
            environment.unit = unit
            if unit == .point { environment.width = .definite(400) }
          }
          let base = Cell(id: "1", title: "Boiler")
          var cell = base
          add(&cell)
          #expect(try shown(cell, set) == shown(base, set), "member \(index), \(profile), \(unit)")
        }
      }
    }
  }

  @Test(arguments: blanks) func blankLabelsAreNotSpoken(blank: String) throws {
    let members: [(inout Cell, String?) -> Void] = [
      { $0.status = [Status(text: "Open", label: $1)] }, { $0.icons = [Icon(name: "flag", label: $1)] },
      { $0.image = Image(source: "a.png", label: $1) },
      { $0.avatars = [Image(initials: "AB", label: $1), Image(initials: "CD")] },
    ]
    for add in members {
      var (cell, plain) = (Cell(id: "1", title: "Boiler"), Cell(id: "1", title: "Boiler"))
      add(&cell, blank)
      add(&plain, nil)
      #expect(try shown(cell) == shown(plain))
    }
  }

  @Test(arguments: blanks) func aBlankChartHasNoPage(blank: String) throws {
    let charts = [
      HeaderContent.Chart(title: blank), HeaderContent.Chart(subtitle: blank, kpi: blank),
      HeaderContent.Chart(trend: Status(text: blank, state: .positive)),
    ]
    func pages(_ chart: HeaderContent.Chart?) throws -> (count: Int, text: String) {
      var cell = Cell(id: "1", title: "Boiler")
      cell.header = HeaderContent()
      cell.header?.chart = chart
      let style = try Style(with { $0.width = .definite(40) })
      let packed = CellRecord(cell)
      var layout = CellLayout(style)
      let prepared = PreparedCells(header: packed, for: Preparation(style))
      var found = (0, "")
      layout.layOutHeader(packed, state: CellState(of: cell), prepared: prepared, page: .max) {
        row, _, count in
        var bytes: [UInt8] = []
        TextRenderer(pads: false).append(row, to: &bytes)
        found = (count, String(decoding: bytes, as: UTF8.self))
      }
      return found
    }
    for chart in charts { #expect(try pages(chart) == pages(nil)) }
    let labelled = HeaderContent.Chart(values: [1, 2, 5], minimum: blank, maximum: blank)
    #expect(try pages(labelled) == pages(HeaderContent.Chart(values: [1, 2, 5])))
  }

  @Test(arguments: blanks) func othersKeepTheirPlaces(blank: String) throws {
    var cell = Cell(id: "1", title: "Boiler")
    cell.tags = ["hot", blank, "old"]
    cell.icons = [Icon(text: blank, label: "no"), Icon(text: "#", label: "yes")]
    cell.status = [Status(text: blank), Status(text: "Open")]
    cell.avatars = [
      Image(initials: blank), Image(initials: "AB", label: "Ada"), Image(initials: blank, source: "a.png"),
    ]
    var plain = cell
    plain.tags = ["hot", "old"]
    plain.icons = [Icon(text: "#", label: "yes")]
    plain.status = [Status(text: "Open")]
    plain.avatars = [Image(initials: "AB", label: "Ada"), Image(source: "a.png")]
    #expect(try shown(cell) == shown(plain))
  }

  @Test func aTitleKeepsItsLine() throws {
    var cell = Cell(id: "1", title: "\u{200B}")
    cell.subtitle = "below"
    #expect(try shown(cell) { $0.width = .unlimited }.text == "\nbelow\n")
    cell.title = "\u{2028}\n Heading\u{FEFF}"
    #expect(try shown(cell) { $0.width = .unlimited }.text == " Heading\nbelow\n")
  }

  /// The bytes of a field that a row hides are those of the field.
  @Test func rangesCountWhatIsNotShown() throws {
    let cell = Cell(id: "1", title: "\n\u{FEFF}abcdefghij")
    let style = try Style(with { $0.width = .definite(5) })
    let packed = CellRecord(cell)
    var layout = CellLayout(style)
    let prepared = PreparedCells([packed], for: Preparation(style))
    var hidden: [[Range<Int>]] = []
    layout.layOut(packed, state: CellState(of: cell), prepared: prepared, at: 0) { row in
      hidden = FrameRenderer.frames(of: row).map(\.hidden)
    }
    #expect(hidden.contains([8..<14]))
    var whole = Cell(id: "1", title: "abcde\u{FEFF}\u{206A}")
    whole.subtitle = "\nabcde"
    #expect(try shown(whole) { $0.width = .definite(5) }.text.contains("…") == false)
  }

  @Test func initialsThatAreCutAreReported() throws {
    var cell = Cell(id: "1", title: "Boiler")
    cell.image = Image(initials: "ABCDE")
    let style = try Style(with { $0.width = .definite(40) })
    let packed = CellRecord(cell)
    var layout = CellLayout(style)
    var found: [String] = []
    layout.layOutHeader(
      packed, state: CellState(of: cell), prepared: PreparedCells(header: packed, for: Preparation(style)),
      page: 0
    ) { row, _, _ in found = row.diagnostics }
    #expect(found.contains { $0.hasPrefix("image: initials") })
  }

  private func with(_ change: (inout Environment) -> Void) -> Environment {
    var environment = Environment()
    change(&environment)
    return environment
  }

  @Test func unlimitedRowsAreNotFilled() throws {
    var cell = Cell(id: "1", title: "sleep")
    cell.subtitle = "with an argument"
    #expect(try shown(cell) { $0.width = .unlimited }.text == "sleep\nwith an argument\n")
  }
}
