import Testing

@testable import CellEngine

@Suite("Parts of frames")
struct FramePartTests {
  private func frames(
    _ change: (inout Cell) -> Void, _ set: (inout Environment) -> Void = { _ in },
    selection: SelectionMode = .none
  ) throws -> [Frame] {
    var cell = Cell(id: "1", title: "Title")
    change(&cell)
    var environment = Environment()
    environment.unit = .point
    environment.width = .definite(720)
    set(&environment)
    let resolved = try Style(environment, selection: selection)
    let packed = CellRecord(cell)
    var layout = CellLayout(resolved)
    var frames: [Frame] = []
    layout.layOut(
      packed, state: CellState(of: cell), prepared: PreparedCells([packed], for: Preparation(resolved)), at: 0
    ) { frames = FrameRenderer.frames(of: $0) }
    return frames
  }

  private func parts(
    of slot: Slot, _ change: (inout Cell) -> Void, _ set: (inout Environment) -> Void = { _ in },
    selection: SelectionMode = .none
  ) throws -> [Frame.Part] {
    try frames(change, set, selection: selection).filter { $0.slot == slot }.flatMap(\.parts)
  }

  private func texts(_ parts: [Frame.Part]) -> [String] {
    parts.compactMap { if case .text(let line) = $0.content { line.text } else { nil } }
  }

  @Test func textsAndColumnsHaveNone() throws {
    #expect(try parts(of: .title) { _ in }.isEmpty)
    #expect(try frames({ $0.unread = true }) { $0.unit = .column }.allSatisfy { $0.parts.isEmpty })
  }

  @Test func stars() throws {
    let parts = try parts(of: .rating) { $0.rating = Rating(value: 3.6, max: 5, count: 12) }
    #expect(parts.first?.content == .stars(value: 3.5, max: 5))
    #expect(parts.first?.width == 104)
    #expect(texts(parts) == ["(12)"])
    let stars = try #require(parts.first)
    let count = try #require(parts.last)
    #expect(count.x > stars.x + stars.width)
    let mirrored = try self.parts(of: .rating) {
      $0.rating = Rating(value: 3.6, max: 5, count: 12)
    } _: {
      $0.direction = .rtl
    }
    #expect(mirrored[0].x + mirrored[0].width == 720 - stars.x)
    #expect(mirrored[1].x + mirrored[1].width < mirrored[0].x)
  }

  // The number is so large that work for each pair would not end.
  @Test func everyAvatarHasItsOwnPicture() throws {
    let count = 20_000
    let parts = try parts(of: .avatars) {
      $0.avatars = (0..<count).map { Image(source: "\($0).png") }
    } _: {
      $0.width = .unlimited
    }
    let sources = parts.compactMap { part in
      if case .image(_, let source, _) = part.content { source } else { String?.none }
    }
    #expect(sources == (0..<count).map { "\($0).png" })
  }

  @Test func images() throws {
    func round(_ image: Image) throws -> Frame.Part.Content? {
      try parts(of: .image) { $0.image = image }.first?.content
    }
    #expect(try round(Image(initials: "AB")) == .image(isRound: false, source: nil))
    #expect(try round(Image(initials: "AB", person: true)) == .image(isRound: true, source: nil))
    #expect(try round(Image(shape: .circle, source: "a.png")) == .image(isRound: true, source: "a.png"))
    #expect(try round(Image(shape: .square, person: true)) == .image(isRound: false, source: nil))
    let avatars = try parts(of: .avatars) {
      $0.avatars = [Image(initials: "A", source: "a.png"), Image(initials: "B", shape: .square)]
    }
    func isAvatar(_ part: Frame.Part, round: Bool, source: String?) -> Bool {
      guard case .image(round, source, let accent) = part.content else { return false }
      return accent != nil
    }
    #expect(avatars.contains { isAvatar($0, round: true, source: "a.png") })
    #expect(avatars.contains { isAvatar($0, round: false, source: nil) })
  }

  @Test func initialsStandInTheMiddleOfTheirImage() throws {
    let parts = try parts(of: .image) { $0.image = Image(initials: "AB") }
    let image = try #require(parts.first)
    guard case .text(let line)? = parts.last?.content else { throw NoText() }
    #expect(line.x - image.x == image.x + image.width - line.x - line.width)
    #expect(line.font?.size == 16)
  }

  private struct NoText: Error {}

  @Test func controlsAndMarks() throws {
    func control(_ profile: String, selected: Bool, _ selection: SelectionMode) throws -> Frame.Part.Content?
    {
      try parts(
        of: .control, { $0.selected = selected },
        {
          $0.mode = .edit
          $0.profile = profile
        }, selection: selection
      ).first?.content
    }
    #expect(try control("compose", selected: true, .multiple) == .control(.checkbox, isOn: true))
    #expect(try control("compose", selected: false, .single) == .control(.radio, isOn: false))
    #expect(try control("ios", selected: true, .multiple) == .control(.circle, isOn: true))
    #expect(try parts(of: .unread) { $0.unread = true }.map(\.content) == [.unread])
    let ios: (inout Environment) -> Void = { $0.profile = "ios" }
    #expect(try parts(of: .accessory, { $0.accessory = .disclosure }, ios).map(\.content) == [.chevron])
    #expect(try parts(of: .accessory, { $0.accessory = .detail }, ios).map(\.content) == [.detail])
  }

  @Test func actions() throws {
    func action(_ action: Action) throws -> [Frame.Part] { try parts(of: .actions) { $0.actions = [action] } }
    let button = try action(Action(id: "a", title: "Go"))
    #expect(button.first?.content == .button(isOn: false) && texts(button) == ["Go"])
    let toggle = try action(Action(id: "a", title: "Go", kind: .toggle, on: true))
    #expect(toggle.map(\.content).prefix(2) == [.button(isOn: true), .check] && texts(toggle) == ["Go"])
    #expect(
      try action(Action(id: "a", icon: Icon(name: "mail"))).map(\.content) == [
        .icon(name: "mail", glyph: "✉")
      ])
    #expect(try action(Action(id: "a", kind: .download)).map(\.content) == [.download(progress: nil)])
    #expect(
      try action(Action(id: "a", kind: .download, progress: 0.42)).map(\.content) == [
        .download(progress: 0.42)
      ])
    #expect(
      try action(Action(id: "a", kind: .download, progress: 1)).map(\.content) == [.download(progress: 1)])
  }

  @Test func anIconStandsBesideTheTextOfAStatus() throws {
    let parts = try parts(of: .status) {
      $0.status = [Status(text: "High", icon: Icon(name: "flag"), state: .negative)]
    }
    #expect(parts.first?.content == .icon(name: "flag", glyph: "⚑") && texts(parts) == ["High"])
    #expect(parts[0].width == 16 && parts[0].x + parts[0].width < parts[1].x)
  }

  /// The content of the second page of a compact header, which has the chart.
  private func chartPage(of cell: Cell) throws -> [Frame.Part.Content] {
    var environment = Environment()
    environment.unit = .point
    environment.width = .definite(390)
    let resolved = try Style(environment)
    let packed = CellRecord(cell)
    var layout = CellLayout(resolved)
    var contents: [Frame.Part.Content] = []
    layout.layOutHeader(
      packed, state: CellState(of: cell), prepared: PreparedCells(header: packed, for: Preparation(resolved)),
      page: 1
    ) { row, _, _ in contents = FrameRenderer.frames(of: row).flatMap(\.parts).map(\.content) }
    return contents
  }

  @Test(arguments: HeaderContent.Chart.Form.allCases)
  func seriesAndPages(form: HeaderContent.Chart.Form) throws {
    var cell = Cell(id: "1", title: "Title")
    cell.header = HeaderContent(chart: HeaderContent.Chart(title: "Chart", form: form, values: [1, 2, 5]))
    let contents = try chartPage(of: cell)
    #expect(contents == [.series(form, [0, 0.25, 1], zero: 0), .pages(shown: 1, count: 2)])
  }

  /// Columns and areas begin at the value 0 if some values are negative.
  @Test(arguments: [([-1, 1, 3], 0.25), ([-3, -2, -1], 1), ([0, 2, 4], 0)] as [([Double], Double)])
  func columnsBeginAtZero(values: [Double], zero: Double) throws {
    var cell = Cell(id: "1", title: "Title")
    cell.header = HeaderContent(chart: HeaderContent.Chart(values: values))
    let contents = try chartPage(of: cell)
    #expect(contents.first == .series(.column, [0, 0.5, 1], zero: zero))
  }
}
