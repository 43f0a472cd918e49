import Testing

@testable import CellEngine

/// The parts that a row shows of an action.
@Suite struct ActionFaceTests {
  private func row(
    _ action: Action, width: Double = 40, _ body: (borrowing Row) -> Void
  ) throws {
    var cell = Cell(id: "1", title: "Title")
    cell.actions = [action]
    var environment = Environment()
    environment.width = .definite(width)
    let packed = CellRecord(cell)
    var layout = CellLayout(try Style(environment))
    layout.layOut(
      packed, state: CellState(of: cell),
      prepared: PreparedCells([packed], for: Preparation(layout.style)), at: 0, body)
  }

  /// The text of the action, and the diagnostics of the row.
  private func shown(_ action: Action) throws -> (text: String, diagnostics: [String]) {
    var result = (text: "", diagnostics: [String]())
    try row(action) { row in
      let line = SpanRenderer.spans(of: row)[0]
      result = (line.last?.text ?? "", row.diagnostics)
    }
    return result
  }

  @Test func anIconIsBeforeTheTitleIfBothFit() throws {
    let add = Icon(name: "add")
    #expect(try shown(Action(id: "a", title: "Order", icon: add)) == ("[+ Order]", []))
    #expect(try shown(Action(id: "a", title: "Order", icon: Icon(text: "!!"))) == ("[!! Order]", []))
    let long = try shown(Action(id: "a", title: "Order all parts", icon: add))
    #expect(long.text == "[Order all parts]")
    #expect(long.diagnostics == ["actions: an icon finds no room next to its title, so it is left out"])
    #expect(
      try shown(Action(id: "a", title: "On", icon: add, kind: .toggle, on: true)) == ("[✓ + On]", []))
  }

  @Test func thePresentationChoosesTheParts() throws {
    let add = Icon(name: "add")
    #expect(try shown(Action(id: "a", title: "Order", icon: add, presentation: .icon)) == ("+", []))
    #expect(try shown(Action(id: "a", title: "Order", icon: add, presentation: .button)) == ("[Order]", []))
    let without = try shown(Action(id: "a", title: "Order", presentation: .icon))
    #expect(without.text == "[Order]")
    #expect(
      without.diagnostics == [
        "actions: an action without an icon shows its title, whatever its presentation"
      ])
  }

  @Test func aToggleThatIsOnCanHaveATitleOfItsOwn() throws {
    for (titleOn, on, text) in [
      (nil, true, "[✓ Follow]"), ("Following", true, "[Following]"), ("Following", false, "[Follow]"),
      ("Following", nil, "[Follow]"),
    ] as [(String?, Bool?, String)] {
      let action = Action(id: "f", title: "Follow", titleOn: titleOn, kind: .toggle, on: on)
      #expect(try shown(action) == (text, []))
    }
  }

  @Test func aRoleHasAColour() throws {
    for (role, name, code) in [
      (Action.Role.normal, "button", "34"), (.destructive, "destructive", "31"),
      (.positive, "positive", "32"),
    ] {
      try row(Action(id: "a", title: "Act", role: role)) { row in
        #expect(SpanRenderer.spans(of: row)[0].last?.role == name)
        var bytes: [UInt8] = []
        ANSIRenderer().append(row, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self).contains("\u{1B}[\(code)m[Act]\u{1B}[0m"))
        #expect(FrameRenderer.frames(of: row).last?.role.rawValue == name)
      }
    }
    try row(Action(id: "a", title: "Act", role: .destructive, enabled: false)) { row in
      #expect(SpanRenderer.spans(of: row)[0].last?.role == "disabled")
    }
  }

  /// A menu without further actions has no mark, whatever the profile draws inline.
  @Test(arguments: Profile.all.map(\.name))
  func anEmptyMenuHasNoMark(_ profile: String) throws {
    var cell = Cell(id: "1", title: "Title")
    cell.actions = [Action(id: "a", title: "Order")]
    cell.accessory = .menu
    var environment = Environment()
    environment.width = .definite(60)
    environment.profile = profile
    let packed = CellRecord(cell)
    var layout = CellLayout(try Style(environment))
    layout.layOut(
      packed, state: CellState(of: cell),
      prepared: PreparedCells([packed], for: Preparation(layout.style)), at: 0
    ) { row in
      let slots = FrameRenderer.frames(of: row).map(\.slot)
      #expect(slots.contains(.actions) && !slots.contains(.accessory))
    }
  }
}
