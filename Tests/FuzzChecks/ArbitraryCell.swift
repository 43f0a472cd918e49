import CellEngine

/// Cells and environments of every shape, chosen by bytes.
extension ByteSource {
  private static let iconNames = [
    "attachment", "flag", "priority", "zebra", "sap-icon://cart", "sap-icon://",
  ]

  mutating func icon() -> Icon {
    bool() ? Icon(name: pick(Self.iconNames)) : Icon(text: text(upTo: 8))
  }

  mutating func status() -> Status {
    let icon = bool(3) ? icon() : nil
    return Status(text: maybeText(upTo: 24, unless: 5), icon: icon, state: pick(Status.State.allCases))
  }

  mutating func action(_ index: Int) -> Action {
    var action = Action(id: "a\(index)", title: maybeText(upTo: 16), kind: pick(Action.Kind.allCases))
    if bool(3) { action.icon = icon() }
    action.on = bool() ? true : nil
    action.progress = bool() ? Double(int(0...20)) / 20 : nil
    action.enabled = !bool(4)
    action.titleOn = maybeText(upTo: 16, unless: 3)
    action.role = pick(Action.Role.allCases)
    action.presentation = pick(Action.Presentation.allCases)
    if action.kind == .menu { action.items = [Action(id: "b\(index)", title: text(upTo: 16))] }
    return action
  }

  mutating func offer(_ index: Int) -> ActionOffer {
    bool() ? .whole(action(index)) : .reference("a\(int(0...40))")
  }

  mutating func image() -> Image { Image(initials: maybeText(upTo: 8, unless: 4)) }

  mutating func cell() -> Cell {
    var cell = Cell(id: "1", title: text(upTo: 120))
    cell.subtitle = maybeText(upTo: 60)
    cell.footnote = maybeText(upTo: 60)
    cell.caption = maybeText(upTo: 40, unless: 3)
    cell.description = maybeText(upTo: 240)
    cell.number = bool(6) ? text(upTo: 6) : nil
    cell.icons = (0..<int(0...3)).map { _ in icon() }
    cell.unread = bool(3)
    if bool() { cell.image = image() }
    cell.avatars = (0..<(bool(3) ? int(1...12) : 0)).map { _ in image() }
    cell.status = (0..<int(0...4)).map { _ in status() }
    if bool(4) { cell.info = status() }
    cell.tags = (0..<(bool() ? int(1...9) : 0)).map { _ in text(upTo: 16) }
    if bool(4) { cell.rating = Rating(value: Double(byte()) / 8, max: int(1...100), count: byte()) }
    cell.accessory = pick(Accessory.allCases)
    cell.actions = (0..<(bool(3) ? int(1...5) : 0)).map { action($0) }
    if bool(3) {
      cell.swipe = SwipeActions(
        leading: (0..<int(0...2)).map { offer(10 + $0) }, trailing: (0..<int(0...2)).map { offer(20 + $0) })
    }
    cell.menu = (0..<(bool(3) ? int(0...2) : 0)).map { offer(30 + $0) }
    cell.preview = maybeText(upTo: 60, unless: 3)
    cell.selected = bool()
    cell.enabled = !bool(8)
    cell.href = maybeText(upTo: 24, unless: 3)
    cell.kind = pick(Cell.Kind.allCases)
    if !cell.kind.isObject { cell.selected = nil }
    if cell.kind == .section { cell.count = Int(byte()) * 1_000 }
    if bool(6) { cell.truncate[pick(Slot.truncatable)] = pick(TruncationMode.allCases) }
    return cell
  }

  mutating func header() -> HeaderContent? {
    guard bool() else { return nil }
    var header = HeaderContent(
      tags: (0..<int(0...3)).map { _ in text(upTo: 16) },
      footnotes: (0..<int(0...2)).map { _ in text(upTo: 24) })
    if bool() {
      header.chart = HeaderContent.Chart(
        title: maybeText(upTo: 16), subtitle: maybeText(upTo: 16), kpi: maybeText(upTo: 8),
        trend: bool() ? status() : maybeText(upTo: 8).map { Status(text: $0) },
        form: pick(HeaderContent.Chart.Form.allCases),
        values: (0..<int(0...20)).map { _ in Double(byte()) }, minimum: maybeText(upTo: 8, unless: 3),
        maximum: maybeText(upTo: 8, unless: 3))
    }
    header.description = maybeText(upTo: 60)
    return header
  }

  /// An environment in columns.
  mutating func environment() -> Environment {
    var environment = Environment()
    environment.width = bool(10) ? .unlimited : .definite(Double(bool(10) ? 16 * byte() : byte()))
    environment.widthClass = pick(Environment.ClassChoice.allCases)
    environment.heightClass = pick(Environment.HeightChoice.allCases)
    environment.profile = pick(Profile.all).name
    environment.mode = pick(Environment.Mode.allCases)
    environment.direction = pick(Environment.Direction.allCases)
    if bool() { environment.split = Double(byte()) / 255 }
    environment.description = pick(Environment.DescriptionPlacement.allCases)
    if bool() { environment.descriptionLines = int(0...5) }
    if bool() { environment.titleLines = int(0...3) }
    if bool() { environment.tagLines = int(0...3) }
    environment.lineLimits = pick(Environment.LineLimits.allCases)
    environment.verticalAlignment = pick(Environment.VerticalAlignment.allCases)
    environment.statusAxis = pick(Environment.StatusAxis.allCases)
    environment.truncation = [.all: pick(TruncationMode.allCases)]
    environment.truncateAt = pick(TruncationUnit.allCases)
    if bool(4) { environment.ellipsis = text(upTo: 4) }
    environment.breaks = pick(LineBreakRule.allCases)
    environment.widthModel = pick(WidthModel.Mode.allCases)
    environment.ambiguousWidth = int(1...2)
    environment.isolates = bool()
    environment.separator = pick(Environment.Separator.allCases)
    environment.margins = bool()
    if bool() { environment.statusWidth = Double(int(0...40)) }
    environment.glyphs = pick(Environment.Glyphs.allCases)
    if bool(4) { environment.textScale = 0.5 + Double(byte()) / 255 * 3.5 }
    return environment
  }

  mutating func keptColumns() -> KeptColumns {
    KeptColumns(unread: bool(), icons: int(0...2), image: bool())
  }
}
