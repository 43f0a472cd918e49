import Foundation

@testable import CellEngine

/// A small generator with a seed, so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Random cells and environments: every slot, every script, every member.
struct RandomCells {
  var generator: SeededGenerator
  /// The generator of the members that rows do not show, and of cells that are not objects.
  private var unshown: SeededGenerator

  /// Added to each seed, to search for cells that no test has seen.
  private static let shift = UInt64(ProcessInfo.processInfo.environment["CELLD_SEED"] ?? "") ?? 0

  init(seed: UInt64) {
    let seed = seed &+ Self.shift &* 1_000
    generator = SeededGenerator(seed: seed)
    unshown = SeededGenerator(seed: ~seed)
  }

  private static let words = [
    "pump", "station", "vibration", "a", "I/O", "1,234.50", "x", "supercalifragilistic", "—", "78 °C", "東京都",
    "서울", "ภาษาไทย", "हिन्दी", "مرحبا", "שלום", "👩‍👩‍👧‍👦", "🇩🇪", "❤️", "e\u{301}\u{302}", "soft\u{AD}hyphen", "\n",
    "\t", "\u{1B}[31m", "\u{202E}", "(parenthesis)", "https://example.com/a/b?c=d", "\u{200B}", "‹›",
    "\u{903}x",
  ]

  mutating func bool(_ chance: Int = 2) -> Bool { Int.random(in: 0..<chance, using: &generator) == 0 }
  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements.randomElement(using: &generator)! }

  mutating func text(_ words: ClosedRange<Int>) -> String {
    (0..<int(words)).map { _ in pick(Self.words) }.joined(separator: bool(5) ? "" : " ")
  }

  mutating func maybe(_ words: ClosedRange<Int>) -> String? { bool() ? text(words) : nil }

  mutating func icon() -> Icon {
    bool() ? Icon(name: pick(["attachment", "flag", "priority", "zebra"])) : Icon(text: text(1...1))
  }

  mutating func status() -> Status {
    let hasIcon = bool(3)
    return Status(
      text: hasIcon && bool(3) ? nil : text(1...3), icon: hasIcon ? icon() : nil,
      state: pick(Status.State.allCases))
  }

  mutating func action(_ index: Int) -> Action {
    var action = Action(id: "a\(index)", title: maybe(1...2), kind: pick(Action.Kind.allCases))
    if bool(3) { action.icon = icon() }
    action.on = bool() ? true : nil
    action.progress = bool() ? Double(int(0...4)) / 4 : nil
    action.enabled = !bool(4)
    if action.kind == .menu { action.items = [Action(id: "b\(index)", title: text(1...1), icon: icon())] }
    if action.kind == .toggle { action.titleOn = maybe(1...2) }
    action.role = pick(Action.Role.allCases)
    action.presentation = pick(Action.Presentation.allCases)
    return action
  }

  mutating func column() -> GridColumn {
    let widths: [GridColumn.Width] = [
      .rest, .fixed(Double(int(1...200))), .fixed(1e300), .fraction(Double(int(0...4)) / 4),
    ]
    return GridColumn(text: maybe(1...3) ?? "", width: pick(widths))
  }

  mutating func header() -> HeaderContent {
    HeaderContent(
      tags: (0..<int(0...5)).map { _ in text(1...2) }, footnotes: (0..<int(0...2)).map { _ in text(1...4) },
      chart: bool()
        ? HeaderContent.Chart(
          title: maybe(1...3), subtitle: maybe(1...3), kpi: maybe(1...2),
          trend: bool() ? status() : bool() ? Status(text: text(1...2)) : nil,
          form: pick(HeaderContent.Chart.Form.allCases),
          values: (0..<int(0...90)).map { _ in Double(int(-9...9)) }, minimum: maybe(1...1),
          maximum: maybe(1...1)) : nil,
      description: maybe(1...40))
  }

  mutating func cell(id: String) -> Cell {
    var cell = Cell(id: id, title: bool(20) ? "" : text(1...8))
    cell.subtitle = maybe(1...6)
    cell.footnote = maybe(1...6)
    cell.caption = bool(4) ? text(1...4) : nil
    cell.description = maybe(1...60)
    cell.number = bool(6) ? "\(int(0...999))" : nil
    cell.icons = (0..<int(0...3)).map { _ in icon() }
    cell.unread = bool(3)
    if bool() {
      cell.image = Image(
        initials: maybe(1...1), shape: bool(3) ? pick(Image.Shape.allCases) : nil, person: bool(3),
        size: bool(3) ? Double(int(0...80)) : nil)
    }
    cell.avatars = (0..<(bool(3) ? int(1...12) : 0)).map { _ in Image(initials: maybe(1...1)) }
    cell.status = (0..<int(0...4)).map { _ in status() }
    if bool(4) { cell.info = status() }
    cell.tags = (0..<(bool() ? int(1...9) : 0)).map { _ in text(1...2) }
    if bool(4) {
      cell.rating = Rating(
        value: Double(int(0...20)) / 4, max: pick([5, 10, 100]), count: bool() ? 1234 : nil)
    }
    cell.accessory = pick(Accessory.allCases)
    cell.actions = (0..<(bool(3) ? int(1...5) : 0)).map { action($0) }
    cell.selected = bool()
    cell.enabled = !bool(8)
    if bool(3) { cell.kind = pick(Cell.Kind.allCases.filter(\.isObject)) }
    if cell.kind == .grid { cell.columns = (0..<int(0...6)).map { _ in column() } }
    if bool(6) { cell.truncate[pick(Slot.truncatable)] = pick(TruncationMode.allCases) }
    setUnshown(&cell)
    return cell
  }

  /// Sets the members that rows do not show.
  private mutating func setUnshown(_ cell: inout Cell) {
    swap(&generator, &unshown)
    defer { swap(&generator, &unshown) }
    if bool(6) { setListPart(&cell) }
    cell.preview = maybe(1...4)
    cell.href = bool() ? "https://example.com/\(int(0...9))" : nil
    cell.menu = (0..<int(0...2)).map { bool() ? "a\($0)" : .whole(action(40 + $0)) }
    cell.detailActions = (0..<int(0...2)).map { "a\($0)" }
    if bool() {
      cell.swipe = SwipeActions(
        leading: (0..<int(0...2)).map { bool() ? "a\($0)" : .whole(action(10 + $0)) },
        trailing: (1..<int(2...3)).map { bool() ? "a\($0)" : .whole(action(20 + $0)) })
    }
    cell.data = bool() ? #"{"x":1.10}"# : nil
    if bool() { cell.header = header() }
    for index in cell.icons.indices { cell.icons[index].label = maybe(1...2) }
    for index in cell.status.indices { cell.status[index].label = maybe(1...2) }
    cell.image?.label = maybe(1...2)
    cell.image?.source = maybe(1...1)
  }

  /// Makes the cell a section, an empty state or a skeleton, with members that its row leaves out.
  private mutating func setListPart(_ cell: inout Cell) {
    cell.kind = pick(Cell.Kind.allCases.filter { !$0.isObject })
    cell.selected = false
    if cell.kind == .section || bool(12) { cell.count = int(0...1200) }
  }

  mutating func environment(width: Double?) -> Environment {
    var environment = Environment()
    environment.width = width.map { .definite($0) } ?? .unlimited
    if bool() { environment.profile = pick(Profile.all).name }
    if bool(6) { environment.heightClass = .compact }
    if bool(3) { environment.statusAxis = pick(Environment.StatusAxis.allCases) }
    if bool(8) { environment.textScale = 1.5 }
    if bool(3) { environment.widthClass = pick(Environment.ClassChoice.allCases) }
    if bool(4) { environment.mode = .edit }
    if bool(3) { environment.direction = pick(Environment.Direction.allCases) }
    if bool(4) { environment.split = Double(int(0...10)) / 10 }
    if bool(4) { environment.description = pick(Environment.DescriptionPlacement.allCases) }
    if bool(4) { environment.descriptionLines = int(0...5) }
    if bool(4) { environment.titleLines = int(0...3) }
    if bool(4) { environment.tagLines = int(0...3) }
    if bool(8) { environment.lineLimits = Environment.LineLimits.none }
    if bool(4) { environment.verticalAlignment = pick(Environment.VerticalAlignment.allCases) }
    if bool(4) { environment.truncation = [.all: pick(TruncationMode.allCases)] }
    if bool(4) { environment.truncateAt = .word }
    if bool(6) { environment.ellipsis = pick(["", "...", "→", "東"]) }
    if bool(4) { environment.breaks = .keepAll }
    if bool(3) { environment.widthModel = .grapheme }
    if bool(3) { environment.ambiguousWidth = 2 }
    if bool(4) { environment.separator = pick(Environment.Separator.allCases) }
    if bool(4) { environment.margins = true }
    if bool(4) { environment.statusWidth = Double(int(0...30)) }
    if bool(3) { environment.glyphs = .ascii }
    return environment
  }
}
