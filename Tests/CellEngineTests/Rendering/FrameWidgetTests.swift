import Testing

@testable import CellEngine

@Suite("Widgets for screen readers")
struct FrameWidgetTests {
  private func frames(
    of cell: Cell, profile: String = "compose", selection: SelectionMode = .none,
    mode: Environment.Mode = .browse, unit: LengthUnit = .column
  ) throws -> [Frame] {
    var frames: [Frame] = []
    try layOut(cell, profile, selection, mode, unit) { frames = FrameRenderer.frames(of: $0) }
    return frames
  }

  private func svg(of cell: Cell, selection: SelectionMode = .none, mode: Environment.Mode = .browse) throws
    -> String
  {
    var bytes: [UInt8] = []
    try layOut(cell, "compose", selection, mode, .point) { SVGRenderer().append($0, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func layOut(
    _ cell: Cell, _ profile: String, _ selection: SelectionMode, _ mode: Environment.Mode, _ unit: LengthUnit,
    _ body: (borrowing Row) -> Void
  ) throws {
    var environment = Environment()
    environment.profile = profile
    environment.mode = mode
    environment.unit = unit
    if unit == .point {
      environment.width = .definite(640)
      environment.font = Environment.Font(family: "fixed")
    }
    let resolved = try Style(environment, selection: selection)
    let packed = CellRecord(cell)
    var layout = CellLayout(resolved)
    let prepared = PreparedCells([packed], for: Preparation(resolved))
    layout.layOut(packed, state: CellState(of: cell), prepared: prepared, at: 0, body)
  }

  private func cell(_ actions: [Action], _ accessory: Accessory = .none) -> Cell {
    var cell = Cell(id: "1", title: "Title")
    cell.actions = actions
    cell.accessory = accessory
    return cell
  }

  @Test func actionsAreNamedByTitleIconOrID() throws {
    for (action, label) in [
      (Action(id: "c", icon: Icon(name: "call", label: "Call her")), "Call her"),
      (Action(id: "c", icon: Icon(name: "call")), "call"),
      (Action(id: "c", icon: Icon(text: "C", label: "Call her")), "Call her"),
      (Action(id: "c", title: "Call", icon: Icon(name: "phone", label: "Telephone")), "Call"),
      (Action(id: "c"), "c"),
    ] {
      let widget = try frames(of: cell([action])).last?.widget
      #expect(
        widget == Frame.Widget(role: .button, id: "c", label: label, isEnabled: true), "\(action)")
    }
  }

  @Test func statesOfActionsAreTold() throws {
    let widgets = try frames(
      of: cell([
        Action(id: "f", title: "Follow", kind: .toggle, on: true),
        Action(id: "d", title: "Download", kind: .download, progress: 0.42),
        Action(id: "x", title: "Call", enabled: false),
      ])
    ).compactMap(\.widget)
    #expect(widgets.map(\.id) == ["f", "d", "x"])
    #expect(widgets.map(\.state) == [.on, .running, nil])
    #expect(widgets.map(\.isEnabled) == [true, true, false])
  }

  @Test(arguments: [(nil, Frame.Widget.State.ready), (0, .running), (0.42, .running), (1, .done)])
  func downloadsTellHowFarTheyAre(_ progress: Double?, _ state: Frame.Widget.State) throws {
    let download = Action(id: "d", title: "Download", kind: .download, progress: progress)
    let widget = try #require(try frames(of: cell([download])).last?.widget)
    #expect(widget.state == state && widget.progress == progress && widget.label == "Download")
  }

  @Test func whatIsDisabledIsTold() throws {
    let disabled = Action(id: "c", title: "Call", enabled: false)
    #expect(try frames(of: cell([disabled])).last?.widget?.isEnabled == false)
    var all = cell([Action(id: "c", title: "Call")])
    all.enabled = false
    #expect(try frames(of: all).last?.widget?.isEnabled == false)
  }

  @Test func accessoriesAndControlsAreWidgets() throws {
    for (accessory, id, label) in [
      (Accessory.disclosure, "open", "open"), (.detail, "detail", "more information"),
      (.menu, "menu", "more actions"),
    ] {
      let widget = try frames(of: cell([], accessory), profile: "ios").last?.widget
      #expect(widget == Frame.Widget(role: .button, id: id, label: label, isEnabled: true))
    }
    let several = cell([Action(id: "a", title: "A"), Action(id: "b", title: "B")])
    #expect(try frames(of: several, profile: "ios").last?.widget?.label == "more actions")
    for (selection, role) in [(SelectionMode.single, Frame.Widget.Role.radio), (.multiple, .checkbox)] {
      for isSelected in [false, true] {
        var selected = cell([])
        selected.selected = isSelected
        let widget = try frames(of: selected, selection: selection, mode: .edit).first?.widget
        #expect(widget?.role == role && widget?.state == (isSelected ? .on : .off))
      }
    }
  }

  @Test func whatIsReadOnlyIsNoWidget() throws {
    var all = cell([])
    all.status = [Status(text: "High")]
    all.tags = ["one"]
    all.image = Image(initials: "AB")
    #expect(try frames(of: all).allSatisfy { $0.widget == nil })
  }

  @Test func picturesTellWidgetsOutsideOfWhatIsHidden() throws {
    let picture = try svg(
      of: cell([
        Action(id: "f", title: "Follow", kind: .toggle, on: true),
        Action(id: "d", title: "Download", kind: .download, progress: 0.425),
      ]))
    #expect(picture.contains("role=\"group\" aria-label=\"Title\""))
    let hidden = try #require(picture.firstRange(of: "<g aria-hidden=\"true\">"))
    let end = try #require(picture.firstRange(of: "</g>\n</g><g data-slot=\"actions\""))
    #expect(hidden.upperBound < end.lowerBound)
    let rest = picture[end.upperBound...]
    #expect(rest.hasPrefix(" data-action=\"f\" role=\"button\" aria-label=\"Follow\" aria-pressed=\"true\">"))
    #expect(rest.contains("data-action=\"d\" role=\"button\" aria-label=\"Download, 42%\">"))
    #expect(!rest.contains("aria-hidden"))
    var selected = cell([Action(id: "x", title: "Go", enabled: false)])
    selected.selected = true
    let editing = try svg(of: selected, selection: .multiple, mode: .edit)
    #expect(
      editing.contains("data-slot=\"control\" role=\"checkbox\" aria-label=\"select\" aria-checked=\"true\""))
    #expect(editing.contains("aria-label=\"Go\" aria-disabled=\"true\""))
  }
}
