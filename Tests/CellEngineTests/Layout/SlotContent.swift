@testable import CellEngine

/// How a cell fills and empties a slot.
struct SlotContent {
  /// The position of a slot in an object cell.
  enum Position {
    /// Before or after the title. It takes room from the title.
    case besideTitle
    /// Below the title, or in a column of its own.
    case belowTitle
  }

  var position: Position
  var fill: @Sendable (inout Cell) -> Void
  var empty: @Sendable (inout Cell) -> Void
}

extension SlotContent {
  /// The content of a slot; `nil` if a member of the cell does not fill it, or it is in each cell.
  ///
  /// A new slot is added here, and the tests of all slots include it.
  init?(_ slot: Slot) {
    switch slot {
    case .control, .title, .chart, .pages, .count: return nil
    case .unread: self.init(.besideTitle, { $0.unread = true }, { $0.unread = false })
    case .number: self.init(.besideTitle, { $0.number = "128" }, { $0.number = nil })
    case .icons:
      self.init(.besideTitle, { $0.icons = [Icon(name: "flag"), Icon(text: "99")] }, { $0.icons = [] })
    case .image:
      self.init(.besideTitle, { $0.image = Image(initials: "PS", size: 48) }, { $0.image = nil })
    case .subtitle: self.init(.belowTitle, { $0.subtitle = Self.text }, { $0.subtitle = nil })
    case .footnote: self.init(.belowTitle, { $0.footnote = Self.text }, { $0.footnote = nil })
    case .caption: self.init(.belowTitle, { $0.caption = Self.text }, { $0.caption = nil })
    case .description: self.init(.belowTitle, { $0.description = Self.text }, { $0.description = nil })
    case .status:
      self.init(
        .besideTitle,
        { $0.status = [Status(text: "Very high"), Status(text: "Overdue")] },
        { $0.status = [] })
    case .tags:
      self.init(.belowTitle, { $0.tags = ["pump", "vibration", "north", "priority 2"] }, { $0.tags = [] })
    case .rating:
      self.init(.belowTitle, { $0.rating = Rating(value: 3.5, count: 1_234) }, { $0.rating = nil })
    case .avatars:
      self.init(
        .besideTitle, { $0.avatars = [Image](repeating: Image(initials: "AB"), count: 9) },
        { $0.avatars = [] })
    case .info:
      self.init(.belowTitle, { $0.info = Status(text: "Not synchronised") }, { $0.info = nil })
    case .actions:
      self.init(
        .besideTitle,
        { $0.actions = [Action(id: "a", title: "Approve"), Action(id: "b", title: "Reject")] },
        { $0.actions = [] })
    case .accessory: self.init(.besideTitle, { $0.accessory = .disclosure }, { $0.accessory = .none })
    }
  }

  private init(
    _ position: Position, _ fill: @escaping @Sendable (inout Cell) -> Void,
    _ empty: @escaping @Sendable (inout Cell) -> Void
  ) {
    self.position = position
    self.fill = fill
    self.empty = empty
  }

  private static var text: String { "The bearing temperature exceeds 78 °C after two hours of operation" }
}

extension Slot {
  /// The slots that a member of a cell fills.
  static var filled: [Slot] { allCases.filter { SlotContent($0) != nil } }

  /// The slots that take room from the title, from the trailing edge to the leading edge.
  static var besideTitle: [Slot] {
    allCases.reversed().filter { SlotContent($0)?.position == .besideTitle }
  }
}

extension Cell {
  /// A cell with a title and the content of one slot.
  init(id: String = "1", only slot: Slot) {
    self.init(id: id, title: "Pump station 7 reports vibration")
    SlotContent(slot)?.fill(&self)
  }
}
