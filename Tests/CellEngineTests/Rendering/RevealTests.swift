import Testing

@testable import CellEngine

/// Rows with a part that a gesture or a tap shows.
@Suite struct RevealTests {
  /// A row, and the parts that it reveals.
  private struct Shown {
    var height = 0.0
    var frames: [Frame] = []
    var overlay: Overlay?
    var picture: OverlayPicture?
    var svg = ""
    var diagnostics: [String] = []

    var buttons: [Frame] { frames.filter { $0.reveal != nil } }
  }

  private func show(
    _ cell: Cell, _ reveal: Reveal?, _ profile: String = "ios", _ unit: LengthUnit = .point,
    _ set: (inout Environment) -> Void = { _ in }
  ) throws -> Shown {
    var environment = Environment()
    environment.profile = profile
    environment.unit = unit
    environment.width = .definite(unit == .point ? 390 : 48)
    set(&environment)
    let style = try Style(environment, kept: KeptColumns(ColumnNeeds(of: [cell])))
    let packed = CellRecord(cell)
    var layout = CellLayout(style)
    var shown = Shown()
    layout.layOut(
      packed, state: CellState(of: cell), prepared: PreparedCells(revealing: packed, for: Preparation(style)),
      at: 0, revealing: reveal
    ) { row in
      shown.height = Double(row.height) / Double(unit.layoutUnits)
      shown.frames = FrameRenderer.frames(of: row)
      shown.overlay = FrameRenderer.overlay(of: row).overlay
      shown.picture = OverlayPicture(of: row)
      var bytes: [UInt8] = []
      SVGRenderer().append(row, to: &bytes)
      shown.svg = String(decoding: bytes, as: UTF8.self)
      shown.diagnostics = row.diagnostics
    }
    return shown
  }

  private static let profiles = Profile.all.map(\.name)

  private static var cell: Cell {
    var cell = Cell(id: "1", title: "Pump station 7")
    cell.subtitle = "Preventive maintenance"
    cell.accessory = .menu
    cell.preview = "Bearing temperature rose to 78 °C within two hours after start-up. Check the lubrication."
    cell.actions = [
      Action(id: "call", title: "Call", icon: Icon(name: "call")),
      Action(id: "order", title: "Order"), Action(id: "print", title: "Print"),
      Action(
        id: "more", kind: .menu,
        items: [
          Action(id: "flag", title: "Flag", icon: Icon(name: "flag"), kind: .toggle, on: true),
          Action(id: "delete", title: "Delete", icon: Icon(name: "delete"), role: .destructive),
        ]),
    ]
    cell.swipe = SwipeActions(
      leading: [.whole(Action(id: "done", title: "Done", icon: Icon(name: "accept"), role: .positive))],
      trailing: [.whole(Action(id: "pin", title: "Pin", icon: Icon(name: "pin"))), "delete"])
    cell.menu = ["flag", .whole(Action(id: "copy", title: "Copy", enabled: false)), "delete"]
    return cell
  }

  @Test(arguments: profiles, LengthUnit.allCases)
  func aSwipeMovesTheRowAndShowsItsActions(profile: String, unit: LengthUnit) throws {
    let closed = try show(Self.cell, nil, profile, unit)
    let width = unit == .point ? 390.0 : 48.0
    for (reveal, ids) in [(Reveal.leading, ["done"]), (.trailing, ["pin", "delete"])] {
      let open = try show(Self.cell, reveal, profile, unit)
      #expect(open.height == closed.height && open.overlay == nil)
      #expect(open.buttons.map { $0.widget?.id } == ids && open.buttons.allSatisfy { $0.reveal == reveal })
      let room = open.buttons.reduce(0) { $0 + $1.width }
      #expect(room > 0 && room <= width * 0.75)
      #expect(open.buttons.allSatisfy { $0.y == 0 && $0.height == closed.height })
      #expect(open.buttons.first?.x == (reveal == .leading ? 0 : width - room))
      let distance = reveal == .leading ? room : -room
      let rest = open.frames.filter { $0.reveal == nil }
      #expect(rest.map(\.x) == closed.frames.map { $0.x + distance })
      #expect(rest.map(\.slot) == closed.frames.map(\.slot))
    }
    let trailing = try show(Self.cell, .trailing, profile, unit)
    #expect(trailing.buttons.map(\.role) == [.button, .destructive])
    #expect(trailing.svg.contains(#"data-role="destructive""#))
    #expect(trailing.svg.contains(#"aria-label="Delete""#))
    guard unit == .point else { return }
    for button in trailing.buttons {
      #expect(button.parts.first?.content == .ground)
      #expect(
        button.parts.dropFirst().allSatisfy {
          $0.x >= button.x && $0.x + $0.width <= button.x + button.width && $0.y >= 0
            && $0.y + $0.height <= button.height
        }, "\(button)")
    }
  }

  @Test(arguments: profiles, LengthUnit.allCases)
  func menusAreNextToTheRow(profile: String, unit: LengthUnit) throws {
    let closed = try show(Self.cell, nil, profile, unit)
    #expect(closed.overlay == nil && closed.picture == nil)
    let width = unit == .point ? 390.0 : 48.0
    for (reveal, ids) in [(Reveal.menu, ["flag", "copy", "delete"]), (.overflow, [])] {
      let open = try show(Self.cell, reveal, profile, unit)
      #expect(open.frames == closed.frames && open.height == closed.height)
      let menu = try #require(open.overlay)
      #expect(menu.reveal == reveal && menu.y >= open.height)
      #expect(menu.x >= 0 && menu.x + menu.width <= width)
      let widgets = menu.frames.compactMap(\.widget)
      #expect(widgets.count == menu.frames.count)
      if reveal == .menu {
        #expect(widgets.map(\.id) == ids && widgets.map(\.isEnabled) == [true, false, true])
        #expect(widgets.first?.state == .on && menu.frames.map(\.role) == [.button, .disabled, .destructive])
      } else {
        // Those that are not inline, with the items of the menu among them.
        let inline = closed.frames.compactMap(\.widget?.id).filter {
          ["call", "order", "print"].contains($0)
        }
        #expect(
          widgets.map(\.id) == ["call", "order", "print", "flag", "delete"].filter { !inline.contains($0) })
      }
      var y = menu.y
      for frame in menu.frames {
        #expect(frame.x == menu.x && frame.width == menu.width && frame.y >= y)
        y = frame.y + frame.height
        for line in frame.lines { #expect(line.x >= menu.x && line.x + line.width <= menu.x + menu.width) }
      }
      #expect(y <= menu.y + menu.height)
      let picture = try #require(open.picture)
      let markup = String(decoding: picture.picture, as: UTF8.self)
      #expect(picture.size.height == menu.height * unit.dpDown && markup.hasPrefix("<svg"))
      #expect(markup.contains(#"aria-label="Delete""#) && !open.svg.contains(#"aria-label="Delete""#))
    }
  }

  @Test(arguments: profiles, LengthUnit.allCases)
  func aPeekHasThePreviewInFull(profile: String, unit: LengthUnit) throws {
    var cell = Self.cell
    cell.description = String(repeating: "A long description. ", count: 30)
    func text(_ shown: Shown) -> String {
      (shown.overlay?.frames.last?.lines ?? []).map(\.text).joined(separator: " ")
    }
    let peek = try show(cell, .peek, profile, unit)
    #expect(peek.overlay?.frames.map(\.slot) == [.title, .description])
    #expect(text(peek).split(separator: " ") == (cell.preview ?? "").split(separator: " "))
    cell.preview = nil
    let described = try show(cell, .peek, profile, unit)
    #expect(text(described).split(separator: " ") == (cell.description ?? "").split(separator: " "))
    #expect(described.overlay?.frames.allSatisfy { !$0.isTruncated } == true)
  }

  @Test func aMirroredRowIsSwipedToTheOtherSide() throws {
    let set: (inout Environment) -> Void = { $0.direction = .rtl }
    let open = try show(Self.cell, .trailing, "ios", .point, set)
    #expect(open.buttons.first.map { $0.x + $0.width } == open.buttons.reduce(0) { $0 + $1.width })
    #expect(open.buttons.last?.x == 0)
    let menu = try #require(try show(Self.cell, .overflow, "ios", .point, set).overlay)
    #expect(menu.x == 16)
    #expect(menu.frames.allSatisfy { $0.x == menu.x })
  }

  @Test func nothingToRevealIsADiagnostic() throws {
    let cell = Cell(id: "1", title: "Title")
    let plain = try show(cell, nil)
    for reveal in Reveal.allCases {
      let shown = try show(cell, reveal)
      #expect(shown.frames == plain.frames && shown.overlay == nil)
      #expect(shown.diagnostics.count == 1 && shown.diagnostics[0].hasSuffix("so nothing is revealed"))
    }
  }

  @Test func anUnknownActionIsItsOwnTitle() throws {
    var cell = Cell(id: "1", title: "Title")
    cell.menu = ["erase", "open"]
    let shown = try show(cell, .menu)
    #expect(shown.overlay?.frames.map { $0.lines.last?.text } == ["erase", "open"])
    #expect(shown.diagnostics == ["menu: the cell has no action “erase”, so its title and icon are unknown"])
  }

  @Test func anyRowCanRevealItsParts() throws {
    var random = RandomCells(seed: 71)
    for index in 0..<400 {
      let cell = random.cell(id: "\(index)")
      let unit = random.pick(LengthUnit.allCases)
      let width = Double(random.int(unit == .point ? 60...900 : 8...120))
      let set: (inout Environment) -> Void = {
        $0 = random.environment(width: width)
        $0.unit = unit
      }
      var environment = Environment()
      set(&environment)
      let keep: (inout Environment) -> Void = { $0 = environment }
      let closed = try show(cell, nil, "ios", unit, keep)
      let given = GivenRow(cell, try Style(environment))
      for reveal in Reveal.allCases {
        let open = try show(cell, reveal, "ios", unit, keep)
        #expect(open.height == closed.height)
        guard let overlay = open.overlay else { continue }
        #expect(overlay.x >= 0 && overlay.x + overlay.width <= width + 0.01, "\(cell)")
        for frame in overlay.frames {
          #expect(frame.y >= overlay.y && frame.y + frame.height <= overlay.y + overlay.height + 0.01)
          for line in frame.lines {
            #expect(
              line.x >= overlay.x - 0.01 && line.x + line.width <= overlay.x + overlay.width + 0.01,
              "\(line) in \(overlay.x), \(overlay.width): \(given)")
          }
        }
      }
    }
  }
}
