import CellEngine

/// What a session is, apart from its cells.
struct SessionSettings: Sendable {
  /// Which columns all rows of a list keep, so that they align.
  enum Preserve: Equatable, Sendable {
    /// Those that some cell of the list needs.
    case auto
    case slots([Slot])
  }

  var profile = Profile.compose
  var selection = SelectionMode.none
  var preserve = Preserve.auto
  /// Whether other users may use the session.
  var isShared = false

  /// The columns that the rows of a list with these sums keep.
  func kept(_ summary: ListSummary) -> KeptColumns {
    let icons = summary.wideIcons > 0 ? 2 : summary.narrowIcons > 0 ? 1 : 0
    let number = summary.numbers.indices.last { summary.numbers[$0] > 0 }.map { $0 + 1 } ?? 0
    switch preserve {
    case .auto:
      return KeptColumns(
        unread: summary.unread > 0, icons: icons, image: summary.images > 0, number: number,
        besideStatuses: summary.statuses > 0)
    case .slots(let slots):
      var kept = KeptColumns(
        unread: slots.contains(.unread), icons: slots.contains(.icons) ? max(icons, 1) : 0,
        image: slots.contains(.image), number: slots.contains(.number) ? max(number, 1) : 0,
        besideStatuses: summary.statuses > 0)
      kept.control = slots.contains(.control)
      kept.accessory = slots.contains(.accessory)
      kept.description = slots.contains(.description)
      kept.status = slots.contains(.status) ? summary.widestStatus : 0
      return kept
    }
  }
}
