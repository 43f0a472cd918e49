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
    #expect(try shown(Action(id: "a", title: "Order all parts", icon: add)) == ("[+ Order all parts]", []))
    let long = try shown(Action(id: "a", title: "Order all of the parts", icon: add))
    #expect(long.text == "[Order all of th…]")
    #expect(long.diagnostics == ["actions: an icon finds no room next to its title, so it is left out"])
    #expect(
      try shown(Action(id: "a", title: "On", icon: add, kind: .toggle, on: true)) == ("[✓ + On]", []))
  }

  /// A title that would take what the texts of the cell need is left out, or moves into the menu.
  @Test func aTitleWithoutRoomIsLeftOut() throws {
    func lines(_ actions: [Action], _ width: Double) throws -> [String] {
      var cell = Cell(id: "1", title: "Nightly import of orders")
      cell.subtitle = "erp-7"
      cell.actions = actions
      return try rows(cell) { $0.width = .definite(width) }
    }
    let retry = Action(id: "r", title: "Retry", icon: Icon(name: "refresh"))
    #expect(try lines([retry], 34) == ["Nightly import of orders [↻ Retry]", "erp-7"])
    #expect(try lines([retry], 26) == ["Nightly import…  [↻ Retry]", "erp-7"])
    #expect(try lines([retry], 25) == ["Nightly import of orde… ↻", "erp-7"])
    #expect(try lines([Action(id: "r", title: "Retry")], 24) == ["Nightly import…  [Retry]", "erp-7"])
    #expect(try lines([Action(id: "r", title: "Retry")], 23) == ["Nightly import of or… ⋮", "erp-7"])
    let button = Action(id: "r", title: "Retry", presentation: .button)
    #expect(try lines([button], 16) == ["Nightly… [Retry]", "erp-7"])
    let call = Action(id: "c", title: "Call")
    #expect(try lines([retry, call], 30) == ["Nightly import of or… ↻ [Call]", "erp-7"])
    #expect(try lines([retry, call], 23) == ["Nightly import of…  ↻ ⋮", "erp-7"])
    // In the menu, nobody could see the state of a toggle.
    let follow = Action(id: "f", title: "Follow", kind: .toggle, on: true)
    #expect(try lines([follow], 23) == ["Nightly imp… [✓ Follow]", "erp-7"])
    // The first letter of an unknown name is too little, and a text can be longer than the title.
    for icon in [Icon(name: "no such icon"), Icon(text: "in the queue")] {
      let action = Action(id: "r", title: "Retry", icon: icon)
      #expect(try lines([action], 25) == ["Nightly import of orde… ⋮", "erp-7"])
    }
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
