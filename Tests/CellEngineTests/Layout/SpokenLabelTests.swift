import Testing

@testable import CellEngine

@Suite("Labels for screen readers")
struct SpokenLabelTests {
  private func label(
    _ change: (inout Cell) -> Void, profile: String = "compose", selection: SelectionMode = .none,
    _ set: (inout Environment) -> Void = { _ in }
  ) throws -> String {
    var cell = Cell(id: "1", title: "Title")
    change(&cell)
    var environment = Environment()
    environment.profile = profile
    set(&environment)
    let resolved = try Style(environment, selection: selection)
    let packed = CellRecord(cell)
    var layout = CellLayout(resolved)
    var label = ""
    let prepared = PreparedCells([packed], for: Preparation(resolved))
    layout.layOut(packed, state: CellState(of: cell), prepared: prepared, at: 0) { label = $0.label }
    return label
  }

  @Test func textsAreReadFromTopToBottom() throws {
    let all: (inout Cell) -> Void = {
      $0.subtitle = "Subtitle"
      $0.footnote = "Footnote"
      $0.rating = Rating(value: 3.5, count: 1)
      $0.tags = ["one", "two"]
      $0.description = "First.\nSecond."
      $0.status = [Status(text: "High", state: .negative), Status(text: "Open")]
    }
    #expect(
      try label(all)
        == "Title, Subtitle, Footnote, 3.5 of 5 stars, 1 vote, one, two, First. Second., High, negative, Open"
    )
    let mirrored = try label(all) { $0.direction = .rtl }
    #expect(try label(all) == mirrored)
    #expect(try label(all) { $0.width = .definite(4) } == mirrored)
  }

  @Test func whatTheProfileHidesIsNotSaid() throws {
    let all: (inout Cell) -> Void = {
      $0.number = "7"
      $0.tags = ["one"]
      $0.description = "Description"
      $0.status = [Status(text: "A"), Status(text: "B"), Status(text: "C")]
    }
    #expect(try label(all, profile: "android") { $0.width = .definite(40) } == "7, Title, A, B")
    #expect(try label(all, profile: "compose") == "Title, one, Description, A, B, C")
    #expect(try label(all) { $0.description = .hidden } == "Title, one, A, B, C")
  }

  @Test func marksAreSaidInWords() throws {
    let marks: (inout Cell) -> Void = {
      $0.unread = true
      $0.icons = [Icon(name: "attachment"), Icon(text: "A1", label: "account one")]
      $0.image = Image(initials: "PS", label: "a pump")
      $0.enabled = false
    }
    #expect(try label(marks) == "unread, attachment, account one, a pump, Title, disabled")
    let icons: (inout Cell) -> Void = { $0.icons = [Icon(name: "zebra"), Icon(text: "A1")] }
    #expect(try label(icons) == "zebra, A1, Title")
  }

  @Test func statusesAreSaidWithTheirStates() throws {
    let icon = Icon(name: "priority", label: "priority")
    for (status, words) in [
      (Status(text: "High", icon: icon, state: .negative), "priority, High, negative"),
      (Status(text: "High", icon: Icon(name: "priority"), state: .critical), "High, critical"),
      (Status(icon: Icon(name: "lock")), "lock"),
      (Status(icon: icon, state: .positive), "priority, positive"),
      (Status(text: "High", icon: icon, label: "most urgent"), "most urgent"),
    ] {
      #expect(try label { $0.status = [status] } == "Title, \(words)")
      #expect(try label { $0.info = status } == "Title, \(words)")
    }
  }

  @Test func avatarsAreSaidByTheirLabelsOrCounted() throws {
    let ada = Image(initials: "AL", label: "Ada")
    #expect(try label { $0.avatars = [Image(initials: "A"), Image(initials: "B")] } == "Title, 2 avatars")
    #expect(try label { $0.avatars = [ada] } == "Title, Ada")
    #expect(try label { $0.avatars = [ada, Image(initials: "B")] } == "Title, Ada, 1 more avatar")
  }

  @Test func selectionIsSaidInEditModeAndActionsAreNot() throws {
    let selected: (inout Cell) -> Void = {
      $0.selected = true
      $0.actions = [Action(id: "go", title: "Go")]
      $0.accessory = .detail
    }
    #expect(try label(selected, selection: .multiple) == "Title")
    #expect(try label(selected, selection: .multiple) { $0.mode = .edit } == "selected, Title")
    #expect(try label({ _ in }, selection: .single) { $0.mode = .edit } == "not selected, Title")
  }

  @Test func companionsAreRead() throws {
    #expect(
      try label {
        $0.kind = .keyValue
        $0.description = "Value"
      } == "Title, Value")
    #expect(
      try label {
        $0.kind = .grid
        $0.columns = [GridColumn(text: "One"), GridColumn(text: "Two")]
      } == "One, Two")
  }

  @Test(arguments: [Cell.Kind.contact, .grid])
  func companionsAreReadWithAllThatTheyShow(_ kind: Cell.Kind) throws {
    let words = try label {
      $0.kind = kind
      $0.footnote = "Footnote"
      $0.rating = Rating(value: 3)
      $0.avatars = [Image(initials: "A", label: "Ada")]
      $0.info = Status(text: "In stock")
      $0.tags = ["one"]
    }
    #expect(words == "Title, Footnote, 3 of 5 stars, Ada, In stock, one")
  }

  @Test func whatAKeyValueCellHasNoRoomForIsNotSaid() throws {
    let words = try label {
      $0.kind = .keyValue
      $0.subtitle = "Value"
      $0.footnote = "Footnote"
      $0.description = "Description"
      $0.tags = ["one"]
    }
    #expect(words == "Title, Value")
  }

  @Test func headersAreReadAsTheyStand() throws {
    var cell = Cell(id: "1", title: "Title")
    cell.footnote = "Footnote"
    cell.tags = ["one"]
    cell.description = "Description"
    cell.header = HeaderContent(
      chart: HeaderContent.Chart(
        title: "Chart", kpi: "2 kW",
        trend: Status(text: "+1 kW", icon: Icon(name: "trend-up", label: "rising"), state: .positive),
        values: [1, 2]))
    cell.status = [Status(text: "Open")]
    let packed = CellRecord(cell)
    let environment = try Style(Environment())
    let prepared = PreparedCells(header: packed, for: Preparation(environment))
    var layout = CellLayout(environment)
    var label = ""
    layout.layOutHeader(packed, state: CellState(of: cell), prepared: prepared, page: 0) { row, _, _ in
      label = row.label
    }
    #expect(label == "Title, one, Footnote, Description, Chart, 2 kW, rising, +1 kW, positive, 1 to 2, Open")
  }

  @Test func nothingHarmfulIsSaid() throws {
    let text = "a\u{1B}[31mb\u{7}"
    let words = try label {
      $0.icons = [Icon(name: text), Icon(text: "x", label: text)]
      $0.image = Image(label: text)
      $0.status = [Status(text: "x", label: text)]
      $0.avatars = [Image(label: text)]
    }
    #expect(words.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
  }
}
