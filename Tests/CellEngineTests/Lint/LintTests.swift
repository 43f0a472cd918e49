import Testing

@testable import CellEngine

@Suite("Rules of the guideline on lists")
struct LintTests {
  private func findings(
    _ cells: [Cell], heights: [Int32] = [], profile: String = "ios",
    _ change: (inout Environment) -> Void = { _ in }
  ) throws -> [LintFinding] {
    var environment = Environment()
    environment.profile = profile
    change(&environment)
    var lint = Lint(try Style(environment))
    for (index, cell) in cells.enumerated() {
      lint.add(cell, height: heights.isEmpty ? 1 : heights[index])
    }
    return lint.findings
  }

  private func cell(_ id: String, _ change: (inout Cell) -> Void = { _ in }) -> Cell {
    var cell = Cell(id: id, title: "Title")
    change(&cell)
    return cell
  }

  @Test func listsWithoutFaultsHaveNoFindings() throws {
    #expect(try findings([]).isEmpty)
    #expect(try findings((0..<3).map { cell("\($0)") }).isEmpty)
    let icons = [cell("1") { $0.icons = [Icon(name: "flag")] }, cell("2") { $0.unread = true }, cell("3")]
    #expect(try findings(icons).isEmpty)
  }

  @Test func gesturesNeedAVisibleTap() throws {
    let whole = SwipeActions(leading: [.whole(Action(id: "pin"))], trailing: [.whole(Action(id: "delete"))])
    let found = try findings([
      cell("gesture") {
        $0.swipe = whole
        $0.menu = ["delete", .whole(Action(id: "share"))]
      }
    ])
    #expect(found.map(\.rule) == [.gestureOnly, .gestureOnly, .gestureOnly])
    #expect(found.allSatisfy { $0.ids == ["gesture"] && $0.rule.source.hasPrefix("S2") })
    #expect(found.map { $0.message.contains("\"pin\"") } == [false, true, false])
    let references = SwipeActions(leading: ["pin"], trailing: ["delete"])
    let others = [Action(id: "call"), Action(id: "mail")]
    for (swipe, reachable): (SwipeActions, (inout Cell) -> Void) in [
      (whole, { ($0.accessory, $0.actions) = (.menu, others) }),
      (whole, { $0.detailActions = ["delete", "pin"] }),
      (references, { $0.actions = [Action(id: "pin"), Action(id: "delete")] }),
      (
        references,
        { $0.actions = [Action(id: "more", kind: .menu, items: [Action(id: "pin"), Action(id: "delete")])] }
      ),
    ] {
      let good = cell("1") {
        $0.swipe = swipe
        reachable(&$0)
      }
      #expect(try findings([good]).isEmpty)
    }
  }

  @Test func anEmptyMenuAndADisabledActionAreNoTaps() throws {
    func rules(_ change: @escaping (inout Cell) -> Void) throws -> [LintFinding] {
      try findings([
        cell("1") {
          $0.swipe = SwipeActions(trailing: [.whole(Action(id: "delete"))])
          change(&$0)
        }
      ])
    }
    let empty = try rules { $0.accessory = .menu }
    #expect(empty.map(\.rule) == [.gestureOnly])
    #expect(
      empty[0].message.hasSuffix("name it in actions, as the menu of the cell is empty, or in detailActions.")
    )
    #expect(
      try rules {
        $0.accessory = .menu
        $0.actions = [Action(id: "a", enabled: false), Action(id: "b", kind: .menu)]
      }.map(\.rule) == [.gestureOnly])
    let disabled = try findings([
      cell("1") {
        $0.swipe = SwipeActions(trailing: ["delete"])
        $0.actions = [Action(id: "delete", enabled: false)]
      }
    ])
    #expect(disabled.map(\.rule) == [.gestureOnly])
    #expect(disabled[0].message.hasSuffix("enable it in actions, or name it in detailActions."))
    let item = try findings([
      cell("1") {
        $0.swipe = SwipeActions(trailing: ["delete"])
        $0.actions = [
          Action(id: "more", kind: .menu, enabled: false, items: [Action(id: "delete")]), Action(id: "a"),
        ]
      }
    ])
    #expect(item.map(\.rule) == [.gestureOnly])
  }

  @Test func partsOfTheListAreNotChecked() throws {
    var cells = ["1", "2", "3"].map { cell($0) { $0.number = "7" } }
    for (index, kind) in Cell.Kind.allCases.filter({ !$0.isObject }).enumerated() {
      cells.insert(
        cell("part \(index)") {
          $0.kind = kind
          $0.swipe = SwipeActions(trailing: ["unknown"])
        }, at: 2 * index)
    }
    #expect(try findings(cells).isEmpty)
    cells.append(cell("4") { $0.subtitle = "Other" })
    let found = try findings(cells)
    #expect(found.map(\.rule) == [.mixedContent] && found.first?.ids == ["4"])
    #expect(found.first?.message.hasPrefix("1 of 4 cells has other content than title") == true)
  }

  @Test func gesturesNameActionsThatExist() throws {
    let found = try findings([
      cell("1") {
        $0.actions = [Action(id: "more", kind: .menu, items: [Action(id: "share")])]
        $0.swipe = SwipeActions(leading: ["share"], trailing: ["erase", .whole(Action(id: "delete"))])
        $0.menu = ["delete", "erase", "open", "peek"]
        $0.detailActions = ["delete", "erase"]
      }
    ])
    #expect(found.map(\.rule) == [.unknownAction] && found.first?.ids == ["1"])
    #expect(
      found.first?.message
        == #"The action "erase" of a swipe or a menu is unknown in one cell; name one of the cell's actions, or write the whole action."#
    )
  }

  @Test func onlyTheRulesOfTheProfileApply() throws {
    let numbered = [cell("1") { $0.number = "1" }, cell("2")]
    #expect(try findings(numbered, profile: "android").map(\.rule) == [.partialNumbers])
    for profile in ["compose", "ios", "ios-classic", "swiftui"] {
      #expect(try findings(numbered, profile: profile).isEmpty)
    }
    let tagged = [
      cell("1") {
        $0.tags = ["a", "b", "c", "d"]
        $0.footnote = "Here"
        $0.header = HeaderContent(footnotes: ["There"])
      }
    ]
    #expect(try findings(tagged, profile: "android").isEmpty)
    #expect(try findings(tagged, profile: "ios-classic").map(\.rule) == [.headerDiffers, .headerTags])
    let round = [cell("1") { $0.image = Image(initials: "A", shape: .circle) }]
    #expect(try findings(round, profile: "ios-classic").isEmpty)
    #expect(try findings(round, profile: "swiftui").map(\.rule) == [.imageShape])
  }

  @Test func whatTheOneAccessoryDoesNotShowIsNoVisibleTap() throws {
    let call = Action(id: "call")
    let delete = Action(id: "delete")
    func isReachable(
      _ accessory: Accessory, _ actions: [Action], kind: Cell.Kind = .object, profile: String
    ) throws -> Bool {
      let cell = cell("1") {
        $0.kind = kind
        $0.accessory = accessory
        $0.actions = actions
        let isNamed = actions.contains { $0.id == "delete" }
        $0.swipe = SwipeActions(trailing: [isNamed ? "delete" : .whole(Action(id: "delete"))])
      }
      return try !findings([cell], profile: profile).map(\.rule).contains(.gestureOnly)
    }
    for profile in ["ios", "ios-classic", "swiftui"] {
      // A single action takes the position of the menu. If the accessory is an action, the first
      // one does.
      #expect(try !isReachable(.menu, [call], profile: profile))
      #expect(try !isReachable(.action, [call, delete], profile: profile))
      #expect(try isReachable(.action, [delete, call], profile: profile))
      #expect(try isReachable(.menu, [call, Action(id: "mail")], profile: profile))
      #expect(try !isReachable(.menu, [], profile: profile))
      #expect(try isReachable(.menu, [call], kind: .contact, profile: profile))
    }
    for profile in ["android", "compose"] {
      #expect(try isReachable(.menu, [call], profile: profile))
      #expect(try isReachable(.action, [call, delete], profile: profile))
    }
  }

  @Test func theCureOfAGestureFitsTheRow() throws {
    func message(_ accessory: Accessory, _ actions: [Action], _ swipe: String = "delete") throws -> String? {
      let cell = cell("1") {
        $0.accessory = accessory
        $0.actions = actions
        $0.swipe = SwipeActions(trailing: [.whole(Action(id: swipe))])
      }
      return try findings([cell], profile: "ios").first { $0.rule == .gestureOnly }?.message
    }
    let (call, mail) = (Action(id: "call"), Action(id: "mail"))
    let reachable = #"Only a gesture reaches the action "delete" in one cell; name it in "#
    #expect(
      try message(.none, []) == reachable
        + "actions or in detailActions, or give the cell the accessory menu.")
    for accessory in [Accessory.none, .menu, .disclosure] {
      #expect(
        try message(accessory, [call]) == reachable
          + "actions, whose menu then shows it, or in detailActions.")
    }
    #expect(
      try message(.action, [call, mail]) == reachable
        + "detailActions, as the accessory action leaves no room for a menu.")
    // A tap on the cell drills down.
    #expect(try message(.disclosure, [], "open") == nil)
  }

  @Test func heightsAreThoseOfTheView() throws {
    let cells = (0..<4).map { cell("\($0)") }
    #expect(try findings(cells, heights: [2, 2, 2, 2]).isEmpty)
    let found = try findings(cells, heights: [2, 3, 2, 1])
    #expect(found.map(\.rule) == [.mixedHeights])
    #expect(found.first?.ids == ["1", "3"])
    #expect(found.first?.message.contains("1 to 3 lines high, most of them 2") == true)
    let tied = try findings(cells, heights: [1, 2, 1, 2])
    #expect(tied.first?.message.hasPrefix("Rows are 1 to 2 lines high; ") == true)
    let points = try findings(cells, heights: [64 * 50, 64 * 98, 64 * 98, 64 * 98]) { $0.unit = .point }
    #expect(points.first?.message.contains("50 to 98 points high, most of them 98") == true)
  }

  @Test func contentIsTheSameInAllCells() throws {
    let rich = { (cell: inout Cell) in
      cell.image = Image(initials: "A")
      cell.subtitle = "Subtitle"
    }
    let found = try findings([cell("1", rich), cell("2", rich), cell("3")])
    #expect(found.map(\.rule) == [.mixedContent])
    #expect(found.first?.ids == ["3"])
    #expect(found.first?.message.contains("title, image, subtitle") == true)
    let kinds = try findings([cell("1"), cell("2") { $0.kind = .contact }])
    #expect(kinds.map(\.rule) == [.mixedContent])
    let marks = try findings([cell("1") { $0.accessory = .disclosure }, cell("2") { $0.accessory = .detail }])
    #expect(marks.map(\.rule) == [.mixedContent])
    #expect(marks.first?.message.contains("title, disclosure") == true)
    let images = try findings(
      [true, false].map { person in
        cell("\(person)") { $0.image = Image(initials: "A", person: person) }
      })
    #expect(images.map(\.rule) == [.mixedContent])
    #expect(images.first?.message.contains("title, image of a person") == true)
  }

  @Test func numbersAreOnAllCellsOrOnNone() throws {
    let numbered = { (cell: inout Cell) in cell.number = "1" }
    #expect(try findings([cell("1", numbered), cell("2", numbered)]).isEmpty)
    let found = try findings([cell("1", numbered), cell("2"), cell("3", numbered)], profile: "android")
    #expect(found.map(\.rule) == [.partialNumbers])
    #expect(found.first?.ids == ["2"])
    #expect(found.first?.rule.source.hasPrefix("S0") == true)
  }

  @Test func peopleAreRoundAndObjectsSquare() throws {
    func image(_ shape: Image.Shape?, person: Bool) -> Cell {
      cell("\(person)") { $0.image = Image(initials: "A", shape: shape, person: person) }
    }
    for (shape, person) in [(.circle, true), (.square, false), (nil, true), (nil, false)]
      as [(Image.Shape?, Bool)]
    {
      #expect(try findings([image(shape, person: person)]).isEmpty)
    }
    #expect(try findings([image(.square, person: true)]).map(\.rule) == [.imageShape])
    #expect(try findings([image(.circle, person: false)]).map(\.rule) == [.imageShape])
    let contact = cell("c") {
      $0.kind = .contact
      $0.image = Image(initials: "A", shape: .circle)
    }
    #expect(try findings([contact]).isEmpty)
  }

  @Test func aPersonIsFortyFiveInTheOlderCell() throws {
    let sized = cell("1") { $0.image = Image(person: true, size: 60) }
    #expect(try findings([sized], profile: "ios-classic").map(\.rule) == [.personImageSize])
    #expect(try findings([sized], profile: "ios").isEmpty)
    let exact = cell("1") { $0.image = Image(person: true, size: 45) }
    #expect(try findings([exact], profile: "ios-classic").isEmpty)
  }

  @Test func androidBoundsItsTexts() throws {
    let four = cell("1") {
      $0.footnote = "Footnote"
      $0.caption = "Caption"
    }
    #expect(try findings([four], profile: "android").map(\.rule) == [.textRows])
    #expect(try findings([four], profile: "ios").isEmpty)
    let lifted = try findings([cell("1")], profile: "android") {
      $0.lineLimits = Environment.LineLimits.none
    }
    #expect(lifted.map(\.rule) == [.liftedLimits])
    #expect(lifted.first?.ids.isEmpty == true)
    #expect(try findings([cell("1")], profile: "android") { $0.width = .unlimited }.isEmpty)
  }

  @Test func headersShowWhatTheirCellsShow() throws {
    let other = cell("1") {
      $0.description = "One"
      $0.footnote = "Here"
      $0.header = HeaderContent(footnotes: ["There"], description: "Another")
    }
    let found = try findings([other])
    #expect(found.map(\.rule) == [.headerDiffers, .headerDiffers])
    #expect(found.allSatisfy { $0.rule.source.hasPrefix("S3") })
    let same = cell("1") {
      $0.footnote = "Here"
      $0.header = HeaderContent(tags: ["a", "b", "c"], footnotes: ["Here", "There"], description: "One")
    }
    #expect(try findings([same]).isEmpty)
    let tags = cell("1") { $0.header = HeaderContent(tags: ["a", "b", "c", "d"]) }
    #expect(try findings([tags]).map(\.rule) == [.headerTags])
    let own = cell("1") { $0.tags = ["a", "b", "c", "d"] }
    #expect(try findings([own]).map(\.rule) == [.headerTags])
    let fewer = cell("1") {
      $0.tags = ["a", "b", "c", "d"]
      $0.header = HeaderContent(tags: ["a"])
    }
    #expect(try findings([fewer]).isEmpty)
  }

  @Test func partsOfAListGiveWhatTheWholeGives() throws {
    var random = RandomCells(seed: 11)
    let cells = (0..<500).map { index in
      var cell = random.cell(id: "\(index)")
      cell.swipe = random.bool() ? SwipeActions(leading: ["s\(random.int(0...80))"]) : nil
      if random.bool(4) { cell.header = HeaderContent(tags: ["a", "b", "c", "d"], description: "D") }
      return cell
    }
    let heights = cells.map { _ in Int32(random.int(1...4)) }
    let environment = try Style(Environment())
    var whole = Lint(environment)
    for (cell, height) in zip(cells, heights) { whole.add(cell, height: height) }
    var merged = Lint(environment)
    for start in stride(from: 0, to: cells.count, by: 37) {
      var part = Lint(environment)
      for index in start..<min(start + 37, cells.count) { part.add(cells[index], height: heights[index]) }
      merged.merge(part)
    }
    let same = merged.findings == whole.findings
    #expect(same)
    #expect(whole.findings.allSatisfy { $0.ids.count <= Lint.idLimit })
    #expect(whole.findings.count < 140)
  }
}
