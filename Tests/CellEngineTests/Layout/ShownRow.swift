@testable import CellEngine

/// The frames of a row, which show what it conceded.
struct ShownRow {
  /// The extent to which a slot is shown after a concession.
  enum Extent: Comparable {
    case whole, part, gone
  }

  var frames: [Frame]

  func count(_ slot: Slot) -> Int { frames.count { $0.slot == slot } }
  /// The text of each element of a slot.
  func texts(of slot: Slot) -> [String] {
    frames.filter { $0.slot == slot }.map { $0.lines.map(\.text).joined() }
  }
  var statusRows: Int { Set(frames.filter { $0.slot == .status }.map(\.y)).count }

  /// Whether avatars are in the place of the image, before the title.
  private var avatarsReplaceImage: Bool {
    guard let avatar = frames.firstIndex(where: { $0.slot == .avatars }) else { return false }
    return avatar < frames.firstIndex { $0.slot == .title } ?? 0
  }

  /// The extent that `concession` left, compared with a row that has room for all slots. `nil` if
  /// the slot is empty.
  func extent(of concession: Profile.Concession, from full: ShownRow) -> Extent? {
    switch concession {
    // In the place of the image, the first avatar is dropped as an image.
    case .avatars where full.avatarsReplaceImage: full.extent(of: .avatars, in: self, from: 1)
    case .image where full.avatarsReplaceImage: count(.avatars) == 0 ? .gone : .whole
    // Avatars that do not fit become `+N`. That is not a concession.
    case .avatars: full.count(.avatars) == 0 ? nil : count(.avatars) == 0 ? .gone : .whole
    case .description: full.extent(of: .description, in: self, from: 0)
    case .laterIcons: full.extent(of: .icons, in: self, from: 1)
    case .laterStatuses: full.extent(of: .status, in: self, from: 1)
    case .image: full.extent(of: .image, in: self, from: 0)
    case .number: full.extent(of: .number, in: self, from: 0)
    case .accessory: full.extent(of: .accessory, in: self, from: 0)
    // In the menu, the first action is not gone.
    case .actions:
      full.count(.actions) == 0 ? nil : count(.actions) == 0 ? .gone : isMenu && !full.isMenu ? .part : .whole
    case .icons: full.count(.icons) == 0 ? nil : count(.icons) == 0 ? .gone : .whole
    case .unread: full.extent(of: .unread, in: self, from: 0)
    case .status: full.count(.status) == 0 ? nil : count(.status) == 0 ? .gone : .whole
    case .statusAxis:
      full.count(.status) < 2 || full.statusRows > 1
        ? nil : count(.status) < 2 || statusRows > 1 ? .gone : .whole
    // Later actions are still in the menu. A control is dropped from all rows of a list.
    case .laterActions, .control: nil
    }
  }

  /// The width of the columns that only this concession narrows. What shares its column with
  /// others has none, and neither has what is below the texts.
  func width(of concession: Profile.Concession) -> Double {
    let slots: [Slot] =
      switch concession {
      case .image: avatarsReplaceImage ? [.avatars] : [.image]
      case .accessory: [.accessory]
      case .actions: [.actions]
      case .status: [.status]
      case .number, .icons, .unread: [.number, .icons, .unread].filter { count($0) > 0 }
      case .laterActions, .avatars, .statusAxis, .description, .laterIcons, .laterStatuses, .control: []
      }
    let own = frames.filter { slots.contains($0.slot) }
    guard let start = own.map(\.x).min(), let end = own.map({ $0.x + $0.width }).max() else { return 0 }
    return end - start
  }

  /// Whether the only action is the overflow menu.
  private var isMenu: Bool { frames.allSatisfy { $0.slot != .actions || $0.role == .accessory } }

  /// The extent of a slot in `other`, without its first `kept` elements. `nil` if the slot has only
  /// those.
  private func extent(of slot: Slot, in other: ShownRow, from kept: Int) -> Extent? {
    let all = count(slot) - kept
    guard all > 0 else { return nil }
    let left = other.count(slot) - kept
    return left <= 0 ? .gone : left < all ? .part : .whole
  }
}
