import Testing

@testable import CellEngine

/// The slots that a narrower view or class shortens or drops, and their order.
@Suite("Giving way")
struct GivingWayTests {
  private func row(_ cell: Cell, _ environment: Environment, kept: KeptColumns? = nil) throws -> ShownRow {
    let kept = kept ?? KeptColumns(beside: ColumnNeeds(of: cell).trailing)
    return try row(cell, in: Style(environment, selection: .multiple, kept: kept))
  }

  private func row(_ cell: Cell, in resolved: Style) throws -> ShownRow {
    let packed = CellRecord(cell)
    let prepared = PreparedCells([packed], for: Preparation(resolved))
    var layout = CellLayout(resolved)
    var shown = ShownRow(frames: [])
    layout.layOut(packed, state: CellState(of: cell), prepared: prepared, at: 0) {
      shown.frames = FrameRenderer.frames(of: $0)
    }
    return shown
  }

  /// A random object with at least something to show in its icons and statuses. Its actions keep
  /// their titles, which are not in the order.
  private func object(_ random: inout RandomCells) -> Cell {
    var cell = random.cell(id: "1")
    cell.kind = .object
    cell.icons = cell.icons.map { _ in random.pick([Icon(name: "flag"), Icon(text: "ab")]) }
    cell.status = cell.status.map { _ in Status(text: random.pick(["High", "In preparation", "ok"])) }
    for index in cell.actions.indices { cell.actions[index].presentation = .button }
    return cell
  }

  /// A random environment. Its class is set, so that it does not depend on the width. Its text is
  /// not large, because the slots of large text are stacked and do not compete for the width.
  private func environment(_ random: inout RandomCells, _ unit: LengthUnit) -> Environment {
    var environment = random.environment(width: 80)
    environment.unit = unit
    environment.widthClass = random.pick([.compact, .expanded])
    environment.statusAxis = .horizontal
    environment.textScale = environment.textScale.map { min($0, 1.25) }
    return environment
  }

  private func set(_ width: Int, _ environment: inout Environment) {
    environment.width = .definite(Double(width) * (environment.unit == .point ? 8 : 1))
  }

  /// A concession is not made while a slot before it in the order has as much room.
  @Test(arguments: [LengthUnit.column, .point])
  func slotsGiveWayInTheOrderOfTheProfile(_ unit: LengthUnit) throws {
    var random = RandomCells(seed: 41)
    var conceded = 0
    for round in 0..<60 {
      let cell = object(&random)
      var environment = environment(&random, unit)
      let profile = try Style(environment).profile
      set(600, &environment)
      let full = try row(cell, environment)
      for width in [4, 9, 13, 17, 22, 27, 33, 40, 52, 70] {
        set(width, &environment)
        let narrow = try row(cell, environment)
        var earlier: [(Profile.Concession, room: Double)] = []
        for concession in profile.givingWay.order {
          guard let extent = narrow.extent(of: concession, from: full) else { continue }
          let needed = full.width(of: concession) + (unit == .point ? 24 : 3)
          for (other, room) in earlier where extent > .whole {
            #expect(room < needed, "round \(round), width \(width): \(concession) before \(other)")
          }
          if extent > .whole {
            conceded += 1
          } else {
            earlier.append((concession, narrow.width(of: concession)))
          }
        }
      }
    }
    #expect(conceded > 400)
  }

  /// Slots that take no width of the title are shown at every width.
  @Test(arguments: [LengthUnit.column, .point])
  func whatTakesNoWidthStays(_ unit: LengthUnit) throws {
    var cell = Cell(id: "1", title: "Vibration alarm")
    cell.icons = [Icon(name: "flag"), Icon(name: "lock")]
    cell.status = [Status(text: "In preparation"), Status(text: "High")]
    cell.avatars = [Image(initials: "AB"), Image(initials: "CD")]
    cell.description = "Bearing two."
    cell.accessory = .detail
    cell.actions = ["Mail", "Call"].map { Action(id: $0, title: $0) }
    var environment = Environment()
    environment.unit = unit
    for width in 12...40 {
      set(width, &environment)
      let kept = KeptColumns(ColumnNeeds(of: [cell]))
      let row = try row(cell, environment, kept: kept)
      #expect(row.count(.description) == 1 && row.count(.avatars) > 0, "width \(width)")
      #expect([0, 2].contains(row.count(.icons)), "width \(width)")
      #expect([0, 2].contains(row.count(.status)), "width \(width)")
    }
  }

  /// After a later concession, what an earlier one dropped is shown if it fits.
  @Test func whatFitsAgainComesBack() throws {
    var cell = Cell(id: "1", title: "Vibration alarm")
    cell.status = [Status(text: "ok"), Status(text: "Open")]
    cell.actions = [Action(id: "a", title: "Go", presentation: .button)]
    var environment = Environment()
    for (width, drawn) in [
      (18, ["Vibrati…   ok [Go]", "         Open"]), (17, ["Vibratio… ok [Go]"]), (16, ["Vibrati… ok [Go]"]),
      (15, ["Vibratio…  ok ⋮", "          Op…"]), (14, ["Vibrati…  ok ⋮", "         Op…"]),
      (13, ["Vibrati… ok ⋮"]),
    ] {
      environment.width = .definite(Double(width))
      #expect(try rows(cell) { $0 = environment } == drawn, "\(width)")
    }
  }

  /// Icons that stay after a concession of the number above them are whole, also if a later one is
  /// the widest.
  @Test(arguments: [LengthUnit.column, .point])
  func iconsThatStayAreWhole(_ unit: LengthUnit) throws {
    var random = RandomCells(seed: 50)
    let texts = ["\n", "⚑", "ab", "漢", "🇨🇭", "नि", "!"]
    var numbers = 0
    for round in 0..<60 {
      var cell = object(&random)
      cell.icons = (0..<random.int(2...3)).map { _ in Icon(text: random.pick(texts)) }
      cell.number = "1204"
      var environment = environment(&random, unit)
      environment.profile = "android"
      set(600, &environment)
      let full = try row(cell, environment, kept: KeptColumns())
      let whole = full.texts(of: .icons)
      for width in stride(from: 8, through: 44, by: 3) {
        set(width, &environment)
        let narrow = try row(cell, environment, kept: KeptColumns())
        let texts = narrow.texts(of: .icons)
        #expect(texts.starts(with: whole.prefix(texts.count)), "round \(round), width \(width): \(texts)")
        #expect([0, 1, whole.count].contains(texts.count), "round \(round), width \(width): \(texts)")
        if narrow.count(.number) < full.count(.number), texts.count > 1 { numbers += 1 }
      }
    }
    #expect(numbers > 5)
  }

  /// Slots without a concession are kept if the main content has its minimum width.
  @Test(arguments: [LengthUnit.column, .point])
  func whatDoesNotGiveWayStays(_ unit: LengthUnit) throws {
    var random = RandomCells(seed: 42)
    for round in 0..<60 {
      var cell = object(&random)
      cell.title = "Title \(round)"
      var environment = environment(&random, unit)
      environment.ellipsis = nil
      environment.textScale = nil
      set(600, &environment)
      let full = try row(cell, environment)
      for width in [1, 8, 9, 13, 22, 33, 52] {
        set(width, &environment)
        let narrow = try row(cell, environment)
        let main = narrow.frames.first { $0.slot == .title }?.width ?? 0
        for slot in [Slot.title, .subtitle, .footnote, .caption] where full.count(slot) > 0 {
          #expect(narrow.count(slot) > 0, "round \(round), width \(width): \(slot)")
        }
        guard main >= (unit == .column ? 8 : 64) else { continue }
        for slot in [Slot.rating, .info, .tags] where full.count(slot) > 0 {
          #expect(narrow.count(slot) > 0, "round \(round), width \(width): \(slot)")
        }
      }
    }
  }

  /// A narrower class moves slots. It hides only slots that its profile hides.
  @Test(arguments: [LengthUnit.column, .point])
  func aNarrowerClassHidesTheDescriptionAtMost(_ unit: LengthUnit) throws {
    var random = RandomCells(seed: 43)
    for round in 0..<150 {
      var cell = random.cell(id: "1")
      if cell.kind != .contact { cell.kind = .object }
      var environment = environment(&random, unit)
      environment.mode = .browse
      set(600, &environment)
      environment.widthClass = .expanded
      let wide = try row(cell, environment)
      environment.widthClass = .compact
      let narrow = try row(cell, environment)
      let profile = try Style(environment).profile
      for slot in Slot.allCases where wide.count(slot) > 0 && narrow.count(slot) == 0 {
        let hides = profile.description.compact == .hidden || cell.kind == .contact
        // The overflow menu of the actions is this menu.
        let isMenu = slot == .accessory && cell.accessory == .menu && narrow.count(.actions) > 0
        #expect(isMenu || (slot == .description && hides), "round \(round): \(slot) of \(profile.name)")
      }
    }
  }

  /// A narrower row shows more of a slot only if it shows less of a more important one.
  @Test(arguments: [LengthUnit.column, .point])
  func widerRowsShowNoLess(_ unit: LengthUnit) throws {
    var random = RandomCells(seed: 44)
    for round in 0..<40 {
      var cell = object(&random)
      // A status that is cut would be less of a status, but not of a slot.
      for index in cell.status.indices { cell.status[index] = Status(text: "High") }
      var environment = environment(&random, unit)
      environment.statusAxis = .vertical
      environment.statusWidth = nil
      environment.textScale = nil
      // The list decides on the control, without regard to what a row has.
      environment.mode = .browse
      let profile = try Style(environment).profile
      set(600, &environment)
      let full = try row(cell, environment)
      var wider: [ShownRow.Extent] = []
      for width in stride(from: 90, through: 2, by: -4) {
        set(width, &environment)
        let narrow = try row(cell, environment)
        let extents = profile.givingWay.order.reversed().compactMap { narrow.extent(of: $0, from: full) }
        #expect(!extents.lexicographicallyPrecedes(wider), "round \(round), width \(width): \(extents)")
        wider = extents
      }
    }
  }

  /// A column that the list reserves is in all of its rows or in none, whatever each row shows.
  @Test(arguments: [LengthUnit.column, .point])
  func rowsOfAListAlign(_ unit: LengthUnit) throws {
    var random = RandomCells(seed: 45)
    for round in 0..<30 {
      let cells = (0..<8).map { index in
        var cell = random.cell(id: "\(index)")
        cell.kind = random.pick([.object, .contact])
        cell.title = "Title"
        return cell
      }
      let kept = KeptColumns(ColumnNeeds(of: cells))
      var environment = environment(&random, unit)
      environment.direction = .ltr
      for width in [13, 17, 20, 24, 30, 37, 44, 60, 90] {
        set(width, &environment)
        let places = try cells.map { cell in
          try row(cell, environment, kept: kept).frames.first { $0.slot == .title }?.x
        }
        #expect(Set(places).count == 1, "round \(round), width \(width): \(places)")
      }
    }
  }

  /// Descriptions that have a column start at the same x in all rows, whatever the rows have next
  /// to them.
  @Test(arguments: [LengthUnit.column, .point], Profile.all.map(\.name))
  func descriptionsOfAListAlign(_ unit: LengthUnit, _ profile: String) throws {
    var random = RandomCells(seed: 47)
    var aligned = 0
    for round in 0..<25 {
      let cells = (0..<8).map { index in
        var cell = random.cell(id: "\(index)")
        cell.kind = .object
        cell.description = "A description of this cell"
        return cell
      }
      var environment = environment(&random, unit)
      environment.profile = profile
      environment.direction = .ltr
      environment.description = .column
      environment.split = environment.split ?? 0.4
      for width in [70, 90, 120, 160, 200] {
        set(width, &environment)
        let kept = KeptColumns(ColumnNeeds(of: cells))
        let style = try Style(environment, kept: kept)
        let rows = try cells.map { try row($0, in: style) }
        // A row with more at its end than there is room for has its description below.
        let titleX = rows.compactMap { $0.frames.first { $0.slot == .title }?.x }
        let starts = rows.compactMap { row in
          row.frames.first { $0.slot == .description && !titleX.contains($0.x) }?.x
        }
        #expect(Set(starts).count <= 1, "round \(round), width \(width): \(starts)")
        aligned += starts.count > 1 ? 1 : 0
      }
    }
    #expect(aligned > 25)
  }

  /// With large text, a list has all descriptions in a column or all of them below the texts. No
  /// title gets less room than if each row decided by itself.
  @Test(arguments: [LengthUnit.column, .point], Profile.all.map(\.name))
  func descriptionsOfLargeTextAlignThoroughly(_ unit: LengthUnit, _ profile: String) throws {
    var random = RandomCells(seed: 49)
    var (beside, below) = (0, 0)
    for round in 0..<40 {
      let haveStatus = round.isMultiple(of: 2)
      let cells = (0..<6).map { index in
        var cell = random.cell(id: "\(index)")
        cell.kind = .object
        cell.description = "A description of this cell"
        cell.status = haveStatus || random.bool() ? [Status(text: random.pick(["Open", "Very high"]))] : []
        if haveStatus { cell.actions = [] }
        return cell
      }
      var environment = environment(&random, unit)
      environment.profile = profile
      environment.direction = .ltr
      environment.description = .column
      environment.split = environment.split ?? 0.4
      environment.statusWidth = nil
      environment.textScale = random.pick([1.15, 1.3, 1.45])
      for width in [120, 160, 200] {
        set(width, &environment)
        let kept = KeptColumns(ColumnNeeds(of: cells))
        let style = try Style(environment, kept: kept)
        let rows = try cells.map { try row($0, in: style) }
        let titles = rows.compactMap { $0.frames.first { $0.slot == .title } }
        let starts = rows.compactMap { $0.frames.first { $0.slot == .description }?.x }
        // A row with more at its end than there is room for has its description below.
        let columns = starts.filter { x in !titles.contains { $0.x == x } }
        #expect(Set(columns).count <= 1, "round \(round), width \(width): \(starts)")
        if style.kept.described.isEmpty {
          beside += columns.isEmpty ? 0 : 1
        } else {
          #expect(columns.isEmpty, "round \(round), width \(width): \(starts)")
          below += 1
        }
        var own = kept
        own.described = []
        for (cell, title) in zip(cells, titles) {
          let alone = try row(cell, in: try Style(environment, kept: own)).frames.first { $0.slot == .title }
          #expect(title.width >= alone?.width ?? 0, "round \(round), width \(width)")
        }
      }
    }
    #expect(beside > 10 && below > 10)
  }

  /// The texts of a view are prepared for the widest description column that its rows can have.
  @Test(arguments: [LengthUnit.column, .point]) func roomBesideDescriptionsIsNotUnderestimated(
    _ unit: LengthUnit
  ) throws {
    var random = RandomCells(seed: 48)
    for _ in 0..<300 {
      let cells = (0..<3).map { random.cell(id: "\($0)") }
      var environment = environment(&random, unit)
      environment.description = .column
      set(random.int(30...250), &environment)
      let kept =
        random.bool()
        ? KeptColumns(ColumnNeeds(of: cells))
        : KeptColumns(ColumnNeeds(of: cells), keeping: [.status, .accessory])
      let style = try Style(environment, kept: kept)
      let columns = StyleMeasures(style).columns
      if let exact = columns.besideDescription {
        #expect(Preparation.widestBeside(style) ?? -1 >= exact)
      } else if columns.descriptionsMoveBelow {
        #expect(Preparation.widthOfDescription(style) == style.width)
      }
    }
  }

  /// Trailing columns that a list reserves have the same position in all rows.
  @Test(arguments: [40, 60, 90, 130, 200])
  func keptTrailingColumnsAlign(_ width: Int) throws {
    var random = RandomCells(seed: 46)
    for round in 0..<20 {
      let cells = (0..<8).map { _ in
        var cell = object(&random)
        cell.actions = []
        return cell
      }
      var kept = KeptColumns(ColumnNeeds(of: cells))
      kept.status = ColumnNeeds(of: cells).status
      kept.accessory = true
      kept.description = true
      kept.control = true
      var environment = environment(&random, .column)
      environment.direction = .ltr
      environment.statusWidth = nil
      environment.statusAxis = .vertical
      environment.description = nil
      environment.textScale = nil
      set(width, &environment)
      let rows = try cells.map { try row($0, environment, kept: kept) }
      let edges = rows.flatMap { $0.frames.filter { $0.slot == .status }.map { $0.x + $0.width } }
      #expect(Set(edges).count <= 1, "round \(round)")
      let accessories = rows.compactMap { $0.frames.first { $0.slot == .accessory }?.x }
      #expect(Set(accessories).count <= 1, "round \(round)")
      guard try Style(environment).description == .column else { continue }
      let titles = rows.compactMap { $0.frames.first { $0.slot == .title }?.width }
      #expect(Set(titles).count == 1, "round \(round): \(titles)")
    }
  }

  /// An image that the list reserves goes before the accessory. A slot that is gone does not
  /// return.
  @Test(arguments: [Accessory.disclosure, .detail, .menu])
  func keptColumnsGoBeforeTheAccessory(_ accessory: Accessory) throws {
    var cell = Cell(id: "1", title: "Pump station seven")
    cell.status = [Status(text: "High")]
    cell.image = Image(initials: "AB")
    cell.accessory = accessory
    var environment = Environment()
    var isGone: Set<Slot> = []
    for width in stride(from: 60, through: 9, by: -1) {
      environment.width = .definite(Double(width))
      let resolved = try Style(
        environment, profile: .ios, kept: KeptColumns(ColumnNeeds(of: [cell])))
      let shown = Set(try row(cell, in: resolved).frames.map(\.slot))
      #expect(shown.isDisjoint(with: isGone), "width \(width): \(shown.intersection(isGone)) came back")
      isGone.formUnion(Set([.image, .accessory, .status]).subtracting(shown))
      #expect(!isGone.contains(.accessory) || isGone.contains(.image), "width \(width)")
    }
    #expect(isGone.contains(.accessory))
  }

  /// Actions move into the overflow menu one by one, before the menu goes.
  @Test func actionsFoldIntoTheOverflowMenu() throws {
    var cell = Cell(id: "1", title: "A title of its own")
    cell.actions = ["Mail", "Call", "Chat"].map { Action(id: $0, title: $0) }
    var environment = Environment()
    environment.widthClass = .expanded
    for (width, drawn) in [
      (40, "A title of its own  [Mail] [Call] [Chat]"), (38, "A title of its own  [Mail] [Call] ⋮"),
      (28, "A title of its own  [Mail] ⋮"), (26, "A title of its o… [Mail] ⋮"), (14, "A title of… ⋮"),
      (9, "A title…"),
    ] {
      environment.width = .definite(Double(width))
      let row = try rows(cell) { $0 = environment }[0]
      #expect(row.split(separator: " ") == drawn.split(separator: " "), "\(width)")
    }
  }

  /// If the stars do not fit, the rating is a number.
  @Test func aRatingWithoutRoomForItsStarsIsANumber() throws {
    var cell = Cell(id: "1", title: "Rating")
    cell.rating = Rating(value: 7.5, max: 10, count: 12)
    #expect(try rows(cell) { $0.width = .definite(20) }[1] == "★★★★★★★½☆☆ (12)")
    #expect(try rows(cell) { $0.width = .definite(12) }[1] == "★★★★★★★½☆☆")
    #expect(try rows(cell) { $0.width = .definite(9) }[1] == "7.5/10")
  }

  /// Both marks of a control have the same column, although one can be wider.
  @Test func selectedAndUnselectedRowsAlign() throws {
    var environment = Environment()
    environment.mode = .edit
    environment.ambiguousWidth = 2
    environment.profile = "ios"
    var cell = Cell(id: "1", title: "Title")
    let unselected = try row(cell, environment).frames.first { $0.slot == .title }?.x
    cell.selected = true
    #expect(try row(cell, environment).frames.first { $0.slot == .title }?.x == unselected)
  }

  /// Statuses are shown next to a menu, also if the menu has several actions.
  @Test func aMenuOfActionsHidesNoStatus() throws {
    var environment = Environment()
    environment.profile = "swiftui"
    var cell = Cell(id: "1", title: "Title")
    cell.status = [Status(text: "Open")]
    cell.actions = [Action(id: "a", title: "A")]
    #expect(try row(cell, environment).count(.status) == 0)
    cell.actions.append(Action(id: "b", title: "B"))
    #expect(try row(cell, environment).count(.status) == 1)
  }
}
